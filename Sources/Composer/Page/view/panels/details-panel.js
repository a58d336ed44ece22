import { languageNames } from "../../model/language.js"
import { bind, ListeningElement, make, optionsOf, select } from "../markup.js"

/** In the order of the panel. `trim` is for what is no text in a sentence. */
const rows = [
  { name: "kind", title: "Kind", values: [["post", "Post, in lists"], ["page", "Page, alone"]] },
  { name: "language", title: "Language", hint: "As the target says", list: true, trim: true },
  { name: "author", title: "Author", hint: "As the target says" },
  { name: "canonicalAddress", title: "First published at", hint: "https://…", trim: true, inputMode: "url" },
  { name: "path", title: "Path on the site", hint: "From the site’s pattern", trim: true },
]

/** `<details-panel>`: a field for each, with the daemon's reason if it refuses one. */
class DetailsPanelElement extends ListeningElement {
  /** By the name of the field. @type {Map<string, {input: HTMLElement, note: HTMLElement}>} */
  #fields = new Map()
  #languages = make("datalist", { id: "details-languages" })

  build() {
    this.append(make("div", { class: "settings" }, ...rows.map(row => this.#row(row))), this.#languages)
  }

  listen(signal) {
    const { page } = this
    for (const { name, trim, values } of rows) {
      bind(this.#fields.get(name).input, { page, signal, read: fields => fields[name] || values?.[0][0] || "",
        write: text => ({ [name]: trim ? text.trim() : text }) })
    }
    this.#show()
  }

  update({ received, save, fields }) { if (received || save || fields) this.#show() }

  #row({ name, title, values, hint, list, inputMode }) {
    const id = `details-${name}`
    const about = { id, class: "field", "aria-describedby": `${id}-note` }
    const input = values
      ? select(values, about)
      : make("input", { ...about, placeholder: hint, spellcheck: false, autocomplete: "off", autocapitalize: "none",
        ...inputMode && { inputMode }, ...list && { list: "details-languages" } })
    // The names of the languages cost milliseconds, so only a writer who comes here pays for them.
    if (list) input.addEventListener("focus", () => this.#languages.append(...optionsOf(languageNames())), { once: true })
    const note = make("p", { id: `${id}-note`, class: "setting-note quiet", role: "status" })
    this.#fields.set(name, { input, note })
    return make("div", { class: "setting" }, make("label", { for: id }, title), input, note)
  }

  /** Reports why the daemon does not take a field. */
  #show() {
    for (const [name, { input, note }] of this.#fields) {
      const words = this.model.refusalOf(name)
      if (note.textContent === words) continue
      note.textContent = words
      input.ariaInvalid = words !== ""
    }
  }
}

customElements.define("details-panel", DetailsPanelElement)
