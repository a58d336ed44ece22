import { missingWords, onDemand } from "./on-demand.js"

const guests = onDemand(() => import("./panel-guests.js"), "strips")
const bars = onDemand(() => import("./meta-bar.js"), "meta")
const orders = onDemand(() => import("./layer-commands.js"))
const menus = onDemand(() => import("./panel-menus.js"), "menus")

/**
 * What joins the layer when it is first needed: those who are elsewhere for a while, the bar at the foot of a compact
 * window, the menus of panels, commands. Each is null until then.
 */
export class LayerCompany {
  #layer
  #signal
  #orders = null
  /** @type {PanelGuests|null} */ guests = null
  /** @type {MetaBarElement|null} */ bar = null
  /** @type {PanelMenus|null} */ menus = null

  /**
   * @param {PanelLayerElement} layer
   * @param {AbortSignal} signal ends it
   */
  constructor(layer, signal) {
    this.#layer = layer
    this.#signal = signal
  }

  /** The module of a part on demand, or null after it was said that it cannot be had. */
  async get(part) {
    return part.module ?? await part().catch(() => {
      this.#layer.notice(missingWords)
      return null
    })
  }

  /** Those who are elsewhere for a while. @param {boolean} [isFirst] nothing was drawn before */
  async host(isFirst = false) {
    const module = await this.get(guests)
    if (!module || this.guests) return this.guests
    const layer = this.#layer, { desk, commands, arranging } = layer
    const run = command => layer.run(command)
    this.guests = new module.PanelGuests({
      layer, arranging, page: { desk, commands, arranging, run }, run, isFirst,
      notice: (words, action) => layer.notice(words, action),
    }, this.#signal)
    if (arranging.window) this.guests.draw(arranging.window)
    return this.guests
  }

  async showBar() {
    const module = await this.get(bars)
    if (!module || this.bar) return this.bar
    const { arranging, isModal } = this.#layer
    this.bar = Object.assign(new module.MetaBarElement(), { arranging, inert: isModal })
    this.#layer.append(this.bar)
    return this.bar
  }

  /** What has commands done, or null without a word: the daemon can be asked all the same. */
  async command(panes) {
    const module = orders.module ?? await orders().catch(() => null)
    if (module) this.#orders ??= new module.LayerCommands(this.#layer, { company: this, panes })
    return this.#orders
  }

  /** Whether the menus are there at once. */
  get hasMenus() { return menus.module !== null }

  /** @param {(id: string) => PanelFrameElement|undefined} frameOf */
  async showMenus(frameOf) {
    const module = await this.get(menus)
    if (module && !this.menus) this.menus = new module.PanelMenus(this.#layer, frameOf, this.#signal)
    return this.menus
  }
}
