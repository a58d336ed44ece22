import { make } from "./markup.js"

let count = 0

/** `<name-question>` asks for a name in a dialog of the page. */
export class NameQuestionElement extends HTMLElement {
  #id = `name-question-${++count}`
  #title = make("h2", { id: `${this.#id}-title` })
  #field = make("input", {
    id: this.#id, class: "field", type: "text", required: true, maxLength: 60, autocomplete: "off", spellcheck: false,
  })
  #dialog = make("dialog", { class: "name-question", "aria-labelledby": `${this.#id}-title` })
  #answer = () => {}

  constructor() {
    super()
    const cancel = make("button", { type: "button", class: "button", onclick: () => this.#dialog.close() }, "Cancel")
    const save = make("button", { type: "submit", class: "button is-primary" }, "Save")
    const form = make("form", { onsubmit: event => this.#submitted(event) },
      this.#title, make("label", { htmlFor: this.#id }, "Name"), this.#field,
      make("div", { class: "name-actions" }, cancel, save))
    this.#dialog.append(form)
    this.#dialog.addEventListener("close", () => this.#answer(null))
  }

  connectedCallback() { if (!this.#dialog.isConnected) this.append(this.#dialog) }
  connectedMoveCallback() {}

  /** @returns {Promise<string|null>} the name, or null when the writer thought better of it */
  ask(title, proposed = "") {
    this.#title.textContent = title
    this.#field.value = proposed
    this.#dialog.showModal()
    this.#field.focus()
    return new Promise(resolve => { this.#answer = resolve })
  }

  #submitted(event) {
    event.preventDefault()
    const name = this.#field.value.trim()
    if (!name) return
    this.#answer(name)
    this.#dialog.close()
  }
}

customElements.define("name-question", NameQuestionElement)
