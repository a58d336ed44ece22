/**
 * Knows at which height of a text area each line of its text is, wrapped lines included: a text area does not tell, so
 * the text is laid out once more, unseen, when somebody asks and text or width changed since.
 */
export class LineRuler {
  #area
  #copy = document.createElement("div")
  #text
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

  #measure() {
    const area = this.#area
    if (!this.#copy.isConnected) area.after(this.#copy)
    if (this.#text === area.value && this.#width === area.clientWidth) return
    const style = getComputedStyle(area)
    for (const name of ["font", "letterSpacing", "paddingLeft", "paddingRight", "paddingTop", "tabSize"]) {
      this.#copy.style[name] = style[name]
    }
    this.#copy.style.width = `${area.clientWidth}px`
    this.#copy.lang = area.lang
    if (this.#text !== area.value) this.#copy.replaceChildren(...area.value.split("\n").map(row))
    this.#text = area.value
    this.#width = area.clientWidth
  }
}

function row(text) {
  const element = document.createElement("div")
  element.textContent = text || "\u200b"
  return element
}
