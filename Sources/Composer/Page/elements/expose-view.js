import { cardToward, choiceCommand, exposedCards } from "../model/expose.js"
import { make } from "./markup.js"
import { place, scaleOf } from "./panel-drawing.js"

/**
 * `<expose-view>` lies over the panels while all of them are spread out: a button over each, called like the panel. It
 * asks by a `panel-command` event: for a panel, or (a press beside them, Escape) to go back.
 */
export class ExposeViewElement extends HTMLElement {
  #cards = []
  #buttons = new Map()

  constructor() {
    super()
    this.addEventListener("click", event => {
      const button = event.target.closest("button")
      this.#ask(button?.dataset.panel ?? null)
    })
    this.addEventListener("keydown", event => this.#pressed(event))
  }

  connectedCallback() {
    this.setAttribute("role", "group")
    this.setAttribute("aria-label", "All panels")
    this.hidden = this.#cards.length === 0
  }

  connectedMoveCallback() {}

  /** @param {DeskWindow|null} window whose panels are spread out; without one it goes away */
  show(window) {
    const cards = this.#cards = window ? exposedCards(window) : []
    this.hidden = cards.length === 0
    const wanted = cards.map(card => {
      const button = this.#buttons.get(card.id) ?? this.#make(card)
      this.#buttons.set(card.id, button)
      place(button, card.exposed)
      button.style.setProperty("--scale", scaleOf(card))
      button.style.setProperty("--bar", `${card.bar}px`)
      return button
    })
    if (wanted.some((button, index) => this.children[index] !== button) || this.children.length !== wanted.length) {
      this.replaceChildren(...wanted)
    }
  }

  /** Gives the focus to a panel's card, or to the first. */
  focusCard(id) { (this.#buttons.get(id) ?? this.firstElementChild)?.focus({ preventScroll: true }) }

  #make({ id, title }) {
    return make("button", { type: "button", class: "expose-card", "data-panel": id },
      make("span", { class: "expose-name" }, title))
  }

  #pressed(event) {
    if (event.key === "Escape") {
      event.preventDefault()
      event.stopPropagation()
      return this.#ask(null)
    }
    const next = cardToward(this.#cards, event.target.closest("button")?.dataset.panel, event.key)
    if (!event.key.startsWith("Arrow")) return undefined
    event.preventDefault()
    if (next) this.focusCard(next)
    return undefined
  }

  #ask(id) {
    this.dispatchEvent(new CustomEvent("panel-command", { bubbles: true, detail: choiceCommand(id) }))
  }
}

customElements.define("expose-view", ExposeViewElement)
