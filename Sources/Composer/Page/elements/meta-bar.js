import { keysAlong } from "../model/direction.js"
import { metaEntries } from "../model/panel-lists.js"
import { make } from "./markup.js"
import { icon } from "./panel-icons.js"

/**
 * `<meta-bar>` stands at the foot of a compact window: the list of panels, and each panel by its name. Property
 * `arranging`; asks by `panel-command` events.
 */
export class MetaBarElement extends HTMLElement {
  #all = make("button", {
    type: "button", class: "meta-all", title: "All panels", "aria-label": "All panels",
    onclick: () => this.#toggle("meta"),
  }, icon("list"))
  #names = make("div", { class: "meta-names" })
  #buttons = new Map()
  /** What was brought into sight last. */
  #open
  #listening

  connectedCallback() {
    this.setAttribute("role", "toolbar")
    this.setAttribute("aria-label", "Panels")
    if (!this.#all.isConnected) this.append(this.#all, this.#names)
    this.#listening = new AbortController()
    const { signal } = this.#listening
    this.arranging.addEventListener("change", () => this.#draw(), { signal })
    this.addEventListener("keydown", event => this.#pressed(event), { signal })
    this.#draw()
  }

  connectedMoveCallback() {}
  disconnectedCallback() { this.#listening.abort() }

  /** What opens the list. */
  get listButton() { return this.#all }

  #draw() {
    const { window } = this.arranging
    const isLeft = window?.class !== "compact" && this.contains(document.activeElement)
    this.hidden = window?.class !== "compact"
    if (isLeft) this.dispatchEvent(new CustomEvent("panel-leave", { bubbles: true }))
    if (this.hidden) return
    const entries = metaEntries(window)
    for (const panel of entries) if (!this.#buttons.has(panel.id)) this.#make(panel)
    for (const panel of window.panels) {
      const button = panel.id === "meta" ? this.#all : this.#buttons.get(panel.id)
      button?.setAttribute("aria-pressed", panel.place === "open")
      if (button && panel.id !== "meta") button.hidden = !entries.includes(panel)
    }
    this.#rove(this.#stops.find(button => button.tabIndex === 0) ?? this.#all)
    this.#reveal(window.panels.find(panel => panel.place === "open")?.id)
  }

  /** What was opened elsewhere, such as from the list, is seen in the bar, too. */
  #reveal(open) {
    if (this.#open === open) return
    this.#open = open
    this.#buttons.get(open)?.scrollIntoView({ block: "nearest", inline: "nearest" })
  }

  #make(panel) {
    const button = make("button", { type: "button", tabIndex: -1, onclick: () => this.#toggle(panel.id) }, panel.title)
    this.#buttons.set(panel.id, button)
    this.#names.append(button)
  }

  #toggle(id) {
    const panel = this.arranging.window.panels.find(one => one.id === id)
    const command = panel.place === "open" ? "close" : "open"
    this.dispatchEvent(new CustomEvent("panel-command", { bubbles: true, detail: { command, panel: id } }))
  }

  get #stops() { return [this.#all, ...this.#names.children].filter(button => !button.hidden) }

  /** One stop of the Tab key; arrows go along. */
  #pressed(event) {
    const stops = this.#stops, at = stops.indexOf(document.activeElement)
    const [back, on] = keysAlong(this.matches(":dir(rtl)"))
    const target = { [on]: stops[at + 1], [back]: stops[at - 1], Home: stops[0], End: stops.at(-1) }[event.key]
    if (!target || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    this.#rove(target)
    target.focus()
  }

  #rove(stop) { for (const button of this.#stops) button.tabIndex = button === stop ? 0 : -1 }
}

customElements.define("meta-bar", MetaBarElement)
