/** Finding and replacing in all posts: a list first, and only then the change. */
import { bounds } from "../../model/bounds.js"
import { counted, numbered } from "../../model/language.js"
import { findField, findHow, findToggles, howPressed, isPressed, takeSelection } from "../finder.js"
import { button, closeDialog, dialog, make, openDialog, say } from "../markup.js"

const waitMilliseconds = 300
const many = (count, thing) => counted(count, thing, numbered(count))
const groups = [
  { isOut: false, title: "Drafts and unpublished posts" },
  { isOut: true, title: "Published and scheduled posts" },
]

/**
 * `<find-everywhere>` is a dialog that finds words in all posts, and replaces them in those that the writer ticks.
 * Drafts are ticked from the start, what readers have or will get is not. Properties `model`, `last` (the last replacement, as
 * it is kept), and `loadTexts`, which promises `AllTexts`: it needs the daemon, and is loaded with its first use.
 */
export class FindEverywhereElement extends HTMLElement {
  #words = this.#field("Find", "everywhere-words")
  #replacement = this.#field("Replace with", "everywhere-replacement")
  #toggles = findToggles(toggle => {
    toggle.ariaPressed = !isPressed(toggle)
    this.#search()
  }, 3)
  #state = make("p", { class: "quiet everywhere-state", role: "status" })
  #list = make("div", { class: "everywhere-list" })
  #replace = button("Replace", () => this.#run(), { class: "button is-primary", disabled: true })
  #dialog = dialog({ class: "palette everywhere", "aria-label": "Find and replace in all posts", onclose: () => this.#end() },
    make("div", { class: "everywhere-head" }, this.#words, findHow(this.#toggles), this.#replacement), this.#state,
    this.#list, make("div", { class: "everywhere-foot" }, button("Close", () => closeDialog(this.#dialog)), this.#replace))
  /** @type {Found[]} */
  #posts = []
  #isCut = false
  /** @type {AllTexts|undefined} */
  #texts
  #ticked = new Set()
  #timer

  disconnectedCallback() { this.#end() }

  get commands() {
    return [
      { id: "find.everywhere", title: "Find and replace in all posts…", keys: ["Mod+Shift+F"], run: () => this.#open() },
      { id: "find.undoEverywhere", title: "Undo the last replacement in all posts", keys: [],
        run: () => this.#undo(), isEnabled: () => Boolean(this.last.get()?.posts?.length) },
    ]
  }

  async #undo() {
    try {
      const texts = await this.loadTexts()
      return await this.model.batch.undoReplacing(texts, texts.last)
    } catch ({ message }) {
      return this.model.notice(message)
    }
  }

  async #open() {
    if (this.#dialog.open) return closeDialog(this.#dialog)
    const { activeElement } = document
    if (activeElement?.matches("textarea")) takeSelection(this.#words, activeElement)
    openDialog(this.#dialog, this)
    this.#words.focus()
    this.#words.select()
    return this.#search()
  }

  #end() {
    clearTimeout(this.#timer)
    this.#texts?.stop()
  }

  #field(title, id) {
    return findField({ id, maxLength: bounds.find, placeholder: title, "aria-label": `${title}, in all posts`,
      oninput: () => this.#later() })
  }

  get #query() {
    return { words: this.#words.value, replacement: this.#replacement.value, within: null, ...howPressed(this.#toggles) }
  }

  // MARK: The list

  #later() {
    this.#replace.disabled = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#search(), waitMilliseconds)
  }

  async #search() {
    clearTimeout(this.#timer)
    this.#showFound([], false)
    if (!this.#words.value.trim()) {
      this.#texts?.stop()
      return say(this.#state, "Nothing is replaced before you have seen where.")
    }
    say(this.#state, "Looking through all posts…")
    try {
      this.#texts ??= await this.loadTexts()
      // The daemon looks at what it has.
      await this.model.saved()
      if (!this.#dialog.open) return
      const found = await this.#texts.search(this.#query, posts => say(this.#state, `Looking… ${hitsWords(posts)} so far`))
      if (!found) return
      this.#showFound(found.posts, found.isCut)
    } catch (problem) {
      say(this.#state, problem.message)
    }
  }

  #showFound(posts, isCut) {
    this.#posts = posts
    this.#isCut = isCut
    this.#ticked = new Set(posts.filter(({ isOut }) => !isOut).map(({ id }) => id))
    this.#list.replaceChildren(...groups.flatMap(group => this.#group(group)))
    this.#show()
  }

  #group({ isOut, title }) {
    const posts = this.#posts.filter(post => post.isOut === isOut)
    if (!posts.length) return []
    const all = make("input", { type: "checkbox", "aria-label": `All ${title.toLowerCase()}`, onchange: () => {
      for (const { id } of posts) all.checked ? this.#ticked.add(id) : this.#ticked.delete(id)
      for (const one of rows) one.querySelector("input").checked = all.checked
      this.#show()
    }, checked: !isOut })
    const rows = posts.map(post => this.#row(post))
    return [make("section", { class: "everywhere-group" },
      make("h3", {}, make("label", {}, all, ` ${title}, ${numbered(posts.length)}`)),
      isOut ? make("p", { class: "quiet" }, ...this.#targetsNote(posts)) : null, make("ul", {}, ...rows))]
  }

  /** What replacing does at the targets of these posts, a sentence each. */
  #targetsNote(posts) {
    const names = [...new Set(posts.flatMap(({ targets }) => targets))]
    return names.map(name => {
      const target = this.model.facts.targets.find(one => one.name === name)
      return `${name}: ${target?.onEdit ?? "It is no longer a target."} `
    })
  }

  #row(post) {
    const tick = make("input", { type: "checkbox", "aria-label": `Replace in “${post.name}”`, checked: !post.isOut,
      onchange: () => {
        tick.checked ? this.#ticked.add(post.id) : this.#ticked.delete(post.id)
        this.#show()
      } })
    const about = [many(post.count, "hit"), ...post.isOut
      ? [post.state === "scheduled" ? "scheduled" : "published", post.targets.join(", ")] : []].filter(Boolean).join(" · ")
    return make("li", { class: "everywhere-row" }, tick, make("div", {},
      button(post.name, () => this.#go(post.id), { class: "everywhere-name", dir: "auto", title: "Open this post" }),
      make("span", { class: "quiet" }, about),
      ...post.samples.map(sample => this.#sample(sample))))
  }

  #sample({ place, before, words, replacement, after }) {
    const isReplacing = this.#replacement.value !== ""
    return make("p", { class: "everywhere-sample", dir: "auto" },
      place && make("span", { class: "quiet" }, `${place}: `), before, make(isReplacing ? "del" : "mark", {}, words),
      isReplacing ? make("ins", {}, replacement) : null, after)
  }

  #show() {
    const chosen = this.#posts.filter(({ id }) => this.#ticked.has(id))
    this.#replace.disabled = chosen.length === 0
    const verb = this.#replacement.value === "" ? "Remove the words" : "Replace"
    say(this.#replace, `${verb} in ${many(chosen.length, "post")}`)
    const cut = this.#isCut ? ` The first ${numbered(this.#posts.length)} posts are listed; there may be more.` : ""
    say(this.#state, `${this.#posts.length ? hitsWords(this.#posts) : "No hits"}.${cut}`)
  }

  #go(id) {
    closeDialog(this.#dialog)
    this.model.open(id)
  }

  #run() {
    const posts = this.#posts.filter(({ id }) => this.#ticked.has(id))
    const query = this.#query
    closeDialog(this.#dialog)
    return this.model.batch.replace(this.#texts, query, posts)
  }
}

function hitsWords(posts) {
  const hits = posts.reduce((sum, { count }) => sum + count, 0)
  return `${many(hits, "hit")} in ${many(posts.length, "post")}`
}

customElements.define("find-everywhere", FindEverywhereElement)
