import { above, place } from "./panel-drawing.js"

/** A panel's frame in somebody's hand: until it is let go, it is drawn here and not where the daemon says. */
export class PanelHold {
  #drawing
  /** What stands in Meta goes along with it. */
  #inner = []

  /** @param {PanelDrawing} drawing */
  constructor(drawing) { this.#drawing = drawing }

  /** Takes a frame out of the daemon's hands: until `release` only `draw` moves it. */
  take(frame) {
    const drawing = this.#drawing
    drawing.endGlide()
    drawing.held = frame
    this.#inner = frame?.panel.id === "meta"
      ? drawing.frames.filter(one => one.panel?.place === "inside" && !one.inert) : []
    frame?.classList.add("is-held")
    if (frame) frame.style.zIndex = above
  }

  /** As `take`, for one panel of a stack, or of Meta, that is drawn as `window` says. */
  takeTab(window, id) {
    const drawing = this.#drawing
    drawing.keepsTabs = true
    drawing.draw(window, false)
    this.take(drawing.frameOf(id))
    drawing.held.classList.add("is-torn")
  }

  /** Draws the held frame: shifted while its size is the same, for that costs no layout. */
  draw(from, { frame, isFree }) {
    const { held } = this.#drawing, { style } = held
    held.classList.toggle("is-free", isFree && held.dataset.place === "pinned")
    if (frame.width !== held.drawn?.width || frame.height !== held.drawn?.height) {
      held.drawn = { ...frame }
      place(held, frame)
      style.transform = ""
    } else if (isFree) {
      style.transform = `translate3d(${frame.x - held.drawn.x}px, ${frame.y - held.drawn.y}px, 0)`
    } else {
      held.drawn = { ...from }
      place(held, from)
      style.transform = ""
    }
    const isAlike = held.drawn.width === from.width && held.drawn.height === from.height
    for (const inner of this.#inner) {
      inner.style.transform = isFree ? `translate3d(${frame.x - from.x}px, ${frame.y - from.y}px, 0)` : ""
      inner.style.visibility = isAlike ? "" : "hidden"
    }
  }

  /** Gives the held frame back: it goes from where it is drawn to where the daemon says. */
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
    // The browser must have seen this place, for the way to begin where the panel was let go.
    held.getBoundingClientRect()
    held.classList.remove("is-held")
    return drawing.draw(window, true)
  }
}
