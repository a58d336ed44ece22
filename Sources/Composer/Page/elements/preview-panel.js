import { keysAlong } from "../model/direction.js"
import { button, make, say } from "./markup.js"
import { PageViewElement } from "./page-view.js"
import { PayloadViewElement } from "./payload-view.js"
import { arrange } from "./row-order.js"

const payloadMilliseconds = 250

/**
 * `<preview-panel>` shows what will be seen and sent: the page, and for each target its very payload. Property `desk`.
 */
export class PreviewPanelElement extends HTMLElement {
  #tabs = make("div", { class: "tabs", role: "tablist", "aria-label": "Preview" })
  #pane = make("div", { class: "preview-pane", role: "tabpanel", id: "preview-pane", tabIndex: -1 })
  #page = new PageViewElement()
  /** Made with the first tab of a target. @type {PayloadViewElement|null} */
  #payload = null
  #withheld = make("div", { class: "withheld-bar", hidden: true })
  #note = make("p", { class: "panel-note", hidden: true })
  #chosen = "page"
  #listening
  #isRendering = false
  #isStale = false
  /** Whether the last rendering failed, and an older one is shown. */
  #isOld = false
  #timer
  #request

  constructor() {
    super()
    this.#withheld.append(
      make("span", {}, "Pictures from elsewhere are not loaded."),
      button("Load them", () => this.#showRemote()))
    this.#tabs.addEventListener("keydown", event => this.#pressed(event))
    this.#pane.append(this.#withheld, this.#page)
  }

  connectedCallback() {
    if (!this.#tabs.isConnected) this.append(this.#tabs, this.#note, this.#pane)
    this.#listening = new AbortController()
    const { signal } = this.#listening
    const { desk } = this
    desk.addEventListener("fields", event => this.#told(event.detail), { signal })
    desk.addEventListener("typed", event => this.render(event.detail), { signal })
    desk.addEventListener("post", () => this.#opened(), { signal })
    desk.addEventListener("targets", () => this.#showTabs(), { signal })
    desk.addEventListener("told", () => this.#latePayload(), { signal })
    desk.addEventListener("event", event => this.#heard(event.detail.name), { signal })
    desk.addEventListener("place", event => this.#follow(event.detail), { signal })
    desk.addEventListener("line", () => { if (this.#isOld && !desk.isAway) this.render() }, { signal })
    this.#showTabs()
    this.#page.ready.then(() => this.render())
  }

  connectedMoveCallback() {}

  disconnectedCallback() {
    this.#listening.abort()
    clearTimeout(this.#timer)
  }

  // MARK: Tabs

  get #names() { return ["page", ...this.desk.targets.map(target => target.name)] }

  #showTabs() {
    const names = this.#names
    if (!names.includes(this.#chosen)) this.#chosen = "page"
    const known = new Map([...this.#tabs.children].map(tab => [tab.dataset.name, tab]))
    // The targets may come to be known while a tab has the focus, which stays where it is.
    arrange(this.#tabs, names.map(name => known.get(name) ?? this.#tab(name)))
    for (const tab of this.#tabs.children) {
      const isChosen = tab.dataset.name === this.#chosen
      tab.setAttribute("aria-selected", String(isChosen))
      tab.tabIndex = isChosen ? 0 : -1
      if (isChosen) this.#pane.setAttribute("aria-labelledby", tab.id)
    }
    const isPage = this.#chosen === "page"
    this.#page.hidden = !isPage
    if (this.#payload) this.#payload.hidden = isPage
    this.#withheld.classList.toggle("is-away", !isPage)
    if (!isPage) this.#loadPayload()
  }

  #tab(name) {
    return make("button", {
      type: "button", role: "tab", class: "tab", id: `preview-tab-${name}`, "aria-controls": "preview-pane",
      "data-name": name,
      onclick: () => this.#choose(name),
    }, name === "page" ? "Page" : name)
  }

  #choose(name) {
    this.#chosen = name
    this.#payload?.clear()
    this.#showTabs()
    if (name === "page") this.render()
  }

  #pressed(event) {
    const names = this.#names
    const at = names.indexOf(this.#chosen)
    const [back, on] = keysAlong(this.matches(":dir(rtl)"))
    const next = { [on]: at + 1, [back]: at - 1, Home: 0, End: names.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    this.#choose(names[(next + names.length) % names.length])
    this.#tabs.querySelector("[aria-selected=true]").focus()
  }

  // MARK: The page

  #opened() {
    this.#page.clear()
    this.#payload?.clear()
    this.#page.allowRemote(false).then(() => this.render())
    this.#latePayload()
  }

  #told({ names, by }) {
    if (by === "open") return
    if (!names || names.some(name => ["title", "language"].includes(name))
      || (by === "daemon" && names.includes("body"))) this.render()
  }

  /** The words of a picture stand where the text has none. */
  #heard(name) {
    if (name !== "media-changed") return
    this.render()
    this.#latePayload()
  }

  /**
   * One rendering is under way at most; when it comes back, what was typed meanwhile is rendered next.
   * @param {string} [body] the text that the desk is just about to have
   */
  async render(body) {
    if (this.hasAttribute("data-away") || this.#chosen !== "page") return
    this.#isStale = true
    if (this.#isRendering) return
    this.#isRendering = true
    try {
      while (this.#isStale) {
        this.#isStale = false
        await this.#draw(body ?? this.desk.fields.body)
        body = undefined
      }
      this.#isOld = false
      say(this.#note, "")
    } catch (problem) {
      this.#isOld = true
      say(this.#note, `${problem.message} This is how the text looked before.`)
    } finally {
      this.#isRendering = false
      this.#note.hidden = !this.#note.textContent
    }
  }

  async #draw(body) {
    const { desk } = this
    const { key } = desk.draft
    const html = body.trim() ? await desk.render(body) : ""
    // Another post was opened meanwhile; its own rendering follows.
    if (desk.draft.key !== key) return
    const { title, language } = desk.fields
    const withheld = this.#page.show(html || (title ? "" : emptyPage), { title, language })
    this.#withheld.hidden = withheld === 0
    this.#page.mark(this.#caret, { scrolls: document.activeElement?.id === "body-text" && !this.#isStale })
  }

  #caret = 1

  #follow({ caret, top }) {
    if (this.hasAttribute("data-away") || this.#chosen !== "page") return
    const isMoved = caret !== this.#caret
    this.#caret = caret
    if (isMoved) this.#page.mark(caret, { scrolls: top === null })
    if (top !== null) this.#page.follow(top)
  }

  async #showRemote() {
    await this.#page.allowRemote(true)
    this.#withheld.hidden = true
    this.render()
  }

  // MARK: Payloads

  /** What would be sent is made of what is saved; so a payload follows each save. */
  #latePayload() {
    if (this.#chosen === "page" || this.hasAttribute("data-away")) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#loadPayload(), payloadMilliseconds)
  }

  async #loadPayload() {
    if (!this.#payload) this.#pane.append(this.#payload = new PayloadViewElement())
    const { id } = this.desk.draft
    const target = this.#chosen
    if (id === null) return this.#payload.tell("What is sent can be seen here as soon as there are words to save.")
    const turn = (this.#request = Symbol())
    try {
      const preview = await this.desk.payload(target)
      if (turn === this.#request && target === this.#chosen) this.#payload.show(preview)
    } catch (problem) {
      if (turn === this.#request) this.#payload.tell(problem.message)
    }
    return undefined
  }

  // The panel comes back: what was not followed meanwhile is drawn now.
  static observedAttributes = ["data-away"]
  attributeChangedCallback(name, before, now) {
    if (now !== null || !this.isConnected) return
    this.render()
    this.#latePayload()
  }
}

const emptyPage = "<p class=\"empty\">What you write appears here as its readers will see it.</p>"

customElements.define("preview-panel", PreviewPanelElement)
