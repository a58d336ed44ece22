/** What fingers do to elements: press and rest, draw out, swipe away. */

/**
 * Long presses, as dockview has them: a finger that rests a quarter of a second picks up what a quick one would scroll,
 * and one that rests half a second asks for the menu when it is lifted. What moves before that means neither.
 */
export const pressRule = { pickUpMilliseconds: 250, menuMilliseconds: 500, slop: 8 }

/**
 * What a finger's movement means before it has picked anything up.
 * @param {{x: number, y: number}} way from where it came down
 * @returns {"rest"|"along"|"across"} along is where a bar of tabs scrolls
 */
export function movement({ x, y }, slop = pressRule.slop) {
  if (Math.hypot(x, y) <= slop) return "rest"
  return Math.abs(x) >= Math.abs(y) ? "along" : "across"
}

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

/**
 * What stands in a list and is drawn out of it: with the mouse at once; a finger rests on it first, else it scrolls.
 * @param {PointerEvent} press
 * @param {HTMLElement} item
 * @param {{grab: () => void, held: (isHeld: boolean) => void}} answers `held` while a finger has it
 */
export function drawnOut(press, item, { grab, held }) {
  if (press.pointerType === "mouse") return grab()
  const hold = isHeld => {
    held(isHeld)
    item.classList.toggle("is-picked", isHeld)
  }
  new FingerPress(press, {
    pickUp: () => {
      hold(true)
      grab()
    }, dropped: () => hold(false),
  })
}

/** The lifting of a pointer that moved something is no press on what is under it. */
export function swallowClick() {
  const stop = event => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener("click", stop, { capture: true, once: true })
  setTimeout(() => removeEventListener("click", stop, { capture: true }), 50)
}

/** A row goes when it was pulled this far, or flung faster than this. */
const wayMin = 96, speedMin = 0.6
/** Before that nobody knows whether a finger scrolls or pulls. */
const startMin = 10

/**
 * Lets a finger or a pen pull a row of a list to the side until it is gone. Every row has a button and a key for the
 * same; the pointer of a mouse is left to select.
 */
export class SwipeAway {
  #gone
  #rows
  #held = null

  /**
   * @param {Element} list whose rows scroll up and down (`touch-action: pan-y`)
   * @param {string} rows a selector
   * @param {(row: Element) => void} gone is called once for a row that was pulled away
   */
  constructor(list, rows, gone) {
    this.#rows = rows
    this.#gone = gone
    list.addEventListener("pointerdown", event => this.#down(event))
    list.addEventListener("pointermove", event => this.#move(event))
    list.addEventListener("pointerup", event => this.#up(event))
    list.addEventListener("pointercancel", () => this.cancel())
    // What was pulled was not clicked.
    list.addEventListener("click", event => {
      if (!this.#held?.isPulled) return
      event.preventDefault()
      event.stopPropagation()
      this.#held = null
    }, { capture: true })
  }

  /** Everything is as before. */
  cancel() {
    if (this.#held) this.#place(this.#held.row, 0)
    this.#held = null
  }

  #down(event) {
    if (event.pointerType === "mouse" || !event.isPrimary) return this.cancel()
    const row = event.target.closest(this.#rows)
    this.#held = row && { row, x: event.clientX, y: event.clientY, at: event.timeStamp, isPulled: false }
    return undefined
  }

  #move(event) {
    const held = this.#held
    if (!held || event.pointerType === "mouse") return
    const dx = event.clientX - held.x
    if (!held.isPulled) {
      if (Math.abs(event.clientY - held.y) > startMin) return this.cancel()
      if (Math.abs(dx) < startMin) return
      held.isPulled = true
      held.row.setPointerCapture?.(event.pointerId)
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
    // The click that follows belongs to the pull; without one, the next press begins anew.
    setTimeout(() => { if (this.#held === held) this.#held = null })
  }

  #place(row, x) {
    row.style.transform = x ? `translateX(${x}px)` : ""
    row.classList.toggle("is-pulled", x !== 0)
  }
}
