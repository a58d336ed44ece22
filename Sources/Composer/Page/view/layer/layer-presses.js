import { DragDrawing } from "./drag-drawing.js"
import { borderPlace, panelOf } from "../../model/panels.js"
import { mostExpanded } from "../../model/sheet-motion.js"
import { splitterCommand } from "../../model/splitters.js"
import { startsDrag } from "../../model/views.js"

/**
 * What a pointer can grab on the layer: a panel by its title bar, edge or tab, an item of Meta or of a strip, a sheet,
 * a border. One press at a time; a second one ends the first.
 */
export class LayerPresses {
  #layer
  #drawing
  #panes
  #gesture = null
  #dragDrawing
  #divided = null
  #isTouch = false

  /** @param {{drawing: PanelDrawing, panes: LayerPanes}} others */
  constructor(layer, { drawing, panes }) {
    this.#layer = layer
    this.#drawing = drawing
    this.#panes = panes
    this.#dragDrawing = new DragDrawing(layer, drawing)
  }

  get #arranging() { return this.#layer.arranging }
  get isStarted() { return this.#gesture?.isStarted ?? false }
  cancel() { this.#gesture?.cancel() }

  /** A pointer came down anywhere on the layer. */
  down(event) {
    this.#drawing.press()
    this.#isTouch = event.pointerType !== "mouse"
    if (event.pointerType !== "mouse" && this.#grabFromOutside(event)) return
    const frame = event.target.closest("panel-frame")
    if (frame) this.#panes.raise(frame)
  }

  /** Grabs a panel by its title bar, an edge or a tab of its stack. */
  grab(frame, { press, edge, tab }) {
    const { window } = this.#arranging
    if (!startsDrag(edge ? "edge" : "title bar", window.view ?? {})) return
    if (["inside", "strip", "popover"].includes(frame.panel.place)) return this.takeOut(frame.panel.id, press)
    const panel = panelOf(window, tab ?? frame.panel.id)
    if (tab) return this.#begin({ kind: "tab", panel, stack: frame.panel.frame }, press, frame)
    return this.#begin(edge ? { kind: "resize", panel, edge } : { kind: "move", panel }, press, frame)
  }

  /** Drags out a panel that Meta lists or shows, a name in a strip, or a panel that is only being looked at. */
  takeOut(id, press) {
    const { window } = this.#arranging
    const panel = panelOf(window, id)
    if (!panel || window.class === "compact" || window.view?.isExposed) return
    const { left, top } = this.#layer.getBoundingClientRect()
    const { width, height } = panel.frame ?? { width: 320, height: 240 }
    const stack = { x: press.clientX - left - width / 2, y: press.clientY - top - 16, width, height }
    return this.#begin({ kind: "out", panel: { ...panel, frame: stack }, stack }, press, null, press.target)
  }

  grabSplitter(splitter, press) {
    return this.#begin({ kind: "splitter", separator: splitter.separator }, press, null, splitter)
  }

  #begin(intent, press, frame, handle = frame) {
    // A second finger ends the drag of the first.
    if (this.#gesture) return this.#gesture.cancel()
    // A press on a row of Meta remains a press on its button if it moves nothing.
    const target = intent.kind === "out" ? press.target : press.currentTarget ?? press.target
    this.#gesture = this.#dragDrawing.begin(intent, press, target, { frame, handle }, {
      ended: () => { this.#gesture = null },
      clicked: () => this.#clicked(intent, { frame, handle }),
    })
  }

  #clicked({ kind, panel }, { frame, handle }) {
    if (kind === "out") return handle.closest("panel-frame .panel-bar") && this.#panes.focus(panel.id)
    if (kind === "tab" && panel.frame === null) this.#layer.run({ command: "raise", panel: panel.id })
    return (frame?.handle ?? handle).focus({ preventScroll: true })
  }

  // Sheets

  grabSheet(frame, { press, isContent }) {
    if (this.#gesture) return this.#gesture.cancel()
    this.#gesture = this.#drawing.sheets.grab(frame, press, isContent, {
      arranging: this.#arranging, rect: this.#layer.getBoundingClientRect(),
      held: isHeld => {
        this.#layer.classList.toggle("is-dragging", isHeld)
        frame.classList.toggle("is-held", isHeld)
        if (!isHeld) this.#gesture = null
      },
      over: () => this.#drawing.draw(this.#layer.shown, true),
    }) ?? null
  }

  /** A finger that comes down just beyond a sheet's edge grabs the grabber. */
  #grabFromOutside(press) {
    const near = this.#drawing.sheets.nearTo(press)
    if (!near || press.target.closest("panel-frame, meta-bar, command-menu")) return false
    press.preventDefault()
    this.grabSheet(near, { press, isContent: false })
    return true
  }

  /** Handles a press on the backdrop behind the front sheet. */
  dismiss() {
    const command = this.#drawing.sheets.dismissal
    if (command) this.#layer.run(command)
  }

  /** A finger's tap on the text also lowers a full sheet beside it. */
  tapped({ target }) {
    if (!this.#isTouch || !target.closest(".panel-body") || target.closest("button")) return
    const full = this.#arranging.window?.panels.find(({ frame, sheet }) =>
      frame && sheet?.states.length > 1 && mostExpanded(sheet).name === sheet.state)
    if (full) this.#layer.run({ command: "detent", panel: full.id, state: "less" })
  }

  // Borders

  /** The window to draw while a border in Meta is held. */
  held(window) { return this.#divided?.(window) ?? window }

  /** While the border in Meta is held, the panel shown there resizes at once. */
  divideMeta({ divided, fraction }) {
    this.#divided = divided
    const window = this.#layer.shown
    if (divided) return this.#drawing.draw(divided(window), false)
    return fraction === undefined ? this.#drawing.draw(window, false)
      : this.#arranging.run({ command: "divide", panel: "meta", value: fraction })
  }

  setSplitter(separator, value) {
    if (value !== null || !borderPlace(separator)) this.#arranging.run(splitterCommand(separator, value))
  }
}
