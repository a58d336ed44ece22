import { PanelFrameElement } from "../elements/panel-frame.js"
import { SplitterBarElement } from "../elements/splitters.js"
import { leaderOf, tabsOf } from "../model/panel-stacks.js"
import { isShown, readingOrder } from "../model/panels.js"
import { isCovered, viewOf } from "../model/views.js"
import { SheetDrawing } from "./sheet-drawing.js"

/** How long the glide lasts that follows a command; the style sheet's `--calm`, and a little. */
const glideMilliseconds = 260
const floatsFrom = 10
const sheetsFrom = 500
/** Over all that is not modal. */
export const above = 1000
const modal = 1200
/** Over the bar at the foot; what is spread out lies over what dims the text (`styles/arranging.css`). */
const fillsAt = 1150
const exposedFrom = 1300

/**
 * Draws a window's frames into the layer. Nothing is ever built again: a panel that leaves keeps its frame and content,
 * hidden and inert, so that focus, selection and scroll are there when it comes back.
 */
export class PanelDrawing {
  /** What somebody drags is not drawn here meanwhile (`panel-hold.js`). @type {PanelFrameElement|null} */
  held = null
  /** Whether tabs stay as they are: a touch ends with the element that it began on. */
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
   * @param {HTMLElement} layer
   * @param {HTMLElement} body what fills the middle
   * @param {(id: string) => HTMLElement} fill makes a panel's content, once
   */
  constructor(layer, body, fill) {
    this.#layer = layer
    this.#body = body
    this.#fill = fill
    this.sheets = new SheetDrawing(layer)
  }

  frameOf(id) { return this.#frames.get(id) }
  get frames() { return [...this.#frames.values()] }
  splitterOf(id) { return this.#splitters.get(id) }

  /** @param {boolean} isGliding after a command things go to their places in a short while, else at once */
  draw(window, isGliding) {
    if (isGliding) this.#startGlide()
    else this.endGlide()
    place(this.#body, window.body)
    this.#layer.dataset.class = window.class
    const shown = readingOrder(window)
    const rank = new Map(shown.map((panel, index) => [panel.id, index]))
    const view = viewOf(window)
    for (const panel of window.panels) this.#drawPanel(window, panel, rank.get(panel.id) ?? 0, { view, isGliding })
    this.#wait(window)
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
    // What comes back fades in where it belongs, and does not fly there from where it was.
    frame.classList.toggle("is-entering", wasAway)
    if (frame === this.held) return undefined
    // What was spread out goes back to its own size.
    if (panel.sheet) frame.style.transform = ""
    if (panel.sheet) return this.#drawSheet(frame, panel, { rank, isGliding, isComing: wasAway })
    this.sheets.forget(panel.id)
    place(frame, panel.frame)
    frame.style.zIndex = isFilling ? fillsAt : view.isExposed ? exposedFrom + rank
      : panel.place === "pinned" ? 1 : panel.place === "open" ? above : floatsFrom + rank
    frame.style.transform = view.isExposed && panel.exposed ? smaller(panel) : ""
    if (panel.exposed) frame.style.setProperty("--scale", scaleOf(panel))
    return undefined
  }

  #drawSheet(frame, panel, { rank, isGliding, isComing }) {
    const depth = panel.sheet.isModal ? modal : panel.place === "open" ? above : sheetsFrom + 2 * rank
    const isMovable = !this.#layer.classList.contains("is-away")
    this.sheets.draw(frame, panel, { isGliding, isComing, isMovable, depth })
  }

  /** While a modal sheet is there, nothing else takes the focus or a press. */
  #wait(window) {
    const front = window.panels.find(panel => panel.sheet?.isModal && isShown(panel))
    this.#body.inert = front !== undefined
    for (const splitter of this.#splitters.values()) splitter.inert = front !== undefined
    for (const [id, frame] of this.#frames) {
      for (const part of frame.children) part.inert = front !== undefined && id !== front.id
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
    frame.show({ ...panel, place: panel.place }, this.keepsTabs ? null : [])
    frame.inert = true
    frame.classList.remove("is-covered", "is-maximised")
    frame.style.transform = ""
    frame.content?.setAttribute("data-away", "")
  }

  #drawSplitters(separators) {
    const ids = new Set(separators.map(separator => separator.id))
    for (const [id, splitter] of this.#splitters) {
      if (ids.has(id)) continue
      splitter.remove()
      this.#splitters.delete(id)
    }
    for (const separator of separators) {
      const splitter = this.#splitters.get(separator.id) ?? this.#makeSplitter(separator.id)
      splitter.show(separator)
      place(splitter, separator.frame)
    }
  }

  #makeSplitter(id) {
    const splitter = new SplitterBarElement()
    this.#splitters.set(id, splitter)
    this.#layer.append(splitter)
    return splitter
  }

  /**
   * Puts the elements in the order in which they are read. Not while a pointer is down, which would lose its click; and
   * where the browser cannot move an element in one piece, what has the focus or a frame within stays where it is.
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

  /** From now on the order of elements waits for `order`. */
  press() { this.#isPressed = true }

  #startGlide() {
    clearTimeout(this.#glide)
    this.#layer.classList.add("is-gliding")
    this.#glide = setTimeout(() => this.endGlide(), glideMilliseconds)
  }

  /** Whatever is on its way is there. */
  endGlide() {
    clearTimeout(this.#glide)
    this.#layer.classList.remove("is-gliding")
  }
}

/** From its frame to where it is seen while all panels are spread out: nothing in it is laid out anew. */
function smaller(panel) {
  const { frame, exposed } = panel
  return `translate(${exposed.x - frame.x}px, ${exposed.y - frame.y}px) scale(${scaleOf(panel)})`
}

/** How small a panel is drawn while all are spread out. */
export const scaleOf = ({ frame, exposed }) => exposed.width / frame.width

/** Positions go through the style object, never through an attribute, which the page's policy forbids. */
export function place(element, frame) {
  const { style } = element
  style.left = `${frame.x}px`
  style.top = `${frame.y}px`
  style.width = `${frame.width}px`
  style.height = `${frame.height}px`
}
