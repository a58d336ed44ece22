import { cardToward, choiceCommand, exitCommand, exposedCards, fingerTaps, plainView, viewOf } from "../../model/views.js"
import { arrange, claim, getOrInsert, make, place, send, setAttributes } from "../markup.js"
import { scaleOf } from "./panel-drawing.js"

/**
 * `<expose-view>` lies over the panels while all of them are spread out: one button over each panel, labelled with its
 * title. It sends `panel-command` events: to open a panel or, on a press beside the panels or Escape, to go back.
 */
class ExposeViewElement extends HTMLElement {
  #cards = []
  #buttons = new Map()

  constructor() {
    super()
    this.addEventListener("click", event => {
      const button = event.target.closest("button")
      this.#choose(button?.dataset.panel ?? null)
    })
    this.addEventListener("keydown", event => this.#pressed(event))
  }

  connectedCallback() {
    setAttributes(this, { role: "group", "aria-label": "All panels" })
    this.hidden = this.#cards.length === 0
  }

  /** @param {DeskWindow|null} window the window whose panels to spread out; null hides the view */
  show(window) {
    const cards = this.#cards = window ? exposedCards(window) : []
    this.hidden = cards.length === 0
    arrange(this, cards.map(card => {
      const button = getOrInsert(this.#buttons, card.id, () => this.#make(card))
      place(button, card.exposed)
      button.style.setProperty("--scale", scaleOf(card))
      button.style.setProperty("--bar", `${card.bar}px`)
      return button
    }))
  }

  /** Focuses a panel's card, or the first card. */
  focusCard(id) { (this.#buttons.get(id) ?? this.firstElementChild)?.focus({ preventScroll: true }) }

  #make({ id, title }) {
    return make("button", { type: "button", class: "expose-card", "data-panel": id },
      make("span", { class: "expose-name" }, title))
  }

  #pressed(event) {
    if (event.key === "Escape") {
      claim(event)
      return this.#choose(null)
    }
    const next = cardToward(this.#cards, event.target.closest("button")?.dataset.panel, event.key)
    if (!event.key.startsWith("Arrow")) return
    event.preventDefault()
    if (next) this.focusCard(next)
  }

  #choose(id) { send(this, "panel-command", choiceCommand(id)) }
}

customElements.define("expose-view", ExposeViewElement)

/**
 * The layer's temporary views: one panel fills the layer, all panels are spread out, or all are hidden. Covered
 * controls are inert; the focus moves into the view and back.
 */
export class LayerView {
  #layer
  #body
  #run
  /** Created when the panels are spread out for the first time. @type {ExposeViewElement|null} */
  #expose = null
  #view = plainView
  #focus = null
  #isOnCard = false
  #before = null

  /** @param {(command: object) => void} run */
  constructor(layer, body, run) {
    this.#layer = layer
    this.#body = body
    this.#run = run
  }

  /** Called before drawing, because drawing may cover the focused element. */
  prepare() {
    this.#focus = document.activeElement
    this.#isOnCard = this.#expose?.contains(this.#focus) ?? false
  }

  /**
   * Called after the frames are drawn.
   * @param {(id: string) => HTMLElement|undefined} handleOf returns the title of a panel's frame
   */
  show(window, handleOf) {
    const was = this.#view, now = viewOf(window)
    this.#view = now
    const { classList } = this.#layer
    classList.toggle("is-exposed", now.isExposed)
    classList.toggle("is-zen", now.isZen)
    classList.toggle("is-maximised", now.maximised !== null && !now.isExposed)
    this.#body.inert ||= now.isExposed || now.maximised !== null
    if (now.isExposed) this.#expose ??= this.#layer.appendChild(new ExposeViewElement())
    this.#expose?.show(now.isExposed ? window : null)
    this.#moveFocus(was, now, handleOf)
  }

  #moveFocus(was, now, handleOf) {
    const panel = this.#focus?.closest?.("panel-frame")?.panel?.id
    if (isPlain(was) && !isPlain(now)) this.#before = this.#layer.contains(this.#focus) ? this.#focus : null
    if (now.isExposed && !was.isExposed) return this.#expose.focusCard(panel)
    if (now.maximised !== null && was.maximised !== now.maximised && panel !== now.maximised) {
      return handleOf(now.maximised)?.focus({ preventScroll: true })
    }
    // If the focused panel has disappeared, the text gets the focus.
    if (now.isZen && panel !== undefined) return this.#body.focus({ preventScroll: true })
    if (isPlain(now) && !isPlain(was)) this.#giveBack(was, handleOf)
  }

  /** Returns the focus to where it was, unless the user has moved it. */
  #giveBack(was, handleOf) {
    const isOurs = this.#isOnCard || this.#focus === document.body
      || this.#focus === handleOf(was.maximised)
    const before = this.#before
    this.#before = null
    if (isOurs && before?.isConnected && !before.closest("[inert]")) before.focus({ preventScroll: true })
    else if (document.activeElement === document.body && isOurs) this.#body.focus({ preventScroll: true })
  }

  /** Handles Escape: removes the view that covers the panels. @returns {boolean} whether there was one */
  escaped() {
    const command = exitCommand(this.#view)
    if (command) this.#run(command)
    return command !== null
  }

  /** Spreads the panels out on two taps with three fingers, one of several ways to do so. */
  listen(signal) {
    const taps = fingerTaps(), options = { signal, passive: true }
    this.#layer.addEventListener("touchstart", event => taps.down(event.touches.length, event.timeStamp), options)
    this.#layer.addEventListener("touchend", event => {
      if (taps.up(event.touches.length, event.timeStamp)) this.#run({ command: "expose" })
    }, options)
  }
}

const isPlain = view => !view.isExposed && !view.isZen && view.maximised === null
