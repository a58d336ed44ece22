import { bind, make } from "../view/markup.js"

/**
 * `<title-panel>`: the title, which is optional, the last part of the post's address, and a summary. Property `desk`.
 */
export class TitlePanelElement extends HTMLElement {
  #title = make("textarea", { id: "title-text", class: "title-text", dir: "auto", rows: 1, placeholder: "No title",
    spellcheck: true, "aria-label": "Title" })
  #slug = make("input", { id: "title-slug", class: "plain-field", spellcheck: false, autocapitalize: "none",
    autocomplete: "off" })
  #summary = make("textarea", { id: "title-summary", class: "plain-field", rows: 2,
    placeholder: "The beginning of the text" })
  #problem = make("p", { class: "note", role: "status" })
  #listening

  constructor() {
    super()
    this.#title.addEventListener("keydown", event => {
      if (event.key !== "Enter" || event.isComposing) return
      event.preventDefault()
      this.commands.run("text.focus")
    })
  }

  connectedCallback() {
    if (!this.#title.isConnected) {
      this.append(this.#title,
        make("div", { class: "title-rest" },
          make("label", { for: "title-slug" }, "Address"), this.#slug,
          make("label", { for: "title-summary" }, "Summary"), this.#summary),
        this.#problem)
    }
    this.#listening = new AbortController()
    const { signal } = this.#listening
    const { desk } = this
    const field = name => ({ desk, signal, read: fields => fields[name], write: text => ({ [name]: text }) })
    bind(this.#title, { ...field("title"), write: text => ({ title: text.replace(/\s*\n\s*/g, " ") }) })
    bind(this.#slug, { ...field("slug"), write: text => ({ slug: text.trim() }) })
    bind(this.#summary, field("summary"))
    desk.addEventListener("told", () => this.#show(), { signal })
    desk.addEventListener("save", () => this.#show(), { signal })
    this.#show()
  }

  connectedMoveCallback() {}

  disconnectedCallback() { this.#listening.abort() }

  #show() {
    this.#slug.placeholder = this.desk.post?.slug ?? "from the title"
    const { held, problem } = this.desk.draft
    const isWrong = held.includes("slug")
    this.#problem.textContent = isWrong ? problem : ""
    this.#slug.toggleAttribute("aria-invalid", isWrong)
  }
}

customElements.define("title-panel", TitlePanelElement)
