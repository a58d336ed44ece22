import { arrangingItems, panelList, savedItems, windowSection } from "../model/panel-menu.js"
import { CommandMenuElement } from "./command-menu.js"
import { make } from "./markup.js"
import { NameQuestionElement } from "./name-question.js"
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
  #question = new NameQuestionElement()

  connectedCallback() {
    if (this.#button.isConnected) return
    this.#menu.addEventListener("menu-choice", event => this.#run(event.detail))
    this.append(this.#button, this.#menu, this.#question)
  }

  connectedMoveCallback() {}

  async #run({ title, command, needsName }) {
    const name = needsName ? await this.#question.ask(title.replace("…", "")) : null
    if (needsName && !name) return
    this.arranging.run(needsName ? { ...command, name } : command)
  }

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
