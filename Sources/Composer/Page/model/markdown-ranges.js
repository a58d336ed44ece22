/** How each line of a Markdown text is meant, kept up to date while the text changes. */
import { columns, lineParts, rulePattern } from "./list-items.js"
import { inlineRanges, rangesMax } from "./markdown-inline.js"
import { lineStarts } from "./writing.js"

/**
 * @typedef {object} Line
 * @property {string} text
 * @property {string} kind `heading`, `code`, `fence`, `table`, `rule`, `blank`, or `words`
 * @property {boolean} isQuoted
 * @property {Range[]} ranges by their start, with offsets in the line; their kinds are those of `inlineRanges`, and
 *   `heading` for its words, `item` for the mark of an item, `task` for its box
 * @property {boolean} isStart whether a block begins with this line: a paragraph, an item, a row of a table
 */

/** A paragraph that is longer is read in parts, so that a key in it costs little. */
const charactersMax = 20_000
const linesMax = 400
/** Items within items, beyond which the indentation of code is not recognised. */
const depthMax = 20

const fencePattern = /^(?:(`{3,})[^`]*|(~{3,}).*)$/
const headingPattern = /^#{1,6}(?=[ \t]|$)/
const underlinePattern = /^ {0,3}(?:=+|-+)[ \t]*$/
const notePattern = /^\[\^[^\]\s]{1,100}\]:/
const definitionPattern = /^\[[^\]^][^\]]{0,998}\]:(?=[ \t]*\S)/
const delimiterPattern = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$/

/**
 * What a block must know of those before it.
 * @typedef {object} State
 * @property {string} fence the mark of the fence that is open, else empty
 * @property {number} depth how many `>` stand before the last line, or before the fence
 * @property {number[]} items the columns at which the words of the open items begin, after the `>`
 * @property {string} last the kind of the last line
 * @property {boolean} isInCode whether indented code may go on
 */
const atStart = { fence: "", depth: 0, items: [], last: "blank", isInCode: false }

const isSame = (a, b) => a.fence === b.fence && a.depth === b.depth && a.last === b.last && a.isInCode === b.isInCode
  && a.items.join() === b.items.join()

/** The lines of a text. After a change it reads only the blocks that the change can affect. */
export class MarkdownRanges {
  /** @type {(Line & {before: State})[]} `before` only where a block begins */
  lines = []

  /**
   * Replaces lines `start..<end`.
   * @returns {{start: number, end: number}} the lines, counted after the change, that were read
   */
  replace(start, end, texts) {
    const old = this.lines
    const known = old.map(({ text }) => text)
    const all = known.slice(0, start).concat(texts, known.slice(end))
    // A block ends where the line after it, or a table's second line, begins another.
    let first = Math.max(0, Math.min(start, old.length - 1) - 2)
    while (first > 0 && !old[first].isStart) first--
    const shift = texts.length - (end - start)
    const changed = start + texts.length
    const read = []
    let at = first, state = old[first]?.before ?? atStart
    while (at < all.length) {
      const same = at >= changed ? old[at - shift] : undefined
      if (same?.isStart && isSame(same.before, state)) break
      const block = readBlock(all, at, state)
      read.push(...block.lines)
      at += block.lines.length
      state = block.state
    }
    this.lines = [...old.slice(0, first), ...read, ...old.slice(at - shift)]
    return { start: first, end: at }
  }
}

/** @returns {{lines: Line[], state: State}} one block, at least a line */
function readBlock(all, at, before) {
  const parts = partsOf(all[at])
  const isInFence = before.fence && parts.depth >= before.depth
  const { lines, state } = isInFence ? inFence(parts, before) : newBlock(all, at, parts, before)
  lines[0].isStart = true
  lines[0].before = before
  return { lines, state }
}

/** A line's parts, how many `>` stand before it, and the rest of it. */
function partsOf(text) {
  const { quote, space, mark, gap, task, words } = lineParts(text)
  const depth = quote ? quote.split(">").length - 1 : 0
  return { text, quote, space, mark, gap, task, words, depth, rest: quote ? text.slice(quote.length) : text }
}

function lineOf({ text, depth }, kind, ranges) {
  return { text, kind, isQuoted: depth > 0, ranges: ranges.filter(({ start, end }) => start < end), isStart: false,
    before: undefined }
}

