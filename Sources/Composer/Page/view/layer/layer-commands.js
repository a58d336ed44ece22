/** Commands of the layer, and the menus that offer them. */
import { CommandMenuElement } from "../command-menu.js"
import { directionKey } from "../../model/language.js"
import { matesMenu, moveMenu, tabsMenu } from "../../model/panel-menu.js"
import { isShown, opening, panelOf, sizeCommand } from "../../model/panels.js"
import { kept } from "../../net/browser-store.js"

/** Runs commands, either by the daemon or by the page itself, and moves the focus along. */
export class LayerCommands {
  #layer
  #temporary
  #panes

  /** @param {{temporary: TemporaryPanels, panes: LayerPanes}} others */
  constructor(layer, { temporary, panes }) {
    this.#layer = layer
    this.#temporary = temporary
    this.#panes = panes
  }

  /**
   * @param {Element|null} focus the focused element when the command was given
   * @returns {Promise<unknown>} false after a refusal
   */
  async run(command, focus) {
    if (command.command === "direction") return this.#turn(command.direction)
    if (command.command === "popOut") return this.#temporary.popOut(command.panel)
    command = sizeCommand(this.#layer.arranging.window, command)
    if (!await this.#layer.arranging.run(command)) return false
    return this.#follow(command, focus)
  }

  /** Moves the focus from Meta to the panel's new place, unless the focus has moved on meanwhile. */
  #follow(command, focus) {
    const { window } = this.#layer.arranging
    if (command.command === "expose" && command.panel) return this.#panes.focus(command.panel)
    const isChosen = command.command === "show" && command.panel === "meta"
    const isOpening = isChosen || [...opening, "return"].includes(command.command)
    const opened = isChosen ? command.item : command.panel
    const isSeen = opened && isShown(panelOf(window, opened))
    if (isOpening && isSeen && (focus === document.activeElement || document.activeElement === document.body)) {
      this.#panes.focus(opened)
    }
    if (command.command === "close" && command.panel === "meta" && window.class === "compact") this.#panes.focus("bar")
    return true
  }

  /** Sets this browser's reading direction; its panels are mirrored. */
  #turn(direction) {
    kept(directionKey).set(direction)
    document.documentElement.dir = direction
    return this.#layer.measure()
  }
}

/** The menus of panels. At most one is open, beside the element that opened it. */
export class PanelMenus {
  #layer
  #frame
  #answer
  #menu = new CommandMenuElement()

  constructor(layer) {
    this.#layer = layer
    layer.append(this.#menu)
  }

  get isOpen() { return this.#menu.isOpen }
  close() { return this.#menu.close() }
  contains(element) { return this.#menu.contains(element) }

  /** @param {"move"|"mates"|"tabs"} kind */
  open(frame, anchor, kind) {
    this.#frame = frame
    this.#menu.open(this.#sections(frame.panel, kind), anchor, `Move ${frame.panel.title}`, frame.handle)
  }

  /** The daemon's answer for the Move menu has the panels to stack with, too. */
  #sections({ id }, kind) {
    const { window } = this.#layer.arranging
    if (kind === "tabs") return tabsMenu(window, panelOf(window, id))
    return kind === "mates" ? matesMenu(window, this.#answer) : this.#asked(id)
  }

  async #asked(id) {
    const { arranging } = this.#layer
    const answer = await arranging.menu(id)
    if (!answer) return null
    this.#answer = answer
    return moveMenu(arranging.window, answer)
  }

  /** Runs an item's command, or opens the menu that it leads to. */
  choose(item) {
    if (!item.menu) return this.#layer.run(item.command)
    return this.#layer.openMenu(this.#frame, this.#frame.handle, item.menu)
  }
}
