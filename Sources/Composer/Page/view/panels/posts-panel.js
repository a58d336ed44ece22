import "../page-view.js"
import "./posts-index.js"
import "../splitters.js"
import { daemonNow } from "../../model/daemon-clock.js"
import { isReset } from "../../model/daemon-events.js"
import { glanceOf } from "../../model/glances.js"
import { IndexChoice } from "../../model/index-choice.js"
import {
  arrange, button, claim, drawing, getOrInsert, ListeningElement, make, observeSizes, offerBack, say, sayOrHide, send,
} from "../markup.js"

const placeholder = "Choose a post to see it here."
const titles = { open: "Open", unpublish: "Take back", delete: "Delete", undelete: "Bring it back" }

/**
 * `<post-glance post="…">` shows a post at a glance, with its commands; without a post, a placeholder. It is never
 * stale: it reloads when the post changes, and shows a notice in place of a deleted post. Events: `glance-open`
 * (`detail.id`).
 */
class PostGlanceElement extends ListeningElement {
  static observedAttributes = ["post"]
  #name = make("h3", { class: "glance-name" })
  #about = make("p", { class: "glance-about" })
  #tags = make("p", { class: "glance-tags" })
  #targets = make("ul", { class: "glance-targets", "aria-label": "Targets" })
  #notice = make("p", { class: "glance-notice", role: "status" })
  #verbs = make("div", { class: "glance-verbs" })
  #view = make("page-view", { class: "glance-view", label: "The beginning of the post" })
  #buttons = new Map()
  #rows = new Map()
  #drawn = ""
  #turn
  /** Has the focus until the button that opens the post is there. @type {Element|null} */
  #before = null

