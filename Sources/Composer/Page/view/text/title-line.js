/** The title as the first line of the document; beneath it a quiet line with date and tags, which opens in place. */
import { bindTitle, oneLine, TitleRest } from "../panels/title-panel.js"
import { briefDay, wallClock } from "../../model/language.js"
import { claim, fitHeight, isPlain, make, say } from "../markup.js"

/** What the line says of the post. A part whose panel is open is hidden (`has-date` of the layer, and so on). */
class QuietLine {
  #page
  #element = document.querySelector(".quiet-line")
  #date = make("span", { class: "quiet-date" })
  #tags = make("span", { class: "quiet-tags" })
  #rest = new TitleRest("line")

  constructor() {
    this.#element.firstElementChild.replaceChildren(
      this.#date, this.#tags, make("span", { class: "quiet-rest" }, "Address and summary"))
  }

  /** @param {() => void} leave back to the text */
  listen(page, signal, leave) {
    this.#page = page
    page.join(this, signal)
    this.#rest.listen(page, signal)
    this.#element.addEventListener("toggle", () => this.#fill(), { signal })
    this.#element.addEventListener("keydown", event => {
      if (event.key !== "Escape" || event.defaultPrevented) return
      claim(event)
      leave()
    }, { signal })
    // Opened before this script loaded.
    if (this.#element.open) this.#fill()
    this.#show()
  }

  update({ fields, save }) { if (fields || save) this.#show() }

  #show() {
    const { model } = this.#page
    const { date, zone, tags } = model.fields
    const isHere = zone === Intl.DateTimeFormat().resolvedOptions().timeZone
    const words = date ? `${wallClock(date, briefDay)}${isHere ? "" : `, ${zone}`}` : "No date"
    say(this.#date, model.refusalOf("date") || words)
    say(this.#tags, model.refusalOf("tags") || tags.join(", ") || "No tags")
  }

  /** The fields, when the line opens for the first time. */
  #fill() {
    if (this.#rest.element.isConnected) return
    const field = name => Object.assign(document.createElement(`${name}-panel`), { page: this.#page, name: `line-${name}` })
    this.#element.append(field("date"), field("tags"), this.#rest.element)
  }
}

/**
 * Joins the title to the text: Enter and the arrows lead from one to the other. The field is the page's `#post-title`,
 * which accepts input before this script loads.
 */
export class TitleLine {
  #field = document.querySelector("#post-title")
  #quiet = new QuietLine()
  #area
  #scroll

  constructor(area, scroll) {
    this.#area = area
    this.#scroll = scroll
  }

  listen(page, signal) {
    const field = this.#field, { model } = page
    // What was typed before this script loaded begins a new post.
    if (field.value && !model.fields.title) model.change({ title: oneLine(field.value) })
    fitHeight(field, signal, [this.#area])
    bindTitle(field, page, signal)
    this.#quiet.listen(page, signal, () => this.#area.focus())
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
