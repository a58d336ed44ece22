import { PanelFrameElement } from "./panel-frame.js"
import { SplitterBarElement } from "../splitters.js"
import { leaderOf, tabsOf } from "../../model/panel-stacks.js"
import { isShown, modalSheet, readingOrder } from "../../model/panels.js"
import { isCovered, viewOf } from "../../model/views.js"
import { getOrInsert, keepOnly, place } from "../markup.js"
import { SheetDrawing } from "./sheet-drawing.js"

/** The duration of the animation after a command; slightly longer than the stylesheet's `--calm`. */
const glideMilliseconds = 260
const floatsFrom = 10
const sheetsFrom = 500
/** Above everything that is not modal. */
export const above = 1000
const modal = 1200
/** Above the bar at the foot; spread-out panels lie above the veil over the text (`styles/arranging.css`). */
const fillsAt = 1150
const exposedFrom = 1300

/**
 * Draws a window's frames into the layer. Never rebuilds: a panel that is closed keeps its frame and content, hidden
 * and inert, so that focus, selection and scroll position are still there when it comes back.
 */
export class PanelDrawing {
  /** A dragged frame, which `drag-drawing.js` draws meanwhile. @type {PanelFrameElement|null} */
  held = null
  /** Whether tabs stay unchanged: a touch ends if its element is removed. */
  keepsTabs = false
  /** @type {SheetDrawing} */
  sheets
  #layer
  #body
  #fill
  #frames = new Map()
  #splitters = new Map()
  #isPressed = false
  #wanted = null
  #glide

  /**
   * @param {HTMLElement} body the element in the middle
   * @param {(id: string) => HTMLElement} fill creates a panel's content, once
   */
  constructor(layer, body, fill) {
    this.#layer = layer
    this.#body = body
    this.#fill = fill
    this.sheets = new SheetDrawing(layer)
  }

