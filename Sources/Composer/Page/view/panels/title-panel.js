import { bind, fitHeight, ListeningElement, make, setAttributes } from "../markup.js"

/** Binds a field for the title, which is one line; of what is pasted or dropped there, the lines are joined. */
export function bindTitle(field, page, signal) {
  bind(field, { page, signal, read: fields => fields.title, write: text => ({ title: oneLine(text) }) })
  field.addEventListener("beforeinput", event => {
    const { inputType, data } = event
    if (!["insertFromPaste", "insertFromDrop"].includes(inputType) || !data?.includes("\n")) return
    event.preventDefault()
    document.execCommand("insertText", false, oneLine(data))
  }, { signal })
}

export const oneLine = text => text.replace(/\s*\n\s*/g, " ")

/** The last part of the post's address, and its summary; with a message if the daemon refused the address. */
export class TitleRest {
  element
  #model
  #slug
  #summary
  #problem = make("p", { class: "note", role: "status" })

  /** @param {string} name the beginning of the fields' ids */
  constructor(name) {
    this.#slug = make("input", { id: `${name}-slug`, class: "plain-field", spellcheck: false, autocapitalize: "none",
      autocomplete: "off" })
    this.#summary = make("textarea", { id: `${name}-summary`, class: "plain-field", rows: 2,
      placeholder: "The beginning of the text" })
    this.element = make("div", { class: "title-rest" },
      make("label", { for: `${name}-slug` }, "Address"), this.#slug,
      make("label", { for: `${name}-summary` }, "Summary"), this.#summary,
      this.#problem)
  }

  listen(page, signal) {
    this.#model = page.model
    const field = { page, signal }
    fitHeight(this.#summary, signal)
    bind(this.#slug, { ...field, read: fields => fields.slug, write: text => ({ slug: text.trim() }) })
    bind(this.#summary, { ...field, read: fields => fields.summary, write: text => ({ summary: text }) })
    page.join(this, signal)
    this.#show()
  }

  update({ received, save }) { if (received || save) this.#show() }

  #show() {
    const model = this.#model, problem = model.refusalOf("slug")
    setAttributes(this.#slug, { placeholder: model.post?.slug ?? "from the title", "aria-invalid": problem !== "" })
    this.#problem.textContent = problem
  }
}

/**
 * `<title-panel>`: the title, which is optional, the last part of the post's address, and a summary.
 */
class TitlePanelElement extends ListeningElement {
  #title = make("textarea", { id: "title-text", class: "title-text", dir: "auto", rows: 1, placeholder: "No title",
    spellcheck: true, "aria-label": "Title" })
  #rest = new TitleRest("title")

  constructor() {
    super()
    this.#title.addEventListener("keydown", event => {
      if (event.key !== "Enter") return
      event.preventDefault()
      this.commands.run("text.focus")
    })
  }

  build() { this.append(this.#title, this.#rest.element) }

  listen(signal) {
    fitHeight(this.#title, signal)
    bindTitle(this.#title, this.page, signal)
    this.#rest.listen(this.page, signal)
  }
}

customElements.define("title-panel", TitlePanelElement)
