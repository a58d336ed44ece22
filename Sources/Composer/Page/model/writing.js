/** What the page reads from a text, and the edits that keys make. */
import { lineParts } from "./list-items.js"

/** Where each line begins in a text, and where one after the last would. */
export function lineStarts(lines) {
  const starts = [0]
  for (const line of lines) starts.push(starts.at(-1) + line.length + 1)
  return starts
}

/** The last of `count` places in order that begins at or before something sought; 0 if none does. */
export function lastPlace(count, begins) {
  let low = 0, high = count - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (begins(middle)) low = middle
    else high = middle - 1
  }
  return low
}

/** The number of the line, from 1, that contains an offset. */
export function lineAt(text, offset) {
  let line = 1
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line++
  return line
}

/** The end of the line that contains an offset: a file dropped on a line must not split it. */
export function lineEnd(text, at) {
  const end = text.indexOf("\n", at)
  return end < 0 ? text.length : end
}

// MARK: What a key does to a text and its selection

/**
 * @typedef {{start: number, end: number, text: string, selectionStart: number, selectionEnd: number}} Edit replaces
 *   `start..<end` by `text`, then selects
 */

/**
 * Enter in a list or quote begins the next item; in an empty item it ends it, and adds the empty line without which the
 * following text would still belong to it.
 * @returns {Edit|null} null for the browser's default
 */
export function enter(text, selectionStart, selectionEnd) {
  const lineStart = text.lastIndexOf("\n", selectionStart - 1) + 1
  const { quote, space, mark, gap, task, words } = lineParts(text.slice(lineStart, selectionStart))
  if (!(quote || mark && gap) || isInFence(text, lineStart)) return null
  if (!words.trim() && !text.slice(selectionEnd, lineEnd(text, selectionEnd)).trim()) {
    return edit(lineStart, selectionEnd, "\n")
  }
  const next = mark.replace(/\d+/, number => Number(number) + 1)
  return edit(selectionStart, selectionEnd, `\n${quote}${mark && space + next + gap}${task && "[ ] "}`)
}

