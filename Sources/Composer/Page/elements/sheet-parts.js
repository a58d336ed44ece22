/** What a frame has more as a sheet. */
import { commandForGrabber, extentOf, isOut } from "../model/panel-keys.js"
import { isAcross } from "../model/sheet-motion.js"
import { backing, grabberFrame, isOnGrabber, scrollLook } from "../model/sheet-surface.js"

/** How large what is taken hold of is, around the bar, in px. */
const target = { length: 72, thickness: 24 }

/**
 * `<sheet-grabber>` is the little bar at a sheet's moving edge: a slider of how far the sheet is out. It is told by
 * `show` and `stand`, and asks by `panel-command`, which bubbles. What drags it is the frame's matter.
 */
export class SheetGrabberElement extends HTMLElement {
  #panel = null

  connectedCallback() {
    if (this.hasAttribute("role")) return
    this.setAttribute("role", "slider")
    this.tabIndex = 0
    this.append(document.createElement("span"))
    this.addEventListener("keydown", event => this.#pressed(event))
  }

  connectedMoveCallback() {}

  /** A tap goes on to the next place, and from the last one back: what a drag does without one. */
  tap() { this.#tell({ command: "detent", panel: this.#panel.id, state: isOut(this.#panel.sheet) ? "less" : "more" }) }

  show(panel, title) {
    this.#panel = panel
    const { sheet } = panel, states = [...sheet.states].sort((one, other) => one.order - other.order)
    this.setAttribute("aria-label", `${isAcross(sheet) ? "Width" : "Height"} of ${title}`)
    this.setAttribute("aria-orientation", isAcross(sheet) ? "horizontal" : "vertical")
    this.setAttribute("aria-valuemin", 1)
    this.setAttribute("aria-valuemax", states.length)
    this.setAttribute("aria-valuenow", states.findIndex(state => state.name === sheet.state) + 1)
    this.setAttribute("aria-valuetext", extentOf(sheet.state))
  }

  /** Where it stands in the frame, which may be on its way. */
  stand(frame) {
    const { sheet } = this.#panel, across = isAcross(sheet), bar = grabberFrame(frame, sheet.edge)
    const [width, height] = across ? [target.thickness, target.length] : [target.length, target.thickness]
    const { style } = this
    style.width = `${width}px`
    style.height = `${height}px`
    style.left = `${Math.min(Math.max(bar.x + bar.width / 2 - width / 2, 0), frame.width - width)}px`
    style.top = `${Math.min(Math.max(bar.y + bar.height / 2 - height / 2, 0), frame.height - height)}px`
  }

  #pressed(event) {
    const command = commandForGrabber(event, this.#panel)
    if (!command) return
    event.preventDefault()
    event.stopPropagation()
    this.#tell(command)
  }

  #tell(command) { this.dispatchEvent(new CustomEvent("panel-command", { bubbles: true, detail: command })) }
}

customElements.define("sheet-grabber", SheetGrabberElement)

/** `<sheet-backdrop>` darkens what is behind the front sheet. A press on it asks by `sheet-dismiss`, which bubbles. */
export class SheetBackdropElement extends HTMLElement {
  #alpha = 0

  connectedCallback() {
    this.setAttribute("aria-hidden", "true")
    this.addEventListener("click", this.#pressed)
  }

  connectedMoveCallback() {}
  disconnectedCallback() { this.removeEventListener("click", this.#pressed) }

  #pressed = () => this.dispatchEvent(new CustomEvent("sheet-dismiss", { bubbles: true }))

  /** @param {number} alpha 0 is not there at all, and takes no press */
  show(alpha, depth) {
    this.style.zIndex = depth
    if (alpha === this.#alpha) return
    this.#alpha = alpha
    this.style.opacity = alpha
    this.classList.toggle("is-shown", alpha > 0)
  }
}

customElements.define("sheet-backdrop", SheetBackdropElement)

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
