/** The panes of the layer, and the panels that are elsewhere for a while. */
import { PanelStripElement } from "../elements/panel-bars.js"
import { isShown, paneAfter, panelOf, topmost } from "../model/panels.js"

/**
 * The panes of the layer, the text among them: which has the focus, where the focus goes when its pane does, which
 * one lies in front. Nothing that goes may leave the focus to the page as a whole.
 */
export class LayerPanes {
  #layer
  #body
  #frameOf
  #guests
  #bar
  #current = null
  /** Who had the focus before a modal sheet. */
  #invoker
  #raising = null
  #before = {}

  /**
   * @param {PanelLayerElement} layer
   * @param {HTMLElement} body
   * @param {{frameOf: (id: string) => PanelFrameElement|undefined, guests: PanelGuests, bar: MetaBarElement}} others
   */
  constructor(layer, body, { frameOf, guests, bar }) {
    this.#layer = layer
    this.#body = body
    this.#frameOf = frameOf
    this.#guests = guests
    this.#bar = bar
  }

  /** The id of the pane that had the focus last; null for the text. */
  get current() { return this.#current }
  /** Whether a modal sheet is in front, and all else waits. */
  get isModal() { return this.#invoker !== undefined }

  // Where it is

  focused(frame) {
    const strip = document.activeElement.closest("panel-strip")
    this.#current = frame?.panel?.id ?? (strip ? `strip-${strip.dataset.side}` : null)
    if (frame) this.raise(frame)
  }

  raise(frame) {
    const { arranging } = this.#layer, { window } = arranging
    // Who is in Meta brings Meta to the front.
    const isInside = panelOf(window, frame.panel.id)?.place === "inside"
    if (isInside) frame = this.#frameOf("meta")
    const panel = panelOf(window, frame.panel.id)
    const isBehind = panel?.place === "floating" ? topmost(window) !== panel
      : panel?.place === "sheet" && window.panels.some(other => other.place === "sheet" && other.z > panel.z)
    if (!isBehind || arranging.isAway) return
    // A press raises a panel, and so does the focus that follows it: one question is enough.
    if (this.#raising === panel.id) return
    this.#raising = panel.id
    frame.style.zIndex = 900
    arranging.run({ command: "raise", panel: panel.id }).then(() => {
      if (this.#raising === panel.id) this.#raising = null
    })
  }

  // Where it goes

  /** The next pane (1) or the one before (-1), the text included. */
  cycle(step) { this.focus(paneAfter(this.#layer.arranging.window, this.#current, step)) }

  /** @param {string|null} id a panel, `strip-SIDE`, `bar` for the one of a compact window; null for the text */
  focus(id) {
    if (id === "bar") return this.#bar.listButton.focus()
    if (id?.startsWith("strip-")) {
      return this.#layer.querySelector(`panel-strip[data-side="${id.slice(6)}"]`)?.firstButton.focus()
    }
    const frame = id && this.#frameOf(id)
    if (!frame || frame.inert) return this.#body.focus()
    if (id === "meta") return (frame.content.firstButton ?? frame.handle).focus()
    return frame.handle.focus()
  }

  /** From a panel of a compact window, or one in Meta, to its line in the list. */
  async goBack(id) {
    const { arranging } = this.#layer
    const isInside = panelOf(arranging.window, id)?.place === "inside"
    if (isInside) await arranging.run({ command: "back", panel: "meta" })
    else if (!await arranging.run({ command: "open", panel: "meta" })) return
    const content = this.#frameOf("meta")?.content
    const button = content?.buttonOf?.(id)
    if (button) button.focus()
    else this.focus("bar")
  }

  // While the window is drawn anew

  /** What has the focus may go in a moment. */
  prepare() {
    const had = document.activeElement
    const frame = had?.closest?.("panel-frame")
    this.#before = { had, frame, panel: frame?.panel, beside: panelBeside(had) }
  }

  /** A modal sheet takes the focus, and gives it back when it goes; the rest of the page waits. */
  attend(window) {
    const front = window.panels.find(panel => panel.sheet?.isModal && isShown(panel))
    const isModal = front !== undefined
    if (isModal !== this.isModal) {
      this.#layer.dispatchEvent(new CustomEvent("modal", { bubbles: true, detail: isModal }))
    }
    this.#bar.inert = isModal
    if (isModal) {
      this.#invoker ??= document.activeElement
      const frame = this.#frameOf(front.id)
      if (!frame.contains(document.activeElement)) frame.handle.focus({ preventScroll: true })
    } else if (this.#invoker) {
      const invoker = this.#invoker
      this.#invoker = undefined
      if (invoker.isConnected && invoker.checkVisibility() && !invoker.closest("[inert]")) invoker.focus()
      else this.focus(null)
    }
  }

  /** The window is drawn: a focus that is lost goes to what is nearest. */
  settle(window) {
    const { had, frame, panel: before, beside } = this.#before
    const panel = frame && panelOf(window, frame.panel.id)
    const mate = before?.stack?.panels.find(id => isShown(panelOf(window, id)))
    const origin = panel && !isShown(panel) && this.#guests.origin(before)
    // Where a tab has come to the front of what had the focus, the focus goes on with it.
    if (origin) origin.focus()
    else if (panel?.place === "strip" && !isShown(panel)) this.#focusName(panel.id)
    else if (panel && !isShown(panel)) this.focus(panel.stack?.selected ?? mate ?? remaining(window))
    // A name gives way to tabs, and they to a name.
    else if (frame && !frame.inert && isLost(had)) frame.handle.focus({ preventScroll: true })
    // A strip that unfolds leaves its panels, and a border that goes the panel that it was of.
    else if (beside && isLost(had)) this.focus(isShown(panelOf(window, beside)) ? beside : remaining(window))
  }

  /** From a side that was collapsed the focus goes to the panel's name in the strip. */
  #focusName(id) { (this.#guests.buttonOf(id) ?? this.#body).focus() }
}

/** Where the focus goes when its panel has gone. */
const remaining = window =>
  window.panels.find(panel => panel.place === "open")?.id ?? (window.class === "compact" ? "bar" : null)

/** The panel that a name in a strip, or a border, stands for. */
const panelBeside = element => element?.closest?.("panel-strip")?.panelOf(element)
  ?? (element?.localName === "splitter-bar" ? element.getAttribute("aria-controls")?.replace("panel-", "") : undefined)

/** Whether it had the focus in vain: it is not there any more, or cannot be reached. */
const isLost = element => !element.isConnected || !element.checkVisibility() || element.closest("[inert]") !== null

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
