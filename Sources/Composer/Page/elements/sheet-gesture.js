import { isAcross } from "../model/sheet-track.js"
import { swallowClick } from "./swallow-click.js"

const startDistance = 5

/**
 * One press of a pointer on a sheet: on its grabber, its title bar, or its content. Catches a sheet that is on its way.
 * Draws by itself, asks the daemon when it begins and when it ends; Escape, a lost pointer and a second press leave the
 * sheet where it was.
 */
export class SheetGesture {
  #stage
  #panel
  #press
  #isContent
  #isAcross
  #length
  #pull = 0
  #begun = null
  #isStarted = false
  #isOver = false
  #request = 0
  #listening = new AbortController()

  /**
   * @param {{arranging: Arranging, hold: SheetHold, length: number, held: Function, moved: Function, over: Function,
   *   tapped: Function}} stage `length` of the layer along the sheet's way; `moved(velocity)` draws
   * @param {PointerEvent} press
   * @param {boolean} isContent it began in the content, and may yet be a tap or a turn across
   */
  constructor(stage, panel, press, isContent) {
    this.#stage = stage
    this.#panel = panel
    const { pointerId: id, clientX: x, clientY: y, timeStamp: time } = press
    this.#press = { id, x, y, time, target: press.currentTarget ?? press.target }
    this.#isContent = isContent
    this.#isAcross = isAcross(panel.sheet)
    this.#length = this.#isAcross ? stage.rect.width : stage.rect.height
    this.#listen()
    if (!isContent) this.#press.target.setPointerCapture(press.pointerId)
    // What is on its way stands still under a finger.
    if (stage.hold.isFlying) this.#start(press.timeStamp)
  }

  #listen() {
    const options = { signal: this.#listening.signal }
    addEventListener("pointermove", event => this.#moved(event), options)
    addEventListener("pointerup", event => this.#ended(event), options)
    addEventListener("pointercancel", event => { if (event.pointerId === this.#press.id) this.cancel() }, options)
    // A finger's pointer leaves what it came down on for what holds it, and that is no loss.
    this.#press.target.addEventListener("lostpointercapture", event => {
      if (event.target === this.#press.target && event.pointerId === this.#press.id) this.cancel()
    }, options)
    addEventListener("blur", () => this.cancel(), options)
    addEventListener("keydown", event => {
      if (event.key !== "Escape") return
      event.preventDefault()
      event.stopPropagation()
      this.cancel()
    }, { ...options, capture: true })
  }

  #moved(event) {
    if (event.pointerId !== this.#press.id) return
    const dx = event.clientX - this.#press.x, dy = event.clientY - this.#press.y
    this.#pull = this.#isAcross ? dx : dy
    if (!this.#isStarted) {
      const along = Math.abs(this.#pull), across = Math.abs(this.#isAcross ? dy : dx)
      if (Math.max(along, across) < startDistance) return
      if (this.#isContent && across > along) return this.#finish()
      if (!this.#start(this.#press.time)) return this.#finish()
    }
    this.#follow(event)
    this.#request ||= requestAnimationFrame(() => {
      this.#request = 0
      if (!this.#isOver) this.#stage.moved()
    })
  }

  /** All that the pointer did since the last frame, each step at its own time: a busy page hears of them in one event. */
  #follow(event) {
    const steps = event.getCoalescedEvents?.() ?? []
    for (const { clientX, clientY, timeStamp } of steps.length > 0 ? steps : [event]) {
      const pull = this.#isAcross ? clientX - this.#press.x : clientY - this.#press.y
      this.#stage.hold.pull(pull, this.#length, timeStamp)
    }
  }

  #start(time) {
    const { hold, arranging, rect } = this.#stage
    if (!hold.take(this.#isContent)) return false
    this.#isStarted = true
    hold.pull(0, this.#length, time)
    if (this.#isContent) {
      this.#press.target.setPointerCapture(this.#press.id)
      hold.pin(this.#press.target.scrollTop)
    }
    this.#stage.held(true)
    this.#begun = arranging.beginDrag({
      kind: "sheet", panel: this.#panel.id, pointer: { x: this.#press.x - rect.x, y: this.#press.y - rect.y },
    })
    this.#begun.catch(error => { if (!error.isAway && !this.#isOver) this.#fail(error) })
    return true
  }

  async #ended(event) {
    if (event.pointerId !== this.#press.id) return
    const isTap = !this.#isStarted
    this.#finish()
    if (isTap) return this.#stage.tapped(this.#isContent)
    const { hold, arranging, rect } = this.#stage
    if (this.#isContent) swallowClick()
    // It was put away under the finger.
    if (!hold.isHeld) return this.#begun.then(() => arranging.cancelDrag(), () => {})
    const end = hold.letGo(event.timeStamp, this.#stage.isReduced)
    hold.unpin()
    this.#stage.moved()
    try {
      const { drag } = await this.#begun
      const pointer = { x: event.clientX - rect.x, y: event.clientY - rect.y }
      if (!await arranging.commitDrag({ drag, pointer, ...end })) this.#stage.over()
    } catch (error) { this.#fail(error) }
  }

  /** As it was before, at any time. */
  cancel() {
    if (this.#isOver) return
    this.#finish()
    if (!this.#isStarted) return
    this.#stage.hold.cancel()
    this.#stage.over()
    this.#begun.then(() => {}, () => {}).then(() => this.#stage.arranging.cancelDrag())
  }

  #fail(error) {
    this.#finish()
    this.#stage.hold.cancel()
    this.#stage.arranging.endDrag(error)
    this.#stage.over()
  }

  #finish() {
    if (this.#isOver) return
    this.#isOver = true
    cancelAnimationFrame(this.#request)
    this.#listening.abort()
    const { target, id } = this.#press
    if (target.hasPointerCapture(id)) target.releasePointerCapture(id)
    this.#stage.held(false)
  }
}
