import { chord, isModifier, keyProblem, noKey } from "../../model/commands.js"
import { stateWords } from "../../model/lists.js"
import { groupOf, keyGroups, ranked, sections, withRecent } from "../../model/palette.js"
import { postName } from "../../model/post-name.js"
import { remembered } from "../../net/browser-store.js"
import { hasKeys, keysInWords } from "../keys.js"
import {
  announce, arrange, claim, closeDialog, dialog, getOrInsert, isMac, ListeningElement, make, markOption, openDialog, say,
  setAttributes,
} from "../markup.js"

/** A browser that stores nothing proposes the commands in their usual order. */
const lastUsed = remembered("galley-recent-commands")
const commandsMax = 60
const postsMilliseconds = 150

const hint = hasKeys() ? "F2 gives the chosen command another key." : ""

/**
 * `<command-palette>` opens posts by their words, runs any command of the page, and changes settings. It is also the
 * list of keys, and changes them.
 */
export class CommandPaletteElement extends ListeningElement {
  #field = make("input", {
    class: "field", type: "text", maxLength: 200, autocomplete: "off", spellcheck: false, autocapitalize: "none",
    role: "combobox", "aria-expanded": "true", "aria-controls": "palette-list", "aria-autocomplete": "list",
    "aria-label": "Search posts, commands and settings", placeholder: "Posts, commands, settings",
    oninput: () => this.#typed(),
  })
  #list = make("div", { class: "palette-list", role: "listbox", id: "palette-list", "aria-label": "Found" })
  #none = make("p", { class: "quiet palette-none" })
  #hint = make("p", { class: "quiet palette-hint", role: "status" }, hint)
  #dialog = dialog({ class: "palette", "aria-label": "Search", onclick: event => this.#clicked(event),
    onkeydown: event => this.#pressed(event) }, this.#field, this.#list, this.#none, this.#hint)
  /**
   * The rows as they are shown, without headings. @type {{element: HTMLElement, run: () => void, command?: Command}[]}
   */
  #rows = []
  #chosen = 0
  #isKeys = false
  /** The command whose next key is waited for. @type {Command|null} */
  #changing = null
  #posts = []
  #turn
  /** Rows and groups. A screen reader loses a chosen row that is made again. @type {Map<string, HTMLElement>} */
  #known = new Map()

  update({ commands }) { if (commands && this.#dialog.open) this.#redraw() }

  /** @param {{isKeys?: boolean}} options `isKeys`: begin with the list of all keys */
  open({ isKeys = false } = {}) {
    if (this.#dialog.open) return closeDialog(this.#dialog)
    this.#isKeys = isKeys
    this.#posts = []
    this.#change(null)
    this.#field.value = ""
    this.#known.clear()
    openDialog(this.#dialog, this)
    this.#field.focus()
    this.#draw()
    return isKeys ? undefined : this.#findPosts()
  }

  // MARK: The rows

  #typed() {
    // Proposals that are still on their way are no hits.
    this.#turn = Symbol()
    this.#posts = this.#posts.filter(({ isProposed }) => !isProposed)
    this.#draw()
    this.later(postsMilliseconds, () => this.#findPosts())
  }

  /** Only the latest search draws. The commands stay usable while the daemon is away. */
  async #findPosts() {
    const words = this.#field.value.trim()
    const turn = (this.#turn = Symbol())
    const posts = words.length === 1 ? [] : await this.model.requests.find(words).catch(() => [])
    if (turn !== this.#turn || !this.#dialog.open) return
    this.#posts = posts.map(post => ({ ...post, title: postName(post), isProposed: !words }))
    this.#redraw()
    if (words) announce(this, this.#rows.length ? `${this.#rows.length} found` : "Nothing found")
  }

  #draw() {
    const typed = this.#field.value.trim()
    this.#rows = []
    arrange(this.#list, !typed && this.#isKeys ? this.#keys() : this.#found(typed))
    // An empty list would be a list box without options.
    this.#list.hidden = this.#rows.length === 0
    this.#none.hidden = !this.#list.hidden
    say(this.#none, `No post, command or setting has “${typed}”.`)
    this.#choose(0)
  }

  /** Posts or keys arrive: what the writer went to stays chosen. */
  #redraw() {
    const kept = this.#chosen > 0 ? this.#rows[this.#chosen]?.element : null
    this.#draw()
    const at = this.#rows.findIndex(({ element }) => element === kept)
    if (at > 0) this.#choose(at)
  }

  #keys() {
    return keyGroups(this.commands.all).map(({ title, commands }) => this.#group(title, commands))
  }

  #found(typed) {
    // The palette is no result of itself; its key is changed in the list of keys.
    const offered = this.commands.all.filter(({ id }) => this.#isKeys || id !== "page.commands")
    const found = ranked(typed, offered, recent()).slice(0, commandsMax)
    const row = item => this.#posts.includes(item) ? this.#post(item) : this.#command(item, groupOf(item))
    // Each row numbers itself as it is made.
    return sections(typed, found, this.#posts, id => this.commands.isEnabled(id))
      .map(({ title, items }) => this.#group(title, items, row))
  }

  #group(title, items, row = item => this.#command(item, "")) {
    const id = `palette-group-${title.toLowerCase()}`
    const group = getOrInsert(this.#known, id, () => make("div", { role: "group", "aria-labelledby": id },
      make("p", { class: "palette-heading", id }, title)))
    arrange(group, [group.firstElementChild, ...items.map(row)])
    return group
  }

  #command(command, group) {
    const keys = keysInWords(command.keys?.[0]), about = command.isOn ? command.isOn() && "On now" : group
    return this.#row(`command-${command.id}`, [make("span", { class: "palette-title" }, command.title),
      hasKeys() ? make("span", { class: "palette-change", "aria-hidden": "true", "data-change": "" }) : null,
      about ? make("span", { class: "quiet" }, about) : null,
      keys ? make("kbd", {}, keys) : null], {
      isEnabled: this.commands.isEnabled(command.id), run: () => this.#run(command.id), command })
  }

  #post({ id, title, state }) {
    return this.#row(`post-${id}`, [make("span", { class: "palette-title", dir: "auto" }, title),
      make("span", { class: "quiet" }, stateWords[state])], { isEnabled: true, run: () => this.#open(id) })
  }

  #row(key, parts, { isEnabled, run, command }) {
    const at = this.#rows.length, { size } = this.#known
    const element = getOrInsert(this.#known, key, () =>
      make("div", { role: "option", class: "palette-row", id: `palette-row-${size}` }))
    const drawn = make("div", {}, ...parts)
    if (element.textContent !== drawn.textContent) element.replaceChildren(...drawn.childNodes)
    setAttributes(element, { "data-at": at, "aria-disabled": !isEnabled })
    this.#rows.push({ element, isEnabled, run, command })
    return element
  }

  // MARK: Choosing

  #choose(at) {
    this.#chosen = at
    markOption(this.#field, this.#rows.map(({ element }) => element), at)
    this.#hint.hidden = !this.#rows[at]?.command
    // The heading of the first row stays visible.
    if (at === 0) this.#list.scrollTop = 0
  }

  #pressed(event) {
    if (this.#changing) return this.#took(event)
    const last = this.#rows.length - 1
    const page = 8
    const next = { ArrowDown: this.#chosen === last ? 0 : this.#chosen + 1,
      ArrowUp: this.#chosen === 0 ? last : this.#chosen - 1, PageDown: Math.min(last, this.#chosen + page),
      PageUp: Math.max(0, this.#chosen - page) }[event.key]
    if (event.key === "Enter") {
      event.preventDefault()
      return this.#runRow(this.#chosen)
    }
    if (event.key === "F2") this.#change(this.#rows[this.#chosen]?.command ?? null)
    if (next === undefined) return
    event.preventDefault()
    return this.#choose(next)
  }

  #clicked(event) {
    if (event.target === this.#dialog) return closeDialog(this.#dialog)
    const row = event.target.closest(".palette-row")
    if (event.target.closest("[data-change]")) {
      this.#choose(Number(row.dataset.at))
      this.#field.focus()
      return this.#change(this.#rows[this.#chosen].command)
    }
    return row ? this.#runRow(Number(row.dataset.at)) : undefined
  }

  // MARK: Changing keys

  #change(command) {
    this.#changing = command
    say(this.#hint, !command ? hint : `The next key is for “${command.title}”. Backspace: none. Delete: the usual one. Escape: no change.`)
  }

  /** @param {KeyboardEvent} event the next key while one is waited for */
  async #took(event) {
    claim(event)
    if (isModifier(event)) return
    const { id, title } = this.#changing
    const keys = chord(event, isMac)
    const problem = ["Escape", "Backspace", "Delete"].includes(keys) ? null : keyProblem(keys)
    if (problem) {
      say(this.#hint, problem)
      return
    }
    const other = this.commands.all.find(one => one.id !== id && one.keys?.includes(keys))
    this.#change(null)
    try {
      if (keys === "Delete" && this.commands.isBound(id)) await this.model.keys.remove(id)
      else if (keys === "Backspace") await this.model.keys.keep(id, noKey)
      else if (!["Escape", "Delete"].includes(keys)) await this.model.keys.keep(id, keys)
      if (!other) return
      // Once this has answered, the page uses the new keys.
      await this.model.keys.all()
      say(this.#hint, `“${title}” has the key of “${other.title}” now.`)
    } catch (failure) {
      say(this.#hint, failure.message)
    }
  }

  #runRow(at) {
    const row = this.#rows[at]
    if (!row) return
    if (row.isEnabled) row.run()
    else announce(this, "Not available now")
  }

  /** Who has keys writes on there. */
  async #open(id) {
    closeDialog(this.#dialog)
    if (await this.model.open(id) && hasKeys()) this.commands.run("text.focus")
  }

  /** The dialog returns the focus first, so that a command acts on the place that the writer came from. */
  #run(id) {
    closeDialog(this.#dialog)
    this.commands.run(id, { byKey: true })
    lastUsed.set(withRecent(recent(), id))
  }
}

function recent() {
  const found = lastUsed.get()
  return Array.isArray(found) ? found.filter(id => typeof id === "string") : []
}

customElements.define("command-palette", CommandPaletteElement)
