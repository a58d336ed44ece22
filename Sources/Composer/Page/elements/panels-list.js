import { lookMenu, offeredItems, panelList, savedItems, windowSection } from "../model/panel-menu.js"
import { arrangingItems, viewItems } from "../model/views.js"
import { chooseFile, readArrangement, save } from "./arrangement-files.js"
import { CommandMenuElement } from "./command-menu.js"
import { NameQuestionElement } from "./name-question.js"
import { SizePreviewElement } from "./size-preview.js"

const fileItems = [
  { id: "export", title: "Export arrangement", file: "export" },
  { id: "import", title: "Import arrangement…", file: "import" },
]

/** What stands behind the toolbar's button for panels: the menu, the question for a name, files. */
export class PanelsList {
  #home
  #button
  #menu = new CommandMenuElement()
  #question = new NameQuestionElement()

  /**
   * @param {PanelsMenuElement} home whose properties it uses
   * @param {HTMLElement} button at which it opens
   */
  constructor(home, button) {
    this.#home = home
    this.#button = button
    this.#menu.addEventListener("menu-choice", event => this.#run(event.detail))
    home.append(this.#menu, this.#question)
  }

  get #window() { return this.#home.arranging.window }

  toggle() {
    if (this.#menu.isOpen) return this.#menu.close()
    const window = this.#window
    if (!window) return undefined
    const panels = panelList(window).map(({ id, title, state, isShown, command }) =>
      ({ id, title, detail: state, checked: isShown, command }))
    return this.#menu.open([
      { title: "Panels", isRow: false, items: panels },
      { title: "For a while", isRow: false, items: [lookItem(window), ...viewItems(window), simulateItem] },
      { title: "Arranging", isRow: false, items: [
        ...arrangingItems(window), ...offeredItems(window), ...savedItems(window), ...fileItems] },
      windowSection(window),
    ], this.#button, "Panels")
  }

  async #run({ title, command, needsName, menu, popover, file, simulates }) {
    if (simulates) return this.#simulate()
    if (menu) return this.#menu.open(lookMenu(this.#window), this.#button, "Look at a panel")
    if (popover) return this.#home.popOver(popover, this.#button)
    if (file) return this.#filed(file)
    const name = needsName ? await this.#question.ask(title.replace("…", "")) : null
    if (needsName && !name) return undefined
    return this.#home.run(needsName ? { ...command, name } : command)
  }

  /** As it would be in another size. */
  #simulate() {
    const { id } = this.#window
    const preview = Object.assign(new SizePreviewElement(), { simulate: size => this.#home.simulate(id, size) })
    this.#home.append(preview)
    return preview.open()
  }

  async #filed(kind) {
    try {
      if (kind === "export") save(await this.#home.files.read("desk"), "arrangement")
      else await this.#import()
    } catch (error) { this.#home.notice(error.detail ?? error.message) }
  }

  /** Kept under a name, and shown; what was there before comes back by undoing. */
  async #import() {
    const file = await chooseFile()
    if (!file) return
    const document = await readArrangement(file)
    if (!document) return this.#home.notice(`“${file.name}” is no arrangement. Choose a file that was exported here.`)
    const name = await this.#question.ask("Import arrangement as", file.name.replace(/\.json$/i, ""))
    if (!name) return
    const { diagnostics } = await this.#home.files.write(name, document)
    await this.#home.run({ command: "load", name })
    for (const words of diagnostics ?? []) this.#home.notice(words)
  }
}

const simulateItem = { id: "simulate", title: "See at another size…", simulates: true }

const lookItem = window => ({
  id: "look", title: "Look at a panel here…", menu: "look",
  ...lookMenu(window)[0].items.length === 0 && { reason: "All panels are open." },
  ...window.class === "compact" && { reason: "A window this narrow shows one panel at a time." },
})
