import { takenOut, withoutTab } from "../model/panel-stacking.js"
import { PanelGesture } from "./panel-gesture.js"
import { PanelHold } from "./panel-hold.js"
import { PinPreviewElement } from "./pin-preview.js"
import { SnapLinesElement } from "./snap-lines.js"
import { TabDrag } from "./tab-drag.js"

/** What is drawn of a drag on the layer: the held panel or splitter, the slot under it, what it rests on. */
export class PanelGrips {
  #layer
  #drawing
  #hold
  #preview = new PinPreviewElement()
  #snaps = new SnapLinesElement()

  /**
   * @param {HTMLElement} layer
   * @param {PanelDrawing} drawing
   */
  constructor(layer, drawing) {
    this.#layer = layer
    this.#drawing = drawing
    this.#hold = new PanelHold(drawing)
    layer.append(this.#preview, this.#snaps)
  }

  /**
   * Begins a gesture.
   * @param {object} intent as `PanelGesture` has it
   * @param {PointerEvent} press
   * @param {Element} target what was pressed
   * @param {{frame: PanelFrameElement|null, handle: HTMLElement}} held
   * @param {{ended: () => void, clicked: () => void}} told
   */
  begin(intent, press, target, { frame, handle }, { ended, clicked }) {
    const layer = this.#layer, drawing = this.#drawing, hold = this.#hold, { arranging } = layer
    let last = null
    // What leaves a stack or Meta is drawn as if it had left already.
    const isTorn = intent.kind === "tab" || intent.kind === "out"
    const tabs = intent.kind === "tab" ? new TabDrag(frame.tabs, intent.panel.id, layer.getBoundingClientRect().left) : null
    return new PanelGesture({
      window: arranging.window, arranging, tabs,
      rect: () => layer.getBoundingClientRect(),
      hold: () => {
        layer.classList.add("is-dragging")
        if (!isTorn) handle.classList.add("is-held")
        if (isTorn) this.#holdTorn(intent)
        else if (frame) hold.take(frame)
      },
      drawHeld: result => {
        last = result.frame
        hold.draw(isTorn ? intent.stack : intent.panel.frame, result)
      },
      drawWindow: window => drawing.draw(window, false),
      preview: (slot, from) => this.#preview.show(slot, from),
      snap: (frame, held) => this.#snaps.show(frame, held),
      // A drag that began lasts until the daemon has answered.
      over: isStarted => { if (!isStarted) ended() },
      clicked,
      settle: () => {
        ended()
        layer.classList.remove("is-dragging")
        if (!frame) handle.classList.remove("is-held")
        tabs?.clear()
        hold.release(arranging.window, last)
      },
    }, intent, press, target)
  }

  /** A tab that is dragged has left its stack, and what stood in Meta has left that, as far as one sees. */
  #holdTorn({ kind, panel, stack }) {
    const window = (kind === "tab" ? withoutTab : takenOut)(this.#layer.arranging.window, panel.id, stack)
    this.#hold.takeTab(window, panel.id)
  }
}
