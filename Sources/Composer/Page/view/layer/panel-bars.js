/** Panels listed by name at an edge: the bar of a narrow window, the strips of collapsed sides. */
import { isColumn, metaEntries, panelOf } from "../../model/panels.js"
import { dragOut, keepHold } from "../fingers.js"
import {
  arrange, button, entitle, getOrInsert, icon, iconButton, isPlain, keepOnly, keysAlong, ListeningElement, make, place,
  send, setAttributes,
} from "../markup.js"

/** Roving tabindex: makes one button the only tab stop of its bar. */
const rove = (stops, stop) => stops.forEach(button => { button.tabIndex = button === stop ? 0 : -1 })

/** The arrow keys of a bar move along its buttons. */
function moveAlong(event, stops, [back, on]) {
  if (!isPlain(event)) return
  const at = stops.indexOf(event.target)
  const target = { [back]: stops[at - 1], [on]: stops[at + 1], Home: stops[0], End: stops.at(-1) }[event.key]
  if (!target) return
  event.preventDefault()
  rove(stops, target)
  target.focus()
}

/**
 * `<meta-bar>` is the bar at the foot of a compact window: a button for the list of panels, and one for each panel.
 * Sends `panel-command` events.
 */
export class MetaBarElement extends ListeningElement {
  #all = iconButton("list", "All panels", () => this.#toggle("meta"), "meta-all")
  #names = make("div", { class: "meta-names" })
  #buttons = new Map()
  /** The panel that was last scrolled into view. */
  #open

  build() {
    setAttributes(this, { role: "toolbar", "aria-label": "Panels" })
    this.append(this.#all, this.#names)
  }

  listen() {
    this.on(this, "keydown", event => this.#pressed(event))
    this.#draw()
  }

  update({ panels }) { if (panels) this.#draw() }

  /** The button that opens the list. */
  get listButton() { return this.#all }

  #draw() {
    const { window } = this.arranging
    const isLeft = window?.class !== "compact" && this.contains(document.activeElement)
    this.hidden = window?.class !== "compact"
    if (isLeft) send(this, "panel-leave")
    if (this.hidden) return
    const entries = metaEntries(window)
    for (const panel of entries) if (!this.#buttons.has(panel.id)) this.#make(panel)
    for (const panel of window.panels) {
      const button = panel.id === "meta" ? this.#all : this.#buttons.get(panel.id)
      button?.setAttribute("aria-pressed", panel.place === "open")
      if (button && panel.id !== "meta") button.hidden = !entries.includes(panel)
    }
    rove(this.#stops, this.#stops.find(button => button.tabIndex === 0) ?? this.#all)
    this.#reveal(window.panels.find(panel => panel.place === "open")?.id)
  }

  /** Scrolls a panel that was opened elsewhere, such as from the list, into view in the bar. */
  #reveal(open) {
    if (this.#open === open) return
    this.#open = open
    this.#buttons.get(open)?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }

  #make(panel) {
    const name = button(panel.title, () => this.#toggle(panel.id), { class: null, tabIndex: -1 })
    this.#buttons.set(panel.id, name)
    this.#names.append(name)
  }

  #toggle(id) {
    const { place } = panelOf(this.arranging.window, id)
    send(this, "panel-command", { command: place === "open" ? "close" : "open", panel: id })
  }

  get #stops() { return [this.#all, ...this.#names.children].filter(button => !button.hidden) }

  #pressed(event) { moveAlong(event, this.#stops, keysAlong(this)) }
}

customElements.define("meta-bar", MetaBarElement)

const expandIcons = { left: "move-right", right: "move-left", top: "move-down", bottom: "move-up" }

/**
 * `<panel-strip>` is a collapsed side: the names of its panels, and a button that expands it. Arrow keys move along,
 * Enter shows a panel beside the strip. Sends `panel-command` and `item-grab` events (`detail.panel`, `detail.press`:
 * the user drags a name out).
 */
export class PanelStripElement extends HTMLElement {
  #expand = iconButton("", "", () => send(this, "panel-command", { command: "expandSide", side: this.dataset.side }))
  #names = new Map()

  connectedCallback() {
    if (this.#expand.isConnected) return
    this.role = "toolbar"
    this.append(this.#expand)
    this.addEventListener("keydown", event => this.#pressed(event))
    keepHold(this)
  }

  buttonOf(id) { return this.#names.get(id) }
  /** The panel that a name button stands for; for any other element, the first panel of the strip. */
  panelOf(button) {
    const names = [...this.#names]
    return (names.find(([, name]) => name === button) ?? names[0])?.[0]
  }
  get firstButton() { return this.#stops.find(stop => stop.tabIndex === 0) ?? this.#expand }

  /** @param {{side: string, frame: Frame, panels: {id: string, title: string}[], peek: string|null}} strip */
  show({ side, frame, panels, peek }) {
    if (this.dataset.side !== side) {
      this.dataset.side = side
      this.ariaLabel = `${side[0].toUpperCase()}${side.slice(1)} side, collapsed`
      this.ariaOrientation = isColumn(side) ? "vertical" : "horizontal"
      this.#expand.replaceChildren(icon(expandIcons[side]))
      entitle(this.#expand, `Expand the ${side} side`)
    }
    place(this, frame)
    keepOnly(this.#names, panels.map(panel => panel.id))
    arrange(this, [this.#expand, ...panels.map(({ id, title }) => {
      const button = getOrInsert(this.#names, id, () => this.#make(id, title))
      button.ariaExpanded = id === peek
      return button
    })])
    rove(this.#stops, this.firstButton)
  }

  #make(id, title) {
    return button(title, () => send(this, "panel-command", { command: "peek", panel: id }),
      { class: "strip-name", onpointerdown: event => this.#touched(event, id) })
  }

  #touched(press, panel) {
    if (press.button === 0) dragOut(press, this.#names.get(panel), () => send(this, "item-grab", { press, panel }))
  }

  get #stops() { return [...this.querySelectorAll("button")] }

  #pressed(event) {
    const isVertical = isColumn(this.dataset.side)
    moveAlong(event, this.#stops, isVertical ? ["ArrowUp", "ArrowDown"] : keysAlong(this))
  }
}

customElements.define("panel-strip", PanelStripElement)
