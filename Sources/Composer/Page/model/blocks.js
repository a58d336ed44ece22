/**
 * A rendered text as its outermost blocks, so that a new rendering changes only what is new in it.
 * @typedef {object} Block
 * @property {string} html
 * @property {string} key the same for blocks that look the same, wherever they stand
 * @property {number} start first line in the text, from 1; 0 for what has no place there, such as the footnotes
 * @property {number} end last line
 * @property {number} from where in the whole rendering it begins
 * @property {number} to where it ends
 */
import { difference } from "./difference.js"

const tagPattern = /<!--[^]*?(?:-->|$)|<(\/?)([a-zA-Z][\w:-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/g
const positionPattern = / data-sourcepos="(\d+):\d+-(\d+):\d+"/
const positionsPattern = / data-sourcepos="[^"]*"/g
const voids = new Set([
  "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
])

/**
 * The blocks of a new rendering, of which only what is not as before is looked at.
 * @param {{html: string, blocks: Block[]}} before the last rendering, as this answered it
 * @returns {{html: string, blocks: Block[]}} the same as of `split`
 */
export function splitAgain(before, html) {
  const { html: old, blocks } = before
  const most = Math.min(old.length, html.length)
  let head = 0
  while (head < most && old.charCodeAt(head) === html.charCodeAt(head)) head++
  let tail = 0
  while (tail < most - head && old.charCodeAt(old.length - 1 - tail) === html.charCodeAt(html.length - 1 - tail)) tail++
  let first = blocks.findLastIndex(block => block.to < head) + 1
  while (first > 0 && isLoose(blocks[first - 1])) first--
  let last = blocks.findIndex((block, index) => index >= first && block.from > old.length - tail)
  while (last >= 0 && last < blocks.length && isLoose(blocks[last])) last++
  const hasRest = last >= 0 && last < blocks.length
  if (!hasRest) last = blocks.length
  const by = html.length - old.length
  const from = first === 0 ? 0 : blocks[first - 1].to
  const { blocks: fresh, isWhole } = divided(html.slice(from, hasRest ? blocks[last].from + by : html.length), from)
  // A tag that was left open runs on into what follows.
  if (!isWhole && hasRest) return { html, blocks: split(html) }
  const rest = blocks.slice(last)
    .map(block => (by === 0 ? block : { ...block, from: block.from + by, to: block.to + by }))
  return { html, blocks: [...blocks.slice(0, first), ...fresh, ...rest] }
}

/** Words and comments between elements join with those beside them. */
const isLoose = ({ html }) => !/^<[a-zA-Z]/.test(html)

/** @returns {Block[]} of HTML with source positions, as the daemon renders it */
export const split = html => divided(html, 0).blocks

/** @param {number} offset where in the whole `html` stands */
function divided(html, offset) {
  const blocks = []
  let depth = 0
  let start = 0
  const take = end => {
    const part = html.slice(start, end)
    if (part.trim()) blocks.push({ ...block(part), from: offset + start, to: offset + end })
    start = end
  }
  for (const match of html.matchAll(tagPattern)) {
    const [tag, slash, name, rest] = match
    if (!name) continue
    if (slash) {
      depth = Math.max(0, depth - 1)
      if (depth === 0) take(match.index + tag.length)
    } else {
      // Words outside of any element, as raw HTML may have them, are a block of their own.
      if (depth === 0) take(match.index)
      if (!voids.has(name.toLowerCase()) && !rest.endsWith("/")) depth++
      else if (depth === 0) take(match.index + tag.length)
    }
  }
  const isWhole = start === html.length || !html.slice(start).trim()
  take(html.length)
  return { blocks, isWhole }
}

function block(html) {
  const trimmed = html.trim()
  // Only the outermost element's own place counts; a list's is in its first tag.
  const [, start = 0, end = 0] = positionPattern.exec(trimmed.slice(0, trimmed.indexOf(">") + 1)) ?? []
  return { html: trimmed, key: trimmed.replace(positionsPattern, ""), start: Number(start), end: Number(end) }
}

/**
 * What to take out and what to put in, from the end to the beginning, so that places stay right while it is done.
 * @param {Block[]} from
 * @param {Block[]} to
 * @returns {{at: number, remove: number, insert: Block[]}[]}
 */
export function patches(from, to) {
  return difference(from.map(block => block.key), to.map(block => block.key)).reverse()
    .map(({ aStart, aEnd, bStart, bEnd }) => ({ at: aStart, remove: aEnd - aStart, insert: to.slice(bStart, bEnd) }))
}

/** The block in which a line is, or the nearest before it; -1 without any. */
export function blockAt(blocks, line) {
  let low = 0
  let high = blocks.length - 1
  // What has no place in the text stands at its end.
  while (high >= 0 && blocks[high].start === 0) high--
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (blocks[middle].start <= line) low = middle
    else high = middle - 1
  }
  return high < 0 ? -1 : low
}

/** How far a line is into its block and the gap behind it: 0 at its beginning, 1 where the next block begins. */
export function partOf(blocks, index, line) {
  const { start, end } = blocks[index]
  const next = blocks[index + 1]?.start || end + 1
  return Math.min(1, Math.max(0, (line - start) / Math.max(1, next - start)))
}
