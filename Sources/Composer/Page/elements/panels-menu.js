import { arrangingItems, panelList, windowSection } from "../model/panel-menu.js"
import { CommandMenuElement } from "./command-menu.js"
import { icon } from "./panel-icons.js"

/**
 * `<panels-menu>` is the toolbar's button for panels: which there are, where each is, and the arrangement as a whole.
 * Property `arranging`.
 */
export class PanelsMenuElement extends HTMLElement {
  #button = Object.assign(document.createElement("button"), { type: "button", className: "panels-button", title: "Panels" })
  #menu = new CommandMenuElement()

  connectedCallback() {
    if (this.#button.isConnected) return
    this.#button.setAttribute("aria-haspopup", "menu")
    this.#button.setAttribute("aria-expanded", "false")
    this.#button.append(icon("panels"), Object.assign(document.createElement("span"), { textContent: "Panels" }))
    this.#button.addEventListener("click", () => this.#open())
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
      { title: "Arranging", isRow: false, items: arrangingItems(window) },
      windowSection(window),
    ], this.#button, "Panels")
  }
}

customElements.define("panels-menu", PanelsMenuElement)
