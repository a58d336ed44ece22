import { commandForGrabber, extentOf } from "../../model/panel-keys.js"
import { isAcross } from "../../model/sheet-motion.js"
import { backing, grabberFrame, isOnGrabber, scrollLook } from "../../model/sheet-surface.js"
import { keepHold } from "../fingers.js"
import { claim, make, place, send, setAttributes } from "../markup.js"

/** The size of the touch target around the bar, in px. */
const target = { length: 72, thickness: 24 }

/**
 * `<sheet-grabber>` is the small bar at a sheet's moving edge: a slider of how far the sheet is out. `show` and `stand`
 * set its state. It sends bubbling `panel-command` events. The frame handles drags.
 */
class SheetGrabberElement extends HTMLElement {
  #panel = null

  connectedCallback() {
    if (this.hasAttribute("role")) return
    this.role = "slider"
    this.tabIndex = 0
    this.append(document.createElement("span"))
    this.addEventListener("keydown", event => { if (this.#do(event)) claim(event) })
  }

  /** A tap does what Enter does. */
  tap() { this.#do({ key: "Enter" }) }

  show(panel, title) {
    this.#panel = panel
    const { sheet } = panel, states = sheet.states.toSorted((one, other) => one.order - other.order)
    setAttributes(this, {
      "aria-label": `${isAcross(sheet) ? "Width" : "Height"} of ${title}`,
      "aria-orientation": isAcross(sheet) ? "horizontal" : "vertical", "aria-valuemin": 1, "aria-valuemax": states.length,
      "aria-valuenow": states.findIndex(state => state.name === sheet.state) + 1, "aria-valuetext": extentOf(sheet.state),
    })
  }

  /** Places the grabber for the frame, which may be moving. */
  stand(frame) {
    const { sheet } = this.#panel, across = isAcross(sheet), bar = grabberFrame(frame, sheet.edge)
    const [width, height] = across ? [target.thickness, target.length] : [target.length, target.thickness]
    const x = Math.min(Math.max(bar.x + bar.width / 2 - width / 2, 0), frame.width - width)
    const y = Math.min(Math.max(bar.y + bar.height / 2 - height / 2, 0), frame.height - height)
    place(this, { x, y, width, height })
  }

  /** @returns {boolean} whether the key was for the grabber */
  #do(key) {
    const command = commandForGrabber(key, this.#panel)
    if (command) send(this, "panel-command", command)
    return command !== null
  }
}

customElements.define("sheet-grabber", SheetGrabberElement)

/**
 * `<sheet-backdrop>` darkens everything behind the front sheet. A press on it sends a bubbling `sheet-dismiss` event.
 */
export class SheetBackdropElement extends HTMLElement {
  #alpha = 0

  constructor() {
    super()
    this.addEventListener("click", () => send(this, "sheet-dismiss"))
  }

  connectedCallback() { this.ariaHidden = "true" }

  /** @param {number} alpha 0 removes the backdrop, so that it takes no press */
  show(alpha, depth) {
    this.style.zIndex = depth
    if (alpha === this.#alpha) return
    this.#alpha = alpha
    this.style.opacity = alpha
    this.classList.toggle("is-shown", alpha > 0)
  }
}

customElements.define("sheet-backdrop", SheetBackdropElement)

/** The parts that a panel's frame has only while the panel is a sheet: its grabber, and the backing below it. */
export class SheetParts {
  #frame
  #panel = null
  #under = make("div", { class: "sheet-under" })
  #grabber = new SheetGrabberElement()
  /** The last press on the sheet. @type {SheetGesture|null} */
  gesture = null

  constructor(frame) {
    keepHold(frame, () => this.gesture?.isOurs)
    this.#frame = frame
    frame.prepend(this.#under)
    frame.append(this.#grabber)
    this.#grabber.addEventListener("pointerdown", press => {
      if (press.button === 0) frame.grabSheet(press, false)
    })
  }

  /** @param {Panel|null} panel null if the panel is no longer a sheet */
  show(panel, title) {
    this.#panel = panel
    this.#under.hidden = this.#grabber.hidden = !panel
    this.#frame.classList.toggle("is-locked", !!panel && !scrollLook(panel.sheet, panel.sheet.state).bounces)
    if (panel) this.#grabber.show(panel, title)
  }

  /** Called with the frame at which the sheet is currently drawn. */
  stand(frame) {
    if (!this.#panel) return
    const { edge, overflow } = this.#panel.sheet
    this.#grabber.stand(frame)
    place(this.#under, backing(frame, edge, overflow))
  }

  /** Does without a drag what a drag does. */
  tap() { this.#grabber.tap() }

  /** Whether a press, in page coordinates, counts as one on the grabber although it is just outside. */
  isNear({ clientX, clientY }) {
    if (!this.#panel) return false
    const { x, y, width, height } = this.#frame.getBoundingClientRect()
    const isNear = clientX >= x - 8 && clientX <= x + width + 8 && clientY >= y - 8 && clientY <= y + height + 8
    return isNear && isOnGrabber({ width, height }, this.#panel.sheet.edge, { x: clientX - x, y: clientY - y })
  }
}
