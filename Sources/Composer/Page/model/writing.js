/** What the page reads from a text, and the edits that keys make. */

/** Counts of a text, and positions in it. */

/** @returns {{words: number, minutes: number}} to read 200 words take a minute, and 400 ideographs */
export function count(text) {
  if (!text.trim()) return { words: 0, minutes: 1 }
  const ideographs = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  const others = text.replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, " ")
    .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’\-]*/gu)?.length ?? 0
  const read = others / 200 + ideographs / 400
  return { words: others + ideographs, minutes: Math.max(1, Math.round(read)) }
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

/** The dropped or pasted files that claim to be pictures; the daemon checks their content. */
export const picturesAmong = files => [...files].filter(file => file.type.startsWith("image/"))

/**
 * Unobtrusive help with Markdown: what a key should do to a text and its selection.
 * @typedef {{start: number, end: number, text: string, selectionStart: number, selectionEnd: number}} Edit replaces
 *   `start..<end` by `text`, then selects
 */

const itemPattern = /^([ \t]*(?:>[ \t]?)*[ \t]*)(?:([-*+])|(\d{1,9})([.)]))([ \t]+)(\[[ xX]\][ \t]+)?/
const quotePattern = /^([ \t]*(?:>[ \t]?)+)/
const rulePattern = /^[ \t]*([-*_])[ \t]*(?:\1[ \t]*){2,}$/

/**
 * Enter in a list begins the next item; in an empty item it ends the list, and adds the empty line without which the
 * following text would still belong to the list.
 * @returns {Edit|null} null for the browser's default
 */
export function enter(text, selectionStart, selectionEnd) {
  const lineStart = text.lastIndexOf("\n", selectionStart - 1) + 1
  const line = text.slice(lineStart, selectionStart)
  if (isInFence(text, lineStart) || rulePattern.test(line)) return null
  const item = itemPattern.exec(line)
  const lead = item?.[0] ?? quotePattern.exec(line)?.[0]
  if (!lead) return null
  const lineEnd = text.indexOf("\n", selectionEnd)
  const rest = text.slice(selectionEnd, lineEnd < 0 ? text.length : lineEnd)
  if (line.length === lead.length && !rest.trim()) return edit(lineStart, selectionEnd, item ? "\n" : "")
  return edit(selectionStart, selectionEnd, `\n${item ? nextItem(item) : lead}`)
}

function nextItem([, before, bullet, number, sign, space, task]) {
  const mark = bullet ?? `${Number(number) + 1}${sign}`
  return `${before}${mark}${space}${task ? "[ ] " : ""}`
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
 * Puts a mark around the selection, or removes it.
 * @param {string} mark `**` or `*`
 * @returns {Edit}
 */
export function wrap(text, selectionStart, selectionEnd, mark) {
  const chosen = text.slice(selectionStart, selectionEnd)
  const lead = chosen.length - chosen.trimStart().length
  const start = selectionStart + (chosen.trim() ? lead : 0)
  const end = chosen.trim() ? selectionStart + chosen.trimEnd().length : selectionEnd
  const inner = text.slice(start, end)
  const width = mark.length
  if (isMarked(text, start, end, mark)) {
    return edit(start - width, end + width, inner, start - width, start - width + inner.length)
  }
  const isWhole = inner.length > 2 * width && inner.startsWith(mark) && inner.endsWith(mark)
  if (isWhole && isMarked(text, start + width, end - width, mark)) {
    const bare = inner.slice(width, -width)
    return edit(start, end, bare, start, start + bare.length)
  }
  return edit(start, end, mark + inner + mark, start + width, start + width + inner.length)
}

/** One star inside two is bold, not italic, so the stars on both sides are counted. */
function isMarked(text, start, end, mark) {
  const sign = mark[0]
  let before = 0
  while (text[start - 1 - before] === sign) before++
  let after = 0
  while (text[end + after] === sign) after++
  const count = Math.min(before, after)
  return mark.length === 1 ? count === 1 || count === 3 : count >= 2
}

const closings = { "*": "*", _: "_", "`": "`", "(": ")", "[": "]", '"': '"' }

/**
 * A mark, bracket or quote typed on a selection is put around it instead of replacing it.
 * @param {string} sign the typed character
 * @returns {Edit|null} null for the browser's default
 */
export function surround(text, selectionStart, selectionEnd, sign) {
  const closing = Object.hasOwn(closings, sign) ? closings[sign] : null
  const chosen = text.slice(selectionStart, selectionEnd)
  if (!closing || !chosen.trim()) return null
  // A mark reaches no further than its paragraph.
  if (closing === sign && sign !== '"' && /\n[ \t]*\n/.test(chosen.trim())) return null
  const start = selectionStart + chosen.length - chosen.trimStart().length
  const inner = chosen.trim()
  return edit(start, start + inner.length, sign + inner + closing, start + 1, start + 1 + inner.length)
}

/** Makes the selection code: within a line between backticks, several lines between fences. */
export function code(text, selectionStart, selectionEnd) {
  if (!text.slice(selectionStart, selectionEnd).trim().includes("\n")) {
    return wrap(text, selectionStart, selectionEnd, "`")
  }
  const start = text.lastIndexOf("\n", selectionStart - 1) + 1
  const end = lineEnd(text, text[selectionEnd - 1] === "\n" ? selectionEnd - 1 : selectionEnd)
  const inner = text.slice(start, end)
  const longest = Math.max(0, ...(inner.match(/`+/g) ?? []).map(ticks => ticks.length))
  const fence = "`".repeat(Math.max(3, longest + 1))
  const first = start + fence.length + 1
  return edit(start, end, `${fence}\n${inner}\n${fence}`, first, first + inner.length)
}

/** Makes the selection a link and selects the address; if the selection is an address, selects the link's text. */
export function link(text, selectionStart, selectionEnd, address = "") {
  const chosen = text.slice(selectionStart, selectionEnd)
  if (!address && isAddress(chosen)) {
    return edit(selectionStart, selectionEnd, `[](${chosen})`, selectionStart + 1)
  }
  const words = `[${chosen}](${address})`
  const place = selectionStart + (chosen ? chosen.length + 3 : 1)
  const isReady = chosen && address
  return edit(selectionStart, selectionEnd, words, isReady ? selectionStart + words.length : place)
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

/** What stands for a title that is missing: the beginning of the first line, without its marks. */
export const firstWords = body => body.trim().split("\n", 1)[0].replace(/^[#>\-*\s]+/, "").slice(0, 60)
