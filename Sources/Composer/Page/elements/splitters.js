/** Borders that can be moved: between panels, and between an index and its detail. */
import {
  fractions, keyedFraction, pulledFraction, splitterKey, splitterToggle, toggledFraction,
} from "../model/splitters.js"
import { send, setAttributes } from "../view/markup.js"

/**
 * `<splitter-bar>` is the border between a side and the body, or between two panels of a side. It sends bubbling
 * events: `splitter-value` (`detail.value`, set by a key; null for the thickness that the panels prefer),
 * `splitter-grab` (`detail.press`: the pointer event).
 */
export class SplitterBarElement extends HTMLElement {
  #separator = null
  #before = null

  constructor() {
    super()
    this.addEventListener("keydown", event => this.#pressed(event))
    this.addEventListener("pointerdown", event => {
      if (event.button === 0 && !this.#separator.isLocked) send(this, "splitter-grab", { press: event })
    })
    // The caret stays in the text during a drag.
    this.addEventListener("mousedown", event => event.preventDefault())
    this.addEventListener("dblclick", () => {
      if (!this.#separator.isLocked) send(this, "splitter-value", { value: null })
    })
  }

  connectedCallback() {
    this.setAttribute("role", "separator")
    this.tabIndex = 0
  }

  get separator() { return this.#separator }

  /** Draws a border as the daemon describes it, or at its held position during a drag. */
  show(separator) {
    this.#separator = separator
    this.dataset.orientation = separator.orientation
    this.dataset.separator = separator.id
    this.classList.toggle("is-locked", separator.isLocked === true)
    this.ariaDisabled = separator.isLocked ? "true" : null
    setAttributes(this, {
      "aria-orientation": separator.orientation, "aria-valuenow": Math.round(separator.value),
      "aria-valuemin": Math.round(separator.minimum), "aria-valuemax": Math.round(separator.maximum),
      "aria-controls": `panel-${separator.controls}`, "aria-label": separator.label,
      "aria-valuetext": `${Math.round(separator.value)} px`,
    })
  }

  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.#separator.isLocked) return
    const value = event.key === "Enter" ? this.#collapsed() : splitterKey(this.#separator, event.key, event.shiftKey)
    if (value === null) return
    event.preventDefault()
    if (value !== this.#separator.value) send(this, "splitter-value", { value })
  }

  /** Enter makes the pane as small as possible; Enter again restores it. */
  #collapsed() {
    const { value, minimum } = this.#separator
    const next = splitterToggle(this.#separator, this.#before)
    if (value > minimum) this.#before = value
    return next
  }
}

customElements.define("splitter-bar", SplitterBarElement)

/**
 * `<index-splitter>` is the border between an index and its detail. It sends `index-divide` events: `detail.fraction`
 * is the detail's fraction, null for the panel's default; `detail.isHeld` marks a fraction that is only drawn, and null
 * then restores the original. Escape and a lost pointer restore it.
 */
class IndexSplitterElement extends HTMLElement {
  #fraction = 0.6
  #length = 0
  #before = null
  #held = null

  constructor() {
    super()
    this.addEventListener("keydown", event => this.#pressed(event))
    this.addEventListener("pointerdown", event => this.#down(event))
    this.addEventListener("pointermove", event => this.#moved(event))
    this.addEventListener("pointerup", event => this.#up(event))
    this.addEventListener("pointercancel", () => this.#cancel())
    this.addEventListener("lostpointercapture", () => this.#cancel())
    // The caret stays in the text during a drag.
    this.addEventListener("mousedown", event => event.preventDefault())
    this.addEventListener("dblclick", () => this.#divide(null))
  }

  connectedCallback() {
    setAttributes(this, { role: "separator", "aria-orientation": "vertical" })
    this.tabIndex = 0
  }

  connectedMoveCallback() {}
  disconnectedCallback() { this.#held = null }

  get isHeld() { return this.#held !== null }

  /**
   * @param {number} fraction the detail's fraction
   * @param {number} length of both, in CSS px
   * @param {{label: string, controls: string}} names the index's label and id
   */
  show(fraction, length, { label, controls }) {
    this.#fraction = fraction
    this.#length = length
    const percent = part => Math.round((1 - part) * 100)
    setAttributes(this, {
      "aria-valuenow": percent(fraction), "aria-valuemin": percent(fractions.most),
      "aria-valuemax": percent(fractions.least), "aria-valuetext": `${percent(fraction)} %`, "aria-label": label,
      "aria-controls": controls,
    })
  }

  get #isFromRight() { return this.matches(":dir(rtl)") }

  #pressed(event) {
    if (event.key === "Escape" && this.isHeld) {
      event.preventDefault()
      event.stopPropagation()
      return this.#cancel()
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = event.key === "Enter" ? toggledFraction(this.#fraction, this.#before)
      : keyedFraction(this.#fraction, event, this.#length, this.#isFromRight)
    if (next === null) return
    event.preventDefault()
    if (event.key === "Enter" && this.#fraction < fractions.most) this.#before = this.#fraction
    return next === this.#fraction ? undefined : this.#divide(next)
  }

  #down(event) {
    if (event.button !== 0) return
    this.#held = { id: event.pointerId, x: event.clientX, start: this.#fraction, now: this.#fraction }
    this.setPointerCapture(event.pointerId)
    this.classList.add("is-held")
    addEventListener("keydown", this.#escape, { capture: true })
  }

  /** On the window, because the focus may be in the text. */
  #escape = event => { if (event.key === "Escape") this.#pressed(event) }

  #moved(event) {
    const held = this.#held
    if (event.pointerId !== held?.id) return
    held.now = pulledFraction(held.start, event.clientX - held.x, this.#length, this.#isFromRight)
    this.#divide(held.now, true)
  }

  #up(event) {
    const held = this.#held
    if (event.pointerId !== held?.id) return
    this.#letGo()
    if (held.now !== held.start) this.#divide(held.now)
  }

  #cancel() {
    if (!this.isHeld) return
    this.#letGo()
    this.#divide(null, true)
  }

  #letGo() {
    const { id } = this.#held
    this.#held = null
    this.classList.remove("is-held")
    removeEventListener("keydown", this.#escape, { capture: true })
    if (this.hasPointerCapture(id)) this.releasePointerCapture(id)
  }

  #divide(fraction, isHeld = false) { send(this, "index-divide", { fraction, isHeld }) }
}

customElements.define("index-splitter", IndexSplitterElement)
