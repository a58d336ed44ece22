import { counted } from "../../model/language.js"
import { moveSection, sectionAt, sectionsMax, sectionsOf, stepOf } from "../../model/outline.js"
import { changes } from "../../model/page.js"
import {
  announce, arrange, button, claim, drawing, iconButton, ListeningElement, make, say, sayOrHide,
} from "../markup.js"

const waitMilliseconds = 250
const emptyWords = "Headings appear here, such as a line that begins with “## ”. A press leads to the section."

/**
 * `<outline-panel>` lists the headings of the text with the words of each section. A press leads there; a row that is
 * dragged, or moved by its buttons or Alt with an arrow, takes its section along.
 */
class OutlinePanelElement extends ListeningElement {
  #list = make("ol", { class: "outline", "aria-label": "Sections" })
  #note = make("p", { class: "panel-note" })
  #rows = []
  #sections = []
  #text = null
  #caret
  /** The titles of the sections whose own sections are hidden, each with its level. */
  #folded = new Set()
  #dragged = null

  build() { this.append(this.#note, this.#list) }

  listen() {
    this.on(this.#list, "keydown", event => this.#pressed(event))
    this.on(this.#list, "dragstart dragover dragleave drop dragend", event => this.#drags(event))
    this.#read()
  }

  update({ fields, place }) {
    // In a pause of typing, so that a key costs nothing.
    if (changes(fields, "body")) this.later(waitMilliseconds, () => this.#read())
    if (place) this.#follow(place.caret)
  }

  returned() { this.#read() }

  #read() {
    const { body } = this.model.fields
    if (this.isAway || body === this.#text || !this.isConnected) return
    this.#text = body
    this.#sections = sectionsOf(body)
    this.#show()
  }

  #show() {
    const sections = this.#sections
    sayOrHide(this.#note, sections.length ? sections.length < sectionsMax ? "" : `The first ${sectionsMax} sections.`
      : emptyWords)
    const top = Math.min(6, ...sections.map(({ level }) => level))
    let hiddenBelow = Infinity
    for (const [index, section] of sections.entries()) {
      const row = this.#rows[index] ??= this.#row(index)
      const hasParts = sections[index + 1]?.level > section.level
      const isFolded = hasParts && this.#folded.has(keyOf(section))
      if (section.level <= hiddenBelow) hiddenBelow = Infinity
      row.element.hidden = section.level > hiddenBelow
      if (isFolded && hiddenBelow === Infinity) hiddenBelow = section.level
      row.element.style.setProperty("--depth", section.level - top)
      say(row.title, section.title || "(no words)")
      say(row.words, String(section.words))
      row.words.title = counted(section.words, "word")
      row.fold.classList.toggle("is-idle", !hasParts)
      row.fold.ariaExpanded = !isFolded
      row.fold.ariaLabel = `Parts of ${section.title}`
      row.up.disabled = stepOf(sections, index, -1) === null
      row.down.disabled = stepOf(sections, index, 1) === null
    }
    this.#rows.length = sections.length
    arrange(this.#list, this.#rows.map(({ element }) => element))
    this.#mark()
  }

  #row(index) {
    const row = {
      title: make("span", { class: "outline-title", dir: "auto" }), words: make("span", { class: "outline-words" }),
      fold: button(drawing("down"), () => this.#fold(index), { class: "outline-fold" }),
      up: iconButton(drawing("up"), "Move the section up", () => this.#step(index, -1)),
      down: iconButton(drawing("down"), "Move the section down", () => this.#step(index, 1)),
    }
    row.link = button(row.title, () => this.#goTo(index), { class: "outline-link" }, row.words)
    row.element = make("li", { class: "outline-row", draggable: true, "data-index": index }, row.fold, row.link, row.up,
      row.down)
    return row
  }

  #follow(caret) { if (caret !== this.#caret) this.#mark() }

  /** Marks the section in which the writer is. */
  #mark() {
    const here = sectionAt(this.#sections, this.#caret = this.model.caret)
    for (const [index, { link }] of this.#rows.entries()) link.ariaCurrent = index === here ? "location" : null
  }

  #goTo(index) {
    this.#read()
    const section = this.#sections[index]
    if (section) this.model.reveal({ start: section.start, end: section.start })
  }

  #fold(index) {
    const key = keyOf(this.#sections[index])
    if (!this.#folded.delete(key)) this.#folded.add(key)
    this.#show()
  }

  // MARK: Moving

  #step(index, way) {
    this.#read()
    const to = this.#sections[index] ? stepOf(this.#sections, index, way) : null
    if (to !== null) this.#move(index, to)
  }

  #move(index, to) {
    const section = this.#sections[index]
    const edit = moveSection(this.#text, section, to)
    if (!edit) return
    this.model.rewrite(edit)
    this.#read()
    const now = this.#sections.findIndex(({ start }) => start === edit.selectionStart)
    this.#rows[now]?.link.focus()
    announce(this, `${section.title || "The section"} moved: ${now + 1} of ${this.#sections.length}.`)
  }

  #pressed(event) {
    const row = event.target.closest("li")
    if (!row) return
    const index = Number(row.dataset.index)
    const way = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (way && event.altKey) this.#step(index, way)
    else if (way) this.#focusNext(index, way)
    else return
    claim(event)
  }

  #focusNext(index, way) {
    let next = index + way
    while (this.#rows[next]?.element.hidden) next += way
    this.#rows[next]?.link.focus()
  }

  // MARK: Dragging

  #drags(event) {
    const row = event.target.closest?.("li")
    if (event.type === "dragstart") {
      this.#dragged = row ? Number(row.dataset.index) : null
      event.dataTransfer.effectAllowed = "move"
      event.dataTransfer.setData("text/plain", this.#sections[this.#dragged]?.title ?? "")
    } else if (this.#dragged !== null && event.type === "dragover") {
      this.#over(event, row)
    } else if (this.#dragged !== null && event.type === "drop") {
      event.preventDefault()
      const to = this.#aim(event, row)
      if (to !== null) this.#move(this.#dragged, to)
      this.#unmark()
    } else if (event.type === "dragend") {
      this.#dragged = null
      this.#unmark()
    }
  }

  #over(event, row) {
    this.#unmark()
    const to = this.#aim(event, row)
    if (to === null) return
    event.preventDefault()
    event.dataTransfer.dropEffect = "move"
    row.dataset.aim = isBelow(event, row) ? "below" : "above"
  }

  /** Where the dragged section would go; null where it cannot. */
  #aim(event, row) {
    if (!row) return null
    const index = Number(row.dataset.index)
    const dragged = this.#sections[this.#dragged]
    if (!dragged || this.model.fields.body !== this.#text) return null
    // Below a row is before the next one that is shown.
    const next = this.#sections.find((_, at) => at > index && !this.#rows[at].element.hidden)?.start ?? this.#text.length
    const to = isBelow(event, row) ? next : this.#sections[index].start
    return to >= dragged.start && to <= dragged.end ? null : to
  }

  #unmark() { for (const { element } of this.#rows) delete element.dataset.aim }
}

const keyOf = ({ level, title }) => `${level} ${title}`

function isBelow({ clientY }, row) {
  const { top, height } = row.getBoundingClientRect()
  return clientY > top + height / 2
}

customElements.define("outline-panel", OutlinePanelElement)