const oneLine = (parts, kind, ranges, state) =>
  ({ lines: [lineOf(parts, kind, ranges)], state: { ...state, last: kind } })

function inFence(line, before) {
  const { fence } = before
  // A `>` is no mark in code, unless the code stands in a quote.
  const parts = before.depth ? line : { ...line, quote: "", rest: line.text, depth: 0 }
  const mark = parts.rest.trim()
  const isEnd = mark.length >= fence.length && mark === fence[0].repeat(mark.length)
  const state = { ...before, fence: isEnd ? "" : fence, isInCode: false }
  return isEnd ? oneLine(parts, "fence", [...prefix(parts, false), whole(parts)], state)
    : oneLine(parts, "code", prefix(parts, false), state)
}

function newBlock(all, at, parts, before) {
  const { depth, rest, words, mark } = parts
  const quote = prefix(parts, false)
  if (!rest.trim()) return oneLine(parts, "blank", quote, { ...before, fence: "", depth })
  const items = depth === before.depth ? before.items : []
  const isAfterBlank = before.last === "blank" || depth !== before.depth
  if ((isAfterBlank || before.isInCode) && columns(parts.space) >= (items.at(-1) ?? 0) + 4) {
    return oneLine(parts, "code", quote, { ...before, fence: "", depth, isInCode: true })
  }
  const state = { fence: "", depth, items: openItems(items, parts, isAfterBlank), last: "words", isInCode: false }
  if (rulePattern.test(rest)) return oneLine(parts, "rule", [...quote, whole(parts)], state)
  const fence = parts.task ? null : fencePattern.exec(words)
  if (fence) {
    const open = { ...state, fence: fence[1] ?? fence[2] }
    return oneLine(parts, "fence", [...prefix(parts), within(parts, "mark", words)], open)
  }
  if (!parts.task && headingPattern.test(words)) return oneLine(parts, "heading", heading(parts), state)
  const isRow = before.last === "table" && depth === before.depth && !mark
  if (isRow || isTable(all, at, depth)) return oneLine(parts, "table", row(parts), state)
  return paragraph(all, at, parts, state)
}

/** The items that a line leaves open, and the one that it begins. */
function openItems(items, { space, mark, gap, words }, isAfterBlank) {
  const indent = columns(space)
  const open = mark || isAfterBlank ? items.filter(column => column <= indent) : items
  if (!mark || open.length >= depthMax) return open
  const width = columns(gap)
  return [...open, indent + mark.length + (!words || width > 4 ? 1 : width)]
}

/** What stands before the words of a line. */
function prefix({ quote, space, mark, gap, task }, hasItem = true) {
  const before = quote.length + space.length
  const box = before + mark.length + gap.length
  const ranges = [{ start: quote.length - quote.trimStart().length, end: quote.trimEnd().length, kind: "mark" }]
  if (hasItem) ranges.push({ start: before, end: before + mark.length, kind: "item" })
  if (hasItem && task) ranges.push({ start: box, end: box + task.length, kind: "task" })
  return ranges
}

const whole = ({ quote, text }) => ({ start: quote.length, end: text.length, kind: "mark" })

/** A part at the end of a line. */
const within = ({ text }, kind, part) => ({ start: text.length - part.length, end: text.length, kind })

const moved = (ranges, by) => ranges.map(({ start, end, kind }) => ({ start: start + by, end: end + by, kind }))

function heading(parts) {
  const { text, words } = parts
  const first = text.length - words.length
  const width = headingPattern.exec(words)[0].length
  let end = text.trimEnd().length
  let tail = end
  while (text[tail - 1] === "#") tail--
  if (/[ \t]/.test(text[tail - 1] ?? "")) end = text.slice(0, tail).trimEnd().length
  const start = Math.min(end, first + width + words.slice(width).search(/\S|$/))
  return [
    ...prefix(parts), { start: first, end: first + width, kind: "mark" }, { start, end, kind: "heading" },
    ...moved(inlines(text.slice(start, end)), start),
    { start: Math.max(tail, first + width), end: text.length, kind: "mark" },
  ]
}

/** Whether a line and the next one are the head of a table. */
function isTable(all, at, depth) {
  const next = all[at + 1]
  if (next === undefined || !next.includes("-") || !all[at].includes("|")) return false
  const below = partsOf(next)
  return below.depth === depth && !below.mark && delimiterPattern.test(below.rest.trim())
    && cells(below.words) === cells(partsOf(all[at]).words)
}

