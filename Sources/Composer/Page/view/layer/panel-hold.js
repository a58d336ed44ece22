import { place } from "../markup.js"
import { above } from "./panel-drawing.js"

/** A panel's frame during a drag: until the release it is drawn here and not where the daemon says. */
export class PanelHold {
  #drawing
  /** The frames shown in Meta, which move along with it. */
  #inner = []

  constructor(drawing) { this.#drawing = drawing }

  /** Takes over a frame: until `release` only `draw` moves it. */
  take(frame) {
    const drawing = this.#drawing
    drawing.endGlide()
    drawing.held = frame
    this.#inner = frame?.panel.id === "meta"
      ? drawing.frames.filter(one => one.panel?.place === "inside" && !one.inert) : []
    frame?.classList.add("is-held")
    if (frame) frame.style.zIndex = above
  }

  /** Like `take`, for one panel of a stack, or of Meta, that is drawn as in `window`. */
  takeTab(window, id) {
    const drawing = this.#drawing
    drawing.keepsTabs = true
    drawing.draw(window, false)
    this.take(drawing.frameOf(id))
    drawing.held.classList.add("is-torn")
  }

  /** Draws the held frame: by a transform while its size is unchanged, because that costs no layout. */
  draw(from, { frame, isFree }) {
    const { held } = this.#drawing, { style } = held
    held.classList.toggle("is-free", isFree && held.dataset.place === "pinned")
    const isSameSize = frame.width === held.drawn?.width && frame.height === held.drawn.height
    if (isSameSize && isFree) {
      style.transform = `translate3d(${frame.x - held.drawn.x}px, ${frame.y - held.drawn.y}px, 0)`
    } else {
      held.drawn = { ...isSameSize ? from : frame }
      place(held, held.drawn)
      style.transform = ""
    }
    const isAlike = held.drawn.width === from.width && held.drawn.height === from.height
    for (const inner of this.#inner) {
      inner.style.transform = isFree ? `translate3d(${frame.x - from.x}px, ${frame.y - from.y}px, 0)` : ""
      inner.style.visibility = isAlike ? "" : "hidden"
    }
  }

  /** Releases the held frame: it moves from where it is drawn to where the daemon says. */
  release(window, at) {
    const drawing = this.#drawing, { held } = drawing
    drawing.held = null
    drawing.keepsTabs = false
    held?.classList.remove("is-torn")
    if (!held) return drawing.draw(window, true)
    held.style.transform = ""
    for (const inner of this.#inner) Object.assign(inner.style, { transform: "", visibility: "" })
    this.#inner = []
    if (at) place(held, at)
    held.drawn = null
    held.classList.remove("is-free")
    // The browser must have computed this place for the transition to begin where the panel was released.
    held.getBoundingClientRect()
    held.classList.remove("is-held")
    return drawing.draw(window, true)
  }
}
