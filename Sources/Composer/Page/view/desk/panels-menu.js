import { bounds } from "../../model/bounds.js"
import { lookMenu, offeredItems, panelSections, savedItems, windowSection } from "../../model/panel-menu.js"
import { otherSizes, pieces, piecesInWords } from "../../model/panels.js"
import { arrangingItems, viewItems } from "../../model/views.js"
import { button, closeDialog, dialog, icon, ListeningElement, make, openDialog, shape } from "../markup.js"
import { CommandMenuElement } from "../command-menu.js"

/** The drawing's maximum size and the size of its letters, in CSS px; the letters match the text around it. */
const most = { width: 460, height: 300 }, letters = 12

/**
 * `<size-preview>` shows in a dialog how this window's panels would stand in another size, as the daemon computes it;
 * looking changes nothing. Properties `simulate(size)`, which returns the window in that size, and `size`, that of this
 * window.
 */
class SizePreviewElement extends HTMLElement {
  #drawing = make("div", { class: "size-drawing" })
  #words = make("ul", { class: "size-words" })
  #state = make("p", { class: "size-state", role: "status" })
  #choices = make("div", { class: "size-choices", role: "radiogroup", "aria-label": "Size of the window" })
  #dialog = dialog({ class: "name-question size-preview", "aria-labelledby": "size-preview-title" })
  #turn

