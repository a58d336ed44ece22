import { otherSizes, pieces, piecesInWords } from "../model/other-sizes.js"
import { make } from "./markup.js"

const namespace = "http://www.w3.org/2000/svg"
/** The drawing is at most so large, in CSS px; its letters are as large as those around it. */
const most = { width: 460, height: 300 }, letters = 12

/**
 * `<size-preview>` shows in a dialog how this window's panels would stand in another size, as the daemon reckons it;
 * nothing is changed by looking. Properties `simulate(size)`, which answers the window in that size, and `size`, that of
 * this window.
 */
export class SizePreviewElement extends HTMLElement {
  #drawing = make("div", { class: "size-drawing" })
  #words = make("ul", { class: "size-words" })
  #state = make("p", { class: "size-state", role: "status" })
  #choices = make("div", { class: "size-choices", role: "radiogroup", "aria-label": "Size of the window" })
  #dialog = make("dialog", { class: "name-question size-preview", "aria-labelledby": "size-preview-title" })
  #turn

  connectedCallback() {
    if (this.#dialog.isConnected) return
    this.#choices.append(...otherSizes.map((size, index) => make("label", { class: "size-choice" },
      make("input", { type: "radio", name: "window-size", value: size.id, checked: index === 0,
        onchange: () => this.#show(size) }), `${size.title} `, make("small", {}, `${size.width} × ${size.height}`))))
    const done = make("button", { type: "button", class: "button", onclick: () => this.#dialog.close() }, "Close")
    this.#dialog.append(make("h2", { id: "size-preview-title" }, "At another size"), this.#choices, this.#state,
      make("div", { class: "size-shown" }, this.#drawing, this.#words), make("div", { class: "name-actions" }, done))
    // Nothing is left behind, so that the page has one of them only while it is looked at.
    this.#dialog.addEventListener("close", () => this.remove())
    this.append(this.#dialog)
  }

  /** Opens the dialog. */
  open() {
    this.#dialog.showModal()
    this.#show(otherSizes[0])
    this.#choices.querySelector("input").focus()
  }

  /** Only the latest choice is drawn. */
  async #show(size) {
    const turn = this.#turn = Symbol("turn")
    try {
      const window = await this.simulate(size)
      if (turn === this.#turn) this.#draw(window, size)
    } catch (error) {
      if (turn !== this.#turn) return
      this.#drawing.replaceChildren()
      this.#words.replaceChildren()
      this.#state.textContent = error.message
    }
  }

  #draw(window, { title, width, height }) {
    this.#state.textContent = `${title}, ${width} × ${height}`
    const scale = Math.min(most.width / width, most.height / height)
    const svg = draw("svg", { viewBox: `0 0 ${width} ${height}`, width: width * scale, height: height * scale,
      "aria-hidden": "true" })
    for (const { title, frame, isText } of pieces(window)) {
      svg.append(draw("rect", { class: isText ? "is-text" : "is-panel", rx: 6 / scale, x: frame.x, y: frame.y,
        width: frame.width, height: frame.height }))
      const size = letters / scale, room = Math.floor(frame.width * scale / (letters * 0.58)) - 1
      if (room < 2 || frame.height * scale < letters * 1.5) continue
      const label = draw("text", { x: frame.x + size * 0.7, y: frame.y + size * 1.4, "font-size": size })
      label.textContent = title.length > room ? `${title.slice(0, room - 1)}…` : title
      svg.append(label)
    }
    this.#drawing.replaceChildren(svg)
    this.#words.replaceChildren(...piecesInWords(window).map(words => make("li", {}, words)))
  }
}

function draw(name, attributes) {
  const element = document.createElementNS(namespace, name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  return element
}

customElements.define("size-preview", SizePreviewElement)