function isInFence(text, offset) {
  let fence = null
  for (const [, mark] of text.slice(0, offset).matchAll(/^ {0,3}(`{3,}|~{3,})/gm)) {
    if (!fence) fence = mark
    else if (mark[0] === fence[0] && mark.length >= fence.length) fence = null
  }
  return fence !== null
}

const edit = (start, end, text, selectionStart = start + text.length, selectionEnd = selectionStart) =>
  ({ start, end, text, selectionStart, selectionEnd })

/**
 * Puts a mark around the selected words of each line, or removes it if all have it.
 * @param {string} mark `**` or `*`
 */
export function wrap(text, selectionStart, selectionEnd, mark) {
  const cores = wordsOfLines(text, selectionStart, selectionEnd).map(([start, end]) => coreOf(text, start, end, mark))
  if (!cores.length) return wrapHere(text, selectionEnd, mark)
  const isMarkedAt = ([start, end]) => isMarked(text, start, end, mark)
  const width = cores.every(isMarkedAt) ? mark.length : 0
  const from = cores[0][0] - width
  let put = "", at = from, first
  // The same mark inside would end this one; between blanks it is none.
  const signs = `[${mark[0]}]{${mark.length}}`, same = new RegExp(`(?<=\\S)${signs}|${signs}(?=\\S)`, "g")
  for (const [start, end] of cores) {
    const sign = isMarkedAt([start, end]) ? "" : mark
    put += text.slice(at, start - width) + sign
    first ??= from + put.length
    put += mark[1] ? text.slice(start, end).replace(same, "") : text.slice(start, end)
    selectionEnd = from + put.length
    put += sign
    at = end + width
  }
  return edit(from, at, put, first, selectionEnd)
}

/** Where the words of each line begin and end, behind what makes it an item, quote or heading. */
function wordsOfLines(text, start, end) {
  const found = []
  for (const line of text.slice(start, end).split("\n")) {
    const isWhole = start === 0 || text[start - 1] === "\n"
    const words = (isWhole ? lineParts(line).words.replace(/^#{1,6}[ \t]+/, "") : line).trim()
    const last = start + line.trimEnd().length
    if (words) found.push([last - words.length, last])
    start += line.length + 1
  }
  return found
}

/** The words without the signs of a mark at their ends. */
function coreOf(text, start, end, mark) {
  let from = start, to = end
  while (from < to && text[from] === mark[0]) from++
  while (from < to && text[to - 1] === mark[0]) to--
  return from < to && !text.slice(from, to).includes(mark) ? [from, to] : [start, end]
}

/** Without a selection: leaves the marked words, or unmarks them, or marks the word around the caret. */
function wrapHere(text, at, mark) {
  const width = mark.length
  if (isMarked(text, at, at, mark)) return edit(at - width, at + width, "")
  const from = text.lastIndexOf("\n", at - 1) + 1, line = text.slice(from, lineEnd(text, at))
  const signs = [...line.matchAll(new RegExp(`(?<!\\\\)[${mark[0]}]+`, "g"))].filter(({ 0: { length }, index }) =>
    isWidth(length, mark) && /\S/.test((line[index - 1] ?? "") + (line[index + length] ?? "")))
  for (let one = 0; one + 1 < signs.length; one += 2) {
    const start = from + signs[one].index + signs[one][0].length, end = from + signs[one + 1].index
    if (at === end) return edit(at, at, "", at + width)
    if (at >= start && at < end) return edit(start - width, end + width, text.slice(start, end), at - width)
  }
  const [before] = /[\p{L}\p{N}\p{M}_'’-]*$/u.exec(line.slice(0, at - from))
  const [after] = /^[\p{L}\p{N}\p{M}_'’-]*/u.exec(line.slice(at - from))
  const word = before && after ? before + after : ""
  return edit(at - (word && before.length), at + (word && after.length), mark + word + mark, at + width)
}

/** One star inside two is bold, not italic, so the stars on both sides are counted. */
function isMarked(text, start, end, mark) {
  const sign = mark[0]
  let before = 0
  while (text[start - 1 - before] === sign) before++
  let after = 0
  while (text[end + after] === sign) after++
  return isWidth(Math.min(before, after), mark)
}

const isWidth = (count, mark) => (mark.length === 1 ? count === 1 || count === 3 : count >= mark.length)

/** What is put around a selection for a typed sign. Keyboards that set quotes by themselves type either of two. */
const pairs = new Map(["**", "__", "``", "~~", "==", "()", "[]", '""', "''", "“”", "‘’", "«»"].flatMap(pair =>
  (/[“‘«]/.test(pair) ? [...pair] : [pair[0]]).map(sign => [sign, pair])))

/**
 * A mark, bracket or quote typed on a selection is put around it instead of replacing it.
 * @param {string} sign the typed character
 * @returns {Edit|null} null for the browser's default
 */
export function surround(text, selectionStart, selectionEnd, sign) {
  const pair = pairs.get(sign)
  const chosen = text.slice(selectionStart, selectionEnd)
  if (!pair || !chosen.trim()) return null
  // A mark reaches no further than its paragraph.
  if (/[*_`~=]/.test(sign) && /\n[ \t]*\n/.test(chosen.trim())) return null
  const start = selectionStart + chosen.length - chosen.trimStart().length
  const inner = chosen.trim()
  return edit(start, start + inner.length, pair[0] + inner + pair[1], start + 1, start + 1 + inner.length)
}

/** Makes the selection code: within a line between backticks, several lines between fences. */
export function code(text, selectionStart, selectionEnd) {
  const chosen = text.slice(selectionStart, selectionEnd).trim()
  const bare = chosen.replace(/^(`+)([^]*)\1$/, "$2")
  if (!bare.includes("\n")) return wrap(text, selectionStart, selectionEnd, ticks(bare, 1))
  const start = text.lastIndexOf("\n", selectionStart - 1) + 1
  const end = lineEnd(text, text[selectionEnd - 1] === "\n" ? selectionEnd - 1 : selectionEnd)
  const inner = text.slice(start, end)
  const fence = ticks(inner, 3)
  const first = start + fence.length + 1
  return edit(start, end, `${fence}\n${inner}\n${fence}`, first, first + inner.length)
}

/** More of them than the text has. */
const ticks = (text, least) => {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map(found => found.length))
  return "`".repeat(Math.max(least, longest + 1))
}

/** Makes the selected words of each line a link and goes to the address; if they are an address, to the link's text. */
export function link(text, selectionStart, selectionEnd, address = "") {
  const chosen = text.slice(selectionStart, selectionEnd)
  if (!address && isAddress(chosen)) {
    return edit(selectionStart, selectionEnd, `[](${chosen})`, selectionStart + 1)
  }
  const parts = wordsOfLines(text, selectionStart, selectionEnd)
  if (!parts.length) parts.push([selectionStart, selectionEnd])
  const [[from, to]] = parts
  let put = "", at = from
  for (const [start, end] of parts) {
    put += `${text.slice(at, start)}[${text.slice(start, end)}](${address})`
    at = end
  }
  return edit(from, at, put, address ? from + put.length : to + (chosen ? 3 : 1))
}

/** Puts the mark of a new footnote at the caret, and its words at the end of the text. */
export function footnote(text, _, at) {
  let number = 1
  while (text.includes(`[^${number}]`)) number++
  const rest = text.slice(at).trimEnd(), mark = `[^${number}]`
  const gap = /(?:^|\n)\[\^[^\n]*$/.test(text.trimEnd()) ? "\n" : "\n\n"
  return edit(at, text.length, `${mark}${rest}${gap}${mark}: `)
}

/** Whether a pasted text is exactly one web address. */
export function isAddress(text) {
  return /^https?:\/\/[^\s<>"]+$/i.test(text) && URL.canParse(text)
}

/** A web address pasted on a selection within one line makes it a link; anything else is pasted unchanged. */
export function paste(text, selectionStart, selectionEnd, pasted) {
  const chosen = text.slice(selectionStart, selectionEnd)
  const address = pasted.trim()
  if (!chosen.trim() || chosen.includes("\n") || !isAddress(address) || isAddress(chosen)) return null
  if (text.slice(0, selectionStart).endsWith("](")) return null
  const safe = address.replaceAll("(", "%28").replaceAll(")", "%29")
  return link(text, selectionStart, selectionEnd, safe)
}
