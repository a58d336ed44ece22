import { batchMax } from "../../model/batch.js"
import { daemonNow } from "../../model/daemon-clock.js"
import { counted } from "../../model/language.js"
import { choices } from "../../model/preferences.js"
import { rowWords } from "../../model/lists.js"
import { firstWords, postName } from "../../model/post-name.js"
import { SwipeAway } from "../fingers.js"
import { FolderChoice } from "./folder-choice.js"
import {
  announce, arrangeGliding, button, drawing, getOrInsert, isMac, keepOnly, ListeningElement, make, say, sayOrHide,
  select, send,
} from "../markup.js"
import { SeveralBar } from "./several-bar.js"

const searchMilliseconds = 180
const excerptMax = 140
const searchWords = "Words, and tag:sea, state:draft or kind:page among them"

/**
 * `<posts-index>` is the index of posts: search, filter, choose, open, delete, and what is done to several.
 * Bubbling events: `post-choose` (`detail.id`, `detail.title`, `detail.byKey`) and `post-open` (`detail.id`).
 */
class PostsIndexElement extends ListeningElement {
  #search = make("input", { type: "search", class: "field", id: "posts-search", placeholder: "Search",
    "aria-label": "Search posts", autocomplete: "off", title: searchWords })
  /** @type {FolderChoice|null} */
  #folder = null
  #order = select(choices.find(choice => choice.name === "order").values, { id: "posts-order", "aria-label": "Order" })
  #several = button("Select", () => this.#selecting(!this.#isSelecting), { class: "button posts-select",
    "aria-pressed": "false" })
  #list = make("ul", { class: "posts", "aria-label": "Posts" })
  #note = make("p", { class: "panel-note", role: "status" })
  #end = make("div", { class: "posts-end", "aria-hidden": "true" })
  #rows = new Map()
  #chosen = null
  /** Those that are selected for the bar. @type {Set<string>} */
  #selected = new Set()
  #isSelecting = false
  #last = null
  #bar = null
  #swipe = new SwipeAway(this.#list, ".post-row", row => this.#delete(row.dataset.post))

  /** The search and the state that were announced. */
  #told = "\n"

  /** The post whose detail is visible, or null. */
  set chosen(id) {
    if (id === this.#chosen) return
    this.#chosen = id
    this.#select()
  }

  focusSearch() { this.#search.focus() }

  /** To the text; an open panel or a sheet is closed instead, by the layer. */
  #leave(event) {
    const { place, sheet } = this.closest("panel-frame")?.panel ?? {}
    if (place === "open" || sheet?.isModal) return
    event.preventDefault()
    send(this, "panel-leave")
  }

  /** Returns the focus from the detail to its row; to the first row if that one is gone. */
  focusRow(id) { (this.#rows.get(id)?.open ?? this.#rowAt(0) ?? this.#search).focus() }

  constructor() {
    super()
    this.#search.addEventListener("input", () =>
      this.later(searchMilliseconds, () => this.model.posts.show({ search: this.#search.value })))
    this.#search.addEventListener("keydown", event => {
      if (event.key === "ArrowDown") this.#step(event, -1, 1)
      else if (event.key === "Escape" && !this.#search.value) this.#leave(event)
    })
    this.#order.addEventListener("change", () => this.model.preferences.choose("order", this.#order.value)
      .catch(({ message }) => this.model.notice(message)))
    this.#list.addEventListener("keydown", event => this.#pressed(event))
    this.#list.addEventListener("focusin", event => this.#focused(event.target))
  }

  build() {
    // Firefox stops with Tab at what scrolls, and this has no name.
    this.tabIndex = -1
    this.#bar = new SeveralBar(this.model, () => [...this.#selected].map(id => ({ id, name: this.#rows.get(id).name })),
      () => this.#selecting(false))
    this.#folder = new FolderChoice(this.model, wanted => this.#choseFolder(wanted))
    const { select, star, form } = this.#folder.elements
    this.append(make("div", { class: "posts-head" }, make("div", { class: "posts-search" }, this.#search, star), form, select,
      this.#order, this.#several), this.#note, this.#list, this.#end, this.#bar.element)
  }

  listen(signal) {
    const watch = new IntersectionObserver(entries => {
      if (entries.some(entry => entry.isIntersecting)) this.model.posts.more()
    }, { root: this, rootMargin: "400px" })
    watch.observe(this.#end)
    signal.addEventListener("abort", () => {
      this.#swipe.cancel()
      watch.disconnect()
    })
    this.#folder.listen()
    this.#show()
    this.model.posts.watch()
  }

  update(change) {
    const { posts, post, received } = change
    if (posts) this.#show()
    if (post || received) this.#select()
    this.#folder.update(change)
  }

  #show() {
    const { items, problem, hasMore, search, state, order, isOrdered, isLoaded } = this.model.posts
    const focused = [...this.#list.children].findIndex(row => row.contains(document.activeElement))
    keepOnly(this.#rows, items.map(item => item.id))
    for (const id of this.#selected) if (!this.#rows.has(id)) this.#selected.delete(id)
    arrangeGliding(this.#list, items.map(item => this.#row(item)))
    const isLost = focused >= 0 && !this.#list.contains(document.activeElement)
    if (isLost) (this.#rowAt(Math.min(focused, items.length - 1)) ?? this.#search).focus()
    this.#folder.follow({ search, state })
    this.#order.value = order
    this.#order.disabled = !isOrdered
    this.#order.title = isOrdered ? "" : "What a search for words finds is listed by date."
    const none = search ? "No post was found." : state ? "There is no such post." : "No posts yet. Write the first one."
    sayOrHide(this.#note, problem ?? (items.length || !isLoaded ? "" : none))
    this.#end.hidden = !hasMore
    const asked = `${search}\n${state}`
    // Where there is none, the note says so.
    if (isLoaded && asked !== this.#told && items.length) announce(this, counted(items.length, "post") + (hasMore ? " and more" : ""))
    if (isLoaded) this.#told = asked
    this.#select()
    this.#showSelected()
  }

  #choseFolder({ search = this.#search.value, state }) {
    this.notLater()
    this.#search.value = search
    this.model.posts.show({ search, state })
  }

  #row(item) {
    const row = getOrInsert(this.#rows, item.id, id => this.#make(id))
    // Its words tell times, which pass.
    const words = rowWords(item, daemonNow()), revision = [item.revision, item.state, words].join()
    if (row.revision === revision) return row.element
    row.revision = revision
    row.name = postName(item)
    row.isDeleted = item.state === "deleted"
    say(row.title, row.name)
    say(row.excerpt, item.title ? firstWords(item.excerpt, excerptMax) : "")
    say(row.state, words)
    row.element.dataset.state = item.state
    row.pick.ariaLabel = `Select “${row.name}”`
    row.delete.ariaLabel = row.isDeleted ? `Bring “${row.name}” back` : `Delete “${row.name}”`
    row.delete.replaceChildren(drawing(row.isDeleted ? "undo" : "trash"))
    return row.element
  }

  #make(id) {
    const row = {
      title: make("span", { class: "post-title", dir: "auto" }),
      excerpt: make("span", { class: "post-excerpt", dir: "auto" }),
      state: make("span", { class: "post-state", dir: "auto" }),
      revision: null, name: "", isDeleted: false,
    }
    row.open = button(row.title, event => this.#choose(id, event), { class: "post-open", tabIndex: -1,
      ondblclick: () => this.#open(id) }, row.excerpt, row.state)
    row.delete = button("", () => this.#delete(id), { class: "icon-button post-delete", tabIndex: -1 })
    row.pick = make("input", { type: "checkbox", class: "post-pick", tabIndex: -1,
      onclick: event => this.#picked(id, event.shiftKey) })
    row.element = make("li", { class: "post-row", "data-post": id }, row.pick, row.open, row.delete)
    return row
  }

  #select() {
    const open = this.model.draft.id
    let hasStop = false
    for (const [id, row] of this.#rows) {
      const isOpen = id === open
      row.open.ariaCurrent = isOpen ? "true" : null
      row.element.classList.toggle("is-open", isOpen)
      row.open.ariaPressed = id === this.#chosen
      row.element.classList.toggle("is-chosen", id === this.#chosen)
      if (row.open.tabIndex === 0) hasStop = true
    }
    const first = this.#rowAt(0)
    if (!hasStop && first) first.tabIndex = 0
  }

  // MARK: Keyboard: one tab stop, arrow keys within

  #rowAt(index) { return this.#list.children[index]?.querySelector(".post-open") }

  #focused(target) {
    const own = target.closest(".post-row")
    for (const row of this.#list.children) {
      for (const part of row.querySelectorAll(".post-open, .post-delete, .post-pick")) part.tabIndex = row === own ? 0 : -1
    }
  }

  #pressed(event) {
    const rows = [...this.#list.children]
    const at = rows.findIndex(row => row.contains(event.target))
    const { key } = event
    if (this.#extends(event, rows, at)) return
    if (key === "ArrowDown") this.#step(event, at, 1)
    else if (key === "ArrowUp") at === 0 ? this.#search.focus() : this.#step(event, at, -1)
    else if (key === "Home") this.#step(event, 0, 0)
    else if (key === "End") this.#step(event, rows.length - 1, 0)
    else if (key === "Enter" && event.target.matches(".post-open")) this.#openAt(event, rows[at])
    else if (key === "Delete" || (key === "Backspace" && event.metaKey)) this.#delete(rows[at]?.dataset.post)
  }

  #step(event, at, by) {
    const next = this.#rowAt(at + by)
    if (!next) return
    event.preventDefault()
    next.focus()
  }

  // MARK: Several posts

  #selecting(isOn) {
    const { activeElement: focused } = document, last = this.#rows.get(this.#last)?.open
    this.#isSelecting = isOn
    if (!isOn) this.#selected.clear()
    this.#last = null
    this.#showSelected()
    // What is hidden now loses the focus.
    const own = this.contains(focused) && focused.closest(".post-pick, .several-bar")
    if (!own || isOn) return
    const row = own.closest(".post-row")?.querySelector(".post-open") ?? last
    ;(row ?? this.#rowAt(0) ?? this.#search).focus()
  }

  /** With Shift, all rows from the last one up to this one. */
  #picked(id, isRange) {
    const ids = [...this.#list.children].map(row => row.dataset.post)
    const from = ids.indexOf(this.#last), to = ids.indexOf(id)
    if (isRange && from >= 0) for (const one of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) this.#selected.add(one)
    else if (!this.#selected.delete(id)) this.#selected.add(id)
    this.#last = id
    this.#hasSelected()
  }

  #hasSelected() {
    this.#isSelecting = true
    this.#showSelected()
    announce(this, this.#bar.words)
  }

  /** Shift with an arrow selects from row to row, Ctrl+A all that are listed, and Escape none. */
  #extends(event, rows, at) {
    const { key, shiftKey } = event, isMod = isMac ? event.metaKey : event.ctrlKey
    const by = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (by && shiftKey && rows[at]) {
      for (const row of [rows[at], rows[at + by]]) if (row) this.#selected.add(row.dataset.post)
      this.#last = rows[at].dataset.post
      this.#step(event, at, by)
    } else if (isMod && key.toLowerCase() === "a") {
      for (const row of rows) this.#selected.add(row.dataset.post)
      event.preventDefault()
    } else if (key === "Escape" && this.#isSelecting) {
      event.stopPropagation()
      this.#selecting(false)
      return true
    } else return false
    this.#hasSelected()
    return true
  }

  #showSelected() {
    if (this.#selected.size > batchMax) {
      this.#selected = new Set([...this.#selected].slice(0, batchMax))
      this.model.notice(`At most ${batchMax} posts are selected at once.`)
    }
    this.classList.toggle("is-selecting", this.#isSelecting)
    this.#several.ariaPressed = this.#isSelecting
    for (const [id, row] of this.#rows) row.pick.checked = this.#selected.has(id)
    this.#bar?.show(this.#isSelecting, this.#selected.size)
  }

  /** A click shows the post beside the index; a second click, or Enter, opens it. */
  #choose(id, event) {
    if (event.shiftKey || (isMac ? event.metaKey : event.ctrlKey)) return this.#picked(id, event.shiftKey)
    const { name } = this.#rows.get(id)
    if (event.detail > 1) return
    return send(this, "post-choose", { id, title: name, byKey: event.detail === 0 })
  }

  #openAt(event, row) {
    event.preventDefault()
    this.#open(row.dataset.post)
  }

  #open(id) { send(this, "post-open", { id }) }

  #delete(id) {
    const row = this.#rows.get(id)
    if (!row) return
    if (row.isDeleted) this.model.actions.undelete(id)
    else this.model.actions.delete(id, row.name)
  }
}

customElements.define("posts-index", PostsIndexElement)
