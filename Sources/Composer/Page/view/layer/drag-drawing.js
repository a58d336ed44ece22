/** The visible parts of a drag. */
import { drawnLine } from "../../model/panel-snap.js"
import { tabPlace, tabShift, tabShifts, takenOut, withoutTab } from "../../model/panel-stacks.js"
import { make, place } from "../markup.js"
import { above } from "./panel-drawing.js"
import { PanelGesture } from "./panel-gesture.js"

/**
 * `<pin-preview>` shows where a dragged panel would be pinned, or why it cannot be; it grows from the panel to its
 * slot.
 */
class PinPreviewElement extends HTMLElement {
  #shown = null

  connectedCallback() { this.ariaHidden = "true" }

  /**
   * @param {{side: string, index: number|string, frame: Frame, reason?: string}|null} slot
   * @param {Frame} [from] the panel's current frame
   */
  show(slot, from) {
    const name = slot && `${slot.side}/${slot.index}`
    if (name === this.#shown) return
    const isFirst = this.#shown === null
    this.#shown = name
    const isRefused = slot?.side === "refused"
    this.dataset.kind = slot?.side === "stack" ? "stack" : isRefused ? "refused" : "slot"
    // The text fades out together with its frame.
    if (slot) this.textContent = slot.reason ?? ""
    if (!slot) return this.classList.remove("is-shown")
    if (isFirst && from && !isRefused) {
      this.classList.add("is-starting")
      place(this, from)
      // The browser must draw the start before the transition.
      requestAnimationFrame(() => {
        this.classList.remove("is-starting")
        if (this.#shown === name) place(this, slot.frame)
      })
    } else place(this, slot.frame)
    return this.classList.add("is-shown")
  }
}

customElements.define("pin-preview", PinPreviewElement)

const newLine = () => make("div", { class: "snap-line", hidden: true })

/** `<snap-lines>` shows the edges to which a dragged panel has snapped. */
class SnapLinesElement extends HTMLElement {
  #lines = { x: newLine(), y: newLine() }

  connectedCallback() {
    this.ariaHidden = "true"
    this.append(this.#lines.x, this.#lines.y)
  }

  /** @param {Frame} [frame] the dragged panel; without one the lines are hidden */
  show(frame, held = {}) {
    for (const [axis, element] of Object.entries(this.#lines)) {
      const line = frame ? held[axis] : null
      element.hidden = !line
      if (line) place(element, drawnLine(frame, line))
    }
  }
}

customElements.define("snap-lines", SnapLinesElement)

/** A tab that is dragged along its stack's bar: it follows the pointer, and the others make room. */
class TabDrag {
  #bar
  #tabs
  #held
  #spans
  #isFromRight
  #place

  /**
   * @param {string} panel the panel of the dragged tab
   * @param {number} origin subtracted from screen coordinates to get the drag's coordinates
   */
  constructor(bar, panel, origin) {
    this.#bar = bar
    this.#tabs = [...bar.children]
    this.#held = this.#tabs.findIndex(tab => tab.dataset.panel === panel)
    this.#isFromRight = bar.matches(":dir(rtl)")
    this.#spans = this.#tabs.map(tab => {
      const { left, right } = tab.getBoundingClientRect()
      return { start: left - origin, end: right - origin }
    })
    this.#place = this.#held
  }

  /** The tab's original index. */
  get held() { return this.#held }

  /** The index that the tab would have at this pointer position. */
  placeAt(pointer, places) {
    return this.#held < places ? tabPlace(this.#spans, this.#held, pointer.x, places, this.#isFromRight) : this.#held
  }

  /** Draws the tab `way` px from where it was grabbed. */
  draw(way, pointer, places) {
    if (this.#held >= places) return
    this.#bar.classList.add("is-ordering")
    const held = this.#tabs[this.#held]
    held.classList.add("is-held")
    held.style.transform = `translateX(${tabShift(this.#spans, this.#held, way, places)}px)`
    const place = this.placeAt(pointer, places)
    if (place === this.#place) return
    this.#place = place
    const shifts = tabShifts(this.#spans, this.#held, place, this.#isFromRight)
    this.#tabs.forEach((tab, index) => {
      if (index !== this.#held) tab.style.transform = shifts[index] ? `translateX(${shifts[index]}px)` : ""
    })
  }

  /** Returns all tabs to their own places. */
  clear() {
    this.#bar.classList.remove("is-ordering")
    this.#place = this.#held
    for (const tab of this.#tabs) {
      tab.classList.remove("is-held")
      tab.style.transform = ""
    }
  }
}

/** A panel's frame during a drag: until the release it is drawn here and not where the daemon says. */
class PanelHold {
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

/** Draws a drag on the layer: the held panel or splitter, the slot under it, and the snap lines. */
export class DragDrawing {
  #layer
  #drawing
  #hold
  #preview = new PinPreviewElement()
  #snaps = new SnapLinesElement()

  constructor(layer, drawing) {
    this.#layer = layer
    this.#drawing = drawing
    this.#hold = new PanelHold(drawing)
    layer.append(this.#preview, this.#snaps)
  }

  /**
   * Begins a gesture.
   * @param {object} intent as defined by `PanelGesture`
   * @param {Element} target the pressed element
   * @param {{frame: PanelFrameElement|null, handle: HTMLElement}} held
   * @param {{ended: () => void, clicked: () => void}} answers
   */
  begin(intent, press, target, { frame, handle }, { ended, clicked }) {
    const layer = this.#layer, drawing = this.#drawing, hold = this.#hold, { arranging } = layer
    let last = null
    // A panel that leaves a stack or Meta is drawn as if it had already left.
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
      showSlot: (slot, from) => this.#preview.show(slot, from),
      snap: (frame, held) => this.#snaps.show(frame, held),
      // A drag that has begun lasts until the daemon has answered.
      over: isStarted => { if (!isStarted) ended() },
      clicked,
      settle: () => {
        ended()
        layer.classList.remove("is-dragging")
        if (!frame) handle.classList.remove("is-held")
        tabs?.clear()
        hold.release(layer.shown, last)
      },
    }, intent, press, target)
  }

  /** Draws a dragged tab as if it had left its stack, and a panel dragged out of Meta as if it had left Meta. */
  #holdTorn({ kind, panel, stack }) {
    const window = (kind === "tab" ? withoutTab : takenOut)(this.#layer.arranging.window, panel.id, stack)
    this.#hold.takeTab(window, panel.id)
  }
}
