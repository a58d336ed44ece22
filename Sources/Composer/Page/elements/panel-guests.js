import { panelOf } from "../model/panels.js"
import { PanelStripElement } from "./panel-strip.js"

/** How often it is looked whether a window that was opened is still there. */
const watchMilliseconds = 400
const blocked = title => `The browser did not open a window for ${title}. Allow pop-ups for this page, and try again.`

/**
 * The panels that are for a while elsewhere than the arrangement says: looked at beside a strip, at a button, in a
 * browser window of their own. What the window's `view` says is drawn here, and ended here: by Escape, by a press
 * elsewhere, when the focus goes, when a browser window is closed.
 */
export class PanelGuests {
  #stage
  #strips = new Map()
  #windows = new Map()
  /** Those whose windows are open, while the daemon does not know yet that they leave. */
  #leaving = new Set()
  #anchor = null
  #watch = 0
  /** Nothing was drawn before. */
  #isFirst = true
  #isLeaving = false

  /**
   * @param {{layer: HTMLElement, arranging: Arranging, page: object, run: Function, focus: Function,
   *   notice: Function}} stage `page` is what a content gets
   * @param {AbortSignal} signal
   */
  constructor(stage, signal) {
    this.#stage = stage
    addEventListener("panel-window", event => this.#welcome(event.detail), { signal })
    addEventListener("pagehide", () => { for (const child of this.#windows.values()) child.close() }, { signal })
    addEventListener("pointerdown", event => this.#pressedAt(event), { signal, capture: true })
    stage.layer.addEventListener("focusin", event => this.#focused(event.target), { signal })
    signal.addEventListener("abort", () => clearInterval(this.#watch))
  }

  get #view() { return this.#stage.arranging.window?.view ?? {} }

  /** Draws the strips, and ends what the view does not have any more. */
  draw(window) {
    const strips = new Map((window.strips ?? []).map(strip => [strip.side, strip]))
    for (const [side, element] of this.#strips) {
      if (strips.has(side)) continue
      element.remove()
      this.#strips.delete(side)
    }
    for (const [side, strip] of strips) {
      if (!this.#strips.has(side)) this.#strips.set(side, this.#stage.layer.appendChild(new PanelStripElement()))
      const panels = strip.panels.map(id => ({ id, title: panelOf(window, id)?.title ?? id }))
      this.#strips.get(side).show({ ...strip, panels, peek: window.view?.peek ?? null })
    }
    const away = window.view?.away ?? []
    for (const [id, child] of this.#windows) {
      if (away.includes(id) || this.#leaving.has(id)) continue
      this.#windows.delete(id)
      child.close()
    }
    for (const id of away) if (!this.#windows.has(id)) this.#missing(window, id)
    this.#isFirst = false
  }

  /** Where the focus goes from a panel that was a guest; null when it was none. */
  origin(panel) {
    if (panel?.place === "popover") return this.#anchor
    return panel?.place === "strip" ? this.buttonOf(panel.id) : null
  }

  buttonOf(id) {
    for (const strip of this.#strips.values()) if (strip.buttonOf(id)) return strip.buttonOf(id)
    return null
  }

  // At a button

  /** Shows a panel at an element of the page. */
  async popOver(panel, anchor) {
    this.#anchor = anchor
    const at = anchor.getBoundingClientRect(), { x, y } = this.#stage.layer.getBoundingClientRect()
    const frame = { x: at.x - x, y: at.y - y, width: at.width, height: at.height }
    await this.#stage.run({ command: "popover", panel, anchor: anchor.id || anchor.className, frame })
  }

  /** Ends what is only looked at. @returns {boolean} whether there was any */
  dismiss() {
    const { peek, popover } = this.#view
    if (!peek && !popover) return false
    // A press elsewhere also takes the focus away: that is one wish.
    if (this.#isLeaving) return true
    this.#isLeaving = true
    this.#stage.run({ command: peek ? "peek" : "popover" }).finally(() => { this.#isLeaving = false })
    return true
  }

  #holds(target) {
    const { peek, popover } = this.#view, id = peek ?? popover?.panel
    return target.closest?.(`#panel-${id}, command-menu, dialog, notice-board`) !== null
  }

  #pressedAt(event) {
    const { peek, popover } = this.#view
    if ((!peek && !popover) || this.#holds(event.target)) return
    // The press of the name itself ends it, or shows another one.
    if (peek && event.target.closest?.(".strip-name")) return
    this.dismiss()
  }

  /** The focus that goes elsewhere takes away what was only looked at beside a strip. */
  #focused(target) {
    if (!this.#view.peek || this.#holds(target)) return
    // A press of a name focuses it before it is a click, which then shows another one or none.
    if (!target.closest("panel-strip") || target.matches(":focus-visible")) this.dismiss()
  }

  // In a window of its own

  /** The browser is asked at once, within the press or click that wants it, else it would open nothing. */
  async popOut(id) {
    const { arranging, notice } = this.#stage
    const panel = panelOf(arranging.window, id)
    if (this.#windows.has(id)) return this.#windows.get(id).focus()
    const child = this.#open(panel)
    if (!child) return notice(blocked(panel.title))
    this.#keep(id, child)
    this.#leaving.add(id)
    const isDone = await arranging.run({ command: "popOut", panel: id })
    this.#leaving.delete(id)
    if (isDone) return undefined
    this.#windows.delete(id)
    return child.close()
  }

  #open({ id, frame }) {
    const { width, height } = frame ?? { width: 420, height: 480 }
    const address = `/?panel=${encodeURIComponent(id)}&of=${this.#stage.arranging.window.id}`
    const size = `popup,width=${Math.round(Math.max(width, 320))},height=${Math.round(Math.max(height, 240))}`
    return window.open(address, `galley-${this.#stage.arranging.window.id}-${id}`, size)
  }

  #keep(id, child) {
    this.#windows.set(id, child)
    this.#watch ||= setInterval(() => this.#look(), watchMilliseconds)
  }

  /** Whoever closes the window wants the panel back. */
  #look() {
    for (const [id, child] of this.#windows) {
      if (!child.closed) continue
      this.#windows.delete(id)
      this.#stage.run({ command: "return", panel: id })
    }
    if (this.#windows.size > 0) return
    clearInterval(this.#watch)
    this.#watch = 0
  }

  /** A window that has loaded gets the very desk that this page writes in: there is one draft, and one who saves it. */
  #welcome({ panel, window: child, take }) {
    if (this.#windows.get(panel) === child) take(this.#stage.page)
    else child.close()
  }

  /** The view says that a panel is away, and its window is not there: this page is new, or someone else asked for it. */
  #missing(window, id) {
    const panel = panelOf(window, id)
    const child = this.#isFirst ? null : this.#open({ id, frame: null })
    if (child) return this.#keep(id, child)
    if (!this.#isFirst) {
      const action = { title: "Open its window", run: () => this.popOut(id) }
      this.#stage.notice(blocked(panel?.title ?? id), action)
    }
    return this.#stage.run({ command: "return", panel: id })
  }
}
