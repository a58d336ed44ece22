import { difference } from "../model/difference.js"

const styles = ["font", "letterSpacing", "wordSpacing", "paddingLeft", "paddingRight", "paddingTop", "paddingBottom",
  "tabSize"]

/**
 * Knows the height at which each line of a text area is, wrapped lines included. A text area has no interface for that,
 * so the ruler lays the text out once more, hidden, when it is asked and the text or width has changed. In an engine
 * without `field-sizing` the ruler lies in the same cell of a grid as the area and so gives the area its height.
 */
export class LineRuler {
  #area
  #copy = document.createElement("div")
  #text
  #lines = []
  #look
  #width

  /** @param {HTMLTextAreaElement} area */
  constructor(area) {
    this.#area = area
    this.#copy.className = "line-ruler"
    this.#copy.setAttribute("aria-hidden", "true")
  }

  /**
   * @returns {number} the line, from 1, at a height of the area's content; its fraction is the position within the line
   */
  lineAt(height) {
    this.#measure()
    const rows = this.#copy.children
    let low = 0
    let high = rows.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (rows[middle].offsetTop <= height) low = middle
      else high = middle - 1
    }
    const row = rows[low]
    if (!row) return 1
    const part = row.offsetHeight ? (height - row.offsetTop) / row.offsetHeight : 0
    return low + 1 + Math.min(Math.max(part, 0), 0.999)
  }

  /**
   * The vertical extent of the line at an offset.
   * @param {number} offset in the area's value
   * @returns {{top: number, bottom: number, left: number}} in the area's content
   */
  spanAt(offset) {
    this.#measure()
    const before = this.#area.value.slice(0, offset)
    const row = this.#copy.children[before.split("\n").length - 1]
    if (!row) return { top: 0, bottom: 0, left: 0 }
    const { top, bottom, left } = caretRect(row.firstChild, before.length - before.lastIndexOf("\n") - 1)
    const start = this.#copy.getBoundingClientRect()
    return { top: top - start.top, bottom: bottom - start.top, left: left - start.left }
  }

  /**
   * The place in the text nearest to a point of the area's content.
   * @param {number} x from the area's left edge
   * @param {number} height in the area's content
   * @returns {number} an offset in the area's value
   */
  offsetAt(x, height) {
    this.#measure()
    const start = this.#copy.getBoundingClientRect()
    const line = Math.floor(this.lineAt(height)) - 1
    const { firstChild } = this.#copy.children[line]
    const before = this.#lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0)
    const rect = at => caretRect(firstChild, at)
    // The first place of the row at that height; places of one line stand in ascending rows, but not in ascending x.
    let low = 0
    let high = this.#lines[line].length
    while (low < high) {
      const middle = (low + high) >> 1
      if (rect(middle).bottom - start.top > height) high = middle
      else low = middle + 1
    }
    const { top } = rect(low)
    let best = low
    const distance = at => Math.abs(rect(at).left - start.left - x)
    for (let at = low; at <= this.#lines[line].length && rect(at).top - top < 1; at++) {
      if (distance(at) < distance(best)) best = at
    }
    return before + best
  }

  /** Gives the area the height of a changed text in an engine that does not do so by itself. */
  follow() { if (!CSS.supports("field-sizing", "content")) this.#measure() }

  #measure() {
    const area = this.#area
    if (!this.#copy.isConnected) area.after(this.#copy)
    if (this.#text === area.value && this.#width === area.clientWidth) return
    this.#dress(getComputedStyle(area))
    if (this.#text !== area.value) this.#follow(area.value.split("\n"))
    this.#text = area.value
    this.#width = area.clientWidth
  }

  /** Setting even the same style would lay out every line again. */
  #dress(style) {
    const { lang, clientWidth } = this.#area
    const look = Object.fromEntries(styles.map(name => [name, style[name]]))
    const now = JSON.stringify([look, lang, clientWidth])
    if (now === this.#look) return
    this.#look = now
    Object.assign(this.#copy.style, look, { width: `${clientWidth}px` })
    this.#copy.lang = lang
  }

  /** Lays out only the changed lines of a long text. */
  #follow(lines) {
    for (const { aStart, aEnd, bStart, bEnd } of difference(this.#lines, lines).reverse()) {
      const rows = [...this.#copy.children].slice(aStart, aEnd)
      const before = this.#copy.children[aEnd] ?? null
      for (const line of lines.slice(bStart, bEnd)) this.#copy.insertBefore(row(line), before)
      for (const one of rows) one.remove()
    }
    this.#lines = lines
  }
}

function row(text) {
  const element = document.createElement("div")
  element.textContent = text || "\u200b"
  return element
}

/**
 * The rectangle of a character of a row, where the caret before it stands; at the row's end, that of the caret. An empty
 * range before the first word of a wrapped line would give the end of the line before.
 */
function caretRect(node, at) {
  const range = document.createRange()
  range.setStart(node, Math.min(at, node.length))
  range.setEnd(node, Math.min(at + 1, node.length))
  return range.getClientRects()[0] ?? node.parentElement.getBoundingClientRect()
}
