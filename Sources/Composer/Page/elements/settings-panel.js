/** The Settings panel: what the user has chosen for the page. */
import { pageUser } from "../net/api.js"
import { choices } from "../model/preferences.js"
import { make, say } from "../view/markup.js"

/** `<settings-panel>`: a row for each choice, which applies at once and in every window of the user. Property `desk`. */
export class SettingsPanelElement extends HTMLElement {
  #fields = new Map()
  #note = make("p", { class: "note", role: "status", hidden: true })
  #listening

  connectedCallback() {
    if (!this.#note.isConnected) {
      this.append(make("div", { class: "settings" }, ...choices.map(choice => this.#row(choice))), this.#note,
        make("p", { class: "quiet settings-user" }, pageUser ? `Signed in as ${pageUser}.` : ""))
    }
    this.#listening = new AbortController()
    this.desk.preferences.addEventListener("change", () => this.#show(), { signal: this.#listening.signal })
    this.#show()
  }

  connectedMoveCallback() {}

  disconnectedCallback() { this.#listening.abort() }

  #row({ name, title, values }) {
    const id = `setting-${name}`
    const field = make("select", { id, class: "field" }, ...values.map(([value, words]) =>
      make("option", { value }, words)))
    field.addEventListener("change", () => this.#choose(name, field.value))
    this.#fields.set(name, field)
    return make("div", { class: "setting" }, make("label", { for: id }, title), field)
  }

  #show() { for (const [name, field] of this.#fields) field.value = this.desk.preferences.get(name) }

  async #choose(name, value) {
    try {
      await this.desk.preferences.choose(name, value)
      this.#tell("")
    } catch (problem) {
      this.#tell(`${problem.message} The choice lasts until this page is loaded again.`)
    }
  }

  #tell(words) {
    say(this.#note, words)
    this.#note.hidden = !words
  }
}

customElements.define("settings-panel", SettingsPanelElement)
