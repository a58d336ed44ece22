import { drawnLine } from "../model/panel-snap.js"
import { make } from "./markup.js"
import { place } from "./panel-drawing.js"

const newLine = () => make("div", { class: "snap-line", hidden: true })

/** `<snap-lines>` shows what a dragged panel has come to rest on. */
export class SnapLinesElement extends HTMLElement {
  #lines = { x: newLine(), y: newLine() }

  connectedCallback() {
    this.setAttribute("aria-hidden", "true")
    this.append(this.#lines.x, this.#lines.y)
  }

  connectedMoveCallback() {}

  /** @param {Frame} [frame] the dragged panel; without one nothing is shown */
  show(frame, held = {}) {
    for (const [axis, element] of Object.entries(this.#lines)) {
      const line = frame ? held[axis] : null
      element.hidden = !line
      if (line) place(element, drawnLine(frame, line))
    }
  }
}

customElements.define("snap-lines", SnapLinesElement)
