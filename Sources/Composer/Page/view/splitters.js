/** Borders that can be moved: between panels, and between an index and its detail. */
import {
  fractions, keyedFraction, pulledFraction, splitterKey, splitterToggle, toggledFraction,
} from "../model/splitters.js"
import { send, setAttributes } from "./markup.js"
import { PointerGesture } from "./pointer-gesture.js"

/** A border that takes the focus, and leaves the caret in the text during a drag. A subclass defines `pressed(event)`. */
class BorderElement extends HTMLElement {
  constructor() {
    super()
    this.addEventListener("keydown", event => { if (!event.ctrlKey && !event.metaKey && !event.altKey) this.pressed(event) })
    this.addEventListener("mousedown", event => event.preventDefault())
  }

  connectedCallback() {
    this.role = "separator"
    this.tabIndex = 0
  }
}

/**
 * `<splitter-bar>` is the border between a side and the body, or between two panels of a side. It sends bubbling
 * events: `splitter-value` (`detail.value`, set by a key; null for the thickness that the panels prefer),
 * `splitter-grab` (`detail.press`: the pointer event).
 */
export class SplitterBarElement extends BorderElement {
  #separator = null
  #before = null

  constructor() {
    super()
    this.addEventListener("pointerdown", event => {
      if (event.button === 0 && !this.#separator.isLocked) send(this, "splitter-grab", { press: event })
    })
    this.addEventListener("dblclick", () => {
      if (!this.#separator.isLocked) send(this, "splitter-value", { value: null })
    })
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

  pressed(event) {
    if (this.#separator.isLocked) return
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
 * then restores the original.
 */
class IndexSplitterElement extends BorderElement {
  #fraction = 0.6
  #length = 0
  #before = null
  #gesture = null

  constructor() {
    super()
    this.addEventListener("pointerdown", event => this.#down(event))
    this.addEventListener("dblclick", () => this.#divide(null))
  }

  connectedCallback() {
    super.connectedCallback()
    this.ariaOrientation = "vertical"
  }

  connectedMoveCallback() {}
  disconnectedCallback() { this.#gesture?.finish() }

  get isHeld() { return this.#gesture !== null }

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

  pressed(event) {
    const next = event.key === "Enter" ? toggledFraction(this.#fraction, this.#before)
      : keyedFraction(this.#fraction, event, this.#length, this.#isFromRight)
    if (next === null) return
    event.preventDefault()
    if (event.key === "Enter" && this.#fraction < fractions.most) this.#before = this.#fraction
    return next === this.#fraction ? undefined : this.#divide(next)
  }

  #down(press) {
    if (press.button !== 0) return
    this.#gesture?.cancel()
    const start = this.#fraction
    this.classList.add("is-held")
    this.#gesture = new DivisionGesture(press, this, {
      start, at: x => pulledFraction(start, x - press.clientX, this.#length, this.#isFromRight),
      divide: (...division) => this.#divide(...division),
      ended: () => {
        this.#gesture = null
        this.classList.remove("is-held")
      },
    })
  }

  #divide(fraction, isHeld = false) { send(this, "index-divide", { fraction, isHeld }) }
}

/** One press of a pointer on the border. */
class DivisionGesture extends PointerGesture {
  #answers
  #fraction

  /** @param {{start: number, at: (x: number) => number, divide: Function, ended: () => void}} answers `at`: the fraction */
  constructor(press, splitter, answers) {
    super(press, splitter)
    this.#answers = answers
    this.capture()
  }

  moved({ clientX }) {
    this.isStarted = true
    this.#fraction = this.#answers.at(clientX)
    this.#answers.divide(this.#fraction, true)
  }

  released() {
    this.finish()
    if (!this.isStarted) return
    if (this.#fraction === this.#answers.start) this.reverted()
    else this.#answers.divide(this.#fraction)
  }

  reverted() { this.#answers.divide(null, true) }
  finished() { this.#answers.ended() }
}

customElements.define("index-splitter", IndexSplitterElement)
