/** Sheets at rest, held, and moving. */
import { SheetBackdropElement, SheetParts } from "./sheet-parts.js"
import { dismissal } from "../../model/panel-keys.js"
import { panelOf } from "../../model/panels.js"
import { appearing, isAcross, isFar, restCommand, SheetHold } from "../../model/sheet-motion.js"
import {
  appearance, canScroll, contentFrame, drawnFrame, fixedEdge, locationOf, scrollInsets,
} from "../../model/sheet-surface.js"
import { ContentScroll } from "./content-scroll.js"
import { preventNextClick } from "../fingers.js"
import { getOrInsert, place } from "../markup.js"
import { PointerGesture } from "../pointer-gesture.js"

const startDistance = 5

/**
 * One press of a pointer on a sheet: on its grabber, its title bar, or its content. Catches a moving sheet. Draws
 * without the daemon, and on release sends it where the sheet comes to rest.
 */
class SheetGesture extends PointerGesture {
  /** Whether the browser must leave this touch to the page; it asks before it is known whether this is a tap. */
  isOurs = false
  #stage
  #panel
  #press
  #isContent
  #isAcross
  #length
  #pull = 0
  /** A finger's way until it is known that this is no tap: it moves no content, so that nothing jumps. */
  #slack = 0
  /** @type {ContentScroll|null} */
  #scroll
  #surplus = 0

  /**
   * @param {{arranging: Arranging, hold: SheetHold, rect: DOMRect, isReduced: boolean, held: Function, moved: Function,
   *   over: Function, tapped: Function}} stage `rect` of the layer; `moved()` draws
   * @param {boolean} isContent it began in the content, and may still turn out to be a tap or a movement across
   */
  constructor(stage, panel, press, isContent) {
    const target = press.currentTarget ?? press.target
    super(press, target)
    this.#stage = stage
    this.#panel = panel
    this.#scroll = isContent ? new ContentScroll(press.target, target) : null
    const { clientX: x, clientY: y, timeStamp: time } = press
    this.#press = { x, y, time, target }
    this.#isContent = isContent
    this.#isAcross = isAcross(panel.sheet)
    this.#length = this.#isAcross ? stage.rect.width : stage.rect.height
    if (!isContent) this.capture()
    // A moving sheet stops under a finger.
    if (stage.hold.isFlying) this.#start(press.timeStamp)
  }

