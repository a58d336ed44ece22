import { movement, pressRule } from "../model/finger-press.js"

/** One finger or pen, from down to up, on what a long press means something to. */
export class FingerPress {
  #listening = new AbortController()
  #timers = []
  #isPickedUp = false
  #isLong = false
  #rested

  /**
   * @param {PointerEvent} press
   * @param {{pickUp?: () => void, dropped?: () => void, isBar?: boolean, menu?: () => void,
   *   rested?: (isLong: boolean) => void}} answers `pickUp` when it has rested a while, or on a bar went across;
   *   `dropped` when that finger is gone; `menu` when it is lifted after a long rest, of which `rested` tells
   */
  constructor(press, { pickUp, dropped, isBar = false, menu, rested }) {
    this.#rested = rested
    const { pointerId, clientX, clientY } = press
    const options = { signal: this.#listening.signal, capture: true }
    const isOurs = event => event.pointerId === pointerId
    const lift = () => { if (this.#isPickedUp) dropped?.() }
    addEventListener("pointermove", event => {
      if (!isOurs(event)) return
      const way = movement({ x: event.clientX - clientX, y: event.clientY - clientY })
      if (way === "rest") return
      this.#rest()
      if (way === "across" && isBar && pickUp && !this.#isPickedUp) this.#pickUp(pickUp)
      if (!this.#isPickedUp) this.#listening.abort()
    }, options)
    addEventListener("pointerup", event => {
      if (!isOurs(event)) return
      // Its lifting would close the menu again.
      if (this.#isLong) setTimeout(menu)
      lift()
      this.cancel()
    }, options)
    addEventListener("pointercancel", event => {
      if (!isOurs(event)) return
      lift()
      this.cancel()
    }, options)
    // A second finger means something else.
    addEventListener("pointerdown", event => { if (!isOurs(event)) this.#rest() }, options)
    if (pickUp) this.#timers.push(setTimeout(() => this.#pickUp(pickUp), pressRule.pickUpMilliseconds))
    if (menu) this.#timers.push(setTimeout(() => this.#long(), pressRule.menuMilliseconds))
  }

  #pickUp(pickUp) {
    this.#isPickedUp = true
    navigator.vibrate?.(8)
    pickUp()
  }

  #long() {
    this.#isLong = true
    this.#rested?.(true)
  }

  /** It rests no longer. */
  #rest() {
    if (this.#isLong) this.#rested?.(false)
    this.#isLong = false
    for (const timer of this.#timers) clearTimeout(timer)
  }

  /** From now on nothing happens any more. */
  cancel() {
    this.#rest()
    this.#listening.abort()
  }
}
