/** A veil over all of the text but the sentence or paragraph that is being written. */
import { focused } from "../../model/focus.js"
import { hide, make, observeSizes } from "../markup.js"

/**
 * One element in the colour of the paper, with a hole for what stays clear. It dims the letters, and whatever else is
 * drawn over them.
 */
export class FocusVeil {
  element = make("div", { class: "focus-veil", "aria-hidden": "true" })
  /** @type {"off"|"sentence"|"paragraph"} */
  mode = "off"
  #area
  #copy
  #layers
  #sentences = null
  #path = ""

  constructor(area, copy, layers) {
    this.#area = area
    this.#copy = copy
    this.#layers = layers
    copy.onChange(() => this.follow())
  }

  listen(signal) {
    this.#copy.element.after(this.element)
    observeSizes([this.#copy.element], () => this.follow(), signal)
  }

  /** The text, the selection or the mode has changed. */
  follow() {
    const isOff = this.mode === "off"
    hide(this.element, isOff)
    if (isOff || !this.#layers.lines.length) return
    const copy = this.#copy, { lines } = this.#layers, { selectionStart, selectionEnd } = this.#area
    const spot = offset => {
      const line = copy.lineOf(offset)
      return { line, at: offset - copy.startOf(line) }
    }
    const { from, to } = focused(lines, spot(selectionStart), spot(selectionEnd), this.mode, this.#segmenter)
    const path = this.#around(this.#clear(from, to))
    if (path !== this.#path) this.element.style.clipPath = this.#path = path
  }

  /** Creating one takes a while. */
  get #segmenter() {
    const { lang } = this.#area
    if (this.#sentences?.lang !== lang) this.#sentences = { lang, one: segmenterFor(lang) }
    return this.#sentences.one
  }

  /** The rectangles that stay clear: parts of the first and the last line, and the whole of those between. */
  #clear(from, to) {
    const rows = []
    for (let line = from.line; line <= to.line; line++) {
      const start = line === from.line ? from.at : 0
      const end = line === to.line ? to.at : this.#copy.lines[line].length
      const isWhole = start === 0 && end === this.#copy.lines[line].length
      rows.push(...(isWhole ? [this.#wholeRow(line)] : this.#partOfRow(line, start, end)))
    }
    return rows
  }

  #wholeRow(line) {
    const { top, bottom } = this.#copy.row(line).getBoundingClientRect()
    const { left, right } = this.#copy.element.getBoundingClientRect()
    return { left, right, top, bottom }
  }

  /** Letters may reach beyond their own height, and belong to their row up to the next one. */
  #partOfRow(line, start, end) {
    const node = this.#copy.node(line), range = document.createRange()
    range.setStart(node, start)
    range.setEnd(node, end)
    const half = Number.parseFloat(getComputedStyle(this.#copy.element).lineHeight) / 2
    return [...range.getClientRects()].map(({ left, right, top, bottom }) =>
      ({ left, right, top: (top + bottom) / 2 - half, bottom: (top + bottom) / 2 + half }))
  }

  /** The outline of everything around some rectangles. */
  #around(rectangles) {
    const { left: x, top: y, width, height } = this.#copy.element.getBoundingClientRect()
    const far = Math.max(height, this.element.offsetHeight) + 1
    const holes = rectangles.map(({ left, right, top, bottom }) =>
      `M${round(left - x)} ${round(top - y)}H${round(right - x)}V${round(bottom - y)}H${round(left - x)}Z`)
    return `path(evenodd, "M0 0H${round(width)}V${round(far)}H0Z${holes.join("")}")`
  }
}

const round = length => Math.round(length * 100) / 100

function segmenterFor(lang) {
  const segmenter = tag => new Intl.Segmenter(tag || undefined, { granularity: "sentence" })
  // The post's language may be no language tag that the browser knows.
  try { return segmenter(lang) } catch { return segmenter() }
}
