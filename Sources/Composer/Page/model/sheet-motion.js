/** A sheet's range, its release, its spring, and its drag. */
import { isColumn } from "./panels.js"

/**
 * A sheet's range: the positions where its moving edge can rest, which the daemon decides, and where a drag takes it
 * (`reference/panels.md`, 6.2 to 6.6 and 6.18).
 * @typedef {{name: string, order: number, position: number, backdrop: number}} SheetStop
 * @typedef {{edge: "left"|"right"|"top"|"bottom", state: string, states: SheetStop[], hiddenPosition: number,
 *   contentMode: "static"|"fitToBounds", isModal: boolean, isRemovable: boolean, rubberBand: string[],
 *   boundary: {low: number, high: number}|null, scrolls: string[]|undefined}} Sheet
 */

/** Whether the sheet moves horizontally. */
export const isAcross = sheet => isColumn(sheet.edge)
/** Whether it is attached to the edge with the larger coordinate. */
export const isFar = sheet => sheet.edge === "right" || sheet.edge === "bottom"

/** The visible part of a pull beyond the end: it increases ever more slowly, and never reaches `dimension`. */
export function stretched(excess, dimension, stiffness = 0.55) {
  return dimension > 0 ? (1 - 1 / (stiffness * excess / dimension + 1)) * dimension : 0
}

/** The part of a velocity that is left after a millisecond. */
export const rate = 0.998

/** How far something released at `velocity` (px/s) goes before it stops. */
export const projection = (velocity, rate) => velocity / 1000 * rate / (1 - rate)

/** The stops, most expanded first; equal orders sort by name. */
const byOrder = states => states.toSorted((one, other) => other.order - one.order || (one.name < other.name ? -1 : 1))

/** The stops by coordinate. */
function ascending(sheet) {
  const stops = byOrder(sheet.states)
  return isFar(sheet) ? stops : stops.reverse()
}

export const mostExpanded = sheet => byOrder(sheet.states)[0]

const hidden = sheet => ({ name: "hidden", order: 0, position: sheet.hiddenPosition, backdrop: 0 })

/** With only one stop, the other end of the range is off screen. */
export const leastExpanded = sheet => sheet.states.length > 1 ? byOrder(sheet.states).at(-1) : hidden(sheet)

export const stopOf = (sheet, state) => sheet.states.find(stop => stop.name === state)

/** The whole range, from its low to its high end. */
function reach(sheet) {
  const ends = [mostExpanded(sheet).position, leastExpanded(sheet).position]
  return { low: Math.min(...ends), high: Math.max(...ends) }
}

/**
 * The moving edge after the pointer moved it by `translation` from `start`.
 * @param {number} length of the container, on the axis
 * @param {boolean} isScrolling the finger moves the sheet by its content, which ends where the sheet does
 */
export function dragged(sheet, start, translation, length, isScrolling = false) {
  const place = start + translation, { low, high } = reach(sheet)
  if (isScrolling) return Math.min(Math.max(place, low), high)
  let drawn = place
  if (place < low && sheet.rubberBand.includes("low")) drawn = low - stretched(low - place, length)
  else if (place > high && sheet.rubberBand.includes("high")) drawn = high + stretched(place - high, length)
  const { boundary } = sheet
  return boundary ? Math.min(Math.max(drawn, boundary.low), boundary.high) : drawn
}

/** The stops around a location in the direction of movement: forward (to larger coordinates) or back. */
export function segment(sheet, location, isForward) {
  const stops = ascending(sheet)
  const index = stops.findIndex(stop => isForward ? location < stop.position : location <= stop.position)
  return index < 0 ? { lower: stops.at(-1), upper: undefined } : { lower: stops[index - 1], upper: stops[index] }
}

/** The backdrop's opacity while the moving edge is there, depending on the direction in which it moved. */
export function backdropAt(sheet, location, translation) {
  const isForward = translation >= 0
  const found = segment(sheet, location, isForward)
  const lower = found.lower ?? mostExpanded(sheet), upper = found.upper ?? leastExpanded(sheet)
  const [from, to] = isForward ? [lower, upper] : [upper, lower]
  const way = to.position - from.position
  if (way === 0) return from.backdrop
  const gone = Math.min(Math.max(1 - (to.position - location) / way, 0), 1)
  return from.backdrop + gone * (to.backdrop - from.backdrop)
}

// MARK: A release

/** `threshold`: of the way between two stops; `removal`: remaining distances a second. */
const releasing = { rate, threshold: 0.5, isRolling: false, removal: 5.5 }

