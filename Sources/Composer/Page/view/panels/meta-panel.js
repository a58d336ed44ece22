import "../splitters.js"
import { withDivision } from "../../model/panels-layout.js"
import { metaEntries, panelOf, placeInWords, showCommand } from "../../model/panels.js"
import { dragOut, keepHold } from "../fingers.js"
import { arrange, entitle, getOrInsert, iconButton, keepOnly, ListeningElement, make, send } from "../markup.js"

/**
 * `<meta-panel>` lists the panels that are collapsed or have no room, and why; each can be taken out. On a compact
 * window it lists all panels, one of which is open at a time. Sends `panel-command` and `item-grab` events
 * (`detail.panel`, `detail.press`: the user drags a row out), and `meta-divide` (`detail.divided` draws a window for the
 * held border; `detail.fraction` is the final fraction).
 */
class MetaPanelElement extends ListeningElement {
  #list = make("ul")
  #empty = make("p", { class: "meta-empty" },
    "Nothing is here. Collapse a panel, and it waits here until you take it out.")
  #rows = new Map()
  #splitter = null
  #length = 0

  constructor() {
    super()
    keepHold(this)
  }

  build() { this.append(this.#list, this.#empty) }

  listen() { this.#draw() }
  update({ panels }) { if (panels) this.#draw() }

  /** The button of one panel, which receives the focus when the panel closes. */
  buttonOf(id) {
    const row = this.#rows.get(id)
    return row?.querySelector(".meta-look:not([hidden])") ?? row?.querySelector("button")
  }
  /** Receives the focus when the list opens. */
  get firstButton() { return this.#list.querySelector("button") }

  #draw() {
    const { window } = this.arranging
    if (!window) return
    const entries = metaEntries(window)
    keepOnly(this.#rows, entries.map(panel => panel.id))
    arrange(this.#list, entries.map(panel => this.#drawRow(window, panel)))
    this.#divide(window)
    this.#list.hidden = entries.length === 0
    this.#empty.hidden = entries.length > 0
  }

  /** Beside the open panel, the list has its share of the width; beneath it, the list is inert. */
  #divide(window) {
    const { inside = null } = panelOf(window, "meta") ?? {}
    const isBeside = inside !== null && !inside.isCollapsed
    this.style.width = isBeside ? `${inside.index.width}px` : ""
    if (isBeside) this.#drawSplitter(inside)
    else if (this.#splitter) this.#splitter.hidden = true
    this.inert = inside !== null && inside.index === null
  }

  /** Draws the border between the list and the panel beside it, at the layer's position. */
  #drawSplitter({ fraction, index, detail }) {
    this.#length = index.width + detail.width
    if (!this.#splitter) {
      this.#splitter = make("index-splitter")
      this.addEventListener("index-divide", event => this.#divided(event.detail))
      this.append(this.#splitter)
    }
    this.id ||= "meta-list"
    this.#splitter.hidden = false
    this.#splitter.show(fraction, this.#length, { label: "List of Meta", controls: this.id })
  }

  #divided({ fraction, isHeld }) {
    const isDrawn = isHeld && fraction !== null
    if (isDrawn) this.style.width = `${(1 - fraction) * this.#length}px`
    else this.#draw()
    const detail = { divided: isDrawn ? window => withDivision(window, "meta", fraction) : null, ...!isHeld && { fraction } }
    send(this, "meta-divide", detail)
  }

  #drawRow(window, panel) {
    const row = getOrInsert(this.#rows, panel.id, () => this.#makeRow(panel))
    const isCompact = window.class === "compact"
    const [name, reason, verb] = row.querySelector("button").children
    name.textContent = panel.title
    reason.textContent = isCompact ? "" : panel.reason || placeInWords(panel)
    verb.textContent = isCompact ? "" : "Take out"
    row.dataset.compact = isCompact
    const look = row.querySelector(".meta-look")
    look.hidden = isCompact
    entitle(look, `Show ${panel.title} here`)
    look.ariaPressed = panel.place === "inside"
    return row
  }

  #makeRow(panel) {
    const look = iconButton("look", "", () =>
      send(this, "panel-command", { command: "show", panel: "meta", item: panel.id }), "panel-button meta-look")
    return make("li", { onpointerdown: event => this.#touched(event, panel.id) },
      make("button", { type: "button", class: "meta-row", onclick: () => {
        const { window } = this.arranging
        send(this, "panel-command", showCommand(window, panelOf(window, panel.id)))
      } }, ...["meta-name", "meta-reason", "meta-verb"].map(name => make("span", { class: name }))), look)
  }

  #touched(press, panel) {
    if (press.button !== 0 || press.target.closest(".meta-look") || this.arranging.window.class === "compact") return
    dragOut(press, press.target.closest("li"), () => send(this, "item-grab", { press, panel }))
  }
}

customElements.define("meta-panel", MetaPanelElement)
