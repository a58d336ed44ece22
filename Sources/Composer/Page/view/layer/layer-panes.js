/** The panes of the layer, and the panels that are temporarily elsewhere. */
import { PanelStripElement } from "./panel-bars.js"
import { isShown, modalSheet, paneAfter, panelOf, sheetsAt, topmost } from "../../model/panels.js"
import { leastExpanded } from "../../model/sheet-motion.js"
import { closablePanels, exitCommand } from "../../model/views.js"
import { getOrInsert, keepOnly, offerBack, send } from "../markup.js"

/**
 * The panes of the layer, including the text: which has the focus, where the focus goes when its pane disappears, and
 * which lies in front. The focus must never fall back to the document as a whole.
 */
export class LayerPanes {
  #layer
  #body
  #frameOf
  #temporary
  #bar
  #current = null
  /** The element that had the focus before a modal sheet. */
  #invoker
  #raising = null
  /** Whether the page moves the focus, which a press has not shown to the writer. */
  #isLed = false
  #before = {}
  /** The panel that a narrow window shows, and whether it was chosen from the list of panels. */
  #open
  #isFromList = false
  #closable = []

  /**
   * @param {{frameOf: (id: string) => PanelFrameElement|undefined, temporary: TemporaryPanels, bar: MetaBarElement}} others
   */
  constructor(layer, body, { frameOf, temporary, bar }) {
    this.#layer = layer
    this.#body = body
    this.#frameOf = frameOf
    this.#temporary = temporary
    this.#bar = bar
  }

