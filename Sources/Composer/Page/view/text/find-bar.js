import { editBetween } from "../../model/difference.js"
import { hitFrom, hitsMax, partAfter, replacing } from "../../model/finding.js"
import { counted, numbered } from "../../model/language.js"
import { withKeys } from "../keys.js"
import {
  announce, button, claim, drawing, isMac, ListeningElement, make, offerBack, say, setAttributes,
} from "../markup.js"
import { forgetUndo } from "../text-edits.js"
import { Finder, findField, findHow, findToggles, howPressed, isPressed, takeSelection } from "../finder.js"

const waitMilliseconds = 120
const replaceKeys = isMac ? "Mod+Alt+F" : "Mod+H"

/**
 * `<find-bar>` stands above the text while the writer looks for something: one line to find, and one to replace.
 * Property `editor` (its `area`, `apply`, `select`, `layers`). The keys for it work in the whole page,
 * except in its own field: there they are the browser's, whose own search is one more press away.
 */
export class FindBarElement extends ListeningElement {
  #words = findField({ id: "find-words", placeholder: "Find", "aria-label": "Find in the text",
    "aria-describedby": "find-state" })
  #replacement = findField({ placeholder: "Replace with", "aria-label": "Replace with", hidden: true })
  #state = make("output", { class: "find-state", id: "find-state" })
  #line = make("div", { class: "find-line", hidden: true })
  #toggles = findToggles(toggle => this.#press(toggle))
  #finder = new Finder()
  /** The result of the last search, and the text in which it was. */
  #found = { text: "", hits: [] }
  #before = ""
  #within = null

  constructor() {
    super()
    this.hidden = true
    this.#line.append(button("Replace", () => this.#replaceOne()), button("Replace all", () => this.#replaceAll()))
  }

  listen() {
    setAttributes(this, { role: "search", "aria-label": "Find in the text" })
    this.on(this.#words, "input", () => this.#findFirst())
    this.on(this, "keydown", event => this.#pressed(event))
    this.on(this.editor.area, "input", () => this.#textChanged())
    this.on(this.editor.area, "focus", () => forgetUndo(this.#words, this.#replacement))
  }

  update({ post, fields }) {
    if (post) this.#postChanged()
    if (fields) this.#textChanged()
  }

  get commands() {
    const isIn = field => document.activeElement === field || !document.hasFocus()
    const isOpen = () => !this.hidden
    return [
      { id: "find.open", title: "Find in the text", keys: ["Mod+F"], run: () => this.#open(false),
        isEnabled: () => !isIn(this.#words) },
      { id: "find.replace", title: "Find and replace", keys: [replaceKeys], run: () => this.#open(true),
        isEnabled: () => !isIn(this.#replacement) },
      { id: "find.next", title: "Next hit", keys: ["F3", "Mod+G"], run: () => this.#go(1), isEnabled: isOpen },
      { id: "find.previous", title: "Previous hit", keys: ["Shift+F3", "Mod+Shift+G"], run: () => this.#go(-1),
        isEnabled: isOpen },
    ]
  }

  build() {
    const step = (picture, title, keys, way) => button(drawing(picture), () => this.#go(way),
      { class: "icon-button", title: withKeys(title, keys), "aria-label": title })
    this.append(this.#words, this.#replacement,
      make("div", { class: "find-line" },
        make("div", { class: "find-steps" }, step("up", "Previous hit", "Shift+F3", -1),
          step("down", "Next hit", "F3", 1), this.#state),
        findHow(this.#toggles),
        button(drawing("close"), () => this.#close(),
          { class: "icon-button find-close", title: withKeys("Close", "Escape"), "aria-label": "Close the search" })),
      this.#line)
  }

  #press(toggle) {
    const isOn = !isPressed(toggle)
    if (toggle === this.#toggles.isWithin) {
      const { selectionStart: start, selectionEnd: end } = this.editor.area
      if (isOn && start === end) return this.#showState("Select a part of the text first.")
      this.#within = isOn ? { start, end } : null
      // What changes from here on moves the part.
      this.#before = this.editor.area.value
    }
    toggle.ariaPressed = isOn
    return this.#findFirst()
  }

  get #query() {
    return { words: this.#words.value, replacement: this.#replacement.value, within: this.#within,
      ...howPressed(this.#toggles) }
  }

  // MARK: Opening and closing

  #open(isReplacing) {
    const { area } = this.editor
    const isNew = this.hidden
    this.hidden = false
    offerBack(this, ["bar"], () => this.#close())
    if (isReplacing) this.#line.hidden = this.#replacement.hidden = false
    this.#before = area.value
    takeSelection(this.#words, area)
    const field = isReplacing && !isNew && this.#words.value ? this.#replacement : this.#words
    field.focus()
    field.select()
    this.#findFirst()
  }

  #close() {
    this.notLater()
    this.hidden = this.#line.hidden = this.#replacement.hidden = true
    offerBack(this, [])
    this.#forgetPart()
    this.#found = { text: null, hits: [] }
    this.#mark()
    this.editor.focus()
  }

  #forgetPart() {
    this.#within = null
    this.#toggles.isWithin.ariaPressed = "false"
  }

  #pressed(event) {
    const { key, shiftKey, target } = event
    if (key === "Escape") this.#close()
    else if (key === "Enter" && target === this.#words) this.#go(shiftKey ? -1 : 1)
    else if (key === "Enter" && target === this.#replacement) this.#replaceOne()
    else return
    claim(event)
  }

  // MARK: Looking

  #postChanged() {
    this.#forgetPart()
    if (!this.hidden) this.#searchLater()
  }

  #textChanged() {
    if (this.hidden) return
    const { value } = this.editor.area
    if (value === this.#before) return
    if (this.#within) this.#within = partAfter(this.#within, editBetween(this.#before, value))
    this.#before = value
    this.#searchLater()
  }

  #searchLater() { this.later(waitMilliseconds, () => this.#search()) }

  /** Looks for the words in the field, and goes to the first hit from where the writer is. */
  async #findFirst() {
    if (await this.#search() && this.#found.hits.length) this.#goFrom(this.editor.area.selectionStart, 1)
  }

  /** @returns {Promise<boolean>} whether the hits are those of the text and the field as they are now */
  async #search() {
    this.notLater()
    const [{ value }, query] = [this.editor.area, this.#query]
    try {
      const hits = await this.#finder.find(value, query)
      if (!hits || this.hidden) return false
      this.#found = { text: value, query: JSON.stringify(query), hits }
      this.#showState(null)
    } catch (error) {
      this.#found = { text: null, hits: [] }
      this.#showState(error.message)
    }
    this.#mark()
    return this.#found.text === this.editor.area.value
  }

  /** @returns {Promise<boolean>} whether there are hits, of the text as it is now */
  async #isCurrent() {
    const { text, query } = this.#found
    const isKnown = text !== null && text === this.editor.area.value && query === JSON.stringify(this.#query)
    return (isKnown || await this.#search()) && this.#found.hits.length > 0
  }

  async #go(way) {
    if (!await this.#isCurrent()) return
    const { selectionStart, selectionEnd } = this.editor.area
    this.#goFrom(way > 0 ? Math.max(selectionEnd, selectionStart + (this.#here < 0 ? 0 : 1)) : selectionStart, way)
  }

  #goFrom(at, way) {
    const { start, end } = this.#found.hits[hitFrom(this.#found.hits, at, way)]
    this.editor.select(start, end)
    this.#mark()
    this.#showState(null)
  }

  /** The index of the hit that is selected; -1 if none is. */
  get #here() {
    const { selectionStart, selectionEnd } = this.editor.area
    return this.#found.hits.findIndex(({ start, end }) => start === selectionStart && end === selectionEnd)
  }

  #mark() {
    const { hits } = this.#found
    const here = this.hidden ? undefined : hits[this.#here]
    this.editor.layers.set("hit", here ? hits.filter(hit => hit !== here) : hits)
    this.editor.layers.set("hit-here", here ? [here] : [])
  }

  /** @param {string|null} words null for the count */
  #showState(words) {
    const { hits } = this.#found
    const count = `${numbered(hits.length)}${hits.length === hitsMax ? " or more" : ""}`
    const here = this.#here
    const result = !this.#words.value ? "" : !hits.length ? "No hits"
      : here < 0 ? counted(hits.length, "hit", count) : `${numbered(here + 1)} of ${count}`
    say(this.#state, words ?? result)
  }

  // MARK: Replacing

  /** Replaces the selected hit, and goes to the next one; if none is selected, only goes to the next one. */
  async #replaceOne() {
    if (!await this.#isCurrent()) return
    const hit = this.#found.hits[this.#here]
    if (!hit) return this.#go(1)
    const focused = document.activeElement
    const after = hit.start + hit.text.length
    if (!this.#replace([hit])) return
    focused?.focus?.({ preventScroll: true })
    if (await this.#search() && this.#found.hits.length) this.#goFrom(after, 1)
  }

  /** One step of the browser's own undo, which is why the text has the focus afterwards. */
  async #replaceAll() {
    if (!await this.#isCurrent()) return
    const { hits } = this.#found
    if (!this.#replace(hits)) return
    const words = `Replaced ${counted(hits.length, "hit", numbered(hits.length))}.`
    await this.#search()
    this.#showState(words)
    announce(this, words)
  }

  #replace(hits) {
    const { area } = this.editor
    try {
      const edit = replacing(area.value, hits)
      const end = edit.start + edit.text.length
      this.editor.apply({ ...edit, selectionStart: end, selectionEnd: end })
      return true
    } catch (error) {
      this.#showState(error.message)
      return false
    }
  }
}

customElements.define("find-bar", FindBarElement)
