import { commandForKey, titleBarKeys } from "../../model/panel-keys.js"
import { leaderOf, tabStep } from "../../model/panel-stacks.js"
import { FingerPress, keepHold } from "../fingers.js"
import {
  arrange, claim, entitle, getOrInsert, icon, iconButton, isPlain, keepOnly, keysAlong, make, send, setAttributes,
} from "../markup.js"

/**
 * `<panel-tabs>` stands in the title bar of a stack: one tab for each of its panels. Arrow keys, Home and End select a
 * tab and its panel; Delete closes it. Sends bubbling `tab-choose` and `tab-close` events, both with `detail.panel`.
 */
class PanelTabsElement extends HTMLElement {
  /** Whether a finger holds one of the tabs; if so, the bar does not scroll. */
  isPickedUp = false
  #buttons = new Map()
  #shown = ""

  constructor() {
    super()
    this.addEventListener("keydown", event => this.#pressed(event))
    keepHold(this, () => this.isPickedUp)
    this.addEventListener("auxclick", event => {
      const tab = event.target.closest("[role=tab]")
      if (event.button === 1 && tab) send(this, "tab-close", { panel: tab.dataset.panel })
    })
  }

  connectedCallback() {
    setAttributes(this, { role: "tablist", "aria-label": "Stacked panels" })
  }

  /** The tab of the front panel. */
  get selected() { return this.querySelector("[aria-selected=true]") }

  /**
   * @param {{id: string, title: string, isSelected: boolean}[]} tabs
   * @param {string} room the id of the element that the tabs control
   */
  show(tabs, room) {
    const now = JSON.stringify(tabs)
    if (now === this.#shown) return
    this.#shown = now
    const focused = this.contains(document.activeElement) ? document.activeElement : null
    keepOnly(this.#buttons, tabs.map(tab => tab.id))
    arrange(this, tabs.map(({ id, title, isSelected }) => {
      const button = getOrInsert(this.#buttons, id, () => make("button", { type: "button", role: "tab",
        class: "panel-tab", id: `${room}-tab-${id}`, "data-panel": id, "aria-keyshortcuts": "Delete" }))
      button.textContent = button.title = title
      button.ariaSelected = isSelected
      button.tabIndex = isSelected ? 0 : -1
      setAttributes(button, { "aria-controls": isSelected ? room : null })
      return button
    }))
    // Moving an element in the DOM takes its focus.
    if (focused?.isConnected && focused !== document.activeElement) focused.focus({ preventScroll: true })
    this.reveal()
  }

  /** Scrolls the front panel's tab into view if the bar is too short for all tabs. */
  reveal() { this.selected?.scrollIntoView({ block: "nearest", inline: "nearest" }) }

  #pressed(event) {
    if (!isPlain(event)) return
    const tabs = [...this.children], at = tabs.indexOf(event.target)
    if (at < 0) return
    if (event.key === "Delete") {
      claim(event)
      return send(this, "tab-close", { panel: event.target.dataset.panel })
    }
    const [back, on] = keysAlong(this), last = tabs.length - 1
    const target = {
      [on]: tabs[at === last ? 0 : at + 1], [back]: tabs[at === 0 ? last : at - 1], Home: tabs[0], End: tabs[last],
    }[event.key]
    if (!target) return
    claim(event)
    target.focus()
    send(this, "tab-choose", { panel: target.dataset.panel })
  }
}

customElements.define("panel-tabs", PanelTabsElement)

/**
 * `<panel-frame panel="date">` is the frame around a panel: its title bar, and the edges that resize it. `show` sets
 * its state. It sends bubbling events: `panel-command` (`detail`: a command), `panel-menu` (`detail.anchor`;
 * `detail.kind` is "tabs" for the list of a stack's tabs), `panel-grab` (`detail.press`: the pointer event;
 * `detail.edge`, or null for the title bar; `detail.tab`, the panel of the grabbed tab), `tab-choose`, `tab-close`,
 * `sheet-grab` (`detail.press`; `detail.isContent`: by its content), `panel-unlock`, `panel-leave` (Escape: away from
 * the title bar), `panel-back` (to the list on a compact window).
 */
