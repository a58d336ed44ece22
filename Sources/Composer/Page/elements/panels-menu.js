import { arrangingItems, panelList, savedItems, windowSection } from "../model/panel-menu.js"
import { CommandMenuElement } from "./command-menu.js"
import { make } from "./markup.js"
import { icon } from "./panel-icons.js"

/**
 * `<panels-menu>` is the toolbar's button for panels: which there are, where each is, and the arrangement as a whole.
 * Property `arranging`.
 */
export class PanelsMenuElement extends HTMLElement {
  #button = make("button", {
    type: "button", class: "button panels-button", title: "Panels", "aria-label": "Panels", "aria-haspopup": "menu",
    "aria-expanded": false, onclick: () => this.#open(),
  }, icon("panels"), make("span", {}, "Panels"))
  #menu = new CommandMenuElement()

  connectedCallback() {
    if (this.#button.isConnected) return
    this.#menu.addEventListener("menu-choice", event => this.arranging.run(event.detail.command))
    this.append(this.#button, this.#menu)
  }

  connectedMoveCallback() {}

  #open() {
    if (this.#menu.isOpen) return this.#menu.close()
    const { window } = this.arranging
    if (!window) return undefined
    const panels = panelList(window).map(({ id, title, state, isShown, command }) =>
      ({ id, title, detail: state, checked: isShown, command }))
    return this.#menu.open([
      { title: "Panels", isRow: false, items: panels },
      { title: "Arranging", isRow: false, items: [...arrangingItems(window), ...savedItems(window)] },
      windowSection(window),
    ], this.#button, "Panels")
  }
}

customElements.define("panels-menu", PanelsMenuElement)
