/** Commands of the layer, and the menus that offer them. */
import { CommandMenuElement } from "../elements/command-menu.js"
import { keepDirection } from "../model/language.js"
import { aloneItem, matesMenu, moveMenu, tabsMenu, windowSection } from "../model/panel-menu.js"
import { tabItems } from "../model/panel-stacks.js"
import { isShown, panelOf, sizeCommand } from "../model/panels.js"

const opening = ["open", "restore", "takeOut", "peek", "popover", "return"]

/** Runs commands, either by the daemon or by the page itself, and moves the focus along. */
export class LayerCommands {
  #layer
  #guests
  #panes

  /**
   * @param {PanelLayerElement} layer
   * @param {{guests: PanelGuests, panes: LayerPanes}} others
   */
  constructor(layer, { guests, panes }) {
    this.#layer = layer
    this.#guests = guests
    this.#panes = panes
  }

  /**
   * @param {Element|null} focus the focused element when the command was given
   * @returns {Promise<unknown>} false after a refusal
   */
  async run(command, focus) {
    if (command.command === "direction") return this.#turn(command.direction)
    if (command.command === "popOut") return this.#guests.popOut(command.panel)
    command = sizeCommand(this.#layer.arranging.window, command)
    if (!await this.#layer.arranging.run(command)) return false
    return this.#follow(command, focus)
  }

  /** Moves the focus from Meta to the panel's new place, unless the focus has moved on meanwhile. */
  #follow(command, focus) {
    const { window } = this.#layer.arranging
    if (command.command === "expose" && command.panel) return this.#panes.focus(command.panel)
    const isChosen = command.command === "show" && command.panel === "meta"
    const isOpening = isChosen || opening.includes(command.command)
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
    keepDirection(localStorage, direction)
    document.documentElement.dir = direction
    return this.#layer.measure()
  }
}

const menus = { move: moveMenu, mates: matesMenu, tabs: tabsMenu }

/** @param {"move"|"mates"|"tabs"} kind @returns {MenuSection[]} the sections of a panel's menu */
export const sectionsOf = (window, panel, kind) => menus[kind](window, panel)

/** The Move menu's item for a panel, or undefined if there is none. */
export function itemOf(window, panelId, id) {
  const panel = window && panelOf(window, panelId)
  if (!panel || !isShown(panel)) return undefined
  return moveMenu(window, panel).flatMap(section => section.items).find(item => item.id === id)
}

const sampleSheet = {
  edge: "bottom", state: "", states: ["tip", "half", "full"].map((name, order) => ({ name, order })), isModal: false,
}
const sample = { id: "", title: "", place: "pinned", side: "right", index: 0, frame: {}, z: 1, resize: [], sheet: sampleSheet }
const nothing = { class: "wide", follows: "desk", panels: [], separators: [] }

/**
 * The Move menu's items for the page's list of commands. A command about a panel takes `detail.panel`, or the panel
 * that last had the focus.
 * @param {PanelLayerElement} layer
 * @returns {Command[]}
 */
export function menuCommands(layer) {
  const { arranging } = layer
  const ofWindow = windowSection(nothing).items
  const ofWindowIds = new Set(ofWindow.map(item => item.id))
  const ofPanel = [...moveMenu(nothing, sample).flatMap(section => section.items), ...tabItems(sample), aloneItem(sample)]
    .filter(item => !ofWindowIds.has(item.id) && !item.isGlobal)
  const current = id => windowSection(arranging.window).items.find(item => item.id === id)
  return [
    ...ofPanel.map(({ id, title }) => ({
      id: `panel.${id}`, title: `Panel: ${title}`, run: detail => layer.act(id, detail?.panel),
      isEnabled: () => { const found = itemOf(arranging.window, layer.current?.id, id); return !!found && !found.reason },
    })),
    ...ofWindow.map(({ id, title }) => ({
      id: `arrangement.${id}`, title, run: () => layer.run(current(id).command),
      isEnabled: () => arranging.window !== null && !current(id).reason,
    })),
  ]
}

/** The menus of panels: at most one is open, at the element that requested it. */
export class PanelMenus {
  #layer
  #frameOf
  #menu = new CommandMenuElement()

  /**
   * @param {PanelLayerElement} layer
   * @param {(id: string) => PanelFrameElement|undefined} frameOf
   * @param {AbortSignal} signal
   */
  constructor(layer, frameOf, signal) {
    this.#layer = layer
    this.#frameOf = frameOf
    layer.append(this.#menu)
    signal.addEventListener("abort", layer.commands.register(...menuCommands(layer)))
  }

  get isOpen() { return this.#menu.isOpen }
  close() { return this.#menu.close() }
  contains(element) { return this.#menu.contains(element) }

  /** @param {"move"|"mates"|"tabs"} kind */
  open(frame, anchor, kind) {
    const { window } = this.#layer.arranging, { id, title } = frame.panel
    this.#menu.open(sectionsOf(window, panelOf(window, id), kind), anchor, `Move ${title}`, frame.handle)
  }

  /** Runs an item of the Move menu on a panel. */
  act(id, panelId) {
    const item = itemOf(this.#layer.arranging.window, panelId, id)
    if (item && !item.reason) this.choose(item, this.#frameOf(panelId))
  }

  /** An item that leads to another menu opens it in place of this one. */
  choose(item, frame = this.#frameOf(item.panel)) {
    if (!item.menu) return this.#layer.run(item.command)
    return this.#layer.openMenu(frame, frame.handle, item.menu)
  }
}
