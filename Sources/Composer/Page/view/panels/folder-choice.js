/** Which posts the list shows: those in a state, with a tag, or that a saved search finds. */
import { bounds } from "../../model/bounds.js"
import { announce, button, claim, drawing, entitle, make, optionsOf, say, select } from "../markup.js"

const states = { "": "All", draft: "Drafts", scheduled: "Scheduled", published: "Published", unpublished: "Taken back",
  deleted: "Deleted" }
/** More would make the list of folders longer than the list of posts. */
const tagsMax = 30

/** The search for a tag. */
const tagSearch = tag => `tag:${/\s/.test(tag) ? `"${tag}"` : tag}`

export class FolderChoice {
  #model
  #show
  #shown = { search: "", state: "" }
  /** @type {{name: string, text: string}[]} */
  #saved = []
  #select = select([], { id: "posts-state", "aria-label": "Which posts", onchange: () => this.#chose() })
  #star = button(drawing("star"), () => this.#toggle(), { class: "icon-button posts-keep", "aria-pressed": "false" })
  #name = make("input", { type: "text", class: "field", id: "posts-name", maxLength: bounds.name, autocomplete: "off",
    onkeydown: event => this.#pressed(event) })
  #note = make("p", { class: "note", role: "status" })
  #form = make("div", { class: "posts-name", hidden: true }, make("label", { for: "posts-name" }, "Name of the folder"),
    this.#name, button("Keep", () => this.#keep()), this.#note)

  /** @param {(wanted: {search?: string, state: string}) => void} show without `search`: what is typed stays */
  constructor(model, show) {
    this.#model = model
    this.#show = show
  }

  /** The list of folders; the button that makes one of the search; and the field for its name. */
  get elements() { return { select: this.#select, star: this.#star, form: this.#form } }

  listen() {
    this.#load()
    this.#model.facts.loadTags().then(() => this.#fill())
  }

  update({ searches }) { if (searches) this.#load() }

  /** @param {{search: string, state: string}} shown what the list shows now */
  follow(shown) {
    if (shown.search !== this.#shown.search) this.#form.hidden = true
    this.#shown = shown
    this.#mark()
  }

  async #load() {
    try {
      this.#saved = await this.#model.searches.all()
    } catch { /* The states and tags are enough. */ }
    this.#fill()
  }

  #fill() {
    const group = (label, list) => list.length ? make("optgroup", { label }, ...optionsOf(list)) : null
    this.#select.replaceChildren(...optionsOf(Object.entries(states)),
      ...[group("Folders", this.#saved.map(({ name, text }) => [`?${text}`, name])),
        group("Tags", this.#model.facts.frequentTags.slice(0, tagsMax).map(tag => [`?${tagSearch(tag)}`, `#${tag}`]))].filter(Boolean))
    this.#mark()
  }

  get #folder() { return this.#saved.find(({ text }) => text === this.#shown.search.trim()) }

  get #isFolder() {
    const value = `?${this.#shown.search.trim()}`
    return [...this.#select.options].some(option => option.value === value)
  }

  /** Another search than those of the folders is among all posts, or those in a state. */
  #mark() {
    const { search, state } = this.#shown
    const value = this.#isFolder ? `?${search.trim()}` : state
    // Set again, it would be spoken at each change of the list.
    if (this.#select.value !== value) this.#select.value = value
    this.#star.hidden = !search.trim()
    this.#star.ariaPressed = Boolean(this.#folder)
    entitle(this.#star, this.#folder ? `Remove the folder “${this.#folder.name}”` : "Keep this search as a folder")
  }

  #chose() {
    const { value } = this.#select, isFolder = this.#isFolder
    if (value.startsWith("?")) this.#show({ search: value.slice(1), state: "" })
    else this.#show({ ...isFolder && { search: "" }, state: value })
  }

  // MARK: Keeping a search

  #toggle() {
    const folder = this.#folder
    if (folder) return this.#remove(folder)
    this.#form.hidden = !this.#form.hidden
    if (this.#form.hidden) return
    this.#name.value = this.#shown.search.trim().slice(0, bounds.name)
    say(this.#note, "")
    this.#name.focus()
    return this.#name.select()
  }

  #pressed(event) {
    if (event.key === "Enter") this.#keep()
    else if (event.key !== "Escape") return
    else this.#close()
    claim(event)
  }

  async #keep() {
    const name = this.#name.value.trim(), text = this.#shown.search.trim()
    if (!name) return say(this.#note, "A folder needs a name.")
    if (this.#saved.some(one => one.name === name)) return say(this.#note, `There is a folder “${name}” already.`)
    try {
      await this.#model.searches.keep(name, text)
    } catch (problem) {
      return say(this.#note, problem.message)
    }
    announce(this.#select, `The folder “${name}” is kept.`)
    return this.#close()
  }

  #close() {
    this.#form.hidden = true
    this.#star.focus()
  }

  async #remove({ name, text }) {
    try {
      await this.#model.searches.remove(name)
      this.#model.notice(`The folder “${name}” is removed. Its posts stay.`,
        { title: "Undo", run: () => this.#model.searches.keep(name, text).catch(() => this.#model.notice("It was not kept.")) })
    } catch (problem) {
      this.#model.notice(problem.message)
    }
  }
}
