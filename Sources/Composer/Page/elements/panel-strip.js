import { keysAlong } from "../model/direction.js"
import { isColumn } from "../model/panels.js"
import { drawnOut } from "./drawn-out.js"
import { make } from "./markup.js"
import { menuIcon } from "./menu-icons.js"
import { place } from "./panel-drawing.js"
import { iconButton } from "./panel-icons.js"
import { arrange } from "./row-order.js"

const expandIcons = { left: "move-right", right: "move-left", top: "move-down", bottom: "move-up" }

/**
 * `<panel-strip>` is a collapsed side: the names of its panels, and a way back. Arrows go along, Enter shows a panel
 * beside the strip. Asks by `panel-command` and by `name-grab` events (`detail.panel`, `detail.press`: a name is drawn
 * out).
 */
export class PanelStripElement extends HTMLElement {
  #expand = iconButton(menuIcon("expand"), "", () => this.#ask({ command: "expandSide", side: this.dataset.side }))
  #names = new Map()
  #isHeld = false

  connectedCallback() {
    if (this.#expand.isConnected) return
    this.setAttribute("role", "toolbar")
    this.append(this.#expand)
    this.addEventListener("keydown", event => this.#pressed(event))
    this.addEventListener("contextmenu", event => { if (this.#isHeld) event.preventDefault() })
    // The browser must know before the finger comes down that it may be told no.
    this.addEventListener("touchmove", event => { if (this.#isHeld && event.cancelable) event.preventDefault() },
      { passive: false })
  }

  connectedMoveCallback() {}

  /** The button of one panel. */
  buttonOf(id) { return this.#names.get(id) }
  /** The panel whose name a button is; for any other the first of the strip. */
  panelOf(button) {
    const names = [...this.#names]
    return (names.find(([, name]) => name === button) ?? names[0])?.[0]
  }
  get firstButton() { return this.#stops.find(stop => stop.tabIndex === 0) ?? this.#expand }

  /** @param {{side: string, frame: Frame, panels: {id: string, title: string}[], peek: string|null}} strip */
  show({ side, frame, panels, peek }) {
    if (this.dataset.side !== side) {
      this.dataset.side = side
      this.setAttribute("aria-label", `${side[0].toUpperCase()}${side.slice(1)} side, collapsed`)
      this.setAttribute("aria-orientation", isColumn(side) ? "vertical" : "horizontal")
      this.#expand.replaceChildren(...iconButton(expandIcons[side], "").childNodes)
      this.#expand.title = `Expand the ${side} side`
      this.#expand.setAttribute("aria-label", this.#expand.title)
    }
    place(this, frame)
    const ids = new Set(panels.map(panel => panel.id))
    for (const id of [...this.#names.keys()]) if (!ids.has(id)) this.#names.delete(id)
    arrange(this, [this.#expand, ...panels.map(({ id, title }) => {
      const button = this.#names.get(id) ?? this.#make(id, title)
      button.setAttribute("aria-expanded", id === peek)
      return button
    })])
    this.#rove(this.firstButton)
  }

  #make(id, title) {
    const button = make("button", {
      type: "button", class: "strip-name", onclick: () => this.#ask({ command: "peek", panel: id }),
    }, title)
    button.addEventListener("pointerdown", event => this.#touched(event, id))
    this.#names.set(id, button)
    return button
  }

  /** A name is drawn out with the mouse at once; a finger rests on it first, else it scrolls the strip. */
  #touched(press, panel) {
    if (press.button !== 0) return
    const grab = () => this.dispatchEvent(new CustomEvent("name-grab", { bubbles: true, detail: { press, panel } }))
    drawnOut(press, this.#names.get(panel), { grab, held: isHeld => { this.#isHeld = isHeld } })
  }

  get #stops() { return [...this.querySelectorAll("button")] }

  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const stops = this.#stops, at = stops.indexOf(event.target)
    const [back, forth] = isColumn(this.dataset.side) ? ["ArrowUp", "ArrowDown"] : keysAlong(this.matches(":dir(rtl)"))
    const target = { [back]: stops[at - 1], [forth]: stops[at + 1], Home: stops[0], End: stops.at(-1) }[event.key]
    if (!target) return
    event.preventDefault()
    this.#rove(target)
    target.focus()
  }

  #rove(stop) { for (const button of this.#stops) button.tabIndex = button === stop ? 0 : -1 }
  #ask(detail) { this.dispatchEvent(new CustomEvent("panel-command", { bubbles: true, detail })) }
}

customElements.define("panel-strip", PanelStripElement)
