/** Where the lines and letters of a text area are. */
import { lastPlace } from "../../model/writing.js"

/**
 * Knows the height at which each line of a text area is, wrapped lines included. A text area has no interface for that,
 * so the ruler measures its copy.
 */
export class LineRuler {
  #copy

  constructor(copy) { this.#copy = copy }

  /**
   * @returns {number} the line, from 1, at a height of the area's content; its fraction is the position within the line
   */
  lineAt(height) {
    this.#copy.follow()
    const rows = this.#copy.element.children
    const line = lastPlace(rows.length, at => rows[at].offsetTop <= height), row = rows[line]
    if (!row) return 1
    const part = row.offsetHeight ? (height - row.offsetTop) / row.offsetHeight : 0
    return line + 1 + Math.min(Math.max(part, 0), 0.999)
  }

  /**
   * The vertical extent of the line at an offset.
   * @param {number} offset in the area's value
   * @returns {{top: number, bottom: number, left: number}} in the area's content
   */
  spanAt(offset) {
    this.#copy.follow()
    const line = this.#copy.lineOf(offset)
    const node = this.#copy.node(line)
    if (!node) return { top: 0, bottom: 0, left: 0 }
    const { top, bottom, left } = caretRect(node, offset - this.#copy.startOf(line))
    const start = this.#copy.element.getBoundingClientRect()
    return { top: top - start.top, bottom: bottom - start.top, left: left - start.left }
  }

  /**
   * The place in the text nearest to a point of the area's content.
   * @param {number} x from the area's left edge
   * @param {number} height in the area's content
   * @returns {number} an offset in the area's value
   */
  offsetAt(x, height) {
    this.#copy.follow()
    const start = this.#copy.element.getBoundingClientRect()
    const line = Math.floor(this.lineAt(height)) - 1
    const { length } = this.#copy.lines[line]
    const rect = at => caretRect(this.#copy.node(line), at)
    // The first place of the row at that height; places of one line stand in ascending rows, but not in ascending x.
    let low = 0
    let high = length
    while (low < high) {
      const middle = (low + high) >> 1
      if (rect(middle).bottom - start.top > height) high = middle
      else low = middle + 1
    }
    const { top } = rect(low)
    let best = low
    const distance = at => Math.abs(rect(at).left - start.left - x)
    for (let at = low; at <= length && rect(at).top - top < 1; at++) {
      if (distance(at) < distance(best)) best = at
    }
    return this.#copy.startOf(line) + best
  }
}

/**
 * The rectangle of a character of a row, where the caret before it stands; at the row's end, that of the caret. An
 * empty range before the first word of a wrapped line would give the end of the line before.
 */
function caretRect(node, at) {
  const range = document.createRange()
  range.setStart(node, Math.min(at, node.length))
  range.setEnd(node, Math.min(at + 1, node.length))
  return range.getClientRects()[0] ?? node.parentElement.getBoundingClientRect()
}
