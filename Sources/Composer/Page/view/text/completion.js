/** The list of what can be completed at the caret. Its rules are in `model/completion.js`. */
import { completed, emojiOffers, linkTo, postOffers, tagOffers, wantedAt } from "../../model/completion.js"
import { daemonNow } from "../../model/daemon-clock.js"
import { counted } from "../../model/language.js"
import { fieldFrom, filled, snippetOffers } from "../../model/snippets.js"
import { announce, arrange, getOrInsert, isPlain, make, markOption, placeBeside } from "../markup.js"

const waitMilliseconds = 120

/** Offers completions in a text area, and does nothing in code. */
export class Completion {
  #editor
  #model
  #ruler
  #list = make("div", { class: "completion", role: "listbox", id: "completion", popover: "manual",
    "aria-label": "Completions" })
  /** @type {Wanted|null} */
  #wanted = null
  #offers = []
  /** Those since the list was opened: a screen reader speaks each new one. @type {Map<string, HTMLElement>} */
  #rows = new Map()
  #chosen = -1
  /** The sign at which the writer closed the list. */
  #declined = null
  #hasTags = false
  /** Whether Tab leads to the next field of a snippet that was put in. */
  #hasFields = false
  #emoji
  #timer
  #turn

  /**
   * @param {{area: HTMLTextAreaElement, text: string, caret: number, isInCode: boolean, isApplying: boolean,
   *   apply: (edit: Edit) => void}} editor
   */
  constructor(editor, ruler) {
    this.#editor = editor
    this.#ruler = ruler
  }

  get element() { return this.#list }

  listen({ model }, signal) {
    this.#model = model
    const { area } = this.#editor
    area.ariaAutoComplete = "list"
    area.addEventListener("keydown", event => this.#pressed(event), { signal })
    area.addEventListener("input", event => this.#typed(event), { signal })
    area.addEventListener("blur", () => this.#close(), { signal })
    area.addEventListener("pointerdown", () => this.#close(), { signal })
    document.addEventListener("scroll", event => { if (this.#isOpen && event.target !== this.#list) this.#place() },
      { signal, capture: true, passive: true })
    // A press on the list must not take the focus from the text.
    this.#list.addEventListener("mousedown", event => event.preventDefault(), { signal })
    this.#list.addEventListener("click", event => {
      const row = event.target.closest("[role=option]")
      if (row) this.#accept(Number(row.dataset.at))
    }, { signal })
    signal.addEventListener("abort", () => this.#close())
  }

  update({ leaving }) {
    if (!leaving) return
    this.#close()
    this.#hasFields = false
  }

  // MARK: What is offered

  #typed({ isComposing, inputType = "" }) {
    const { text, caret, area, isInCode, isApplying } = this.#editor
    // Keyboards on a screen compose each word; there an offer is taken by a press.
    const isFree = !isComposing || matchMedia("(pointer: coarse)").matches
    const isTyping = isFree && (inputType.startsWith("insert") || inputType.startsWith("delete"))
    const wanted = isTyping && !isApplying && area.selectionStart === caret ? wantedAt(text, caret) : null
    if (!wanted || isInCode) {
      this.#declined = null
      return this.#close()
    }
    if (wanted.start === this.#declined) return
    this.#wanted = wanted
    clearTimeout(this.#timer)
    // The list is that of fewer letters until the next one is here. Unmarked, its line of the text would be read again.
    this.#chosen = -1
    // Posts are looked for by the daemon, after a pause; the rest is here.
    if (wanted.kind === "post") this.#timer = setTimeout(() => this.#find(), waitMilliseconds)
    else this.#find()
  }

  /** Only the latest search draws. */
  async #find() {
    const wanted = this.#wanted, turn = (this.#turn = Symbol())
    const offers = await this.#found(wanted).catch(() => [])
    if (turn === this.#turn && wanted === this.#wanted) this.#show(offers)
  }

  async #found({ kind, words }) {
    switch (kind) {
      case "post": return postOffers(await this.#model.requests.find(words.trim()), this.#model.draft.id)
      case "tag":
        this.#hasTags ||= await this.#model.facts.loadTags()
        return tagOffers(this.#model.facts.tags, words)
      case "snippet": return snippetOffers(await this.#model.snippets.all(), words)
      default:
        this.#emoji ??= import("../../model/emoji.js").catch(() => {
          this.#emoji = null
          return { emoji: [] }
        })
        return emojiOffers((await this.#emoji).emoji, words)
    }
  }

  // MARK: The list

  #show(offers) {
    this.#offers = offers
    if (!offers.length) return this.#close()
    const isNew = !this.#isOpen
    if (isNew) this.#rows.clear()
    arrange(this.#list, offers.map((offer, at) => this.#row(offer, at)))
    if (isNew) this.#list.showPopover()
    this.#place()
    this.#editor.area.setAttribute("aria-controls", "completion")
    this.#choose(this.#wanted.isMeant ? 0 : -1)
    if (isNew) announce(this.#editor.area, `${counted(offers.length, "completion")}. Tab takes it.`)
  }

  #row({ name, detail, post }, at) {
    const key = JSON.stringify([post?.id, name, detail])
    const row = getOrInsert(this.#rows, key, () =>
      make("div", { role: "option", class: "completion-row", id: `completion-${this.#rows.size}` },
        make("span", { class: "completion-name", dir: "auto" }, name),
        detail ? make("span", { class: "quiet" }, detail) : null))
    row.dataset.at = at
    return row
  }

  get #isOpen() { return this.#list.matches(":popover-open") }

  /** At the sign. */
  #place() {
    const { top, bottom, left } = this.#ruler.spanAt(this.#wanted.start)
    const text = this.#editor.area.getBoundingClientRect()
    placeBeside(this.#list, { left: text.left + left, top: text.top + top, bottom: text.top + bottom }, "left")
  }

  #choose(at) {
    this.#chosen = at
    markOption(this.#editor.area, this.#list.children, at)
  }

  #close() {
    clearTimeout(this.#timer)
    this.#wanted = null
    this.#turn = null
    if (!this.#isOpen) return
    this.#list.hidePopover()
    for (const name of ["aria-controls", "aria-activedescendant"]) this.#editor.area.removeAttribute(name)
  }

  // MARK: Keys

  #pressed(event) {
    if (!isPlain(event)) return
    if (!(this.#isOpen ? this.#does(event.key) : this.#goesOn(event.key))) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  /** Tab goes to the next field of a snippet, and Escape ends that. @returns {boolean} whether it did */
  #goesOn(key) {
    if (!this.#hasFields || !["Tab", "Escape"].includes(key)) return false
    const field = key === "Tab" ? fieldFrom(this.#editor.text, this.#editor.caret) : null
    this.#hasFields = field !== null
    if (field) this.#editor.select(field.start, field.end)
    return field !== null || key === "Escape"
  }

  /** @returns {boolean} whether the key was for the list */
  #does(key) {
    const { length } = this.#offers
    switch (key) {
      case "ArrowDown": this.#choose((this.#chosen + 1) % length); return true
      case "ArrowUp": this.#choose((Math.max(this.#chosen, 0) + length - 1) % length); return true
      case "Tab": this.#accept(Math.max(this.#chosen, 0)); return true
      case "Escape":
        this.#declined = this.#wanted.start
        this.#close()
        return true
      case "Enter":
        if (this.#chosen < 0) return false
        this.#accept(this.#chosen)
        return true
      case "ArrowLeft": case "ArrowRight": case "Home": case "End":
        this.#close()
        return false
      default: return false
    }
  }

  /** The words never wait: what was typed stays until the address of a post is known, and whatever happens. */
  async #accept(at) {
    const { text, post, snippet } = this.#offers[at], wanted = this.#wanted
    const { key } = this.#model.draft
    this.#close()
    if (snippet) return this.putSnippet(snippet, wanted.start, wanted.start + wanted.typed.length)
    if (text !== null) return this.#put(wanted, text)
    try {
      const address = await this.#model.requests.addressOf(post.id, this.#model.facts.targets)
      if (this.#model.draft.key !== key) return
      if (!address) return this.#model.notice("That post has no address yet: no target shows it. Publish it to a blog first.")
      this.#put(wanted, linkTo(post, address))
      if (post.state !== "published") this.#model.notice("That post is not published. Its address may still change.")
    } catch (problem) {
      this.#model.notice(`The address of that post is not known. ${problem.message}`)
    }
  }

  /** Puts a snippet in the place of a part of the text, and selects its first field. */
  putSnippet(snippet, start, end) {
    const { text } = this.#editor
    const typed = text.slice(start, end)
    const put = filled(snippet, { title: this.#model.fields.title, selection: typed.startsWith("/") ? "" : typed,
      now: daemonNow() })
    this.#editor.apply({ start, end, text: put.text, selectionStart: start + put.start, selectionEnd: start + put.end })
    this.#hasFields = put.end > put.start
    if (this.#hasFields) announce(this.#editor.area, "Tab goes to the next field.")
  }

  #put(wanted, put) {
    const edit = completed(this.#editor.text, wanted, this.#editor.caret, put)
    if (edit) this.#editor.apply(edit)
  }
}
