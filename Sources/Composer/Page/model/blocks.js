/** A rendered text as its outermost blocks, so that a new rendering replaces only the changed ones. */
import { difference, editBetween } from "./difference.js"
import { lastPlace } from "./writing.js"

/**
 * @typedef {object} Block
 * @property {string} html
 * @property {string} key the same for blocks that look the same, wherever they stand
 * @property {number} start first line in the text, from 1; 0 for a block without a place there, such as the footnotes
 * @property {number} end last line
 * @property {number} from its start in the whole rendering
 * @property {number} to its end
 */

const tagPattern = /<!--[^]*?(?:-->|$)|<(\/?)([a-zA-Z][\w:-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/g
const positionPattern = / data-sourcepos="(\d+):\d+-(\d+):\d+"/
const positionsPattern = / data-sourcepos="[^"]*"/g
const voids = new Set([
  "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr",
])

/**
 * The blocks of a new rendering; parses only the part that has changed.
 * @param {{html: string, blocks: Block[]}} before the previous result of this function
 * @returns {{html: string, blocks: Block[]}} the same result as `split`
 */
export function splitAgain(before, html) {
  const { html: old, blocks } = before
  const { start, end } = editBetween(old, html)
  let first = blocks.findLastIndex(block => block.to < start) + 1
  while (first > 0 && isLoose(blocks[first - 1])) first--
  let last = first
  while (last < blocks.length && (blocks[last].from <= end || isLoose(blocks[last]))) last++
  const hasRest = last < blocks.length
  const by = html.length - old.length
  const from = first === 0 ? 0 : blocks[first - 1].to
  const { blocks: fresh, isWhole } = divided(html.slice(from, hasRest ? blocks[last].from + by : html.length), from)
  // An unclosed tag extends into the following blocks.
  if (!isWhole && hasRest) return { html, blocks: split(html) }
  const rest = blocks.slice(last)
    .map(block => (by === 0 ? block : { ...block, from: block.from + by, to: block.to + by }))
  return { html, blocks: [...blocks.slice(0, first), ...fresh, ...rest] }
}

/** Whether a block is text or a comment outside of elements, which merges with its neighbours. */
const isLoose = ({ html }) => !/^<[a-zA-Z]/.test(html)

/** @returns {Block[]} the blocks of HTML with source positions, as the daemon renders it */
export const split = html => divided(html, 0).blocks

/** @param {number} offset the start of `html` in the whole rendering */
function divided(html, offset) {
  const blocks = []
  let depth = 0
  let start = 0
  const add = end => {
    const part = html.slice(start, end)
    if (part.trim()) blocks.push({ ...block(part), from: offset + start, to: offset + end })
    start = end
  }
  for (const match of html.matchAll(tagPattern)) {
    const [tag, slash, name, rest] = match
    if (!name) continue
    if (slash) {
      depth = Math.max(0, depth - 1)
      if (depth === 0) add(match.index + tag.length)
    } else {
      // Text outside of any element, which raw HTML allows, is a block.
      if (depth === 0) add(match.index)
      if (!voids.has(name.toLowerCase()) && !rest.endsWith("/")) depth++
      else if (depth === 0) add(match.index + tag.length)
    }
  }
  const isWhole = start === html.length || !html.slice(start).trim()
  add(html.length)
  return { blocks, isWhole }
}

function block(html) {
  const trimmed = html.trim()
  // Only the outermost element's position counts; a list's is in its first tag.
  const [, start = 0, end = 0] = positionPattern.exec(trimmed.slice(0, trimmed.indexOf(">") + 1)) ?? []
  return { html: trimmed, key: trimmed.replace(positionsPattern, ""), start: Number(start), end: Number(end) }
}

/** The removals and insertions, from the end to the beginning, so that indices stay valid while they are applied. */
export function patches(from, to) {
  return difference(from.map(block => block.key), to.map(block => block.key)).reverse()
    .map(({ aStart, aEnd, bStart, bEnd }) => ({ at: aStart, remove: aEnd - aStart, insert: to.slice(bStart, bEnd) }))
}

/** The block that contains a line, or the nearest one before it; -1 if there are no blocks. */
export function blockAt(blocks, line) {
  // Blocks without a position in the text come last.
  const count = blocks.findLastIndex(({ start }) => start > 0) + 1
  return count ? lastPlace(count, index => blocks[index].start <= line) : -1
}

/**
 * A line's relative position in its block and the gap after it: 0 at the block's start, 1 where the next block begins.
 */
export function partOf(blocks, index, line) {
  const { start, end } = blocks[index]
  const next = blocks[index + 1]?.start || end + 1
  return Math.min(1, Math.max(0, (line - start) / Math.max(1, next - start)))
}