  connectedCallback() {
    this.#choices.append(...otherSizes.map((size, index) => make("label", { class: "size-choice" },
      make("input", { type: "radio", name: "window-size", value: size.id, checked: index === 0,
        onchange: () => this.#show(size) }), `${size.title} `, make("small", {}, `${size.width} × ${size.height}`))))
    this.#dialog.append(make("h2", { id: "size-preview-title" }, "At another size"), this.#choices, this.#state,
      make("div", { class: "size-shown" }, this.#drawing, this.#words),
      make("div", { class: "name-actions" }, button("Close", () => closeDialog(this.#dialog))))
    // The element is removed, so that it exists only while the dialog is open.
    this.#dialog.addEventListener("close", () => this.remove())
  }

  open() {
    openDialog(this.#dialog, this)
    this.#show(otherSizes[0])
    this.#choices.querySelector("input").focus()
  }

  /** Draws only the latest choice. */
  async #show(size) {
    const turn = this.#turn = Symbol("turn")
    try {
      const window = await this.simulate(size)
      if (turn === this.#turn) this.#draw(window, size)
    } catch (error) {
      if (turn !== this.#turn) return
      this.#drawing.replaceChildren()
      this.#words.replaceChildren()
      this.#state.textContent = error.message
    }
  }

  #draw(window, { title, width, height }) {
    this.#state.textContent = `${title}, ${width} × ${height}`
    const scale = Math.min(most.width / width, most.height / height)
    const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, width: width * scale, height: height * scale,
      "aria-hidden": "true" })
    for (const { title, frame, isText } of pieces(window)) {
      svg.append(shape("rect", { class: isText ? "is-text" : "is-panel", rx: 6 / scale, x: frame.x, y: frame.y,
        width: frame.width, height: frame.height }))
      const size = letters / scale, room = Math.floor(frame.width * scale / (letters * 0.58)) - 1
      if (room < 2 || frame.height * scale < letters * 1.5) continue
      svg.append(shape("text", { x: frame.x + size * 0.7, y: frame.y + size * 1.4, "font-size": size },
        title.length > room ? `${title.slice(0, room - 1)}…` : title))
    }
    this.#drawing.replaceChildren(svg)
    this.#words.replaceChildren(...piecesInWords(window).map(words => make("li", {}, words)))
  }
}

customElements.define("size-preview", SizePreviewElement)

/** `<name-question>` asks for a name in a dialog. */
class NameQuestionElement extends HTMLElement {
  #title = make("h2", { id: "name-question-title" })
  #field = make("input", { id: "name-question-name", class: "field", type: "text", required: true, maxLength: bounds.arrangement,
    autocomplete: "off", spellcheck: false })
  #dialog = dialog({ class: "name-question", "aria-labelledby": "name-question-title", onclick: null })
  #answer = () => {}

  constructor() {
    super()
    const save = make("button", { type: "submit", class: "button is-primary" }, "Save")
    const form = make("form", { onsubmit: event => this.#submitted(event) },
      this.#title, make("label", { for: "name-question-name" }, "Name"), this.#field,
      make("div", { class: "name-actions" }, button("Cancel", () => closeDialog(this.#dialog)), save))
    this.#dialog.append(form)
    this.#dialog.addEventListener("close", () => this.#answer(null))
  }

  /** @returns {Promise<string|null>} the name, or null if the writer cancelled */
  ask(title, proposed = "") {
    this.#title.textContent = title
    this.#field.value = proposed
    openDialog(this.#dialog, this)
    this.#field.focus()
    return new Promise(resolve => { this.#answer = resolve })
  }

  #submitted(event) {
    event.preventDefault()
    const name = this.#field.value.trim()
    if (!name) return
    this.#answer(name)
    closeDialog(this.#dialog)
  }
}

customElements.define("name-question", NameQuestionElement)

/** Offers a document to the user as a file to save. */
function saveAsFile(document, name) {
  const address = URL.createObjectURL(new Blob([`${JSON.stringify(document, null, 2)}\n`], { type: "application/json" }))
  make("a", { href: address, download: `${name}.json` }).click()
  // The browser reads the object URL after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** @returns {Promise<File|null>} the file that the user chose, or null */
function chooseFile() {
  const field = make("input", { type: "file", accept: ".json,application/json" })
  return new Promise(resolve => {
    field.addEventListener("change", () => resolve(field.files[0] ?? null))
    field.addEventListener("cancel", () => resolve(null))
    field.click()
  })
}

/** @returns {Promise<object|null>} the file's content; null if it is not an arrangement */
async function readArrangement(file) {
  try {
    const found = JSON.parse(await file.text())
    return found !== null && typeof found === "object" && !Array.isArray(found) ? found : null
  } catch { return null }
}

const fileItems = [
  { id: "export", title: "Export arrangement", file: "export" },
  { id: "import", title: "Import arrangement…", file: "import" },
]

/** The features behind the toolbar's Panels button: the menu, the question for a name, files. */
class PanelsList {
  #home
  #button
  #menu = new CommandMenuElement()
  #question = new NameQuestionElement()

  /**
   * @param {PanelsMenuElement} home the element whose properties it uses
   * @param {HTMLElement} button the button at which it opens
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
    if (!window) return
    return this.#menu.open([
      ...panelSections(window),
      { title: "For a while", items: [lookItem(window), ...viewItems(window).filter(isNear)] },
      { title: "Arranging", items: [...arrangingItems(window).filter(isNear), moreItem] },
      ...window.class === "compact" ? [{ title: "Page", items: [commandsItem] }] : [],
    ], this.#button, "Panels")
  }

  /** What one needs now and then. */
  #more(window) {
    return [
      { title: "Panels", items: [
        ...[...arrangingItems(window), ...viewItems(window)].filter(item => !isNear(item)), ...offeredItems(window), simulateItem] },
      { title: "Saved", items: [...savedItems(window), ...fileItems] },
      windowSection(window),
    ]
  }

  async #run({ title, command, needsName, menu, popover, file, simulates, pageCommand }) {
    if (simulates) return this.#simulate()
    if (pageCommand) return this.#home.commands.run(pageCommand)
    if (menu === "look") return this.#menu.open(lookMenu(this.#window), this.#button, "Look at a panel")
    if (menu) return this.#menu.open(this.#more(this.#window), this.#button, "Arrangements")
    if (popover) return this.#home.popOver(popover, this.#button)
    if (file) return this.#filed(file)
    const name = needsName ? await this.#question.ask(title.replace("…", "")) : null
    if (needsName && !name) return
    return this.#home.run(needsName ? { ...command, name } : command)
  }

  /** Shows the panels as they would be in another size. */
  #simulate() {
    const { id } = this.#window
    const preview = Object.assign(new SizePreviewElement(), { simulate: size => this.#home.simulate(id, size) })
    this.#home.append(preview)
    return preview.open()
  }

  async #filed(kind) {
    try {
      if (kind === "export") saveAsFile(await this.#home.files.read("desk"), "arrangement")
      else await this.#import()
    } catch (error) { this.#home.notice(error.message) }
  }

  /** Saves the arrangement under a name, and shows it; undo restores the previous one. */
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

const simulateItem = { id: "simulate", title: "See at another size…", about: "Changes nothing", simulates: true }

const moreItem = {
  id: "more", title: "Arrangements…", menu: "more", about: "Save, load and share how the panels stand",
}
/** A phone has no keys for it, and its toolbar not always room. */
const commandsItem = { id: "commands", title: "Search…", pageCommand: "page.commands" }

/** The items of the first menu; the others are behind “Arrangements…”. */
const isNear = ({ id }) => ["expose", "zen", "lock-all", "with-panels", "undo", "redo"].includes(id)

const lookItem = window => ({
  id: "look", title: "Look at a panel here…", menu: "look", about: "Shows one until you press elsewhere",
  ...lookMenu(window)[0].items.length === 0 && { reason: "All panels are open." },
  ...window.class === "compact" && { reason: "A window this narrow shows one panel at a time." },
})

/**
 * `<panels-menu>` is the toolbar's button for panels; its menu lists the panels, their places, and commands for the
 * whole arrangement. Properties `files` and `simulate` (see `net/windows.js`), `run`, which runs a command of the
 * panels, and `popOver`, which shows a panel at an element.
 */
export class PanelsMenuElement extends ListeningElement {
  #button = button(icon("panels"), () => this.#open(), { class: "button panels-button", title: "Panels",
    "aria-label": "Panels", "aria-haspopup": "menu", "aria-expanded": false }, make("span", {}, "Panels"))
  #list = null

  build() { this.append(this.#button) }

  listen() { this.#show() }
  update({ panels }) { if (panels) this.#show() }

  /** The button is disabled until the daemon has sent the arrangement. */
  #show() { this.#button.disabled = this.arranging.window === null }

  #open() {
    this.#list ??= new PanelsList(this, this.#button)
    this.#list.toggle()
  }

  notice(words) { this.page.tell({ notice: { words, isBrief: true } }) }
}

customElements.define("panels-menu", PanelsMenuElement)
