/**
 * What is known of one sheet on the page: where it is drawn, who moves it, where its content is scrolled to. Pure; the
 * element draws what it says.
 */
import { SheetFlight } from "./sheet-spring.js"
import { backdropAt, dragged, likelyRest, stopOf } from "./sheet-track.js"

const samplesMilliseconds = 100, restMilliseconds = 80

export class SheetHold {
  /** A sheet that may not be moved stays so, whatever is shown of it. */
  isMovable = true
  location = null
  #sheet = null
  #flight = null
  #grip = null
  #travelled = 0
  #samples = []
  #pinned = null

  get sheet() { return this.#sheet }
  get isHeld() { return this.#grip !== null }
  get isFlying() { return this.#flight !== null }
  /** How dark it is behind the sheet. */
  get alpha() {
    if (!this.#sheet || this.location === null) return 0
    const stop = stopOf(this.#sheet, this.#sheet.state)
    if (!this.isHeld && !this.isFlying && stop) return stop.backdrop
    return backdropAt(this.#sheet, this.location, this.#travelled)
  }

  /**
   * What the daemon says of it. While a finger holds it, it stays where the finger has it.
   * @param {Sheet} sheet
   * @param {number} location where it is to be
   * @param {{isReduced: boolean, isGliding: boolean, from?: number, feel?: object}} way `from`: where it comes from
   */
  show(sheet, location, { isReduced, isGliding, from, feel, velocity }) {
    this.#sheet = sheet
    if (this.isHeld) return
    const start = from ?? this.location ?? location
    if (this.#flight && from === undefined) this.#flight.turn(location)
    else if (isGliding && !isReduced && start !== location) {
      this.#flight = new SheetFlight({ from: start, to: location, velocity: velocity ?? 0, feel })
      this.location = start
    }
    if (isReduced) this.#flight = null
    if (!this.#flight) this.location = location
    if (this.#flight) this.#travelled = this.#flight.target - this.location
  }

  /** One step of its way. @returns {boolean} whether it goes on */
  step(seconds) {
    if (!this.#flight) return false
    this.location = this.#flight.step(seconds)
    if (!this.#flight.isOver) return true
    this.location = this.#flight.target
    this.#flight = null
    return false
  }

  /** How fast it is, px/s. */
  get velocity() { return this.#flight?.velocity ?? 0 }

  // A finger

  /** Takes hold of it where it is, on its way or at rest. @returns {boolean} whether it may be */
  take(isScrolling = false) {
    if (!this.isMovable || !this.#sheet) return false
    this.#flight = null
    this.#grip = { start: this.location, isScrolling }
    this.#travelled = 0
    this.#samples = []
    return true
  }

  /** The pointer is so far from where it took hold of it, at that time (ms). */
  pull(translation, length, time) {
    if (!this.#grip) return
    this.#travelled = translation
    this.location = dragged(this.#sheet, this.#grip.start, translation, length, this.#grip.isScrolling)
    this.#samples.push({ translation, time })
    while (this.#samples.length > 2 && time - this.#samples[0].time > samplesMilliseconds) this.#samples.shift()
  }

  /**
   * Goes on by itself, to where it will probably rest, until the daemon says where.
   * @returns {{location: number, velocity: number, isScrolling: boolean}} as the daemon wants it told
   */
  letGo(time, isReduced = false) {
    const { start, isScrolling } = this.#grip
    const first = this.#samples[0], last = this.#samples.at(-1)
    const isMoving = first && last.time > first.time && time - last.time <= restMilliseconds
    const velocity = isMoving ? (last.translation - first.translation) / (last.time - first.time) * 1000 : 0
    this.#grip = null
    if (!isReduced) {
      const to = likelyRest(this.#sheet, this.location, velocity)
      this.#flight = new SheetFlight({ from: this.location, to, velocity })
    }
    return { location: start + this.#travelled, velocity, isScrolling }
  }

  /** As if it had never been touched. */
  cancel() {
    this.#grip = null
    this.#pinned = null
  }

  // Content

  /** While the sheet moves its content stays where it is scrolled to. */
  pin(offset) { this.#pinned = offset }
  unpin() { this.#pinned = null }
  /** Where the content is scrolled to when it wants to be at `offset`. */
  scrolled(offset) { return this.#pinned ?? offset }
}
