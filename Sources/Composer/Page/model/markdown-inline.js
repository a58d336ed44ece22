/** Which parts of a paragraph are bold, code or a link, by the rules of CommonMark and GFM. */

/**
 * A part of a text, and how it is meant. Parts may lie within each other; marks lie within nothing.
 * @typedef {{start: number, end: number, kind: string}} Range `kind` is `mark` for signs that the reader does not see,
 *   `bold`, `italic`, `strike`, `code`, `link` for its words, `address` for where a link leads, with its brackets, or
 *   `note`
 */

/** The most ranges of one paragraph; those after them are left out. */
export const rangesMax = 2000

const special = /[\\`*_~[\]!<]|\b(?:https?:\/\/|www\.)/gi
const escapable = /[!-/:-@[-`{-~]/
const autolink = /<(?:[a-z][a-z0-9+.-]{1,31}:[^\s<>]{0,2000}|[\w.+-]{1,64}@[\w.-]{1,255})>/iy
const tag = /<(?:\/?[a-z][^<>]{0,1000}|!--[^<>]{0,1000}--)>/iy
const bareAddress = /[^\s<]{1,2000}/y
const target = new RegExp([
  "\\([ \\t]*\\n?[ \\t]*(?:<[^<>\\n]{0,2000}>|(?:[^\\s()<\\\\]|\\\\[^\\s]|\\([^\\s()]{0,2000}\\)){0,2000})",
  "(?:[ \\t\\n]+(?:\"[^\"]{0,2000}\"|'[^']{0,2000}'|\\([^()]{0,2000}\\)))?[ \\t\\n]*\\)",
].join(""), "y")
const label = /\[[^[\]]{0,999}\]/y
const note = /\[\^[^[\]\s]{1,100}\]/y

const isSpace = sign => sign === "" || /\s/u.test(sign)
const isPunctuation = sign => /[\p{P}\p{S}]/u.test(sign)
/**
 * Does not look up definitions: `[words][label]` counts as a link whether or not the label is defined.
 * @param {string} text the words of a paragraph, its lines joined by line feeds
 * @returns {Range[]} by their start; takes time in proportion to the length
 */
export function inlineRanges(text) { return new Reader(text).read() }

class Reader {
  #text
  #at = 0
  #ranges = []
  /** Runs of `*`, `_` and `~` that may open or close something. */
  #runs = []
  #brackets = []
  /** Brackets before this one are part of no link, because they contain one. */
  #activeFrom = 0
  #ticks = null

  constructor(text) { this.#text = text }

  read() {
    for (;;) {
      special.lastIndex = this.#at
      const found = special.exec(this.#text)
      if (!found) break
      this.#at = found.index
      this.#readSign(found[0])
    }
    this.#pair(0)
    return this.#ranges.sort((a, b) => a.start - b.start || b.end - a.end).slice(0, rangesMax)
  }

  #readSign(sign) {
    const text = this.#text, at = this.#at
    switch (sign) {
    case "\\": return this.#escape()
    case "`": return this.#code()
    case "<": return this.#angle()
    case "!":
      if (text[at + 1] === "[") return this.#open(2)
      break
    case "[": return this.#bracket()
    case "]": return this.#close()
    case "*": case "_": case "~": return this.#run(sign)
    default: return this.#bareAddress()
    }
    this.#at++
  }

  #add(kind, start, end) { if (start < end) this.#ranges.push({ start, end, kind }) }

  /** Moves past what the pattern matches here. */
  #match(pattern) {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0]
    if (found !== undefined) this.#at += found.length
    return found
  }

  #escape() {
    const at = this.#at
    const isEscape = escapable.test(this.#text[at + 1] ?? "")
    if (isEscape) this.#add("mark", at, at + 1)
    this.#at += isEscape ? 2 : 1
  }

  /** The runs of backticks are listed by length, so that one without an end is not searched for again and again. */
  #code() {
    this.#ticks ??= tickRuns(this.#text)
    const start = this.#at
    const length = this.#skip("`")
    const later = this.#ticks.get(length)
    while (later?.length && later.at(-1) < this.#at) later.pop()
    const end = later?.pop()
    if (end === undefined) return
    this.#add("mark", start, start + length)
    this.#add("code", start + length, end)
    this.#add("mark", end, end + length)
    this.#at = end + length
  }

  /** Moves past a run of a sign. @returns {number} its length */
  #skip(sign) {
    const start = this.#at
    while (this.#text[this.#at] === sign) this.#at++
    return this.#at - start
  }

  #angle() {
    const start = this.#at
    if (this.#match(autolink)) {
      this.#add("mark", start, start + 1)
      this.#add("link", start + 1, this.#at - 1)
      this.#add("mark", this.#at - 1, this.#at)
    } else if (this.#match(tag)) {
      if (this.#text[this.#at] === ">") this.#at++
      this.#add("mark", start, this.#at)
    } else {
      this.#at++
    }
  }

  /** An address in the text ends before the punctuation of its sentence. */
  #bareAddress() {
    const start = this.#at
    const found = this.#match(bareAddress) ?? ""
    let { length } = found
    let closings = found.split(")").length - found.split("(").length
    while (length > 0 && (/[?!.,:;*_~'"\]]/.test(found[length - 1]) || (found[length - 1] === ")" && closings > 0))) {
      if (found[length - 1] === ")") closings--
      length--
    }
    this.#at = start + Math.max(length, 1)
    this.#add("link", start, this.#at)
  }

  #bracket() {
    const start = this.#at
    if (this.#match(note)) this.#add("note", start, this.#at)
    else this.#open(1)
  }

  #open(width) {
    this.#brackets.push({ at: this.#at, width, runs: this.#runs.length })
    this.#at += width
  }

  #close() {
    const end = this.#at++
    const bracket = this.#brackets.pop()
    if (!bracket) return
    const isActive = bracket.width === 2 || this.#brackets.length >= this.#activeFrom
    this.#activeFrom = Math.min(this.#activeFrom, this.#brackets.length)
    if (!isActive || (!this.#match(target) && !this.#match(label))) return
    const { at, width, runs } = bracket
    this.#add("mark", at, at + width)
    this.#add("link", at + width, end)
    this.#add("address", end, this.#at)
    this.#pair(runs)
    if (width === 1) this.#activeFrom = this.#brackets.length
  }

  #run(sign) {
    const text = this.#text, start = this.#at
    const length = this.#skip(sign)
    const before = characterBefore(text, start), after = characterAt(text, this.#at)
    const isLeft = !isSpace(after) && (!isPunctuation(after) || isSpace(before) || isPunctuation(before))
    const isRight = !isSpace(before) && (!isPunctuation(before) || isSpace(after) || isPunctuation(after))
    const isWithinWord = sign === "_" && isLeft && isRight
    const canOpen = isLeft && (!isWithinWord || isPunctuation(before))
    const canClose = isRight && (!isWithinWord || isPunctuation(after))
    if (sign === "~" && length > 2) return
    this.#runs.push({ sign, start, length, left: length, used: 0, canOpen, canClose })
  }

  /**
   * Pairs the runs from an index on and removes them. `floors` has, for each kind of closing run, the place in `open`
   * below which nothing fits it; without them the search would be quadratic.
   */
  #pair(from) {
    const open = [], floors = new Map()
    for (const closing of this.#runs.splice(from)) {
      const key = `${closing.sign}${closing.canOpen}${closing.length % 3}`
      while (closing.canClose && closing.left > 0) {
        let at = open.length - 1
        const floor = floors.get(key) ?? 0
        while (at >= floor && !fits(open[at], closing)) at--
        if (at < floor) {
          floors.set(key, open.length)
          break
        }
        this.#enclose(open[at], closing)
        open.length = open[at].left > 0 ? at + 1 : at
        for (const [one, height] of floors) if (height > open.length) floors.set(one, open.length)
      }
      if (closing.canOpen && closing.left > 0) open.push(closing)
    }
  }

  #enclose(opening, closing) {
    const width = opening.sign === "~" ? opening.left : Math.min(opening.left, closing.left, 2)
    opening.left -= width
    closing.left -= width
    const start = opening.start + opening.left
    const end = closing.start + closing.used
    closing.used += width
    this.#add("mark", start, start + width)
    this.#add(opening.sign === "~" ? "strike" : kinds[width], start + width, end)
    this.#add("mark", end, end + width)
  }
}

const kinds = { 1: "italic", 2: "bold" }

function fits(opening, closing) {
  if (opening.sign !== closing.sign) return false
  if (opening.sign === "~") return opening.left === closing.left
  const isMixed = closing.canOpen || opening.canClose
  const { length } = opening
  return !isMixed || (length + closing.length) % 3 !== 0 || (length % 3 === 0 && closing.length % 3 === 0)
}

/** For each length the runs of backticks, the last one first. */
function tickRuns(text) {
  const runs = new Map()
  for (const { 0: ticks, index } of text.matchAll(/`+/g)) {
    if (!runs.has(ticks.length)) runs.set(ticks.length, [])
    runs.get(ticks.length).push(index)
  }
  for (const places of runs.values()) places.reverse()
  return runs
}

const characterAt = (text, at) => (at < text.length ? String.fromCodePoint(text.codePointAt(at)) : "")

function characterBefore(text, at) {
  const isPair = /[\udc00-\udfff]/.test(text[at - 1] ?? "") && /[\ud800-\udbff]/.test(text[at - 2] ?? "")
  return at > 0 ? text.slice(isPair ? at - 2 : at - 1, at) : ""
}