const cells = row => row.trim().replace(/^\||\|$/g, "").replace(/\\./g, "").split("|").length

function row(parts) {
  const { rest, text, quote } = parts
  if (delimiterPattern.test(rest.trim())) return [...prefix(parts, false), whole(parts)]
  const signs = [...rest.matchAll(/\\.|\|/g)].filter(([sign]) => sign === "|").slice(0, linesMax)
  const start = quote.length
  const bars = signs.map(({ index }) => ({ start: start + index, end: start + index + 1, kind: "mark" }))
  return [...prefix(parts, false), ...moved(inlines(text.slice(start)), start), ...bars]
    .sort((a, b) => a.start - b.start)
}

const inlines = text => (text.length > charactersMax ? [] : inlineRanges(text))

/** A paragraph up to the line that begins another block, or that makes the paragraph a heading. */
function paragraph(all, at, parts, state) {
  const found = [parts]
  let { length } = parts.text, end = at + 1, isHeading = false
  for (; end < all.length && found.length < linesMax && length < charactersMax; end++) {
    const next = partsOf(all[end])
    isHeading = isUnderline(next, parts.depth, state.items)
    if (isHeading || endsParagraph(all, end, next, parts.depth, state.items.length > 0)) break
    found.push(next)
    length += next.text.length + 1
  }
  const lines = linesOf(found, isHeading)
  if (isHeading) {
    const line = partsOf(all[end])
    lines.push(lineOf(line, "heading", [...prefix(line, false), whole(line)]))
  }
  return { lines, state: { ...state, last: isHeading ? "heading" : "words" } }
}

const isUnderline = ({ rest, space, depth }, depthAbove, items) =>
  underlinePattern.test(rest) && depth === depthAbove && columns(space) >= (items.at(-1) ?? 0)

function endsParagraph(all, at, parts, depth, isInItem) {
  const { rest, words, mark } = parts
  if (!rest.trim() || parts.depth > depth || rulePattern.test(rest)) return true
  if (mark && words.trim() && (isInItem || !/^\d/.test(mark) || mark.slice(0, -1) === "1")) return true
  if (columns(parts.space) > 3 && !isInItem) return false
  return headingPattern.test(words) || fencePattern.test(words) || notePattern.test(words)
    || isTable(all, at, parts.depth)
}

/** The lines of a paragraph; what its words mean is read across their ends. */
function linesOf(found, isHeading) {
  const begun = beginning(found[0])
  const firsts = found.map(({ quote, space }, index) => (index ? quote.length + space.length : begun.first))
  const texts = found.map(({ text }, index) => text.slice(firsts[index]))
  const pieces = divided(inlines(texts.join("\n")), texts)
  return found.map((parts, index) => {
    const first = firsts[index]
    const ranges = index ? prefix(parts, false) : begun.ranges
    if (isHeading) ranges.push({ start: first, end: parts.text.length, kind: "heading" })
    return lineOf(parts, isHeading ? "heading" : "words", [...ranges, ...moved(pieces[index], first)])
  })
}

/** What stands before the words of a paragraph, and where those begin. A definition has no words. */
function beginning(parts) {
  const { text, words } = parts
  const before = text.length - words.length
  const name = (notePattern.exec(words) ?? definitionPattern.exec(words))?.[0] ?? ""
  const end = before + name.length
  const isNote = name.startsWith("[^")
  const ranges = [...prefix(parts), { start: before, end, kind: isNote ? "note" : "mark" }]
  if (!name || isNote) return { ranges, first: end }
  return { ranges: [...ranges, { start: end, end: text.length, kind: "address" }], first: text.length }
}

/** The part of each range in each line, the most ranges of a paragraph at most twice. */
function divided(ranges, texts) {
  const starts = lineStarts(texts)
  const pieces = texts.map(() => [])
  let line = 0, left = 2 * rangesMax
  for (const { start, end, kind } of ranges) {
    while (start >= starts[line + 1]) line++
    for (let at = line; at < texts.length && starts[at] < end && left > 0; at++, left--) {
      const last = Math.min(end - starts[at], texts[at].length)
      pieces[at].push({ start: Math.max(0, start - starts[at]), end: last, kind })
    }
  }
  return pieces
}
