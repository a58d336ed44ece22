import { onDemand } from "./on-demand.js"

const presses = onDemand(() => import("./finger-press.js"))
const followed = ["pointermove", "pointerup", "pointercancel", "lostpointercapture"]

/** A press that came before what it asks for is loaded: it is held, and what happens to it meanwhile happens again. */
export class EarlyPress {
  isStarted = false
  #events = []
  #listening = new AbortController()

  /**
   * @param {PointerEvent} press
   * @param {Element} target what was pressed
   */
  constructor(press, target) {
    const keep = event => { if (event.pointerId === press.pointerId) this.#events.push(event) }
    for (const name of followed) target.addEventListener(name, keep, { signal: this.#listening.signal })
    target.setPointerCapture(press.pointerId)
    this.target = target
  }

  get isOver() { return this.#listening.signal.aborted }

  /** Nobody wants it any more. */
  cancel() { this.#listening.abort() }

  /** Whoever listens now hears all of it. */
  replay() {
    this.cancel()
    for (const event of this.#events) this.target.dispatchEvent(new PointerEvent(event.type, event))
  }
}

/**
 * Tells what one finger or pen means by its press, as `FingerPress` does; nothing, if it is gone before that is loaded.
 * @param {PointerEvent} press
 * @param {object} answers those of `FingerPress`
 */
export async function followFinger(press, answers) {
  const watching = new AbortController(), options = { signal: watching.signal, capture: true }
  let isOver = false
  for (const name of ["pointerup", "pointercancel"]) {
    addEventListener(name, event => { isOver ||= event.pointerId === press.pointerId }, options)
  }
  // Without it a finger can do all that needs no rest.
  const module = presses.module ?? await presses().catch(() => null)
  watching.abort()
  if (module && !isOver) new module.FingerPress(press, answers)
}

/** Keys that were pressed before the menu was there that they are meant for: they are pressed again when it is. */
export class EarlyKeys {
  #events = []
  #listening = new AbortController()

  constructor() {
    addEventListener("keydown", event => {
      event.preventDefault()
      event.stopPropagation()
      this.#events.push(event)
    }, { signal: this.#listening.signal, capture: true })
  }

  replay() {
    this.#listening.abort()
    for (const event of this.#events) {
      const target = document.activeElement
      const isMeant = target.dispatchEvent(new KeyboardEvent(event.type, event))
      // What a browser does on its own after such a key.
      if (isMeant && ["Enter", " "].includes(event.key)) target.click()
    }
  }
}
