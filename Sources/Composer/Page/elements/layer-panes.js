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
