import { panelOf } from "../model/panels.js"
import { CommandMenuElement } from "./command-menu.js"
import { itemOf, menuCommands, sectionsOf } from "./move-menu.js"

/** The menus of panels: one at a time is open, at what asked for it. */
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

  /** Does an item of the Move menu to a panel. */
  act(id, panelId) {
    const item = itemOf(this.#layer.arranging.window, panelId, id)
    if (item && !item.reason) this.choose(item, this.#frameOf(panelId))
  }

  /** An item that leads to another menu opens that one in its place. */
  choose(item, frame = this.#frameOf(item.panel)) {
    if (!item.menu) return this.#layer.run(item.command)
    return this.#layer.openMenu(frame, frame.handle, item.menu)
  }
}
