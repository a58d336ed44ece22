/**
 * Counts words as readers see them: without marks and addresses. The daemon counts by the same rule
 * (`Rendering/WordCount.swift`), and both by the same rows (`Tests/Vectors/words.json`).
 */
import { MarkdownRanges } from "./markdown-ranges.js"

const scripts = {
  han: "\\u3005\\u3007\\u3105-\\u312F\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uF900-\\uFAFF\\u{20000}-\\u{3FFFD}",
  hiragana: "\\u3041-\\u309F",
  katakana: "\\u30A1-\\u30FA\\u30FC-\\u30FF\\u31F0-\\u31FF\\uFF66-\\uFF9F",
  southEastAsian: "\\u0E01-\\u0E3A\\u0E40-\\u0E4E\\u0E81-\\u0ECE\\u0EDC-\\u0EDF\\u1000-\\u103F\\u1050-\\u108F"
    + "\\u109A-\\u109D\\u1780-\\u17D3\\u17DC-\\u17DD\\uAA60-\\uAA7F",
}
/** The length of a word, for a browser without a dictionary. */
const lengths = { han: 2, hiragana: 3, katakana: Infinity, southEastAsian: 4 }
const unspaced = Object.values(scripts).join("")
const inWord = `(?![${unspaced}])[\\p{L}\\p{N}\\p{M}]`
const addressEnds = "<>\"“”«»‹›、。，！？；：「」『』（）【】《》"

/** An address, a run of scripts without spaces, or a word. Looks only a bounded way ahead. */
const piecePattern = new RegExp([
  `(?<address>(?:[A-Za-z][A-Za-z0-9+.-]{0,19}://|[Ww]{3}\\.|[Mm][Aa][Ii][Ll][Tt][Oo]:)[^\\p{White_Space}${addressEnds}]+`,
  "[A-Za-z0-9][A-Za-z0-9._%+-]{0,63}@[A-Za-z0-9][A-Za-z0-9.-]*)",
  `(?<run>[${unspaced}][${unspaced}\\p{M}]*)`,
  `(?![${unspaced}])[\\p{L}\\p{N}](?:${inWord}|(?:['’\\-‐‑_·.\\u00AD\\u200C\\u200D\\u2060]|(?<=\\p{Nd})[,:/](?=\\p{Nd}))${inWord})*`,
].join("|"), "gu")
const scriptPattern = new RegExp(Object.entries(scripts).map(([name, signs]) => `(?<${name}>[${signs}]+)`).join("|"), "gu")

let dictionary

/** @returns {Intl.Segmenter|null} a browser takes milliseconds to create one */
const segmenter = () => dictionary ??= Intl.Segmenter ? new Intl.Segmenter("en", { granularity: "word" }) : null

/** A browser takes time in proportion to the square of what it divides. Sentences are shorter. */
const runPattern = /[^]{1,100}/gu

/** The words of a run of scripts without spaces. */
function wordsOfRun(run, by) {
  let words = 0
  if (by) {
    for (const [part] of run.matchAll(runPattern)) {
      for (const { isWordLike } of by.segment(part)) if (isWordLike) words++
    }
    return words
  }
  for (const { groups } of run.replace(/\p{M}/gu, "").matchAll(scriptPattern)) {
    const [name, { length }] = Object.entries(groups).find(([, found]) => found)
    words += Math.max(1, Math.ceil(length / lengths[name]))
  }
  return words
}

const ideographPattern = new RegExp(`[${scripts.han}${scripts.hiragana}${scripts.katakana}]`, "gu")
/** Words, and signs of a script whose words are short, that are read in a minute. */
const wordsRead = 200, ideographsRead = 400

/**
 * Counts in a text without marks.
 * @param {Intl.Segmenter|null} [by] the dictionary; null for an estimate
 * @returns {{words: number, minutes: number}} with the fraction of a minute
 */
export function countProse(text, by = segmenter()) {
  let words = 0, minutes = 0
  for (const { groups: { address, run } } of text.matchAll(piecePattern)) {
    if (address !== undefined) continue
    const found = run === undefined ? 1 : wordsOfRun(run, by)
    const ideographs = run?.match(ideographPattern)?.length ?? 0
    words += found
    minutes += ideographs ? ideographs / ideographsRead : found / wordsRead
  }
  return { words, minutes }
}

// MARK: Markdown

const unsaid = new Set(["mark", "inset-mark", "address", "item", "task", "note"])
/** Tags that may stand within a word. */
const inlineTag = /^<\/?(?:a|abbr|b|cite|code|del|em|i|ins|kbd|mark|q|s|small|span|strong|su[bp]|u)[\s/>]/i
const reference = /&(?:[a-z]{2,10}|#\d{1,7}|#x[\da-f]{1,6});/gi

/** What readers see of a line. */
function proseOf({ text, ranges }) {
  let prose = "", at = 0
  for (const [index, { start, end, kind }] of ranges.entries()) {
    if (!unsaid.has(kind) || end <= at) continue
    const sign = text.slice(start, end), next = ranges[index + 1]
    prose += text.slice(at, Math.max(at, start))
    // The bars of a table, and the tags of blocks, stand between words.
    if (sign === "|" || (sign[0] === "<" && !inlineTag.test(sign))) prose += " "
    // The description of a picture is not in the text.
    at = sign === "![" && next?.kind === "link" ? next.end : end
  }
  return prose + text.slice(at)
}

/** Counts in a line of `MarkdownRanges`. @returns {{words: number, minutes: number}} */
export const countLine = line => countProse(proseOf(line).replace(reference, " "))

/**
 * Counts in a Markdown text.
 * @returns {{words: number, minutes: number}} `minutes` to read it, at least 1
 */
export const count = text => new TextCounter().count(text)

/** Counts in a text again and again: only the lines that have changed since. */
export class TextCounter {
  #markdown = new MarkdownRanges()
  #counted = new WeakMap()

  /** As `count`. */
  count(text) {
    this.#read(text.split("\n"))
    let words = 0, minutes = 0
    for (const line of this.#markdown.lines) {
      if (!this.#counted.has(line)) this.#counted.set(line, countLine(line))
      const counted = this.#counted.get(line)
      words += counted.words
      minutes += counted.minutes
    }
    return { words, minutes: Math.max(1, Math.round(minutes)) }
  }

  #read(texts) {
    const { lines } = this.#markdown
    let start = 0, same = 0
    const most = Math.min(lines.length, texts.length)
    while (start < most && lines[start].text === texts[start]) start++
    while (same < most - start && lines.at(-1 - same).text === texts.at(-1 - same)) same++
    if (start === texts.length && texts.length === lines.length) return
    this.#markdown.replace(start, lines.length - same, texts.slice(start, texts.length - same))
  }
}
