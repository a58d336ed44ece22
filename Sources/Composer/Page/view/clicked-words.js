/** What was clicked in the preview, and where in the text that is. */
import { lineParts } from "../model/list-items.js"
import { lineStarts } from "../model/writing.js"

const placed = "[data-sourcepos]"
const positionPattern = / data-sourcepos="(\d+):\d+-(\d+):/g
const wordPattern = /[\p{L}\p{N}\p{M}]+/gu

/**
 * @param {Element} node draws the block
 * @param {Block} block as in `model/blocks.js`
 * @returns {((text: string) => number)|null} the offset of the clicked letter in a text; null if it has none
 */
export function clickedWords(node, block, { target, clientX, clientY }) {
  const element = target.closest(placed)
  const elements = [node, ...node.querySelectorAll(placed)].filter(one => one.matches(placed))
  // A block that only moved was not drawn again, so the numbers in its elements are old.
  const lines = positionsIn(block)[elements.indexOf(element)]
  if (!lines) return null
  const words = element.textContent, at = lettersBefore(element, clientX, clientY)
  return text => placeInText(text, lines, words, at)
}

function lettersBefore(element, x, y) {
  const page = element.ownerDocument, found = page.caretPositionFromPoint?.(x, y)
  const range = found ? page.createRange() : page.caretRangeFromPoint?.(x, y)
  if (found) range.setStart(found.offsetNode, found.offset)
  if (!element.contains(range?.startContainer)) return 0
  range.collapse(true)
  range.setStart(element, 0)
  return range.toString().length
}

/** @returns {{start: number, end: number}[]} the lines of a block's elements that have a position, in their order */
export const positionsIn = ({ html }) => [...html.matchAll(positionPattern)]
  .map(([, start, end]) => ({ start: Number(start), end: Number(end) }))

/**
 * The offset in a text for a place `at` in an element's words: at the same letter of the same word, if the element's
 * lines have it as often as its words; else where the first line's words begin.
 * @param {{start: number, end: number}} lines
 */
export function placeInText(text, { start, end }, words, at) {
  const lines = text.split("\n").slice(0, end), part = lines.slice(start - 1).join("\n")
  const begin = lineStarts(lines)[Math.min(start - 1, lines.length)]
  const found = [...words.matchAll(wordPattern)], word = found.findLast(({ index }) => index <= at) ?? found[0]
  const places = all => all.filter(([one]) => one === word?.[0]).map(({ index }) => index)
  const here = places(found), there = places([...part.matchAll(wordPattern)])
  if (!here.length || here.length !== there.length) {
    const first = lines[start - 1] ?? ""
    return begin + first.length - lineParts(first).words.length
  }
  let from = word.index, place = there[here.indexOf(from)]
  while (from < at && words[from] === part[place]) from++, place++
  return begin + place
}
