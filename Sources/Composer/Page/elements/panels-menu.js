import { arrangingItems, lookMenu, panelList, savedItems, windowSection } from "../model/panel-menu.js"
import { CommandMenuElement } from "./command-menu.js"
import { make } from "./markup.js"
import { NameQuestionElement } from "./name-question.js"
import { icon } from "./panel-icons.js"

/**
 * `<panels-menu>` is the toolbar's button for panels: which there are, where each is, and the arrangement as a whole.
 * Properties `arranging`, and `popOver`, which shows a panel at an element.
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

  async #run({ title, command, needsName, menu, popover }) {
    if (menu) return this.#menu.open(lookMenu(this.arranging.window), this.#button, "Look at a panel")
    if (popover) return this.popOver(popover, this.#button)
    const name = needsName ? await this.#question.ask(title.replace("…", "")) : null
    if (needsName && !name) return undefined
    return this.arranging.run(needsName ? { ...command, name } : command)
  }

  #open() {
    if (this.#menu.isOpen) return this.#menu.close()
    const { window } = this.arranging
    if (!window) return undefined
    const panels = panelList(window).map(({ id, title, state, isShown, command }) =>
      ({ id, title, detail: state, checked: isShown, command }))
    return this.#menu.open([
      { title: "Panels", isRow: false, items: panels },
      { title: "For a while", isRow: false, items: [lookItem(window)] },
      { title: "Arranging", isRow: false, items: [...arrangingItems(window), ...savedItems(window)] },
      windowSection(window),
    ], this.#button, "Panels")
  }
}

const lookItem = window => ({
  id: "look", title: "Look at a panel here…", menu: "look",
  ...lookMenu(window)[0].items.length === 0 && { reason: "All panels are open." },
  ...window.class === "compact" && { reason: "A window this narrow shows one panel at a time." },
})

customElements.define("panels-menu", PanelsMenuElement)