/** The stop to which a released sheet glides, and which the command names (6.4 and 6.5 of `reference/panels.md`). */
export function restOf(sheet, location, velocity, feel = releasing) {
  if (isRemoved(sheet, location, velocity, feel)) return hidden(sheet)
  if (sheet.states.length < 2) return stopOf(sheet, sheet.state) ?? hidden(sheet)
  const isForward = (velocity || location - stopOf(sheet, sheet.state).position) > 0
  const stops = ascending(sheet), after = stop => stops[stops.indexOf(stop) + 1] ?? stop
  if (!isForward) stops.reverse()
  const { isRolling } = feel, rolled = location + projection(velocity, feel.rate)
  const { lower, upper } = segment(sheet, isRolling ? rolled : location, isForward)
  const [from = stops[0], ahead = stops.at(-1)] = isForward ? [lower, upper] : [upper, lower]
  const to = ahead === from && !isRolling ? after(from) : ahead
  const ends = isRolling ? [rolled] : [from.position, after(to).position]
  const place = Math.min(Math.max(rolled, Math.min(...ends)), Math.max(...ends))
  return Math.abs(place - from.position) / Math.abs(to.position - from.position) > Math.min(Math.max(feel.threshold, 0), 1) ? to : from
}

/** Undefined if the sheet has no such stop. */
export const restCommand = ({ id: panel, sheet }, { name: state }) => state === "hidden" ? { command: "close", panel }
  : stopOf(sheet, state) && { command: "detent", panel, state }

/** The velocity of a fling, in px/s, that closes the sheet from that location. */
export const removalVelocity = (sheet, location, { removal }) => removal * Math.abs(location - sheet.hiddenPosition)

export function isRemoved(sheet, location, velocity, feel) {
  const outward = isFar(sheet) ? velocity : -velocity
  return sheet.isRemovable && outward > 0 && outward >= removalVelocity(sheet, location, feel)
}

// MARK: Coming to rest: a spring, in implicit Euler steps (`reference/panels.md`, 6.7); reduced motion jumps

/** For a sheet that was released, and for one that appears or disappears. */
const letting = { deceleration: 0.991, response: 0.4 }
export const appearing = { deceleration: 0.99, response: 0.25, isAppearing: true }

const slowBelow = 300

/**
 * @param {{deceleration: number, response: number}} feel response in s
 * @param {number} velocity at the start, in px/s; a slow sheet does not oscillate
 */
export function spring({ deceleration, response }, velocity) {
  const frequency = 2 * Math.PI / response
  const swing = -Math.log(deceleration) * 1000 * response / (2 * Math.PI)
  return { frequency, damping: Math.abs(velocity) <= slowBelow ? 1 : swing }
}

/** Stiffness and damping, for a mass of 1, of a sheet that appears or disappears. */
export function stiffness({ deceleration, response }) {
  const ratio = -Math.log(deceleration) * 1000 / (4 * Math.PI)
  return { ratio, stiffness: (2 * Math.PI / response) ** 2, damping: 4 * Math.PI * ratio / response }
}

function springOf(feel, velocity) {
  if (!feel.isAppearing) return spring(feel, velocity)
  const { stiffness: pull, damping } = stiffness(feel), frequency = Math.sqrt(pull)
  return { frequency, damping: damping / (2 * frequency) }
}

/** One step of `seconds`: the new location and velocity. */
function springStep({ frequency, damping }, { location, velocity }, target, seconds) {
  const friction = 1 + 2 * seconds * damping * frequency, pull = seconds * frequency * frequency
  const divisor = friction + seconds * pull
  const next = (friction * location + seconds * velocity + seconds * pull * target) / divisor
  return { location: next, velocity: (velocity + pull * (target - next)) / divisor }
}

/** Whether it has arrived, and moved hardly at all in the last step. */
function isAtRest(location, before, target, scale) {
  return Math.abs(target - location) <= 1 / scale && Math.abs(location - before) * scale <= 1
}

/** A sheet that moves. The user can catch it at any time, and it continues from where it is. */
export class SheetFlight {
  #feel
  #spring
  #state
  #scale
  #isOver = false

  /** @param {{from: number, to: number, velocity?: number, scale?: number, feel?: object}} way */
  constructor({ from, to, velocity = 0, scale = 1, feel = letting }) {
    this.target = to
    this.#feel = feel
    this.#scale = scale
    this.#spring = springOf(feel, velocity)
    this.#state = { location: from, velocity }
  }

