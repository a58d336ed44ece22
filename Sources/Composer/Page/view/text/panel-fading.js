/** Floating panels over the place that is written. */

/**
 * The distance from the caret within which a panel covers what is written: the rest of the sentence, and a line around.
 */
const room = { x: 160, y: 16 }

/**
 * Makes floating panels that cover the caret transparent while the writer writes there. The pointer or the focus brings
 * one back at once, and it stays where it is.
 */
export class PanelFading {
  #area
  #ruler
  #panels = new Set()

  constructor(area, ruler) {
    this.#area = area
    this.#ruler = ruler
  }

  listen(signal) {
    this.#area.addEventListener("blur", () => this.#show(new Set()), { signal })
    this.#area.addEventListener("focus", () => this.follow(), { signal })
    signal.addEventListener("abort", () => this.#show(new Set()))
  }

  /** The caret has moved. Measures only if a panel floats. */
  follow() {
    const floating = document.querySelectorAll("panel-frame[data-place=floating]:not([inert])")
    if (!floating.length && !this.#panels.size) return
    this.#show(new Set([...floating].filter(panel => this.#covers(panel.getBoundingClientRect()))))
  }

  #covers({ left, right, top, bottom }) {
    const caret = this.#ruler.spanAt(this.#area.selectionEnd), text = this.#area.getBoundingClientRect()
    const x = text.left + caret.left
    return left - room.x < x && x < right + room.x && top - room.y < text.top + caret.bottom
      && text.top + caret.top < bottom + room.y
  }

  #show(panels) {
    for (const panel of this.#panels) if (!panels.has(panel)) panel.classList.remove("is-faded")
    for (const panel of panels) panel.classList.add("is-faded")
    this.#panels = panels
  }
}