  build() {
    this.append(this.#notice, this.#name, this.#about, this.#tags, this.#targets, this.#verbs, this.#view)
  }

  listen() {
    this.#load()
    this.#show()
  }

  update({ glance, targets, event, line }) {
    if (targets || (glance && glance.id === this.#post)) this.#show()
    if (glance && glance.id === this.#post) this.#focusLate()
    if (event) this.#received(event)
    if (line && !this.model.isAway) this.#load()
  }

  /** Moves the focus to the button that opens the post, once it is there, unless it has left the element meanwhile. */
  focusOpen(from) {
    this.#before = from
    if (this.#open) this.#focusLate()
  }

  get #open() { return this.querySelector("[data-verb=open]") }

  #focusLate() {
    if (this.#before && document.activeElement === this.#before) this.#open?.focus()
    this.#before = null
  }

  attributeChangedCallback() {
    if (!this.isConnected) return
    this.#load()
    this.#show()
  }

  get #post() { return this.getAttribute("post") || null }

  get #glance() {
    const known = this.#post ? this.model.glances.of(this.#post) : undefined
    return glanceOf(known, this.model.targetsOf(this.#post), daemonNow())
  }

  #load() { if (this.#post) this.model.glances.load(this.#post) }

  #received(message) {
    const isOfIt = message.data?.subject === this.#post || message.data?.post === this.#post
    const isOfAny = message.name === "delivery-changed" || isReset(message.name)
    if (isOfAny || (isOfIt && message.name.startsWith("post-"))) this.#load()
  }

  #show() {
    const glance = this.#glance
    const isChosen = this.#post !== null
    this.dataset.kind = isChosen ? glance.kind : "none"
    sayOrHide(this.#notice, isChosen ? glance.notice : placeholder)
    sayOrHide(this.#name, glance.kind === "post" ? glance.title : "")
    sayOrHide(this.#about, glance.about)
    sayOrHide(this.#tags, glance.tags.map(tag => `#${tag}`).join(" "))
    this.#targets.hidden = glance.targets.length === 0
    arrange(this.#targets, glance.targets.map(target => this.#target(target)))
    arrange(this.#verbs, glance.verbs.map(verb => this.#button(verb, glance)))
    this.#verbs.hidden = glance.verbs.length === 0
    this.#draw(glance)
  }

  #target({ name, words, tone }) {
    const row = getOrInsert(this.#rows, name, () =>
      make("li", {}, make("span", { class: "glance-target" }, name), make("span", {})))
    row.dataset.tone = tone
    say(row.lastElementChild, words)
    return row
  }

  #button(verb, glance) {
    const element = getOrInsert(this.#buttons, verb, () => button("", () => this.#do(verb),
      { class: verb === "open" ? "button is-primary" : "button", "data-verb": verb }))
    say(element, verb === "publish" ? publishWords(glance.to) : titles[verb])
    return element
  }

  /** Shows the first lines, rendered by the daemon, in a frame in which no script can run. */
  async #draw(glance) {
    this.#view.hidden = !glance.lines
    const key = `${this.#post}\n${glance.lines}`
    if (this.#drawn === key) return
    this.#drawn = key
    const turn = (this.#turn = Symbol())
    await this.#view.ready
    if (turn !== this.#turn) return
    if (!glance.lines) return this.#view.clear()
    try {
      const html = await this.model.requests.render(glance.lines)
      if (turn === this.#turn) this.#view.show(html, { title: "", language: "" })
    } catch { if (turn === this.#turn) this.#drawn = "" }
  }

  #do(verb) {
    const id = this.#post
    const glance = this.#glance
    const { post } = this.model.glances.of(id) ?? {}
    if (verb === "open") return send(this, "glance-open", { id })
    if (verb === "delete") return this.model.actions.delete(id, glance.title)
    if (verb === "undelete") return this.model.actions.undelete(id)
    if (verb === "unpublish") return this.model.actions.unpublishOther(post)
    return glance.to.length ? this.model.actions.publishOther(post, glance.to)
      : send(this, "glance-open", { id, publishes: true })
  }
}

/** Names the targets before the writer publishes. */
function publishWords(to) {
  if (to.length === 0) return "Publish…"
  return to.length === 1 ? `Publish to ${to[0]}` : `Publish to ${to.length} targets`
}

customElements.define("post-glance", PostGlanceElement)

const scrollMilliseconds = 400
/** A second click within this interval belongs to the row that was chosen, although the detail now covers it. */
const doubleMilliseconds = 300

/**
 * `<posts-panel>` is the index of posts and, beside it or covering it where there is no room for both, a glance at the
 * chosen post. The daemon decides which, and keeps the choice with this window.
 */
class PostsPanelElement extends ListeningElement {
  #choice
  #index = make("posts-index", { id: "posts-index" })
  #back = button(drawing("back"), () => this.#goBack(), { class: "button detail-back" }, "Posts")
  #glance = make("post-glance")
  #detail = make("section", { class: "posts-detail", "aria-label": "Chosen post" }, this.#back, this.#glance)
  #splitter = make("index-splitter")
  #held = null
  #settling = null

  constructor() {
    super()
    this.addEventListener("post-choose", event => this.#choose(event.detail))
    this.addEventListener("post-open", event => this.#open(event.detail.id))
    this.addEventListener("glance-open", event => this.#open(event.detail.id, event.detail.publishes))
    // The second press of a double click does not take the focus from the detail.
    this.addEventListener("mousedown", event => { if (this.#settling) event.preventDefault() })
    this.addEventListener("dblclick", () => {
      if (this.#settling && this.#choice.shown !== null) this.#open(this.#choice.shown)
    })
    this.addEventListener("index-divide", event => {
      event.stopPropagation()
      this.#divide(event.detail)
    })
    this.#detail.addEventListener("keydown", event => this.#pressed(event))
    this.#index.addEventListener("scroll", () =>
      this.later(scrollMilliseconds, () => this.#choice.keepScroll(this.#index.scrollTop)), { passive: true })
  }

  build() {
    this.#choice = new IndexChoice(this.arranging, "posts")
    this.#index.page = this.#glance.page = this.page
    this.append(this.#index, this.#detail, this.#splitter)
  }

  listen(signal) {
    this.on(this.#choice, "change", () => this.#draw())
    observeSizes([this], () => this.#draw(), signal)
    signal.addEventListener("abort", () => {
      clearTimeout(this.#settling)
      this.#settling = null
    })
    this.#follow()
  }

  update({ panels }) { if (panels) this.#follow() }

  /** A deleted post leaves its notice until another post is chosen. */
  #follow() {
    this.#choice.follow(id => this.model.glances.of(id)?.post?.state === "deleted")
    this.#draw()
  }

  /**
   * During a drag of an edge the page does not ask the daemon: the width itself decides whether there is room for both.
   */
  get #seen() {
    const { seen, shown, splitFrom } = this.#choice
    if (!splitFrom || !this.clientWidth) return seen
    if (this.clientWidth >= splitFrom) return this.#choice.isFolded ? seen : "both"
    return shown === null ? "index" : "detail"
  }

  #draw() {
    const { shown } = this.#choice
    const fraction = this.#held ?? this.#choice.fraction
    const seen = this.#seen
    if (this.dataset.seen !== seen) this.dataset.seen = seen
    this.style.setProperty("--index-part", 1 - fraction)
    this.#index.inert = seen === "detail"
    this.#detail.inert = seen === "index"
    this.#detail.style.pointerEvents = seen === "detail" && this.#settling ? "none" : ""
    this.#back.hidden = seen === "both"
    offerBack(this, seen === "detail" && !this.isAway ? ["post"] : [], () => this.#goBack())
    this.#splitter.hidden = seen !== "both"
    this.#splitter.show(fraction, this.clientWidth, { label: "List of posts", controls: this.#index.id })
    this.#index.chosen = shown
    // A detail that slides away keeps its content until it is out of view.
    if (shown !== null || seen === "both") this.#glance.setAttribute("post", shown ?? "")
  }

  /** While the border is held, the page draws it without the daemon. */
  async #divide({ fraction, isHeld }) {
    this.#held = fraction
    this.#draw()
    if (isHeld) return
    await this.#choice.divide(fraction)
    if (!this.#splitter.isHeld) this.#held = null
    return this.#draw()
  }

  #choose({ id, title, byKey }) {
    if (!byKey) this.#settle()
    this.#choice.show(id, title)
    if (this.#seen === "detail") this.#enter(byKey)
  }

  /** The index is covered, and loses the focus. */
  #enter(byKey) {
    this.#back.focus()
    if (!byKey) this.#glance.focusOpen(this.#back)
  }

  /** Called when a key has opened the panel. */
  begin() {
    if (this.#seen === "detail") this.#back.focus()
    else this.#index.focusSearch()
  }

  #settle() {
    clearTimeout(this.#settling)
    this.#settling = setTimeout(() => {
      this.#settling = null
      this.#draw()
    }, doubleMilliseconds)
  }

  #goBack() {
    const { shown } = this.#choice
    this.#choice.back()
    if (shown !== null) this.#index.focusRow(shown)
  }

  #pressed(event) {
    if (event.key !== "Escape" || this.#seen !== "detail") return
    claim(event)
    this.#goBack()
  }

  /** If the panel covers the text, it makes way for the opened post. */
  async #open(id, publishes = false) {
    if (!await this.model.open(id)) return
    if (this.arranging.window?.class === "compact") {
      await this.arranging.run({ command: "collapse", panel: "posts" })
      this.commands.run("text.focus")
    }
    if (publishes) this.commands.run("post.publish")
  }
}

customElements.define("posts-panel", PostsPanelElement)