  frameOf(id) { return this.#frames.get(id) }
  get frames() { return [...this.#frames.values()] }

  /** @param {boolean} isGliding whether elements move to their places in a short animation, as after a command */
  draw(window, isGliding) {
    if (isGliding) this.#startGlide()
    else this.endGlide()
    place(this.#body, window.body)
    this.#layer.dataset.class = window.class
    const shown = readingOrder(window)
    const rank = new Map(shown.map((panel, index) => [panel.id, index]))
    const view = viewOf(window)
    for (const panel of window.panels) this.#drawPanel(window, panel, rank.get(panel.id) ?? 0, { view, isGliding })
    this.#setInert(window)
    this.#drawSplitters(window.separators)
    this.#wanted = [this.#body, ...shown.flatMap(panel => [this.#frames.get(panel.id), ...window.separators
      .filter(separator => separator.controls === panel.id).map(separator => this.#splitters.get(separator.id))])]
    if (!this.#isPressed) this.order()
  }

  #drawPanel(window, panel, rank, { view, isGliding }) {
    const known = this.#frames.get(panel.id)
    if (!isShown(panel)) return known && this.#putAway(known, panel, isGliding)
    const frame = known ?? this.#make(panel)
    const wasAway = frame.inert && !frame.classList.contains("is-covered")
    const isFilling = view.maximised === leaderOf(panel) && !view.isExposed
    const isBeneath = isCovered(view, leaderOf(panel))
    if (frame.inert !== isBeneath) frame.inert = isBeneath
    frame.classList.toggle("is-covered", isBeneath)
    frame.classList.toggle("is-maximised", isFilling)
    frame.show(panel, this.keepsTabs ? null : tabsOf(window, panel), isFilling)
    frame.classList.toggle("is-tab", panel.stack != null)
    frame.content?.removeAttribute("data-away")
    // A panel that comes back fades in at its place, and does not fly there from its previous one.
    frame.classList.toggle("is-entering", wasAway)
    if (frame === this.held) return
    // A spread-out panel returns to its own size.
    if (panel.sheet) frame.style.transform = ""
    if (panel.sheet) return this.#drawSheet(frame, panel, { rank, isGliding, isComing: wasAway })
    this.sheets.forget(panel.id)
    place(frame, panel.frame)
    frame.style.zIndex = isFilling ? fillsAt : view.isExposed ? exposedFrom + rank
      : panel.place === "pinned" ? 1 : panel.place === "open" ? above : floatsFrom + rank
    frame.style.transform = view.isExposed && panel.exposed ? smaller(panel) : ""
    if (panel.exposed) frame.style.setProperty("--scale", scaleOf(panel))
  }

  #drawSheet(frame, panel, { rank, isGliding, isComing }) {
    const depth = panel.sheet.isModal ? modal : panel.place === "open" ? above : sheetsFrom + 2 * rank
    const isMovable = !this.#layer.classList.contains("is-away")
    this.sheets.draw(frame, panel, { isGliding, isComing, isMovable, depth })
  }

  /** While a modal sheet is there, everything else is inert. */
  #setInert(window) {
    const front = modalSheet(window), isModal = front !== undefined
    this.#body.inert = isModal
    for (const splitter of this.#splitters.values()) splitter.inert = isModal
    for (const [id, frame] of this.#frames) {
      for (const part of frame.children) part.inert = isModal && id !== front.id
    }
  }

  #make(panel) {
    const frame = new PanelFrameElement()
    frame.id = `panel-${panel.id}`
    frame.setAttribute("panel", panel.id)
    frame.inert = true
    frame.fill(this.#fill(panel.id))
    this.#frames.set(panel.id, frame)
    this.#layer.append(frame)
    return frame
  }

  #putAway(frame, panel, isGliding) {
    this.sheets.leave(panel.id, isGliding)
    frame.show(panel, this.keepsTabs ? null : [])
    frame.inert = true
    frame.classList.remove("is-covered", "is-maximised")
    frame.style.transform = ""
    frame.content?.setAttribute("data-away", "")
  }

  #drawSplitters(separators) {
    keepOnly(this.#splitters, separators.map(separator => separator.id), splitter => splitter.remove())
    for (const separator of separators) {
      const splitter = getOrInsert(this.#splitters, separator.id, () =>
        this.#layer.appendChild(new SplitterBarElement()))
      splitter.show(separator)
      place(splitter, separator.frame)
    }
  }

  /**
   * Puts the elements into reading order. Waits while a pointer is down, because moving would lose its click. Where the
   * browser cannot move an element without disconnecting it, an element with the focus or a frame inside stays in
   * place.
   */
  order() {
    this.#isPressed = false
    let next = this.#layer.firstElementChild
    for (const element of this.#wanted ?? []) {
      if (element === next) next = next.nextElementSibling
      else this.#move(element, next)
    }
    this.#wanted = null
  }

  #move(element, next) {
    if (this.#layer.moveBefore) return this.#layer.moveBefore(element, next)
    const isTender = element.contains(document.activeElement) || element.querySelector("iframe") !== null
    return isTender ? undefined : this.#layer.insertBefore(element, next)
  }

  /** Postpones reordering of elements until `order`. */
  press() { this.#isPressed = true }

  #startGlide() {
    clearTimeout(this.#glide)
    this.#layer.classList.add("is-gliding")
    this.#glide = setTimeout(() => this.endGlide(), glideMilliseconds)
  }

  /** Ends all animations at their targets. */
  endGlide() {
    clearTimeout(this.#glide)
    this.#layer.classList.remove("is-gliding")
  }
}

/** The transform from a panel's frame to its place while all panels are spread out; needs no layout. */
function smaller(panel) {
  const { frame, exposed } = panel
  return `translate(${exposed.x - frame.x}px, ${exposed.y - frame.y}px) scale(${scaleOf(panel)})`
}

/** The scale of a panel while all are spread out. */
export const scaleOf = ({ frame, exposed }) => exposed.width / frame.width
