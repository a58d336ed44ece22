/** Decides when the event stream is dead although no error says so. */

/** The daemon's heartbeat comes every 15 s. */
export const silenceMilliseconds = 40_000
/** How long a stream may take to open. */
const openingMilliseconds = 20_000
/** If the clocks disagree by more about how long something took, the machine slept or its clock was set. */
const jumpMilliseconds = 2000

/** @typedef {{wall: number, steady: number}} Clocks as from `browserClocks` */

export class EventWatch {
  /** When the stream was last requested or last gave a sign of life. @type {Clocks} */
  #heard
  /** @type {Clocks} */
  #last

  /** The stream is requested, has opened, or something has arrived. @param {Clocks} now */
  hear(now) {
    this.#heard = now
    this.#last ??= now
  }

  /** Whether a connection that was open may be gone. @param {Clocks} now */
  isDead(now, isOpen) {
    const { wall, steady } = since(this.#last, now)
    this.#last = now
    if (Math.abs(wall - steady) > jumpMilliseconds) return true
    const silence = since(this.#heard, now)
    return Math.max(silence.wall, silence.steady) > (isOpen ? silenceMilliseconds : openingMilliseconds)
  }
}

const since = (before, now) => ({ wall: now.wall - before.wall, steady: now.steady - before.steady })
