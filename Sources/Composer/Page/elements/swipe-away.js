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
