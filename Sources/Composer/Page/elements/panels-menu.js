import { EarlyKeys } from "./early-press.js"
import { make } from "./markup.js"
import { missingWords, onDemand } from "./on-demand.js"
import { icon } from "./panel-icons.js"

const lists = onDemand(() => import("./panels-list.js"), "menus")

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

  connectedCallback() { if (!this.#button.isConnected) this.append(this.#button) }

  connectedMoveCallback() {}

  async #open() {
    const early = lists.module ? null : new EarlyKeys()
    const module = lists.module ?? await lists().catch(() => null)
    if (module) this.#list ??= new module.PanelsList(this, this.#button)
    else this.notice(missingWords)
    this.#list?.toggle()
    early?.replay()
  }

  notice(words) {
    this.desk.dispatchEvent(new CustomEvent("notice", { detail: { words, isBrief: true } }))
  }
}

customElements.define("panels-menu", PanelsMenuElement)
