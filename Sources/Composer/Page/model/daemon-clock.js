/**
 * What time it is by the daemon's clock, which decides what is sent and when. A browser's clock may be hours off, so no
 * other module of the page reads it.
 */

/** An answer's `Date` is in whole seconds, and the daemon renews it once a second. */
const lateMilliseconds = 2000

/** Learns from the daemon's answers how far its clock is ahead of the browser's. Until the first one they agree. */
export class DaemonClock {
  #own
  /** Between these two is the distance, by all answers so far. */
  #least = -Infinity
  #most = Infinity

  /** @param {() => number} own the browser's clock */
  constructor(own = () => Date.now()) { this.#own = own }

  /** Milliseconds since 1970. */
  now() { return this.#own() + this.distance }

  /** In milliseconds; 0 as long as the two clocks may agree. */
  get distance() {
    if (this.#least <= 0 && this.#most >= 0) return 0
    return Math.round((this.#least + this.#most) / 2)
  }

  /** Call it before a request is sent. @returns {(date: string|null) => void} takes the `Date` of the daemon's answer */
  ask() {
    const sent = this.#own()
    return date => this.#hear(Date.parse(date), sent, this.#own())
  }

  /** The daemon's clock showed `date` at some time between the two. */
  #hear(date, sent, received) {
    if (Number.isNaN(date) || received < sent) return
    const least = date - received, most = date + lateMilliseconds - sent
    // If no distance fits all answers, one of the clocks was set.
    const isSet = least > this.#most || most < this.#least
    this.#least = isSet ? least : Math.max(least, this.#least)
    this.#most = isSet ? most : Math.min(most, this.#most)
  }
}

export const daemonClock = new DaemonClock()
export const daemonNow = () => daemonClock.now()

/**
 * Two clocks of the browser, to notice that it slept or that its clock was set: `wall` can be set, `steady` cannot, and
 * in some browsers stands while the machine sleeps. In milliseconds.
 */
export const browserClocks = () => ({ wall: Date.now(), steady: performance.now() })
