import { make } from "./markup.js"
import { icon } from "./panel-icons.js"
import { PanelsList } from "./panels-list.js"

/**
 * `<panels-menu>` is the toolbar's button for panels; behind it are which there are, where each is, and the arrangement
 * as a whole. Properties `arranging`, `desk`, `files` and `simulate` (see `net/windows.js`), `run`, which does a command, and
 * `popOver`, which shows a panel at an element.
 */
export class PanelsMenuElement extends HTMLElement {
  #button = make("button", {
    type: "button", class: "button panels-button", title: "Panels", "aria-label": "Panels", "aria-haspopup": "menu",
    "aria-expanded": false, onclick: () => this.#open(),
  }, icon("panels"), make("span", {}, "Panels"))
  #list = null
  #listening

  connectedCallback() {
    if (!this.#button.isConnected) this.append(this.#button)
    this.#listening = new AbortController()
    this.arranging.addEventListener("change", () => this.#show(), { signal: this.#listening.signal })
    this.#show()
  }

  disconnectedCallback() { this.#listening.abort() }

  connectedMoveCallback() {}

  /** Until the daemon has said how the window is arranged there is nothing to choose from. */
  #show() { this.#button.disabled = this.arranging.window === null }

  #open() {
    this.#list ??= new PanelsList(this, this.#button)
    this.#list.toggle()
  }

  notice(words) {
    this.desk.dispatchEvent(new CustomEvent("notice", { detail: { words, isBrief: true } }))
  }
}

customElements.define("panels-menu", PanelsMenuElement)
