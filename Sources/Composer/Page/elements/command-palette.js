import { keyText } from "../model/commands.js"
import { groupOf, keyGroups, ranked, withRecent } from "../model/palette.js"
import { announce, isMac, make, say } from "../view/markup.js"

const storageKey = "galley-recent-commands"
const commandsMax = 40
const postsMilliseconds = 150

/**
 * `<command-palette>` finds and runs any command of the page, and opens posts by their words. It is also the list of
 * keys. Properties `commands`, `desk`.
 */
export class CommandPaletteElement extends HTMLElement {
  #field = make("input", {
    class: "field", type: "text", maxLength: 200, autocomplete: "off", spellcheck: false, autocapitalize: "none",
    role: "combobox", "aria-expanded": "true", "aria-controls": "palette-list", "aria-autocomplete": "list",
    "aria-label": "Find a command or a post", placeholder: "Find a command or a post",
    oninput: () => this.#typed(),
  })
  #list = make("div", { class: "palette-list", role: "listbox", id: "palette-list", "aria-label": "Commands" })
  #none = make("p", { class: "quiet palette-none" })
  #dialog = make("dialog", { class: "palette", "aria-label": "Commands", onclick: event => this.#clicked(event),
    onkeydown: event => this.#pressed(event) }, this.#field, this.#list, this.#none)
  /** The rows as they are shown, without headings. @type {{element: HTMLElement, run: () => void}[]} */
  #rows = []
  #chosen = 0
  #isKeys = false
  /** Returns to where the writer was. */
  #before = () => {}
  #posts = []
  #timer
  #turn

  connectedCallback() { if (!this.#dialog.isConnected) this.append(this.#dialog) }

  disconnectedCallback() { clearTimeout(this.#timer) }

  /** @param {{isKeys?: boolean}} options `isKeys`: begin with the list of all keys */
  open({ isKeys = false } = {}) {
    if (this.#dialog.open) return this.#dialog.close()
    this.#isKeys = isKeys
    this.#posts = []
    this.#field.value = ""
    this.#before = placeOf(document.activeElement)
    this.#dialog.showModal()
    this.#field.focus()
    return this.#draw()
  }

  // MARK: The rows

  #typed() {
    this.#draw()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#findPosts(), postsMilliseconds)
  }

  /** Only the latest search draws. The commands stay usable while the daemon is away. */
  async #findPosts() {
    const words = this.#field.value.trim()
    const turn = (this.#turn = Symbol())
    const posts = words.length < 2 ? [] : await this.desk.find(words).catch(() => [])
    if (turn !== this.#turn || !this.#dialog.open) return
    this.#posts = posts
    this.#draw()
  }

  #draw() {
    const typed = this.#field.value.trim()
    this.#rows = []
    this.#list.replaceChildren(...(!typed && this.#isKeys ? this.#keys() : this.#found(typed)))
    // An empty list would be a list box without options.
    this.#list.hidden = this.#rows.length === 0
    this.#none.hidden = !this.#list.hidden
    say(this.#none, `No command and no post has “${typed}”.`)
    this.#choose(0)
    if (typed) announce(this, this.#rows.length ? `${this.#rows.length} found` : "Nothing found")
  }

  #keys() {
    return keyGroups(this.commands.all).map(({ title, commands }) => this.#group(title, commands))
  }

  #found(typed) {
    const found = ranked(typed, this.commands.all, recent()).slice(0, commandsMax)
    const parts = found.map(command => this.#command(command, groupOf(command)))
    if (this.#posts.length) parts.push(this.#group("Posts", this.#posts, post => this.#post(post)))
    return parts
  }

  #group(title, items, row = item => this.#command(item, "")) {
    const id = `palette-group-${title.toLowerCase()}`
    return make("div", { role: "group", "aria-labelledby": id },
      make("p", { class: "palette-heading", id }, title), ...items.map(row))
  }

  #command(command, group) {
    const keys = command.keys?.[0]
    return this.#row([make("span", { class: "palette-title" }, command.title),
      group ? make("span", { class: "quiet" }, group) : null,
      keys ? make("kbd", {}, keyText(keys, isMac)) : null], {
      isEnabled: this.commands.isEnabled(command.id), run: () => this.#run(command.id) })
  }

  #post({ id, title, excerpt, state }) {
    const name = title || excerpt || "Untitled"
    return this.#row([make("span", { class: "palette-title", dir: "auto" }, name), make("span", { class: "quiet" }, state)],
      { isEnabled: true, run: () => { this.#dialog.close(); this.desk.open(id) } })
  }

  #row(parts, { isEnabled, run }) {
    const at = this.#rows.length
    const element = make("div", { role: "option", class: "palette-row", id: `palette-row-${at}`, "data-at": String(at),
      "aria-selected": "false", "aria-disabled": String(!isEnabled) }, ...parts)
    this.#rows.push({ element, isEnabled, run })
    return element
  }

  // MARK: Choosing

  #choose(at) {
    this.#rows[this.#chosen]?.element.setAttribute("aria-selected", "false")
    this.#chosen = at
    const row = this.#rows[at]
    if (!row) return this.#field.removeAttribute("aria-activedescendant")
    row.element.setAttribute("aria-selected", "true")
    // The heading of the first row stays visible.
    if (at === 0) this.#list.scrollTop = 0
    else row.element.scrollIntoView({ block: "nearest" })
    return this.#field.setAttribute("aria-activedescendant", row.element.id)
  }

  #pressed(event) {
    if (event.isComposing) return undefined
    const last = this.#rows.length - 1
    const page = 8
    const next = { ArrowDown: this.#chosen === last ? 0 : this.#chosen + 1,
      ArrowUp: this.#chosen === 0 ? last : this.#chosen - 1, PageDown: Math.min(last, this.#chosen + page),
      PageUp: Math.max(0, this.#chosen - page) }[event.key]
    // The keys of other commands must not reach the page behind the palette.
    event.stopPropagation()
    if (event.key === "Enter") {
      event.preventDefault()
      return this.#runRow(this.#chosen)
    }
    if (next === undefined) return undefined
    event.preventDefault()
    return this.#choose(next)
  }

  #clicked(event) {
    if (event.target === this.#dialog) return this.#dialog.close()
    const row = event.target.closest(".palette-row")
    return row ? this.#runRow(Number(row.dataset.at)) : undefined
  }

  #runRow(at) {
    const row = this.#rows[at]
    if (!row) return
    if (row.isEnabled) row.run()
    else announce(this, "Not available now")
  }

  /** The dialog returns the focus first, so that a command acts on the place that the writer came from. */
  #run(id) {
    this.#dialog.close()
    this.#before()
    this.commands.run(id)
    remember(id)
  }
}

/** A closing dialog returns the focus, but not the selection in a text area. @returns {() => void} */
function placeOf(element) {
  if (!element?.setSelectionRange) return () => {}
  const { selectionStart, selectionEnd } = element
  return () => {
    element.focus({ preventScroll: true })
    if (selectionStart !== null) element.setSelectionRange(selectionStart, selectionEnd)
  }
}

/** A browser that stores nothing proposes the commands in their usual order. */
function remember(id) {
  try {
    localStorage.setItem(storageKey, JSON.stringify(withRecent(recent(), id)))
  } catch {
    return
  }
}

/** @returns {string[]} */
function recent() {
  try {
    const found = JSON.parse(localStorage.getItem(storageKey))
    return Array.isArray(found) ? found.filter(id => typeof id === "string") : []
  } catch { return [] }
}

customElements.define("command-palette", CommandPaletteElement)
