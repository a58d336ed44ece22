/** Touch gestures: press and rest, drag out, swipe away. */

/**
 * Long presses, as in dockview: a finger that rests for a quarter of a second picks up what a quick one would scroll,
 * and one that rests for half a second opens the menu when it is lifted. Moving before that cancels both.
 */
export const pressRule = { pickUpMilliseconds: 250, menuMilliseconds: 500, slop: 8 }

/**
 * The meaning of a finger's movement before it has picked anything up.
 * @param {{x: number, y: number}} way from where it came down
 * @returns {"rest"|"along"|"across"} a bar of tabs scrolls along
 */
export function movement({ x, y }) {
  if (Math.hypot(x, y) <= pressRule.slop) return "rest"
  return Math.abs(x) >= Math.abs(y) ? "along" : "across"
}

/** One finger or pen, from down to up, on an element that responds to long presses. */
export class FingerPress {
  #listening = new AbortController()
  #timers = []
  #isPickedUp = false
  #isLong = false
  #rested

  /**
   * @param {{pickUp?: () => void, dropped?: () => void, isBar?: boolean, menu?: () => void, rested?: (isLong: boolean)
   *   => void}} answers `pickUp` when it has rested for a while, or moved across a bar; `dropped` when that finger is
   *   gone; `menu` when it is lifted after a long rest, which `rested` reports
   */
  constructor(press, { pickUp, dropped, isBar = false, menu, rested }) {
    this.#rested = rested
    const { pointerId, clientX, clientY } = press
    const options = { signal: this.#listening.signal, capture: true }
    const isOurs = event => event.pointerId === pointerId
    addEventListener("pointermove", event => {
      if (!isOurs(event)) return
      const way = movement({ x: event.clientX - clientX, y: event.clientY - clientY })
      if (way === "rest") return
      this.#rest()
      if (way === "across" && isBar && pickUp && !this.#isPickedUp) this.#pickUp(pickUp)
      if (!this.#isPickedUp) this.#listening.abort()
    }, options)
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, event => {
      if (!isOurs(event)) return
      // Lifting the finger would otherwise close the menu again.
      if (this.#isLong && name === "pointerup") setTimeout(menu)
      if (this.#isPickedUp) dropped?.()
      this.cancel()
    }, options)
    // A second finger cancels the rest.
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

  /** Ends the rest. */
  #rest() {
    if (this.#isLong) this.#rested?.(false)
    this.#isLong = false
    for (const timer of this.#timers) clearTimeout(timer)
  }

  /** Ends the gesture without a further callback. */
  cancel() {
    this.#rest()
    this.#listening.abort()
  }
}

/** Drags an item out of a list: at once with the mouse; a finger must rest on it first, otherwise it scrolls. */
export function dragOut(press, item, grab) {
  if (press.pointerType === "mouse") return grab()
  const hold = isHeld => item.classList.toggle("is-picked", isHeld)
  new FingerPress(press, {
    pickUp: () => {
      hold(true)
      grab()
    }, dropped: () => hold(false),
  })
}

/** Releasing a pointer after a drag must not click the element below it. */
export function preventNextClick() {
  const stop = event => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener("click", stop, { capture: true, once: true })
  setTimeout(() => removeEventListener("click", stop, { capture: true }), 50)
}

/** The distance or the speed from which a pulled row is removed. */
const wayMin = 96, speedMin = 0.6
/** Below this distance the finger may still be scrolling. */
const startMin = 10

/**
 * Lets a finger or a pen swipe a row of a list away. Every row also has a button and a key for that; a mouse is free to
 * select.
 */
export class SwipeAway {
  #gone
  #rows
  #held = null

  /**
   * @param {Element} list whose rows scroll vertically (`touch-action: pan-y`)
   * @param {string} rows a selector
   * @param {(row: Element) => void} gone called once for a row that was swiped away
   */
  constructor(list, rows, gone) {
    this.#rows = rows
    this.#gone = gone
    list.addEventListener("pointerdown", event => this.#down(event))
    list.addEventListener("pointermove", event => this.#move(event))
    list.addEventListener("pointerup", event => this.#up(event))
    list.addEventListener("pointercancel", () => this.cancel())
    // A pull is not a click.
    list.addEventListener("click", event => {
      if (!this.#held?.isPulled) return
      event.preventDefault()
      event.stopPropagation()
      this.#held = null
    }, { capture: true })
  }

  /** Reverts the pull. */
  cancel() {
    if (this.#held) this.#place(this.#held.row, 0)
    this.#held = null
  }

  #down(event) {
    if (event.pointerType === "mouse" || !event.isPrimary) return this.cancel()
    const row = event.target.closest(this.#rows)
    this.#held = row && { row, x: event.clientX, y: event.clientY, at: event.timeStamp, isPulled: false }
  }

  #move(event) {
    const held = this.#held
    if (!held || event.pointerType === "mouse") return
    const dx = event.clientX - held.x
    if (!held.isPulled) {
      if (Math.abs(event.clientY - held.y) > startMin) return this.cancel()
      if (Math.abs(dx) < startMin) return
      held.isPulled = true
      held.row.setPointerCapture(event.pointerId)
    }
    this.#place(held.row, dx)
  }

  #up(event) {
    const held = this.#held
    if (!held?.isPulled) { this.#held = null; return }
    const dx = event.clientX - held.x
    const speed = Math.abs(dx) / Math.max(1, event.timeStamp - held.at)
    this.#place(held.row, 0)
    if (Math.abs(dx) >= wayMin || speed >= speedMin) this.#gone(held.row)
    // The click that follows belongs to the pull; if none follows, the next press starts over.
    setTimeout(() => { if (this.#held === held) this.#held = null })
  }

  #place(row, x) {
    row.style.transform = x ? `translateX(${x}px)` : ""
    row.classList.toggle("is-pulled", x !== 0)
  }
}

/** Keeps a touch for what it holds, such as an item of a list: it neither scrolls nor opens a menu. */
export function keepHold(element, isHeld = () => element.querySelector(".is-picked") !== null) {
  element.addEventListener("contextmenu", event => { if (isHeld()) event.preventDefault() })
  // The browser must know before the touch starts that this listener may cancel it.
  element.addEventListener("touchmove", event => { if (isHeld() && event.cancelable) event.preventDefault() },
    { passive: false })
}
