/** How the layer looks at its panels for a while. */
import { cardToward, choiceCommand, exposedCards, fingerTaps, plainView, viewOf } from "../model/views.js"
import { make } from "../view/markup.js"
import { place, scaleOf } from "../view/panel-drawing.js"

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

/**
 * How the layer looks at its panels for a while: one fills it, all are spread out, none is there. What is covered cannot
 * be used, and the focus goes with it and comes back.
 */
export class LayerView {
  #layer
  #body
  #run
  #expose = null
  #window = null
  #view = plainView
  #focus = null
  #isOnCard = false
  #before = null

  /**
   * @param {HTMLElement} layer
   * @param {HTMLElement} body
   * @param {(command: object) => void} run
   */
  constructor(layer, body, run) {
    this.#layer = layer
    this.#body = body
    this.#run = run
  }

  get isPlain() { return !this.#view.isExposed && !this.#view.isZen && this.#view.maximised === null }

  /** Before anything is drawn: what has the focus may be covered in a moment. */
  prepare() {
    this.#focus = document.activeElement
    this.#isOnCard = this.#expose?.contains(this.#focus) ?? false
  }

  /**
   * After the frames are drawn.
   * @param {(id: string) => HTMLElement|undefined} handleOf the title of a panel's frame
   */
  show(window, handleOf) {
    const was = this.#view, now = viewOf(window)
    this.#view = now
    this.#window = window
    const { classList } = this.#layer
    classList.toggle("is-exposed", now.isExposed)
    classList.toggle("is-zen", now.isZen)
    classList.toggle("is-maximised", now.maximised !== null && !now.isExposed)
    this.#body.inert ||= now.isExposed || now.maximised !== null
    this.#expose?.show(now.isExposed ? window : null)
    this.#moveFocus(was, now, handleOf)
  }

  #moveFocus(was, now, handleOf) {
    const panel = this.#focus?.closest?.("panel-frame")?.panel?.id
    if (isPlain(was) && !isPlain(now)) this.#before = this.#layer.contains(this.#focus) ? this.#focus : null
    if (now.isExposed && !was.isExposed) return this.#focusCard(panel)
    if (now.maximised !== null && was.maximised !== now.maximised && panel !== now.maximised) {
      return handleOf(now.maximised)?.focus({ preventScroll: true })
    }
    // Who was in a panel that has gone goes on in the text.
    if (now.isZen && panel !== undefined) return this.#body.focus({ preventScroll: true })
    if (isPlain(now) && !isPlain(was)) this.#giveBack(was, handleOf)
    return undefined
  }

  #focusCard(panel) {
    if (!this.#expose) {
      this.#expose = new ExposeViewElement()
      this.#layer.append(this.#expose)
      this.#expose.show(this.#window)
    }
    this.#expose.focusCard(panel)
  }

  /** Where it was before, unless it went elsewhere meanwhile. */
  #giveBack(was, handleOf) {
    const isOurs = this.#isOnCard || this.#focus === document.body
      || this.#focus === handleOf(was.maximised)
    const before = this.#before
    this.#before = null
    if (isOurs && before?.isConnected && !before.closest("[inert]")) before.focus({ preventScroll: true })
    else if (document.activeElement === document.body && isOurs) this.#body.focus({ preventScroll: true })
  }

  /** Escape takes away what covers the panels. @returns {boolean} whether it did */
  escaped() {
    const { maximised, isExposed, isZen } = this.#view
    if (isExposed) this.#run({ command: "expose" })
    else if (maximised !== null) this.#run({ command: "maximise", panel: maximised })
    else if (isZen) this.#run({ command: "zen" })
    else return false
    return true
  }

  /** Two taps with three fingers spread the panels out: one way of several. */
  listen(signal) {
    const taps = fingerTaps(), options = { signal, passive: true }
    this.#layer.addEventListener("touchstart", event => taps.down(event.touches.length, event.timeStamp), options)
    this.#layer.addEventListener("touchend", event => {
      if (taps.up(event.touches.length, event.timeStamp)) this.#run({ command: "expose" })
    }, options)
  }
}

const isPlain = view => !view.isExposed && !view.isZen && view.maximised === null
