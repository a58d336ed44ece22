import { difference } from "../model/difference.js"

const styles = ["font", "letterSpacing", "paddingLeft", "paddingRight", "paddingTop", "tabSize"]

/**
 * Knows at which height of a text area each line of its text is, wrapped lines included: a text area does not tell, so
 * the text is laid out once more, unseen, when somebody asks and text or width changed since.
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

  /** @returns {number} the line, from 1, at a height of the area's content; its fraction says how far into the line */
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
   * Where a place of the text is.
   * @param {number} offset in the area's value
   * @returns {{top: number, bottom: number}} at which height of the area's content its line is
   */
  spanAt(offset) {
    this.#measure()
    const before = this.#area.value.slice(0, offset)
    const row = this.#copy.children[before.split("\n").length - 1]
    if (!row) return { top: 0, bottom: 0 }
    const range = document.createRange()
    const { firstChild } = row
    range.setStart(firstChild, Math.min(before.length - before.lastIndexOf("\n") - 1, firstChild.length))
    const { top, bottom } = range.getClientRects()[0] ?? row.getBoundingClientRect()
    const start = this.#copy.getBoundingClientRect().top
    return { top: top - start, bottom: bottom - start }
  }

  #measure() {
    const area = this.#area
    if (!this.#copy.isConnected) area.after(this.#copy)
    if (this.#text === area.value && this.#width === area.clientWidth) return
    this.#dress(getComputedStyle(area))
    if (this.#text !== area.value) this.#follow(area.value.split("\n"))
    this.#text = area.value
    this.#width = area.clientWidth
  }

  /** Even the same style, set again, would have every line laid out again. */
  #dress(style) {
    const { lang, clientWidth } = this.#area
    const look = Object.fromEntries(styles.map(name => [name, style[name]]))
    const now = JSON.stringify([look, lang, clientWidth])
    if (now === this.#look) return
    this.#look = now
    Object.assign(this.#copy.style, look, { width: `${clientWidth}px` })
    this.#copy.lang = lang
  }

  /** Of a long text only the lines that are others are laid out again. */
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
