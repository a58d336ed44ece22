import { keysInWords } from "./keys.js"
import { claim, icon, keysAlong, make, offerBack, placeBeside, send, setAttributes } from "./markup.js"

/** Letters typed within this interval form one word. */
const typingMilliseconds = 700

/**
 * `<command-menu>` is a menu of sections, some of them a row of drawings. `open` shows it beside a button. Closing it
 * returns the focus. A choice is sent as a `menu-choice` event with the item as `detail`. A disabled item with a
 * command can be chosen, too: the daemon's refusal says why, and proposes what to do instead.
 *
 * The sections can be a promise. The menu takes the focus at once, so that no key reaches what is behind it, and
 * applies the keys pressed meanwhile when the sections arrive. It becomes visible with its sections, or after 200 ms.
 */
export class CommandMenuElement extends HTMLElement {
  #rows = []
  #items = new Map()
  #note = make("p", { class: "menu-note" })
  #anchor = null
  #before = null
  #typed = { text: "", at: 0 }
  /** The keys pressed while the sections are awaited; null otherwise. */
  #early = null
  #turn

  constructor() {
    super()
    this.addEventListener("keydown", event => this.#pressed(event))
    this.addEventListener("click", event => this.#chosen(event.target.closest("button")))
    this.addEventListener("pointermove", event => {
      const button = event.target.closest("button")
      if (button && button !== document.activeElement) button.focus({ preventScroll: true })
    })
    this.addEventListener("focusin", event => {
      this.#rove(event.target)
      this.#explain(event.target)
    })
    this.addEventListener("toggle", event => { if (event.newState === "closed") this.#closed() })
  }

  connectedCallback() {
    setAttributes(this, { popover: "auto", role: "menu" })
  }

  get isOpen() { return this.matches(":popover-open") }

  /**
   * @param {MenuSection[]|Promise<MenuSection[]|null>} sections null closes the menu
   * @param {HTMLElement} anchor the button that the menu belongs to
   * @param {string} label the menu's accessible name
   * @param {HTMLElement} [before] receives the focus when the menu closes; by default the anchor
   */
  open(sections, anchor, label, before = anchor) {
    this.#anchor = anchor
    this.#before = before
    this.ariaLabel = label
    this.#typed = { text: "", at: 0 }
    this.#turn = Symbol()
    this.#fill(Array.isArray(sections) ? sections : [])
    this.showPopover()
    offerBack(this, ["menu"], () => this.close())
    anchor.ariaExpanded = "true"
    placeBeside(this, anchor.getBoundingClientRect())
    if (Array.isArray(sections)) this.#begin()
    else this.#wait(sections, this.#turn)
  }

  #fill(sections) {
    this.#rows = []
    this.#items = new Map()
    this.#note.textContent = this.#note.style.minHeight = ""
    this.#early = null
    this.ariaBusy = null
    this.removeAttribute("tabindex")
    this.replaceChildren(...sections.map(section => this.#section(section)), this.#note)
  }

  #begin() { this.#buttons[0]?.focus({ preventScroll: true }) }

  async #wait(coming, turn) {
    this.#early = []
    this.#note.textContent = "Asking the daemon…"
    this.ariaBusy = "true"
    this.tabIndex = -1
    this.focus({ preventScroll: true })
    const sections = await coming
    if (turn !== this.#turn || !this.isOpen) return
    if (!sections) return this.close()
    const early = this.#early, hasFocus = this.contains(document.activeElement)
    this.#fill(sections)
    placeBeside(this, this.#anchor.getBoundingClientRect())
    if (hasFocus) this.#begin()
    return early.forEach(event => this.#pressedEarly(event))
  }

  /** Applies a key as if an item had the focus. */
  #pressedEarly(event) {
    if (!this.isOpen) return
    return event.key === "Enter" || event.key === " " ? this.#chosen(document.activeElement) : this.#pressed(event)
  }

  close() { if (this.isOpen) this.hidePopover() }

  get #buttons() { return this.#rows.flat() }

  #section({ title, isRow, isHeaded = isRow, items }) {
    const group = make("div", { class: isRow ? "menu-row" : "menu-list", role: "group", "aria-label": title },
      isHeaded ? make("span", { class: "menu-title", "aria-hidden": true }, title) : null)
    const buttons = items.map(item => this.#button(item, isRow))
    group.append(...buttons)
    if (isRow) this.#rows.push(buttons)
    else this.#rows.push(...buttons.map(button => [button]))
    return group
  }

  #button(item, isRow) {
    const button = make("button", {
      type: "button", class: "menu-item", tabIndex: -1,
      "aria-checked": item.checked, "aria-disabled": item.reason ? true : null, "aria-label": isRow ? item.title : null,
      // The note changes with the focus, and would be spoken twice.
      "aria-description": item.reason ?? item.about ?? null,
      role: item.checked === undefined ? "menuitem" : "menuitemcheckbox",
    }, icon(item.checked ? "check" : item.icon))
    if (!isRow) button.append(text("menu-name", item.title), text("menu-detail", item.detail ?? keysInWords(item.keys)))
    this.#items.set(button, item)
    return button
  }

  /** Makes one button the menu's only tab stop, so that a menu that scrolls can be reached. */
  #rove(stop) { for (const button of this.#buttons) button.tabIndex = button === stop ? 0 : -1 }

  /** Shows why an item is disabled, what it does, or a drawing's meaning. */
  #explain(target) {
    const item = this.#items.get(target)
    if (!item) return
    const isDrawing = target.hasAttribute("aria-label")
    const drawing = isDrawing ? [item.title, keysInWords(item.keys)].filter(Boolean).join("  ") : ""
    // A shorter note would move the items of a menu that is scrolled, under the finger that presses one.
    const { offsetHeight, style } = this.#note
    if (offsetHeight) style.minHeight = `${offsetHeight}px`
    this.#note.textContent = item.reason ?? item.about ?? drawing
  }

  #chosen(button) {
    const item = this.#items.get(button)
    if (!item || (item.reason && !item.command)) return
    this.close()
    send(this, "menu-choice", item)
  }

  #pressed(event) {
    if (this.#early && isOfMenu(event)) {
      if (!event.repeat) this.#early.push(event)
      claim(event)
      return
    }
    const row = this.#rows.findIndex(buttons => buttons.includes(document.activeElement))
    const column = this.#rows[row]?.indexOf(document.activeElement) ?? 0
    const target = this.#target(event, row, column)
    if (target === undefined) return
    // Any key that is not a letter starts a new word.
    if (event.key.length > 1) this.#typed = { text: "", at: 0 }
    claim(event)
    target?.focus()
  }

  /** The item that a key leads to; null if the key only closes the menu, undefined if the menu does not handle it. */
  #target(event, row, column) {
    const { key } = event
    const last = this.#rows.length - 1
    const [back, on] = keysAlong(this)
    switch (key) {
    case "ArrowDown": return near(this.#rows[row >= last ? 0 : row + 1], column)
    case "ArrowUp": return near(this.#rows[row <= 0 ? last : row - 1], column)
    case on: return near(this.#rows[row], column + 1)
    case back: return near(this.#rows[row], Math.max(0, column - 1))
    case "Home": return this.#buttons[0]
    case "End": return this.#buttons.at(-1)
    case "Escape": case "Tab":
      this.close()
      return null
    default: return key.length === 1 && key !== " " && !event.ctrlKey && !event.metaKey && !event.altKey
      ? this.#named(key, event.timeStamp) : undefined
    }
  }

  /** The next item whose name begins with the typed letters. */
  #named(letter, at) {
    const { text: former, at: formerAt } = this.#typed
    const typed = (at - formerAt < typingMilliseconds ? former : "") + letter.toLowerCase()
    this.#typed = { text: typed, at }
    const buttons = this.#buttons, from = buttons.indexOf(document.activeElement)
    const ahead = typed.length > 1 ? from : from + 1
    const turned = [...buttons.slice(ahead), ...buttons.slice(0, ahead)]
    return turned.find(button => this.#items.get(button).title.toLowerCase().startsWith(typed)) ?? null
  }

  #closed() {
    offerBack(this, [])
    this.#anchor?.setAttribute("aria-expanded", "false")
    const isInside = this.contains(document.activeElement) || document.activeElement === document.body
    if (isInside) this.#before?.focus({ preventScroll: true })
  }
}

/** Whether a key applies to the items; Escape and Tab close the menu. */
const isOfMenu = ({ key, ctrlKey, metaKey, altKey }) =>
  !ctrlKey && !metaKey && !altKey && key !== "Escape" && key !== "Tab"
const near = (row, column) => row?.[Math.min(column, row.length - 1)]
const text = (name, words) => make("span", { class: name }, words)

customElements.define("command-menu", CommandMenuElement)
