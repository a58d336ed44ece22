import { backing, isOnGrabber, scrollLook } from "../model/sheet-surface.js"
import { SheetGrabberElement } from "./sheet-grabber.js"

/** What a panel's frame has more while the panel is a sheet: its grabber, and what lies under it. */
export class SheetParts {
  #frame
  #panel = null
  #under = Object.assign(document.createElement("div"), { className: "sheet-under" })
  #grabber = new SheetGrabberElement()

  /** @param {PanelFrameElement} frame */
  constructor(frame) {
    this.#frame = frame
    frame.prepend(this.#under)
    frame.append(this.#grabber)
    this.#grabber.addEventListener("pointerdown", press => {
      if (press.button === 0) frame.grabSheet(press, false)
    })
  }

  /** @param {Panel|null} panel null when it is no sheet any more */
  show(panel, title) {
    this.#panel = panel
    this.#under.hidden = this.#grabber.hidden = !panel
    this.#frame.classList.toggle("is-locked", !!panel && !scrollLook(panel.sheet, panel.sheet.state).bounces)
    if (panel) this.#grabber.show(panel, title)
  }

  /** The sheet is drawn there at the moment. */
  stand(frame) {
    if (!this.#panel) return
    const { edge, overflow } = this.#panel.sheet
    this.#grabber.stand(frame)
    const { style } = this.#under, { x, y, width, height } = backing(frame, edge, overflow)
    Object.assign(style, { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` })
  }

  /** What a drag does, without one. */
  tap() { this.#grabber.tap() }

  /** Whether a press there, in the coordinates of the page, is one on the grabber though it is just outside. */
  isNear({ clientX, clientY }) {
    if (!this.#panel) return false
    const { x, y, width, height } = this.#frame.getBoundingClientRect()
    const isNear = clientX >= x - 8 && clientX <= x + width + 8 && clientY >= y - 8 && clientY <= y + height + 8
    return isNear && isOnGrabber({ width, height }, this.#panel.sheet.edge, { x: clientX - x, y: clientY - y })
  }
}
