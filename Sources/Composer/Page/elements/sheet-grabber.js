import { commandForGrabber, isOut } from "../model/sheet-grabbing.js"
import { extentOf } from "../model/sheet-keys.js"
import { grabberFrame } from "../model/sheet-surface.js"
import { isAcross } from "../model/sheet-track.js"

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
