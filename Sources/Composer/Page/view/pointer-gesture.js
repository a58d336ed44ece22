/**
 * One press of a pointer, from down to up, that draws at most once a frame. Escape, a lost pointer and a window that loses
 * the focus revert it. A subclass defines `moved(event)`, `released(event)`, `draw()`, `reverted()` if it had started, and
 * `finished()`, which is called in any case.
 */
export class PointerGesture {
  isStarted = false
  isOver = false
  #target
  #pointerId
  #request = 0
  #listening = new AbortController()

  /** @param {Element} target the pressed element, which gets the pointer by `capture` */
  constructor({ pointerId }, target) {
    this.#target = target
    this.#pointerId = pointerId
    const options = { signal: this.#listening.signal }
    const answers = {
      pointermove: event => this.moved(event),
      pointerup: event => this.released(event),
      pointercancel: () => this.cancel(),
      // A touch is captured by another element than the pressed one, which then loses it; that is no lost pointer.
      lostpointercapture: event => { if (event.target === target) this.cancel() },
    }
    for (const [name, answer] of Object.entries(answers)) {
      addEventListener(name, event => { if (event.pointerId === pointerId) answer(event) }, options)
    }
    addEventListener("blur", () => this.cancel(), options)
    for (const name of ["keydown", "keyup"]) addEventListener(name, event => this.keyed(event), { ...options, capture: true })
  }

  keyed(event) {
    if (event.type !== "keydown" || event.key !== "Escape") return
    event.preventDefault()
    event.stopPropagation()
    this.cancel()
  }

  capture() {
    // A pointer that is already up cannot be captured; its end event still follows.
    try { this.#target.setPointerCapture(this.#pointerId) } catch (error) { if (error.name !== "NotFoundError") throw error }
  }

  drawSoon() {
    this.#request ||= requestAnimationFrame(() => {
      this.#request = 0
      if (!this.isOver) this.draw()
    })
  }

  /** Reverts the gesture, at any time. */
  cancel() {
    if (this.isOver) return
    this.finish()
    if (this.isStarted) this.reverted()
  }

  /** Ends the gesture: nothing is heard or drawn any more. */
  finish() {
    if (this.isOver) return
    this.isOver = true
    cancelAnimationFrame(this.#request)
    this.#listening.abort()
    if (this.#target.hasPointerCapture(this.#pointerId)) this.#target.releasePointerCapture(this.#pointerId)
    this.finished()
  }
}
