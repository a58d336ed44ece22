import { splitterKey, splitterToggle } from "../model/splitters.js"

/**
 * `<splitter-bar>` is the border between a side and the body, or between two panels of a side. It asks by events that
 * bubble: `splitter-value` (`detail.value`, by a key; null for as thick as its panels want), `splitter-grab`
 * (`detail.press`: the pointer event).
 */
export class SplitterBarElement extends HTMLElement {
  #separator = null
  #before = null

  constructor() {
    super()
    this.addEventListener("keydown", event => this.#pressed(event))
    this.addEventListener("pointerdown", event => {
      if (event.button === 0 && !this.#separator.isLocked) this.#tell("splitter-grab", { press: event })
    })
    // The caret stays in the text while a border is dragged.
    this.addEventListener("mousedown", event => event.preventDefault())
    this.addEventListener("dblclick", () => {
      if (!this.#separator.isLocked) this.#tell("splitter-value", { value: null })
    })
  }

  connectedCallback() {
    this.setAttribute("role", "separator")
    this.tabIndex = 0
  }

  connectedMoveCallback() {}

  get separator() { return this.#separator }

  /** Draws a border as the daemon says it is, or as it is held just now. */
  show(separator) {
    this.#separator = separator
    this.dataset.orientation = separator.orientation
    this.dataset.separator = separator.id
    this.classList.toggle("is-locked", separator.isLocked === true)
    this.ariaDisabled = separator.isLocked ? "true" : null
    const attributes = {
      "aria-orientation": separator.orientation, "aria-valuenow": Math.round(separator.value),
      "aria-valuemin": Math.round(separator.minimum), "aria-valuemax": Math.round(separator.maximum),
      "aria-controls": `panel-${separator.controls}`, "aria-label": separator.label,
      "aria-valuetext": `${Math.round(separator.value)} px`,
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (this.getAttribute(name) !== String(value)) this.setAttribute(name, value)
    }
  }

  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.#separator.isLocked) return
    const value = event.key === "Enter" ? this.#collapsed() : splitterKey(this.#separator, event.key, event.shiftKey)
    if (value === null) return
    event.preventDefault()
    if (value !== this.#separator.value) this.#tell("splitter-value", { value })
  }

  /** Enter makes the pane as small as it may be, and once more as it was before. */
  #collapsed() {
    const { value, minimum } = this.#separator
    const next = splitterToggle(this.#separator, this.#before)
    if (value > minimum) this.#before = value
    return next
  }

  #tell(name, detail) { this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail })) }
}

customElements.define("splitter-bar", SplitterBarElement)
