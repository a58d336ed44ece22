import { arrangingItems, lookMenu, panelList, savedItems, windowSection } from "../model/panel-menu.js"
import { viewItems } from "../model/views.js"
import { chooseFile, readArrangement, save } from "./arrangement-files.js"
import { CommandMenuElement } from "./command-menu.js"
import { make } from "./markup.js"
import { NameQuestionElement } from "./name-question.js"
import { icon } from "./panel-icons.js"

const fileItems = [
  { id: "export", title: "Export arrangement", file: "export" },
  { id: "import", title: "Import arrangement…", file: "import" },
]

/**
 * `<panels-menu>` is the toolbar's button for panels: which there are, where each is, and the arrangement as a whole.
 * Properties `arranging`, `desk`, `files` (see `net/windows.js`), `run`, which does a command, and `popOver`, which
 * shows a panel at an element.
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

  async #run({ title, command, needsName, menu, popover, file }) {
    if (menu) return this.#menu.open(lookMenu(this.arranging.window), this.#button, "Look at a panel")
    if (popover) return this.popOver(popover, this.#button)
    if (file) return this.#filed(file)
    const name = needsName ? await this.#question.ask(title.replace("…", "")) : null
    if (needsName && !name) return undefined
    return this.run(needsName ? { ...command, name } : command)
  }

  async #filed(kind) {
    try {
      if (kind === "export") save(await this.files.read("desk"), "arrangement")
      else await this.#import()
    } catch (error) { this.#notice(error.detail ?? error.message) }
  }

  /** Kept under a name, and shown; what was there before comes back by undoing. */
  async #import() {
    const file = await chooseFile()
    if (!file) return
    const document = await readArrangement(file)
    if (!document) return this.#notice(`“${file.name}” is no arrangement. Choose a file that was exported here.`)
    const name = await this.#question.ask("Import arrangement as", file.name.replace(/\.json$/i, ""))
    if (!name) return
    const { diagnostics } = await this.files.write(name, document)
    await this.run({ command: "load", name })
    for (const words of diagnostics ?? []) this.#notice(words)
  }

  #notice(words) {
    this.desk.dispatchEvent(new CustomEvent("notice", { detail: { words, isBrief: true } }))
  }

  #open() {
    if (this.#menu.isOpen) return this.#menu.close()
    const { window } = this.arranging
    if (!window) return undefined
    const panels = panelList(window).map(({ id, title, state, isShown, command }) =>
      ({ id, title, detail: state, checked: isShown, command }))
    return this.#menu.open([
      { title: "Panels", isRow: false, items: panels },
      { title: "For a while", isRow: false, items: [lookItem(window), ...viewItems(window)] },
      { title: "Arranging", isRow: false, items: [...arrangingItems(window), ...savedItems(window), ...fileItems] },
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
