import { bounds } from "../../model/bounds.js"
import { daemonNow } from "../../model/daemon-clock.js"
import { filled, firstLine } from "../../model/snippets.js"
import { button, closeDialog, dialog, make, openDialog, say } from "../markup.js"

const hint = "Type / and the name in the text, then Tab. {{date}}, {{time}}, {{title}}, {{selection}} and {{caret}} are filled "
  + "in; Tab leads from one other field to the next."

/** `<snippets-dialog>` lists, changes and uses the user's snippets. Properties `model`, `editor`. */
export class SnippetsDialogElement extends HTMLElement {
  /** Whether a text was typed here that is kept nowhere else. */
  isTyped = false
  #list = make("ul", { class: "snippets", "aria-label": "Snippets" })
  #name = make("input", { type: "text", class: "field", id: "snippet-name", maxLength: bounds.name, autocomplete: "off",
    autocapitalize: "none", spellcheck: false, placeholder: "ending", oninput: () => this.#show() })
  #text = make("textarea", { class: "field snippet-text", id: "snippet-text", rows: 8, maxLength: bounds.snippet, dir: "auto",
    oninput: () => {
      this.isTyped = this.#text.value !== ""
      this.#show()
    } })
  #note = make("p", { class: "quiet", role: "status" }, hint)
  #insert = button("Insert", () => this.#put(), { class: "button is-primary" })
  #begin = button("New post from it", () => this.#post())
  #save = button("Save", () => this.#keep())
  #remove = button("Remove", () => this.#drop())
  #dialog = dialog({ class: "palette snippets-dialog", "aria-label": "Snippets" }, this.#list,
    make("div", { class: "snippet-form" }, make("label", { for: "snippet-name" }, "Snippet"), this.#name,
      make("label", { for: "snippet-text" }, "Its text"), this.#text), this.#note,
    make("div", { class: "snippets-foot" }, this.#remove, this.#save, this.#begin, this.#insert,
      button("Close", () => closeDialog(this.#dialog))))
  /** @type {{name: string, text: string}[]} */
  #snippets = []

  get commands() {
    return [{ id: "text.snippets", title: "Snippets and templates…", keys: [], run: () => this.#open() }]
  }

  async #open() {
    const { area } = this.editor
    if (!this.isTyped) {
      this.#name.value = ""
      // A selected text is the beginning of a snippet.
      this.#text.value = area.value.slice(area.selectionStart, area.selectionEnd)
    }
    openDialog(this.#dialog, this)
    this.#name.focus()
    await this.#load()
  }

  async #load() {
    try {
      this.#snippets = await this.model.snippets.all()
      say(this.#note, hint)
    } catch (problem) {
      say(this.#note, problem.message)
    }
    this.#list.replaceChildren(...this.#snippets.map(snippet => make("li", {},
      button(make("span", { class: "snippet-name" }, `/${snippet.name}`), () => this.#choose(snippet),
        { class: "snippet-row" }, make("span", { class: "quiet", dir: "auto" }, firstLine(snippet.text))))))
    this.#list.hidden = !this.#snippets.length
    this.#show()
  }

  #choose({ name, text }) {
    this.#name.value = name
    this.#text.value = text
    this.isTyped = false
    this.#show()
    this.#insert.focus()
  }

  #show() {
    const name = this.#name.value.trim(), known = this.#snippets.find(one => one.name === name)
    const isEmpty = !this.#text.value
    for (const one of [this.#insert, this.#begin]) one.disabled = isEmpty
    this.#save.disabled = isEmpty || !name || known?.text === this.#text.value
    this.#remove.disabled = !known
    for (const row of this.#list.querySelectorAll(".snippet-row")) {
      row.ariaPressed = row.firstChild.textContent === `/${name}`
    }
  }

  #keep() { return this.#ask("Saved.", name => this.model.snippets.keep(name, this.#text.value), false) }

  #drop() { return this.#ask("Removed. Its text is still here.", name => this.model.snippets.remove(name), true) }

  async #ask(done, act, isTyped) {
    try {
      await act(this.#name.value.trim())
      this.isTyped = isTyped
      await this.#load()
      say(this.#note, done)
    } catch (problem) {
      say(this.#note, problem.message)
    }
  }

  #put() {
    closeDialog(this.#dialog)
    this.isTyped = false
    const { selectionStart, selectionEnd } = this.editor.area
    this.editor.putSnippet(this.#text.value, selectionStart, selectionEnd)
  }

  /** The daemon makes the post, because the text may begin with front matter. */
  async #post() {
    const { text } = filled(this.#text.value, { now: daemonNow() })
    try {
      await this.model.begin(text)
      this.isTyped = false
      closeDialog(this.#dialog)
    } catch (problem) {
      say(this.#note, problem.message)
    }
  }
}

customElements.define("snippets-dialog", SnippetsDialogElement)