  get location() { return this.#state.location }
  get velocity() { return this.#state.velocity }
  get isOver() { return this.#isOver }

  /** @returns {number} the location after that time */
  step(seconds) {
    const before = this.#state.location
    this.#state = springStep(this.#spring, this.#state, this.target, seconds)
    this.#isOver = isAtRest(this.#state.location, before, this.target, this.#scale)
    return this.#state.location
  }

  /** Changes the target, keeping location and velocity. */
  turn(to) {
    this.target = to
    this.#isOver = false
    this.#spring = springOf(this.#feel, this.#state.velocity)
  }
}

const samplesMilliseconds = 100, restMilliseconds = 80

/** The state of one sheet on the page: where it is drawn, what moves it, the scroll position of its content. */
export class SheetHold {
  /** A sheet that may not be moved keeps its place even while a preview of it is shown. */
  isMovable = true
  location = null
  /** How far a finger on the content has gone on since the sheet is at its highest place: that scrolls the content. */
  surplus = 0
  #sheet = null
  #flight = null
  #grip = null
  #travelled = 0
  #samples = []
  #pinned = null
  /** Where a released sheet goes, until the daemon has answered. */
  #rest = null

  get sheet() { return this.#sheet }
  get isHeld() { return this.#grip !== null }
  get isFlying() { return this.#flight !== null }
  /** The backdrop's opacity behind the sheet. */
  get alpha() {
    if (!this.#sheet || this.location === null) return 0
    const stop = this.#rest ?? stopOf(this.#sheet, this.#sheet.state)
    if (!this.isHeld && !this.isFlying && stop) return stop.backdrop
    return backdropAt(this.#sheet, this.location, this.#travelled)
  }

  /**
   * Takes the daemon's state of the sheet. A held sheet stays under the finger, and a released one goes to its rest.
   * @param {number} location the daemon's location
   * @param {{isReduced: boolean, isGliding: boolean, from?: number, feel?: object}} way `from`: the start of the
   *   movement
   */
  show(sheet, location, { isReduced, isGliding, from, feel }) {
    this.#sheet = sheet
    if (this.isHeld || this.#rest && this.#rest.name !== sheet.state) return
    const start = from ?? this.location ?? location
    if (this.#flight && from === undefined) this.#flight.turn(location)
    else if (isGliding && !isReduced && start !== location) {
      this.#flight = new SheetFlight({ from: start, to: location, feel })
      this.location = start
    }
    if (isReduced) this.#flight = null
    if (!this.#flight) this.location = location
    if (this.#flight) this.#travelled = this.#flight.target - this.location
  }

  /** One step of its movement. @returns {boolean} whether it goes on */
  step(seconds) {
    if (!this.#flight) return false
    this.location = this.#flight.step(seconds)
    if (!this.#flight.isOver) return true
    this.location = this.#flight.target
    this.#flight = null
    return false
  }

  // Finger

  /** Takes hold of the sheet where it is, moving or at rest. @returns {boolean} whether that is allowed */
  take(isScrolling = false) {
    if (!this.isMovable || !this.#sheet) return false
    this.#flight = this.#rest = null
    this.#grip = { start: this.location, isScrolling }
    this.#travelled = this.surplus = 0
    this.#samples = []
    return true
  }

  /** The pointer has moved by `translation` since it took hold, at that time (ms). */
  pull(translation, length, time) {
    if (!this.#grip) return
    const { start, isScrolling } = this.#grip, beyond = start + translation - mostExpanded(this.#sheet).position
    this.#travelled = translation
    this.location = dragged(this.#sheet, start, translation, length, isScrolling)
    this.surplus = !isScrolling || isAcross(this.#sheet) ? 0 : isFar(this.#sheet) ? Math.min(beyond, 0) : Math.max(beyond, 0)
    this.#samples.push({ translation, time })
    while (this.#samples.length > 2 && time - this.#samples[0].time > samplesMilliseconds) this.#samples.shift()
  }

  /** The finger's velocity at that time, in px/s. */
  velocity(time) {
    const first = this.#samples[0], last = this.#samples.at(-1)
    const isMoving = first && last.time > first.time && time - last.time <= restMilliseconds
    return isMoving ? (last.translation - first.translation) / (last.time - first.time) * 1000 : 0
  }

  /** Continues to where the sheet comes to rest. A finger that scrolled flings no sheet. @returns {SheetStop} */
  letGo(time, isReduced = false) {
    const velocity = this.surplus === 0 ? this.velocity(time) : 0
    this.#grip = null
    this.#rest = restOf(this.#sheet, this.location, velocity)
    const to = this.#rest.position
    if (isReduced) this.location = to
    else this.#flight = new SheetFlight({ from: this.location, to, velocity })
    return this.#rest
  }

  settle(rest) { if (this.#rest === rest) this.#rest = null }

  /** Reverts the drag. */
  cancel() {
    this.#grip = this.#rest = null
    this.#pinned = null
  }

  // Content

  /** While the sheet moves, its content keeps its scroll position. The surplus scrolls it. */
  pin(offset) { this.#pinned = offset }
  unpin() { this.#pinned = null }
  /** The scroll position of a content that would be at `offset`. */
  scrolled(offset) { return this.#pinned === null ? offset : this.#pinned - this.surplus }
  /** The content ends at `offset`: a finger that turns back there moves it at once. */
  ended(offset) { this.#grip.start += this.scrolled(offset) - offset }
}