  /** The id of the pane that last had the focus; null for the text. */
  get current() { return this.#current }
  /** Whether a modal sheet is in front and everything else is inert. */
  get isModal() { return this.#invoker !== undefined }

  // Tracking the focus

  focused(frame) {
    const strip = document.activeElement.closest("panel-strip")
    this.#current = frame?.panel?.id ?? (strip ? `strip-${strip.dataset.side}` : null)
    if (!frame) return
    this.raise(frame)
    if (this.#isLed || document.activeElement.matches(":focus-visible")) this.#uncover(frame)
  }

  /** Lowers the sheets that cover what a key or a command has focused (WCAG 2.4.11). */
  #uncover(frame) {
    const { arranging } = this.#layer, { window } = arranging
    // A sheet comes to the front itself, and a view lies over the sheets.
    const panel = panelOf(window, frame.panel.id)
    if (panel?.sheet || exitCommand(window.view)) return
    const layer = this.#layer.getBoundingClientRect(), focus = document.activeElement.getBoundingClientRect()
    const over = sheetsAt(window, focus.x - layer.x + focus.width / 2, focus.y - layer.y + focus.height / 2)
      .filter(({ z }) => !(z < panel?.z))
    for (const { id, sheet } of over) {
      const state = leastExpanded(sheet).name
      if (state !== sheet.state) arranging.run({ command: "detent", panel: id, state })
    }
  }

  raise(frame) {
    const { arranging } = this.#layer, { window } = arranging
    // Focusing a panel in Meta brings Meta to the front.
    const isInside = panelOf(window, frame.panel.id)?.place === "inside"
    if (isInside) frame = this.#frameOf("meta")
    const panel = panelOf(window, frame.panel.id)
    const isBehind = panel?.place === "floating" ? topmost(window) !== panel
      : panel?.place === "sheet" && window.panels.some(other => other.place === "sheet" && other.z > panel.z)
    if (!isBehind || arranging.isAway) return
    // A press raises a panel, and so does the focus that follows it: one request is enough.
    if (this.#raising === panel.id) return
    this.#raising = panel.id
    frame.style.zIndex = 900
    arranging.run({ command: "raise", panel: panel.id }).then(() => {
      if (this.#raising === panel.id) this.#raising = null
    })
  }

  // Moving the focus

  /** Focuses the next pane (1) or the previous one (-1), including the text. */
  cycle(step) { this.focus(paneAfter(this.#layer.arranging.window, this.#current, step)) }

  /** @param {string|null} id a panel, `strip-SIDE`, `bar` for the one of a compact window; null for the text */
  focus(id) {
    this.#isLed = true
    try { this.#lead(id) } finally { this.#isLed = false }
  }

  #lead(id) {
    if (id === "bar") return this.#bar.listButton.focus()
    if (id?.startsWith("strip-")) {
      return this.#layer.querySelector(`panel-strip[data-side="${id.slice(6)}"]`)?.firstButton.focus()
    }
    const frame = id && this.#frameOf(id)
    if (!frame || frame.inert) return this.#body.focus()
    if (id !== "meta") return frame.handle.focus()
    // On its way in, the list would be scrolled to where its first row is at that moment.
    const button = frame.content.firstButton ?? frame.handle
    button.focus({ preventScroll: true })
    frame.content.parentElement.scrollTop = 0
  }

  /** From a panel of a compact window, or one in Meta, to its row in the list. */
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

  /** After drawing, offers Back the panels and the view that lie over the text. */
  offerBack(window) {
    const open = window.panels.find(({ place }) => place === "open")?.id
    if (open !== this.#open) this.#isFromList = this.#open === "meta" && !!open
    this.#open = open
    const view = exitCommand(window.view) ? ["view"] : []
    // Behind a view the panels stay open, although it may hide them.
    if (!view.length) this.#closable = [...this.#isFromList ? ["meta"] : [], ...closablePanels(window)]
    offerBack(this.#layer, [...this.#closable, ...view], key => this.#close(key))
  }

  #close(key) {
    const { window } = this.#layer.arranging, place = panelOf(window, key)?.place
    if (place === "inside" || (this.#isFromList && place === "open")) return this.goBack(key)
    return this.#layer.run(key === "view" ? exitCommand(window.view) : { command: "close", panel: key })
  }

  // Around drawing

  /** Records the focused element, which drawing may remove. */
  prepare() {
    const had = document.activeElement
    const frame = had?.closest?.("panel-frame")
    this.#before = { had, frame, panel: frame?.panel, beside: panelBeside(had) }
  }

  /** Gives a modal sheet the focus, and returns it afterwards; the rest of the page is inert meanwhile. */
  attend(window) {
    const front = modalSheet(window), isModal = front !== undefined
    if (isModal !== this.isModal) send(this.#layer, "modal", isModal)
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

  /** After drawing, moves a lost focus to the nearest pane. */
  settle(window) {
    const { had, frame, panel: before, beside } = this.#before
    const panel = frame && panelOf(window, frame.panel.id)
    const mate = before?.stack?.panels.find(id => isShown(panelOf(window, id)))
    const origin = panel && !isShown(panel) && this.#temporary.origin(before)
    // If another tab has come to the front in the focused pane, the focus moves to it.
    if (origin) origin.focus()
    else if (panel?.place === "strip" && !isShown(panel)) this.#focusName(panel.id)
    else if (panel && !isShown(panel)) this.focus(panel.stack?.selected ?? mate ?? remaining(window))
    // A title was replaced by tabs, or tabs by a title.
    else if (frame && !frame.inert && isLost(had)) frame.handle.focus({ preventScroll: true })
    // An expanded strip is replaced by its panels; a removed border loses the focus to its panel.
    else if (beside && isLost(had)) this.focus(isShown(panelOf(window, beside)) ? beside : remaining(window))
  }

  /** From a collapsed side the focus moves to the panel's name in the strip. */
  #focusName(id) { (this.#temporary.buttonOf(id) ?? this.#body).focus() }
}

/** Where the focus goes when its panel has disappeared. */
const remaining = window =>
  window.panels.find(panel => panel.place === "open")?.id ?? (window.class === "compact" ? "bar" : null)

/** The panel to which a name in a strip, or a border, belongs. */
const panelBeside = element => element?.closest?.("panel-strip")?.panelOf(element)
  ?? (element?.localName === "splitter-bar" ? element.getAttribute("aria-controls")?.replace("panel-", "") : undefined)

/** Whether an element cannot keep the focus: it is gone, hidden or inert. */
const isLost = element => !element.isConnected || !element.checkVisibility() || element.closest("[inert]") !== null

/** How often the page checks that an opened window is still there. */
const watchMilliseconds = 400
const blocked = title => `The browser did not open a window for ${title}. Allow pop-ups for this page, and try again.`

/**
 * The panels that are temporarily elsewhere than the arrangement says: shown beside a strip, at a button, or in a
 * browser window of their own. Draws what the window's `view` says, and ends it: on Escape, on a press elsewhere, when
 * the focus leaves, when a browser window closes.
 */
export class TemporaryPanels {
  #stage
  #strips = new Map()
  #windows = new Map()
  /** Panels whose windows are open although the daemon does not know yet that they leave. */
  #leaving = new Set()
  #anchor = null
  #watch = 0
  /** Whether nothing has been drawn yet. */
  #isFirst = true
  #isLeaving = false

  /**
   * @param {{layer: HTMLElement, arranging: Arranging, page: Page, run: Function, notice: Function}} stage
   */
  constructor(stage, signal) {
    this.#stage = stage
    addEventListener("panel-window", event => this.#connect(event.detail), { signal })
    addEventListener("pagehide", () => { for (const child of this.#windows.values()) child.close() }, { signal })
    addEventListener("pointerdown", event => this.#pressedAt(event), { signal, capture: true })
    stage.layer.addEventListener("focusin", event => this.#focused(event.target), { signal })
    signal.addEventListener("abort", () => clearInterval(this.#watch))
  }

  get #view() { return this.#stage.arranging.window?.view ?? {} }

  /** Draws the strips, and ends what is no longer in the view. */
  draw(window) {
    const strips = window.strips ?? []
    keepOnly(this.#strips, strips.map(({ side }) => side), element => element.remove())
    for (const strip of strips) {
      const { side } = strip
      const element = getOrInsert(this.#strips, side, () => this.#stage.layer.appendChild(new PanelStripElement()))
      const panels = strip.panels.map(id => ({ id, title: panelOf(window, id)?.title ?? id }))
      element.show({ ...strip, panels, peek: window.view?.peek ?? null })
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

  /** Where the focus goes from a panel that was temporarily elsewhere; null if it was not. */
  origin(panel) {
    if (panel?.place === "popover") return this.#anchor
    return panel?.place === "strip" ? this.buttonOf(panel.id) : null
  }

  buttonOf(id) {
    for (const strip of this.#strips.values()) if (strip.buttonOf(id)) return strip.buttonOf(id)
    return null
  }

  // At a button

  /** Shows a panel at an element of the page. @returns {Promise<boolean>} whether it is there */
  popOver(panel, anchor) {
    this.#anchor = anchor
    const at = anchor.getBoundingClientRect(), { x, y } = this.#stage.layer.getBoundingClientRect()
    const frame = { x: at.x - x, y: at.y - y, width: at.width, height: at.height }
    return this.#stage.run({ command: "popover", panel, anchor: anchor.id || anchor.className, frame })
  }

  /** Hides a panel that is only being looked at. @returns {boolean} whether there was one */
  dismiss() {
    const { peek, popover } = this.#view
    if (!peek && !popover) return false
    // A press elsewhere also moves the focus: both together dismiss once.
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
    // A press on the name itself toggles it, or shows another panel.
    if (peek && event.target.closest?.(".strip-name")) return
    this.dismiss()
  }

  /** Hides the panel beside a strip when the focus moves elsewhere. */
  #focused(target) {
    if (!this.#view.peek || this.#holds(target)) return
    // Pressing a name focuses it before the click, and the click then shows another panel or none.
    if (!target.closest("panel-strip") || target.matches(":focus-visible")) this.dismiss()
  }

  // In a separate window

  /** Must open the window synchronously, within the press or click; otherwise the browser blocks it. */
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
    if (isDone) return
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
    this.#watch ||= setInterval(() => this.#checkWindows(), watchMilliseconds)
  }

  /** Closing the window returns its panel. */
  #checkWindows() {
    for (const [id, child] of this.#windows) {
      if (!child.closed) continue
      this.#windows.delete(id)
      this.#stage.run({ command: "return", panel: id })
    }
    if (this.#windows.size > 0) return
    clearInterval(this.#watch)
    this.#watch = 0
  }

  /** Gives a loaded window this page's own model: one draft, saved by one saver. */
  #connect({ panel, window: child, connect }) {
    if (this.#windows.get(panel) === child) connect(this.#stage.page, this.#stage.run)
    else child.close()
  }

  /**
   * The view says that a panel is away, but its window is not there: this page is new, or another client sent the
   * command.
   */
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
