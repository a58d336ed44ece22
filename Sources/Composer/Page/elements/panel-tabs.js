import { keysAlong } from "../model/direction.js"
import { make } from "./markup.js"

/**
 * `<panel-tabs>` stands in the title bar of a stack: one tab for each of its panels. Arrows, Home and End go to a tab,
 * and with that to its panel; Delete closes it. Asks by events that bubble: `tab-choose` and `tab-close`, both with
 * `detail.panel`.
 */
export class PanelTabsElement extends HTMLElement {
  /** A finger has picked up one of the tabs: the bar does not scroll under it. */
  isPickedUp = false
  #buttons = new Map()
  #shown = ""

  constructor() {
    super()
    this.addEventListener("keydown", event => this.#pressed(event))
    // The browser must know before the finger comes down that it may be told no.
    this.addEventListener("touchmove", event => { if (this.isPickedUp && event.cancelable) event.preventDefault() },
      { passive: false })
    this.addEventListener("auxclick", event => {
      const tab = event.target.closest("[role=tab]")
      if (event.button === 1 && tab) this.#tell("tab-close", tab.dataset.panel)
    })
  }

  connectedCallback() {
    this.setAttribute("role", "tablist")
    this.setAttribute("aria-label", "Stacked panels")
  }

  connectedMoveCallback() {}

  /** The tab of the panel in front. */
  get selected() { return this.querySelector("[aria-selected=true]") }

  /**
   * @param {{id: string, title: string, isSelected: boolean}[]} tabs
   * @param {string} room the id of the element that the tabs stand over
   */
  show(tabs, room) {
    const now = JSON.stringify(tabs)
    if (now === this.#shown) return
    this.#shown = now
    const ids = new Set(tabs.map(tab => tab.id))
    const focused = this.contains(document.activeElement) ? document.activeElement : null
    for (const [id, button] of this.#buttons) {
      if (ids.has(id)) continue
      button.remove()
      this.#buttons.delete(id)
    }
    tabs.forEach((tab, index) => {
      const button = this.#buttons.get(tab.id) ?? this.#make(tab.id, room)
      if (this.children[index] !== button) this.insertBefore(button, this.children[index] ?? null)
      button.textContent = tab.title
      button.title = tab.title
      button.setAttribute("aria-selected", tab.isSelected)
      button.tabIndex = tab.isSelected ? 0 : -1
      if (tab.isSelected) button.setAttribute("aria-controls", room)
      else button.removeAttribute("aria-controls")
    })
    // What changes its place in the page loses the focus.
    if (focused?.isConnected && focused !== document.activeElement) focused.focus({ preventScroll: true })
    this.reveal()
  }

  /** Has the tab in front seen, where the bar is too short for all of them. */
  reveal() { this.selected?.scrollIntoView({ block: "nearest", inline: "nearest" }) }

  #make(id, room) {
    const button = make("button", { type: "button", role: "tab", class: "panel-tab", id: `${room}-tab-${id}` })
    button.dataset.panel = id
    button.setAttribute("aria-keyshortcuts", "Delete")
    this.#buttons.set(id, button)
    return button
  }

  #pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    const tabs = [...this.children], at = tabs.indexOf(event.target)
    if (at < 0) return
    if (event.key === "Delete") {
      event.preventDefault()
      event.stopPropagation()
      return this.#tell("tab-close", event.target.dataset.panel)
    }
    const [back, on] = keysAlong(this.matches(":dir(rtl)")), last = tabs.length - 1
    const target = {
      [on]: tabs[at === last ? 0 : at + 1], [back]: tabs[at === 0 ? last : at - 1], Home: tabs[0], End: tabs[last],
    }[event.key]
    if (!target) return
    event.preventDefault()
    event.stopPropagation()
    target.focus()
    this.#tell("tab-choose", target.dataset.panel)
  }

  #tell(name, panel) { this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: { panel } })) }
}

customElements.define("panel-tabs", PanelTabsElement)
