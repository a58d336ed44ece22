/** Scrolling of the text: the text area is as high as its text, and the element around it scrolls. */
import { LineRuler } from "./line-copy.js"
import { observeSizes } from "../markup.js"

/** The minimum distance between the caret and whatever covers the text, in CSS px. */
const caretMargin = 32
/** Where typewriter scrolling keeps the caret: the part of the view above it. */
const typewriterPart = 0.45
/** How far beyond the view a line is still close, as a part of the view. */
const nearPart = 0.25
/** The part of the view that Page Up and Page Down move; the rest stays in sight. */
const pagePart = 0.875

/**
 * Scrolls the text with whatever stands above it. Typing and arrow keys are left to the browser, which keeps the caret
 * in view. It does not after undo, and for Page Up and Page Down it takes the height of the text area, which is that of
 * the whole text.
 */
export class TextScroll {
  /** What scrolls. @type {HTMLElement} */
  element
  /** Whether the line that is typed stays at the same height of the view. */
  isTypewriter = false
  #area
  #isByKey = false
  #ruler
  #height = 0
  /** Where consecutive pages lead: the column of the first of them, and the caret after the last. */
  #column = { at: -1, x: 0 }

  /** @param {HTMLElement} element contains the area */
  constructor(element, area, copy) {
    this.element = element
    this.#area = area
    this.#ruler = new LineRuler(copy)
  }

  /** @param {() => void} scrolled */
  listen(signal, scrolled) {
    observeSizes([this.element], () => this.#resized(), signal)
    this.element.addEventListener("scroll", scrolled, { signal, passive: true })
    this.#area.addEventListener("input", event => {
      if (this.isTypewriter) this.center()
      else if (event.inputType?.startsWith("history")) this.keepInSight()
    }, { signal })
    this.#area.addEventListener("keydown", event => this.#pressed(event), { signal })
    // A click moves the caret, and the text must not move away under the pointer.
    for (const name of ["keydown", "beforeinput"]) {
      this.#area.addEventListener(name, () => { this.#isByKey = true }, { signal, capture: true })
    }
    this.#area.addEventListener("pointerdown", () => { this.#isByKey = false }, { signal })
    document.addEventListener("selectionchange", () => {
      if (this.isTypewriter && this.#isByKey && document.activeElement === this.#area) this.center()
    }, { signal })
  }

  /** The height from the top of everything that scrolls to the top of the view. */
  get top() { return this.element.scrollTop }
  set top(height) { this.element.scrollTop = height }

  /** The height of everything that scrolls. */
  get height() { return this.element.scrollHeight }

  /** The line of the text, from 1 and with its fraction, at the top of the view. */
  get topLine() { return this.top <= this.#start ? 1 : this.#ruler.lineAt(this.top - this.#start) }

  /** The lines of the text, from 0, that are in the view or close to it. */
  get nearLines() {
    const { clientHeight } = this.element, top = this.top - this.#start
    const more = nearPart * clientHeight
    return [top - more, top + clientHeight + more].map(height => Math.floor(this.#ruler.lineAt(height)) - 1)
  }

  /** Whether an offset is in the first row of the text, before its first wrap. */
  isInFirstRow(offset) {
    if (this.#area.value.slice(0, offset).includes("\n")) return false
    return offset === 0 || this.#ruler.spanAt(offset).top === this.#ruler.spanAt(0).top
  }

  /** Scrolls to the caret if it is out of the view. */
  keepInSight() {
    const { element } = this, { clientHeight } = element
    const { top, bottom } = this.#ruler.spanAt(this.#area.selectionEnd)
    const margin = Math.min(caretMargin, clientHeight / 4)
    const start = this.#start
    if (start + bottom + margin > this.top + clientHeight) this.top = start + bottom + margin - clientHeight
    else if (start + top < this.top) this.top = Math.max(0, start + top - margin)
  }

  /** Scrolls so that the caret stands where typewriter scrolling keeps it, as far as the text goes. */
  center() {
    const { top, bottom } = this.#ruler.spanAt(this.#caret)
    const height = Math.round(this.#start + (top + bottom) / 2 - typewriterPart * this.element.clientHeight)
    if (height !== this.top) this.top = height
  }

  /** The end of the selection that moves. */
  get #caret() {
    const { selectionStart, selectionEnd, selectionDirection } = this.#area
    return selectionDirection === "backward" ? selectionStart : selectionEnd
  }

  /** The height at which the text area begins. */
  get #start() { return this.#area.getBoundingClientRect().top - this.element.getBoundingClientRect().top + this.top }

  /**
   * Called when the height of the view has changed. A view that has become lower, for example because of an on-screen
   * keyboard, still shows the caret if it did before: a writer who reads elsewhere stays there.
   */
  #resized() {
    const former = this.#height, { clientHeight } = this.element
    this.#height = clientHeight
    // With the caret at the very beginning there is nothing to keep in view.
    const isAtStart = this.#area.selectionEnd === 0 && this.top === 0
    if (clientHeight >= former || isAtStart || document.activeElement !== this.#area) return
    const { top, bottom } = this.#ruler.spanAt(this.#area.selectionEnd), start = this.#start - this.top
    if (start + bottom > 0 && start + top < former) this.keepInSight()
  }

  #pressed(event) {
    const { key, ctrlKey, altKey, metaKey, shiftKey } = event
    if (!["PageUp", "PageDown"].includes(key) || ctrlKey || altKey || metaKey) return
    event.preventDefault()
    this.#page(key === "PageDown" ? 1 : -1, shiftKey)
  }

  /** Moves text and caret by a page, which keeps the caret at its height in the view. */
  #page(way, isSelecting) {
    const area = this.#area, { selectionStart, selectionEnd, selectionDirection } = area
    const isBack = selectionDirection === "backward"
    const [head, anchor] = isBack ? [selectionStart, selectionEnd] : [selectionEnd, selectionStart]
    const { top, bottom, left } = this.#ruler.spanAt(head)
    const page = this.element.clientHeight * pagePart
    const x = this.#column.at === head ? this.#column.x : left
    const height = (top + bottom) / 2 + way * page
    const last = this.#ruler.spanAt(area.value.length)
    const at = height < 0 ? 0 : height > last.bottom ? area.value.length : this.#ruler.offsetAt(x, height)
    this.#column = { at, x }
    const from = isSelecting ? anchor : at
    area.setSelectionRange(Math.min(from, at), Math.max(from, at), at < from ? "backward" : "forward")
    this.top += way * page
    this.keepInSight()
  }
}
