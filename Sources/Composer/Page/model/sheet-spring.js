/**
 * How a sheet comes to rest: a spring, in implicit Euler steps (`reference/panels.md`, 6.7). Reduced motion jumps.
 */

/** Of a sheet that was let go, and of one that comes or goes. */
export const letting = { deceleration: 0.991, response: 0.4 }
export const appearing = { deceleration: 0.99, response: 0.25, isAppearing: true }

const slowBelow = 300

/**
 * @param {{deceleration: number, response: number}} feel response in s
 * @param {number} velocity at the start, in px/s; what is slow does not swing
 */
export function spring({ deceleration, response }, velocity) {
  const frequency = 2 * Math.PI / response
  const swing = -Math.log(deceleration) * 1000 * response / (2 * Math.PI)
  return { frequency, damping: Math.abs(velocity) <= slowBelow ? 1 : swing }
}

/** What comes or goes is given in stiffness and damping, for a mass of 1. */
export function stiffness({ deceleration, response }) {
  const ratio = -Math.log(deceleration) * 1000 / (4 * Math.PI)
  return { ratio, stiffness: (2 * Math.PI / response) ** 2, damping: 4 * Math.PI * ratio / response }
}

function springOf(feel, velocity) {
  if (!feel.isAppearing) return spring(feel, velocity)
  const { stiffness: pull, damping } = stiffness(feel), frequency = Math.sqrt(pull)
  return { frequency, damping: damping / (2 * frequency) }
}

/** One step of `seconds`: where it is then, and how fast. */
export function springStep({ frequency, damping }, { location, velocity }, target, seconds) {
  const friction = 1 + 2 * seconds * damping * frequency, pull = seconds * frequency * frequency
  const divisor = friction + seconds * pull
  const next = (friction * location + seconds * velocity + seconds * pull * target) / divisor
  return { location: next, velocity: (velocity + pull * (target - next)) / divisor }
}

/** Whether it is there, and was nearly there a step before. */
export function isAtRest(location, before, target, scale) {
  return Math.abs(target - location) <= 1 / scale && Math.abs(location - before) * scale <= 1
}

/**
 * A sheet on its way to where the daemon says. It can be caught at any time, and goes on from where it is.
 */
export class SheetFlight {
  #feel
  #spring
  #state
  #scale
  #isOver = false

  /** @param {{from: number, to: number, velocity?: number, scale?: number, isReduced?: boolean, feel?: object}} way */
  constructor({ from, to, velocity = 0, scale = 1, isReduced = false, feel = letting }) {
    this.target = to
    this.#feel = feel
    this.#scale = scale
    this.#spring = springOf(feel, velocity)
    this.#state = { location: isReduced ? to : from, velocity: isReduced ? 0 : velocity }
    this.isReduced = isReduced
  }

  get location() { return this.#state.location }
  get velocity() { return this.#state.velocity }
  get isOver() { return this.#isOver }

  /** @returns {number} where it is after that time; at the end exactly at its target when `isExact` */
  step(seconds) {
    const before = this.#state.location
    if (!this.isReduced) this.#state = springStep(this.#spring, this.#state, this.target, seconds)
    this.#isOver = isAtRest(this.#state.location, before, this.target, this.#scale)
    return this.#state.location
  }

  /** Somewhere else, from where it is and as fast as it is. */
  turn(to) {
    this.target = to
    this.#isOver = false
    this.#spring = springOf(this.#feel, this.#state.velocity)
  }
}
