/** Finding words in a text, and replacing them. */

/**
 * What the writer looks for.
 * @typedef {object} Query
 * @property {string} words
 * @property {string} replacement
 * @property {boolean} isCased whether capitals matter
 * @property {boolean} isWhole whether only whole words count
 * @property {boolean} isExpression whether `words` is a regular expression, in the browser's notation
 * @property {{start: number, end: number}|null} within the part of the text to look in; null for all of it
 */

/**
 * A place where the words stand.
 * @typedef {{start: number, end: number, text: string}} Hit `text` is what replaces it; an expression may find an empty
 *   place
 */

/** The most hits of a search; the text after them is not read. */
export const hitsMax = 20_000
/** The longest words to look for, and the longest text that replacing may make, in UTF-16 units. */
export const wordsMax = 1000, textMax = 4_000_000

const sign = "[\\p{L}\\p{N}\\p{M}_]"

/** @throws {SyntaxError} in words for the writer */
export function pattern({ words, isCased, isWhole, isExpression }) {
  const flags = isCased ? "gmu" : "gimu"
  const source = isExpression ? words : words.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")
  try {
    // Alone, because brackets around it could complete it.
    const alone = new RegExp(source, flags)
    return isWhole ? new RegExp(`(?<!${sign})(?:${source})(?!${sign})`, flags) : alone
  } catch (error) {
    throw new SyntaxError(`Not a regular expression: ${error.message.split(": ").at(-1)}.`)
  }
}

/**
 * Takes time in proportion to the text, except for an expression, which may take forever: see `view/finder.js`.
 * @returns {Hit[]} in order; none overlap
 * @throws {SyntaxError} in words for the writer
 */
export function find(text, query) {
  if (!query.words) return []
  const reading = pattern(query)
  const { start, end } = query.within ?? { start: 0, end: text.length }
  const hits = []
  reading.lastIndex = start
  for (let match = reading.exec(text); match && hits.length < hitsMax; match = reading.exec(text)) {
    const stop = match.index + match[0].length
    if (stop > end) break
    const replaced = query.isExpression ? expansion(query.replacement, match) : query.replacement
    hits.push({ start: match.index, end: stop, text: replaced })
    if (!match[0]) reading.lastIndex += text.codePointAt(match.index) > 0xffff ? 2 : 1
  }
  return hits
}

const references = /\$(?:([$&])|(\d{1,2})|<([^>]{1,100})>)|\\([nt\\])/g
const escapes = { n: "\n", t: "\t", "\\": "\\" }

/** The replacement of an expression: `$1`, `$<name>`, `$&` (all of it), `$$`, and `\n`, `\t`, `\\`. */
function expansion(template, match) {
  return template.replace(references, (written, special, number, name, escape) => {
    if (escape) return escapes[escape]
    if (special) return special === "$" ? "$" : match[0]
    if (name) return match.groups && Object.hasOwn(match.groups, name) ? match.groups[name] ?? "" : written
    if (Number(number) < match.length) return match[Number(number)] ?? ""
    const [first, rest] = number
    return rest !== undefined && Number(first) < match.length ? (match[Number(first)] ?? "") + rest : written
  })
}

/**
 * All replacements as one edit.
 * @param {Hit[]} hits at least one, in order
 * @throws {RangeError} in words for the writer, if the text would become too long
 */
export function replacing(text, hits) {
  const start = hits[0].start, end = hits.at(-1).end
  const length = hits.reduce((sum, hit) => sum + hit.text.length - (hit.end - hit.start), text.length)
  if (length > textMax) throw new RangeError("The text would become too long. Nothing was replaced.")
  const parts = []
  let at = start
  for (const hit of hits) {
    parts.push(text.slice(at, hit.start), hit.text)
    at = hit.end
  }
  return { start, end, text: parts.join("") }
}

/**
 * The hit after a place, or before it; behind the last comes the first.
 * @param {number} at an offset
 * @returns {number} -1 if there are none
 */
export function hitFrom(hits, at, way) {
  if (!hits.length) return -1
  if (way > 0) return Math.max(hits.findIndex(({ start }) => start >= at), 0)
  const index = hits.findLastIndex(({ end }) => end <= at)
  return index < 0 ? hits.length - 1 : index
}

/**
 * A part of a text after an edit: what is typed at its edges belongs to it.
 * @param {{start: number, end: number}} part
 * @param {{start: number, end: number, text: string}} edit
 */
export function partAfter({ start, end }, edit) {
  const by = edit.text.length - (edit.end - edit.start)
  if (edit.end <= start && edit.start < start) return { start: start + by, end: end + by }
  if (edit.start > end) return { start, end }
  return { start: Math.min(start, edit.start), end: Math.max(end, edit.end) + by }
}
