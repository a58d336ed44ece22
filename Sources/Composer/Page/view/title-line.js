/** The title as the first line of the document, with address and summary folded beneath it. */
import { bindTitle, oneLine, TitleRest } from "../elements/title-panel.js"
import { fitHeight, isPlain, make } from "./markup.js"

/**
 * Joins the title to the text: Enter and the arrows lead from one to the other. The field is the page's `#post-title`,
 * which accepts input before this script loads.
 */
export class TitleLine {
  #field = document.querySelector("#post-title")
  #rest = new TitleRest("line")
  #more = make("details", { class: "title-more" },
    make("summary", { title: "Address and summary" }, make("span", { class: "visually-hidden" }, "Address and summary")),
    this.#rest.element)
  #area
  #scroll

  constructor(area, scroll) {
    this.#area = area
    this.#scroll = scroll
  }

  listen(model, signal) {
    const field = this.#field
    if (!this.#more.isConnected) field.after(this.#more)
    // What was typed before this script loaded begins a new post.
    if (field.value && !model.fields.title) model.change({ title: oneLine(field.value) })
    fitHeight(field, signal, [this.#area])
    bindTitle(field, model, signal)
    this.#rest.listen(model, signal)
    // Every keyboard, on-screen ones included, sends Enter as `insertLineBreak`.
    field.addEventListener("beforeinput", event => {
      if (event.inputType !== "insertLineBreak" || event.isComposing) return
      event.preventDefault()
      this.#goToText()
    }, { signal })
    field.addEventListener("keydown", event => {
      if (event.key === "ArrowDown" && isPlain(event) && this.#isAtEnd) this.#leave(event, () => this.#goToText())
    }, { signal })
    this.#area.addEventListener("keydown", event => {
      if (!isPlain(event) || !this.#isReachedBy(event.key)) return
      this.#leave(event, () => this.#goToTitle())
    }, { signal })
  }

  get #isAtEnd() {
    const { selectionStart, selectionEnd, value, clientHeight } = this.#field
    const { lineHeight, paddingTop } = getComputedStyle(this.#field)
    const isOneRow = clientHeight - Number.parseFloat(paddingTop) < 2 * Number.parseFloat(lineHeight)
    return selectionStart === selectionEnd && (isOneRow || selectionEnd === value.length)
  }

  /** Whether a key in the text leads to the title. */
  #isReachedBy(key) {
    const { selectionStart, selectionEnd } = this.#area
    if (selectionStart !== selectionEnd || !this.#field.checkVisibility()) return false
    if (key === "ArrowUp") return this.#scroll.isInFirstRow(selectionEnd)
    return (key === "Backspace" || key === "ArrowLeft") && selectionEnd === 0
  }

  #leave(event, go) {
    event.preventDefault()
    event.stopImmediatePropagation()
    go()
  }

  #goToText() {
    this.#area.focus({ preventScroll: true })
    this.#area.setSelectionRange(0, 0)
    this.#scroll.keepInSight()
  }

  #goToTitle() {
    const { length } = this.#field.value
    this.#field.focus()
    this.#field.setSelectionRange(length, length)
  }
}