export class PanelFrameElement extends HTMLElement {
  #bar = make("div", { class: "panel-bar" })
  #name = make("button", { type: "button", class: "panel-name", "aria-haspopup": "menu", "aria-keyshortcuts": titleBarKeys,
    "aria-roledescription": "title bar" })
  #tabs = new PanelTabsElement()
  #all = iconButton("list", "All tabs", () => send(this, "panel-menu", { anchor: this.#all, kind: "tabs" }),
    "panel-button panel-all-tabs")
  #back = iconButton("back", "Panels", () => send(this, "panel-back"), "panel-button panel-back")
  #more = iconButton("more", "Move", () => send(this, "panel-menu", { anchor: this.#more }))
  #takeOut = iconButton("float", "Take out", () => this.#command("takeOut"))
  #lock = iconButton("lock", "Unlock", () => send(this, "panel-unlock"), "panel-button panel-lock")
  #fill = iconButton("maximise", "Fill the window", () => this.#command("maximise"), "panel-button panel-fill")
  #collapse = iconButton("collapse", "Collapse into Meta", () =>
    this.#command("collapse", { panel: leaderOf(this.#panel) }))
  #float = iconButton("float", "Float", () =>
    this.#command("float", { frame: this.#panel.frame, overSides: true }))
  #close = iconButton("close", "Close", () => {
    // A panel that is only being looked at does not close: it goes back.
    if (["popover", "strip"].includes(this.#panel.place)) send(this, "panel-leave")
    else this.#command("close")
  })
  #room = make("div", { class: "panel-room" })
  /** The parts that only a sheet has, created the first time the panel is one. @type {SheetParts|null} */
  sheetParts = null
  #handles = new Map()
  #panel = null
  #isFilling = false

  /** The element inside, which stays the same for the lifetime of the page. */
  get content() { return this.#room.firstElementChild }
  get panel() { return this.#panel }
  get tabs() { return this.#tabs }
  /** The element that represents the panel as a whole for the focus. */
  get handle() { return (this.#panel?.stack && this.#tabs.selected) || this.#name }

  connectedCallback() {
    if (this.#bar.isConnected) return
    this.#build()
    this.append(this.#bar, this.#room)
  }

  #build() {
    const heading = make("h2", { id: `panel-title-${this.getAttribute("panel")}` }, this.#name)
    this.#back.append("Panels")
    this.#more.tabIndex = -1
    this.#tabs.hidden = this.#all.hidden = true
    this.#more.ariaHasPopup = this.#all.ariaHasPopup = "menu"
    this.#room.id = `panel-room-${this.getAttribute("panel")}`
    // The lock stands last, where its place is when the other buttons are hidden; a locked panel has no close button.
    this.#bar.append(this.#back, heading, this.#tabs, this.#all, this.#more, this.#float, this.#takeOut, this.#fill,
      this.#collapse, this.#close, this.#lock)
    this.setAttribute("aria-labelledby", heading.id)
    this.#listen()
  }

  #listen() {
    this.#bar.addEventListener("dblclick", event => {
      if (!event.target.closest(".panel-button") && this.#panel.place !== "open") this.#command("maximise")
    })
    // A pointer's click on the name only raises the panel; a key press (click count 0) opens the menu.
    this.#name.addEventListener("click", event => {
      if (event.detail === 0) send(this, "panel-menu", { anchor: this.#name })
    })
    this.#name.addEventListener("keydown", event => this.#pressed(event))
    this.#tabs.addEventListener("keydown", event => { if (!event.defaultPrevented) this.#pressed(event) })
    this.#tabs.addEventListener("click", event => {
      const tab = event.target.closest("[role=tab]")
      // If the pointer may drag, it chooses on release; otherwise this click does.
      const isHeld = this.#panel.isLocked || this.#isFilling
      if (!tab || (event.detail !== 0 && (!isHeld || tab === this.#tabs.selected))) return
      if (tab === this.#tabs.selected) send(this, "panel-menu", { anchor: tab })
      else send(this, "tab-choose", { panel: tab.dataset.panel })
    })
    this.addEventListener("keydown", event => this.#pressedInside(event))
    this.#overflow.observe(this.#tabs)
    this.#bar.addEventListener("pointerdown", event => {
      if (event.target.closest(".panel-button")) return
      const tab = event.target.closest("[role=tab]")?.dataset.panel
      if (event.pointerType === "mouse") this.#grab(event, null, tab)
      else this.#touched(event, tab)
    })
    // A finger on the content moves the sheet; a mouse selects text and has a wheel.
    this.#room.addEventListener("pointerdown", event => {
      if (event.pointerType === "mouse" || event.button !== 0 || !this.#panel.sheet) return
      this.grabSheet(event, true)
    })
    // Dragging must not interrupt typing: the press leaves the focus where it is, unless it is a mere click.
    this.addEventListener("mousedown", event => {
      const { target } = event
      const isButton = target.closest(".panel-button:not(.panel-fill)")
      if (target.closest(".panel-bar, .panel-edge, sheet-grabber") && !isButton) event.preventDefault()
    })
    // A hairline below the title shows that content is scrolled away; the content may do the scrolling itself.
    this.#room.addEventListener("scroll", event => this.classList.toggle("is-scrolled", event.target.scrollTop > 0),
      { capture: true, passive: true })
    this.#bar.addEventListener("contextmenu", event => {
      if (event.target.closest(".panel-button")) return
      event.preventDefault()
      // The page recognises long presses itself: not every browser sends this event for them.
      if (event.pointerType === "mouse" || !event.pointerType) send(this, "panel-menu", { anchor: this.#more })
    })
  }

  /** A finger drags at once, but on a bar of tabs that scrolls only after resting on the tab. */
  #touched(press, tab) {
    const isSlow = tab !== undefined && !this.#all.hidden
    if (!isSlow) this.#grab(press, null, tab)
    new FingerPress(press, {
      menu: () => send(this, "panel-menu", { anchor: this.#more }), isBar: isSlow,
      rested: isLong => this.classList.toggle("is-pressed", isLong),
      ...isSlow && {
        pickUp: () => {
          this.#tabs.isPickedUp = true
          this.#grab(press, null, tab)
        },
        dropped: () => { this.#tabs.isPickedUp = false },
      },
    })
  }

  #pressed(event) {
    if (event.key === "Escape") {
      claim(event)
      return send(this, ["open", "inside"].includes(this.#panel.place) ? "panel-back" : "panel-leave")
    }
    const command = commandForKey(event, this.#panel)
    if (!command) return
    claim(event)
    return send(this, "panel-command", command)
  }

  /** From anywhere in a stack, selects the next or previous tab; with Shift, moves the tab itself. */
  #pressedInside(event) {
    const step = { PageDown: 1, PageUp: -1 }[event.key], stack = this.#panel.stack
    if (!step || !stack || !event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const { panels, selected } = stack
    if (event.shiftKey) {
      const command = tabStep(stack, step)
      if (command) send(this, "panel-command", command)
      return
    }
    const next = panels[(panels.indexOf(selected) + step + panels.length) % panels.length]
    send(this, "tab-choose", { panel: next })
  }

  #grab(press, edge, tab = null) {
    if (press.button !== 0 || this.#panel.isLocked || this.#isFilling) return
    // A sheet is not dragged around: its title bar makes it higher or lower, as its grabber does.
    if (this.#panel.sheet && !edge) this.grabSheet(press, false)
    else if (this.#panel.place !== "open") send(this, "panel-grab", { press, edge, tab })
  }

  /** Lets a pointer take hold of the sheet, by its content or by its bar and grabber. */
  grabSheet(press, isContent) { send(this, "sheet-grab", { press, isContent }) }

  #command(command, more) { send(this, "panel-command", { command, panel: this.#panel.id, ...more }) }

  /** Inserts the content; called once. */
  fill(content) { this.#room.replaceChildren(content) }

  /**
   * Draws the panel as the daemon describes it; the layer sets its position.
   * @param {{id: string, title: string, isSelected: boolean}[]|null} [tabs] the tabs of the stack that it is in front
   *   of; null leaves them unchanged
   * @param {boolean} [isFilling] whether it temporarily fills the window
   */
  show(panel, tabs = [], isFilling = false) {
    if (tabs) this.#showTabs(panel, tabs)
    if (this.#isFilling !== isFilling) this.#showFilling(isFilling, panel)
    if (this.#panel === panel) return
    const { place, side } = panel
    // A Meta that lists all panels is titled “Panels”.
    const title = panel.id === "meta" && place === "open" ? "Panels" : panel.title
    this.#panel = panel
    this.dataset.place = place
    this.dataset.side = side ?? ""
    this.role = place === "pinned" && !panel.sheet ? "region" : "dialog"
    this.#showSheet(panel, title)
    if (this.#name.textContent !== title) this.#entitle(title)
    this.#back.hidden = (place !== "open" && place !== "inside") || panel.id === "meta"
    this.#back.lastChild.textContent = place === "inside" ? "Meta" : "Panels"
    this.#takeOut.hidden = place !== "inside"
    this.#more.hidden = place === "open" && !panel.sheet
    const isLookedAt = place === "popover" || place === "strip", isLocked = panel.isLocked === true
    this.#float.hidden = !isLookedAt
    this.#fill.hidden = ["open", "inside"].includes(place) || isLookedAt
    this.#collapse.hidden = this.#fill.hidden || panel.id === "meta" || isLocked
    this.#lock.hidden = !isLocked
    // A locked panel cannot be closed or moved.
    this.#close.hidden = isLocked
    this.#showEdges(place === "floating" ? panel.resize ?? [] : [])
  }

  /** The displayed title. */
  get entitled() { return this.#name.textContent }

  #showFilling(isFilling, panel) {
    this.#isFilling = isFilling
    this.#fill.replaceChildren(icon(isFilling ? "restore" : "maximise"))
    entitle(this.#fill, isFilling ? `Put ${panel.title} back` : `Let ${panel.title} fill the window`)
  }

  #showSheet(panel, title) {
    const { sheet } = panel
    this.classList.toggle("is-sheet", !!sheet)
    this.classList.toggle("is-static", sheet?.contentMode === "static")
    this.dataset.edge = sheet?.edge ?? ""
    this.dataset.state = sheet?.state ?? ""
    this.ariaModal = sheet?.isModal ? "true" : null
    this.sheetParts?.show(sheet ? panel : null, title)
  }

  #overflow = new ResizeObserver(() => {
    this.#all.hidden = this.#tabs.hidden || this.#tabs.scrollWidth <= this.#tabs.clientWidth + 1
    this.#tabs.classList.toggle("is-long", !this.#all.hidden)
    if (!this.#all.hidden) this.#tabs.reveal()
  })

  #showTabs(panel, tabs) {
    const isStack = tabs.length > 1
    if (isStack) this.#tabs.show(tabs, this.#room.id)
    if (this.#tabs.hidden === !isStack) return
    this.#tabs.hidden = !isStack
    if (!isStack) this.#all.hidden = true
    this.#name.parentElement.hidden = isStack
    this.#entitle(panel.title)
    setAttributes(this.#room, { role: isStack ? "tabpanel" : null,
      "aria-labelledby": isStack ? this.#tabs.selected.id : null })
  }

  #entitle(title) {
    this.#name.textContent = title
    entitle(this.#more, `Move ${title}…`)
    entitle(this.#float, `Let ${title} float`)
    entitle(this.#collapse, this.#tabs.hidden ? `Collapse ${title} into Meta` : "Collapse the stack into Meta")
    entitle(this.#takeOut, `Take ${title} out of Meta`)
    entitle(this.#fill, `Let ${title} fill the window`)
    entitle(this.#lock, `Unlock ${title}`)
    entitle(this.#close, `Close ${title}`)
  }

  #showEdges(names) {
    keepOnly(this.#handles, names, handle => handle.remove())
    for (const name of names) if (!this.#handles.has(name)) this.#addHandle(name)
  }

  #addHandle(name) {
    const handle = make("div", { class: "panel-edge", "data-edge": name, onpointerdown: event => this.#grab(event, name) })
    this.#handles.set(name, handle)
    this.append(handle)
  }
}

customElements.define("panel-frame", PanelFrameElement)
