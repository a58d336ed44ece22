import { place } from "./panel-drawing.js"

/**
 * `<pin-preview>` shows where a dragged panel would be pinned, or why it would not be; it grows from the panel to its slot.
 */
export class PinPreviewElement extends HTMLElement {
  #shown = null

  connectedCallback() { this.setAttribute("aria-hidden", "true") }
  connectedMoveCallback() {}

  /**
   * @param {{side: string, index: number|string, frame: Frame, reason?: string}|null} slot
   * @param {Frame} [from] where the panel is now
   */
  show(slot, from) {
    const name = slot && `${slot.side}/${slot.index}`
    if (name === this.#shown) return
    const isFirst = this.#shown === null
    this.#shown = name
    const isRefused = slot?.side === "refused"
    this.dataset.kind = slot?.side === "stack" ? "stack" : isRefused ? "refused" : "slot"
    // The words fade out with their frame.
    if (slot) this.textContent = slot.reason ?? ""
    if (!slot) return this.classList.remove("is-shown")
    if (isFirst && from && !isRefused) {
      this.classList.add("is-starting")
      place(this, from)
      // The start must be drawn once before it can grow.
      requestAnimationFrame(() => {
        this.classList.remove("is-starting")
        if (this.#shown === name) place(this, slot.frame)
      })
    } else place(this, slot.frame)
    return this.classList.add("is-shown")
  }
}

customElements.define("pin-preview", PinPreviewElement)
