import { IndexChoice } from "../model/index-detail.js"
import { button, drawing, make } from "./markup.js"
import "./index-splitter.js"
import "./post-glance.js"
import "./posts-index.js"

const scrollMilliseconds = 400
/** The second click of two belongs to the row that was chosen, though the detail has come over it. */
const doubleMilliseconds = 300

/**
 * `<posts-panel>` is the index of posts and, beside it or above it where there is no room for both, the one that was
 * chosen at a glance. The daemon's engine says which, and keeps the choice with this window. Properties `desk`,
 * `commands`, `arranging`.
 */
export class PostsPanelElement extends HTMLElement {
  #choice
  #index = make("posts-index")
  #back = button(drawing("back"), () => this.#goBack(), { class: "button is-quiet detail-back" })
  #glance = make("post-glance")
  #detail = make("section", { class: "posts-detail", "aria-label": "Chosen post" }, this.#back, this.#glance)
  #splitter = make("index-splitter")
  #held = null
  #size = new ResizeObserver(() => this.#draw())
  #listening
  #scrolling
  #settling = null

  constructor() {
    super()
    this.#back.append("Posts")
    this.addEventListener("post-choose", event => this.#choose(event.detail))
    this.addEventListener("post-open", event => this.#open(event.detail.id))
    this.addEventListener("glance-open", event => this.#open(event.detail.id, event.detail.publishes))
    this.addEventListener("dblclick", () => { if (this.#settling) this.#open(this.#choice.shown) })
    this.addEventListener("index-divide", event => {
      event.stopPropagation()
      this.#divide(event.detail)
    })
    this.#detail.addEventListener("keydown", event => this.#pressed(event))
    this.#index.addEventListener("scroll", () => this.#scrolled(), { passive: true })
  }

  connectedCallback() {
    if (!this.#index.isConnected) {
      Object.assign(this.#index, { desk: this.desk })
      Object.assign(this.#glance, { desk: this.desk, commands: this.commands })
      this.#index.id ||= "posts-index"
      this.append(this.#index, this.#detail, this.#splitter)
    }
    this.#choice ??= new IndexChoice(this.arranging, "posts")
    this.#listening = new AbortController()
    const { signal } = this.#listening
    this.#choice.addEventListener("change", () => this.#draw(), { signal })
    this.arranging.addEventListener("change", () => { this.#follow() }, { signal })
    this.#size.observe(this)
    this.#follow()
  }

  connectedMoveCallback() {}

  disconnectedCallback() {
    this.#listening.abort()
    this.#size.disconnect()
    clearTimeout(this.#scrolling)
    clearTimeout(this.#settling)
    this.#settling = null
  }

  /** A deleted post leaves its notice, until something else is chosen. */
  #follow() {
    this.#choice.follow(id => this.desk.glances.of(id)?.post?.state === "deleted")
    this.#draw()
  }

  /** While an edge is dragged nobody is asked: then the width itself says whether there is room for both. */
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
    this.style.setProperty("--index", `${1 - fraction}fr`)
    this.style.setProperty("--detail", `${fraction}fr`)
    this.style.setProperty("--index-part", `${1 - fraction}`)
    this.#index.inert = seen === "detail"
    this.#detail.inert = seen === "index" || (seen === "detail" && this.#settling !== null)
    this.#back.hidden = seen === "both"
    this.#splitter.hidden = seen !== "both"
    this.#splitter.show(fraction, this.clientWidth, { label: "List of posts", controls: this.#index.id })
    this.#index.chosen = shown
    // What slides away stays what it was until it is out of sight.
    if (shown !== null || seen === "both") this.#glance.setAttribute("post", shown ?? "")
  }

  /** While the border is held the page draws it by itself. */
  async #divide({ fraction, isHeld }) {
    this.#held = fraction
    this.#draw()
    if (isHeld) return undefined
    await this.#choice.divide(fraction)
    if (!this.#splitter.isHeld) this.#held = null
    return this.#draw()
  }

  #choose({ id, title, byKey }) {
    if (!byKey) this.#settle()
    this.#choice.show(id, title)
    if (this.#seen === "detail" && byKey) this.#back.focus()
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
    event.preventDefault()
    event.stopPropagation()
    this.#goBack()
  }

  /** Where the panel covers the text, it steps aside for what was opened. */
  async #open(id, publishes = false) {
    if (!await this.desk.open(id)) return
    if (this.arranging.window?.class === "compact") {
      await this.arranging.run({ command: "collapse", panel: "posts" })
      this.commands.run("text.focus")
    }
    if (publishes) this.commands.run("post.publish")
  }

  #scrolled() {
    clearTimeout(this.#scrolling)
    this.#scrolling = setTimeout(() => this.#choice.keepScroll(this.#index.scrollTop), scrollMilliseconds)
  }
}

customElements.define("posts-panel", PostsPanelElement)
