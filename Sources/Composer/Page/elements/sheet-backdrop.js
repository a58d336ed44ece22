/** `<sheet-backdrop>` darkens what is behind the front sheet. A press on it asks by `sheet-dismiss`, which bubbles. */
export class SheetBackdropElement extends HTMLElement {
  #alpha = 0

  connectedCallback() {
    this.setAttribute("aria-hidden", "true")
    this.addEventListener("click", this.#pressed)
  }

  connectedMoveCallback() {}
  disconnectedCallback() { this.removeEventListener("click", this.#pressed) }

  #pressed = () => this.dispatchEvent(new CustomEvent("sheet-dismiss", { bubbles: true }))

  /** @param {number} alpha 0 is not there at all, and takes no press */
  show(alpha, depth) {
    this.style.zIndex = depth
    if (alpha === this.#alpha) return
    this.#alpha = alpha
    this.style.opacity = alpha
    this.classList.toggle("is-shown", alpha > 0)
  }
}

customElements.define("sheet-backdrop", SheetBackdropElement)
