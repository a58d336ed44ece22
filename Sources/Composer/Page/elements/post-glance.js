import { glanceOf } from "../model/glances.js"
import { button, make, say } from "./markup.js"
import { arrange } from "./row-order.js"
import "./page-view.js"

const placeholder = "Choose a post to see it here."
const titles = { open: "Open", unpublish: "Take back", delete: "Delete", undelete: "Bring it back" }

/**
 * `<post-glance post="…">` shows a post at a glance, and what can be done to it; without a post, a placeholder. What is
 * shown is never stale: the post is looked at again when it changes, and one that was deleted leaves a notice.
 * Properties `desk`, `commands`. Events: `glance-open` (`detail.id`).
 */
export class PostGlanceElement extends HTMLElement {
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
  #listening

  connectedCallback() {
    if (!this.#name.isConnected) {
      this.append(this.#notice, this.#name, this.#about, this.#tags, this.#targets, this.#verbs, this.#view)
    }
    this.#listening = new AbortController()
    const { signal } = this.#listening
    this.desk.glances.addEventListener("change", event => {
      if (event.detail.id === this.#post) this.#show()
    }, { signal })
    this.desk.addEventListener("targets", () => this.#show(), { signal })
    this.desk.addEventListener("event", event => this.#heard(event.detail), { signal })
    this.desk.addEventListener("line", () => { if (!this.desk.isAway) this.#look() }, { signal })
    this.#look()
    this.#show()
  }

  connectedMoveCallback() {}
  disconnectedCallback() { this.#listening.abort() }

  attributeChangedCallback() {
    if (!this.isConnected) return
    this.#look()
    this.#show()
  }

  get #post() { return this.getAttribute("post") || null }

  get #glance() {
    const known = this.#post ? this.desk.glances?.of(this.#post) : undefined
    return glanceOf(known, this.desk.targetsOf(this.#post), Date.now())
  }

  #look() { if (this.#post) this.desk.glances?.look(this.#post) }

  #heard(message) {
    const isOfIt = message.data?.subject === this.#post || message.data?.post === this.#post
    const isOfDeliveries = message.name === "delivery-changed" || message.name === "reset"
    if (isOfDeliveries || (isOfIt && message.name.startsWith("post-"))) this.#look()
  }

  #show() {
    const glance = this.#glance
    const isChosen = this.#post !== null
    this.dataset.kind = isChosen ? glance.kind : "none"
    say(this.#notice, isChosen ? glance.notice : placeholder)
    this.#notice.hidden = !this.#notice.textContent
    say(this.#name, glance.kind === "post" ? glance.title : "")
    say(this.#about, glance.about)
    say(this.#tags, glance.tags.map(tag => `#${tag}`).join(" "))
    for (const part of [this.#name, this.#about, this.#tags]) part.hidden = !part.textContent
    this.#targets.hidden = glance.targets.length === 0
    arrange(this.#targets, glance.targets.map(target => this.#target(target)))
    arrange(this.#verbs, glance.verbs.map(verb => this.#button(verb, glance)))
    this.#verbs.hidden = glance.verbs.length === 0
    this.#draw(glance)
  }

  #target({ name, words, tone }) {
    const row = this.#rows.get(name) ?? make("li", {}, make("span", { class: "glance-target" }, name), make("span", {}))
    this.#rows.set(name, row)
    row.dataset.tone = tone
    say(row.lastElementChild, words)
    return row
  }

  #button(verb, glance) {
    const known = this.#buttons.get(verb) ?? button("", () => this.#do(verb), { class: verb === "open"
      ? "button is-primary" : "button", "data-verb": verb })
    this.#buttons.set(verb, known)
    say(known, verb === "publish" ? publishWords(glance.to) : titles[verb])
    return known
  }

  /** The first lines, as the daemon renders them, in a frame in which nothing can run. */
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
      const html = await this.desk.render(glance.lines)
      if (turn === this.#turn) this.#view.show(html, { title: "", language: "" })
    } catch { if (turn === this.#turn) this.#drawn = "" }
    return undefined
  }

  #do(verb) {
    const id = this.#post
    const glance = this.#glance
    const { post } = this.desk.glances.of(id) ?? {}
    if (verb === "open") return this.dispatchEvent(new CustomEvent("glance-open", { bubbles: true, detail: { id } }))
    if (verb === "delete") return this.desk.delete(id, glance.title)
    if (verb === "undelete") return this.desk.undelete(id)
    if (verb === "unpublish") return this.desk.unpublishOther(post)
    return glance.to.length ? this.desk.publishOther(post, glance.to)
      : this.dispatchEvent(new CustomEvent("glance-open", { bubbles: true, detail: { id, publishes: true } }))
  }
}

/** Where it would go is said before it goes. */
function publishWords(to) {
  if (to.length === 0) return "Publish…"
  return to.length === 1 ? `Publish to ${to[0]}` : `Publish to ${to.length} targets`
}

customElements.define("post-glance", PostGlanceElement)
