import { isShown, panelOf } from "../model/panels.js"
import { keepDirection } from "../model/direction.js"
import { sizeCommand } from "../model/panel-size.js"

const opening = ["open", "restore", "takeOut", "peek", "popover", "return"]

/** Has commands done, by the daemon or by the page itself, and takes the focus along. */
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
   * @param {Element|null} focus what had the focus when it was asked for
   * @returns {Promise<unknown>} false when it was refused
   */
  async run(command, focus) {
    if (command.command === "direction") return this.#turn(command.direction)
    if (command.command === "popOut") return this.#guests.popOut(command.panel)
    command = sizeCommand(this.#layer.arranging.window, command)
    if (!await this.#layer.arranging.run(command)) return false
    return this.#follow(command, focus)
  }

  /** From Meta one goes where the panel went, unless the focus has moved on meanwhile. */
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

  /** From now on this browser reads in that direction; its panels stand in a mirror. */
  #turn(direction) {
    keepDirection(localStorage, direction)
    document.documentElement.dir = direction
    return this.#layer.measure()
  }
}