  moved(event) {
    const dx = event.clientX - this.#press.x, dy = event.clientY - this.#press.y
    this.#pull = this.#isAcross ? dx : dy
    if (!this.isStarted) {
      const along = Math.abs(this.#pull), across = Math.abs(this.#isAcross ? dy : dx)
      this.isOurs ||= this.#isContent && across <= along && this.#isFree
      if (Math.max(along, across) < startDistance) return
      if (this.#isContent && !this.isOurs) return this.finish()
      if (this.#isContent) this.#slack = this.#pull
      if (!this.#start(this.#press.time)) return this.finish()
    }
    this.#follow(event)
    return this.drawSoon()
  }

  /** Whether a finger on the content moves the sheet: also a full one, inward, once there is nothing to scroll. */
  get #isFree() {
    const { sheet } = this.#panel, pull = this.#pull
    return !canScroll(sheet, sheet.state)
      || (!this.#isAcross && pull !== 0 && isFar(sheet) === pull > 0 && this.#scroll.isAtEnd(pull))
  }

  draw() {
    this.#stage.moved()
    const { hold } = this.#stage, scroll = this.#scroll
    if (!hold.isHeld || hold.surplus === this.#surplus) return
    scroll.top = hold.scrolled(0)
    // The browser rounds.
    if (Math.abs(scroll.top - hold.scrolled(0)) > 1) hold.ended(scroll.top)
    this.#surplus = hold.surplus
  }

  /**
   * All movements of the pointer since the last frame, each at its own time: a busy page receives them in one event.
   */
  #follow(event) {
    const steps = event.getCoalescedEvents?.() ?? []
    for (const { clientX, clientY, timeStamp } of steps.length > 0 ? steps : [event]) {
      const pull = this.#isAcross ? clientX - this.#press.x : clientY - this.#press.y
      this.#stage.hold.pull(pull - this.#slack, this.#length, timeStamp)
    }
  }

  #start(time) {
    const { hold, arranging } = this.#stage
    if (!hold.take(this.#isContent)) return false
    this.isStarted = true
    hold.pull(0, this.#length, time)
    if (this.#isContent) {
      this.isOurs = true
      this.capture()
      hold.pin(this.#scroll.top)
    }
    this.#stage.held(true)
    arranging.hold()
    return true
  }

  async released(event) {
    this.finish()
    if (!this.isStarted) return this.#stage.tapped(this.#isContent)
    const { hold, arranging } = this.#stage
    if (this.#isContent) preventNextClick()
    // The sheet was hidden under the finger.
    if (!hold.isHeld) return arranging.release()
    this.draw()
    if (hold.surplus !== 0) this.#scroll.coast(-hold.velocity(event.timeStamp))
    const rest = hold.letGo(event.timeStamp, this.#stage.isReduced)
    hold.unpin()
    this.#stage.moved()
    // An earlier command may still move the sheet.
    await arranging.answered()
    const isDone = await arranging.drop(this.#preview(arranging.window, rest),
      async () => this.#preview(await arranging.reload(), rest))
    hold.settle(rest)
    if (!isDone) this.#stage.over()
  }

  /** The command that takes the sheet to its rest, if it is not there; undefined if it is no sheet of that edge now. */
  #preview(window, rest) {
    const panel = panelOf(window, this.#panel.id), { revision } = window
    if ((panel.sheet?.state ?? "hidden") === rest.name) return { command: null, revision }
    const command = panel.sheet?.edge === this.#panel.sheet.edge && restCommand(panel, rest)
    return command ? { command, revision } : undefined
  }

  reverted() {
    this.#stage.hold.cancel()
    this.#stage.over()
    this.#stage.arranging.release()
  }

  finished() {
    this.isOurs = false
    this.#stage.held(false)
  }
}

/** The least visible part of a sheet while it appears and disappears: a title bar. */
const leastSeen = 56
const longestStepSeconds = 1 / 20
const noSafeArea = { top: 0, left: 0, bottom: 0, right: 0 }

/** Draws sheets at rest, under a finger and moving, and the backdrop behind the front one. */
export class SheetDrawing {
  #layer
  #entries = new Map()
  #backdrop = new SheetBackdropElement()
  #request = 0
  #time = 0
  #reduced = matchMedia("(prefers-reduced-motion: reduce)")

  constructor(layer) {
    this.#layer = layer
    layer.append(this.#backdrop)
  }

  /** The command for a press on the backdrop; undefined without a backdrop. */
  get dismissal() {
    const front = this.#dark()
    return front && dismissal(front.panel)
  }

  /**
   * A pointer grabs a sheet: by its grabber or its bar, or by its content.
   * @param {object} stage as for `SheetGesture`
   * @returns {SheetGesture|undefined} undefined for a sheet that is gone
   */
  grab(frame, press, isContent, stage) {
    const panel = panelOf(stage.arranging.window, frame.panel.id)
    const hold = this.#entries.get(panel.id)?.hold
    if (!hold) return
    const isGrabber = press.target.closest("sheet-grabber") !== null
    const tapped = () => {
      if (isGrabber) frame.sheetParts.tap()
      else if (!isContent) frame.handle.focus({ preventScroll: true })
    }
    return frame.sheetParts.gesture = new SheetGesture({
      ...stage, hold, tapped, isReduced: this.#reduced.matches, moved: () => this.#moved(panel.id),
    }, panel, press, isContent)
  }

  /** The sheet just beyond whose edge a finger came down, which means the grabber. */
  nearTo(press) {
    return [...this.#layer.querySelectorAll("panel-frame.is-sheet")]
      .find(frame => !frame.inert && !frame.contains(press.target) && frame.sheetParts?.isNear(press))
  }

  /**
   * @param {Panel} panel with a `sheet`
   * @param {{isGliding: boolean, isComing: boolean, isMovable: boolean, depth: number}} way
   */
  draw(frame, panel, { isGliding, isComing, isMovable, depth }) {
    const { sheet } = panel
    const entry = getOrInsert(this.#entries, panel.id, () => ({ hold: new SheetHold() }))
    Object.assign(entry, { frame, panel, rest: panel.frame, depth, isLeaving: false })
    entry.hold.isMovable = isMovable
    frame.classList.remove("is-leaving")
    if (!frame.sheetParts) {
      frame.sheetParts = new SheetParts(frame)
      frame.sheetParts.show(panel, frame.entitled)
    }
    frame.style.zIndex = depth
    const content = contentFrame(sheet.surface)
    frame.style.setProperty("--sheet-length", `${isAcross(sheet) ? content.width : content.height}px`)
    const insets = scrollInsets(sheet, sheet.state, noSafeArea)
    frame.style.setProperty("--sheet-concealed", `${insets[sheet.edge]}px`)
    const look = appearance({ cornerRadius: 14 })
    frame.style.setProperty("--sheet-radius", `${look.cornerRadius}px`)
    entry.hold.show(sheet, locationOf(sheet, panel.frame), {
      isReduced: this.#reduced.matches, isGliding,
      ...isComing && isGliding && { from: fixedEdge(sheet, panel.frame), feel: appearing },
    })
    this.#place(entry)
    this.#go()
  }

  /** A sheet that is gone slides out, unless the panel is now elsewhere. */
  leave(id, isGliding) {
    const entry = this.#entries.get(id)
    if (!entry || entry.isLeaving) return
    if (!isGliding || this.#reduced.matches || entry.hold.location === null) return this.forget(id)
    entry.isLeaving = true
    entry.hold.cancel()
    entry.frame.classList.add("is-leaving")
    const { sheet } = entry.hold
    entry.hold.show(sheet, sheet.hiddenPosition, { isReduced: false, isGliding: true, feel: appearing })
    this.#go()
  }

  forget(id) {
    const entry = this.#entries.get(id)
    if (!entry) return
    entry.frame.classList.remove("is-leaving")
    for (const name of ["--sheet-length", "--sheet-concealed"]) entry.frame.style.removeProperty(name)
    this.#entries.delete(id)
    this.#darken()
  }

  /** The finger has moved or released the sheet. */
  #moved(id) {
    const entry = this.#entries.get(id)
    if (!entry) return
    this.#place(entry)
    if (entry.hold.isFlying) this.#go()
  }

  stop() { cancelAnimationFrame(this.#request) }

  #place(entry) {
    const { frame, rest, hold } = entry
    const drawn = drawnFrame(hold.sheet, rest, hold.location, leastSeen)
    place(frame, drawn)
    frame.sheetParts.stand(drawn)
    this.#darken()
  }

  #dark() {
    let front
    for (const entry of this.#entries.values()) {
      if (!entry.isLeaving && entry.hold.alpha > 0 && !(front?.depth > entry.depth)) front = entry
    }
    return front
  }

  #darken() {
    const front = this.#dark()
    this.#backdrop.show(front?.hold.alpha ?? 0, (front?.depth ?? 1) - 1)
  }

  #go() {
    if (this.#request !== 0) return
    this.#time = performance.now()
    this.#request = requestAnimationFrame(time => this.#tick(time))
  }

  #tick(time) {
    this.#request = 0
    const seconds = Math.min(Math.max((time - this.#time) / 1000, 0.001), longestStepSeconds)
    this.#time = time
    let isGoing = false
    for (const [id, entry] of this.#entries) {
      if (!entry.hold.isFlying) continue
      const goesOn = entry.hold.step(seconds)
      isGoing ||= goesOn
      this.#place(entry)
      if (!goesOn && entry.isLeaving) this.forget(id)
    }
    if (isGoing) this.#request = requestAnimationFrame(next => this.#tick(next))
  }
}
