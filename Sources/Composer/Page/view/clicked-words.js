/** What was clicked in the preview. */
import { placeInText, positionsIn } from "../model/clicked-place.js"

const placed = "[data-sourcepos]"

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
