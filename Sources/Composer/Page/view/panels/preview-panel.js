import { changes } from "../../model/page.js"
import { lineAt } from "../../model/writing.js"
import { arrange, button, hide, keysAlong, ListeningElement, make, sayOrHide } from "../markup.js"
import { PageViewElement } from "../page-view.js"

const payloadMilliseconds = 250

/**
 * `<preview-panel>` shows what readers will see and what Galley will send: the page, and the exact payload for each
 * target.
 */
class PreviewPanelElement extends ListeningElement {
  #tabs = make("div", { class: "tabs", role: "tablist", "aria-label": "Preview" })
  #pane = make("div", { class: "preview-pane", role: "tabpanel", id: "preview-pane", tabIndex: -1 })
  #page = new PageViewElement()
  /** Created with the first tab of a target. @type {PayloadViewElement|null} */
  #payload = null
  #withheld = make("div", { class: "withheld-bar", hidden: true })
  #note = make("p", { class: "panel-note", hidden: true })
  #chosen = "page"
  #isRendering = false
  #isStale = false
  /** Whether the last rendering failed, so that an older one is shown. */
  #isOld = false
  /** Until a save succeeds or the event stream opens again, every rendering would be refused. */
  #isSignedOut = false
  /** Whether there is something to see from before. */
  #hasDrawn = false
  #request

  constructor() {
    super()
    this.#withheld.append(
      make("span", {}, "Pictures from elsewhere are not loaded."),
      button("Load them", () => this.#showRemote()))
    this.#tabs.addEventListener("keydown", event => this.#pressed(event))
    this.#pane.append(this.#withheld, this.#page)
  }

  build() { this.append(this.#tabs, this.#note, this.#pane) }

  listen() {
    this.on(this.#page, "pick", event => this.#picked(event.detail))
    this.#showTabs()
    this.render()
  }

  update({ typed, post, fields, targets, received, event, place, line, save }) {
    const { model } = this
    if (typed !== undefined) this.render(typed)
    if (post) this.#opened()
    if (this.#isNewPage(fields)) this.render()
    if (targets) this.#showTabs()
    if (received) this.#latePayload()
    if (event) this.#received(event.name)
    if (place) this.#follow(place)
    const isBack = (line && !model.isAway) || (save && this.#isSignedOut && model.save.phase === "saved")
    if (isBack) this.#back()
  }

  // MARK: Tabs

  get #names() { return ["page", ...this.model.facts.targets.map(target => target.name)] }

  #showTabs() {
    const names = this.#names
    if (!names.includes(this.#chosen)) this.#chosen = "page"
    const known = new Map([...this.#tabs.children].map(tab => [tab.dataset.name, tab]))
    // The targets may load while a tab has the focus, which must stay there.
    arrange(this.#tabs, names.map(name => known.get(name) ?? this.#tab(name)))
    for (const tab of this.#tabs.children) {
      const isChosen = tab.dataset.name === this.#chosen
      tab.ariaSelected = isChosen
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
    return button(name === "page" ? "Page" : name, () => this.#choose(name), { role: "tab", class: "tab",
      id: `preview-tab-${name}`, "aria-controls": "preview-pane", "data-name": name })
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
    const [back, on] = keysAlong(this)
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
    this.#page.allowRemote(false)
    this.render()
    this.#latePayload()
  }

  /** A writer's text is rendered before it is in the fields, and another post once it is open. */
  #isNewPage(fields) {
    if (fields?.by === "open") return false
    return changes(fields, "title", "language") || (fields?.by === "daemon" && changes(fields, "body"))
  }

  /** A picture's description stands in where the text has none. */
  #received(name) {
    if (name !== "media-changed") return
    this.render()
    this.#latePayload()
  }

  /**
   * Runs at most one rendering at a time; when it returns, renders what was typed meanwhile.
   * @param {string} [body] the text that the model is about to have
   */
  async render(body) {
    if (this.isAway || this.#chosen !== "page" || this.#isSignedOut) return
    this.#isStale = true
    if (this.#isRendering) return
    this.#isRendering = true
    try {
      while (this.#isStale) {
        this.#isStale = false
        const text = body ?? this.model.fields.body
        await this.#draw(text)
        this.#hasDrawn = text !== ""
        body = undefined
      }
      this.#isOld = false
      sayOrHide(this.#note, "")
    } catch (problem) {
      this.#isOld = true
      this.#isSignedOut = problem.isSignedOut === true
      sayOrHide(this.#note, `${problem.message} ${this.#hasDrawn ? "This is how the text looked before."
        : "The text is shown here once it is back."}`)
    } finally {
      this.#isRendering = false
    }
  }

  #back() {
    this.#isSignedOut = false
    if (this.#isOld) this.render()
  }

  async #draw(body) {
    const { model } = this
    const { key } = model.draft
    const html = body.trim() ? await model.requests.render(body) : ""
    await this.#page.ready
    // Another post was opened meanwhile; its own rendering follows.
    if (model.draft.key !== key) return
    const { title, language } = model.fields
    const withheld = this.#page.show(html || (title ? "" : emptyPage), { title, language })
    hide(this.#withheld, withheld === 0)
    this.#page.mark(model.caret, { scrolls: document.activeElement?.id === "body-text" && !this.#isStale })
  }

  /** The line of the last click in the preview, whose block is in view. */
  #clicked = 0
  /** Whether the text may be scrolling because the caret has moved, which the preview has followed already. */
  #isLed = false

  #follow({ caret, top }) {
    if (this.isAway || this.#chosen !== "page") return
    if (top !== null) return this.#isLed || this.#page.follow(top)
    if (caret !== this.#clicked) this.#clicked = 0
    this.#page.mark(caret, { scrolls: !this.#clicked })
    // Browsers report scrolling before they draw.
    this.#isLed = true
    requestAnimationFrame(() => { this.#isLed = false })
  }

  /** The caret goes to the clicked words, and the preview stays as it is. */
  #picked(find) {
    const { model } = this, { body } = model.fields, start = find(body)
    this.#clicked = lineAt(body, start)
    model.setPlace({ caret: this.#clicked, top: null })
    model.reveal({ start, end: start, isFocused: matchMedia("(pointer: fine)").matches })
  }

  #showRemote() {
    this.#page.allowRemote(true)
    this.#withheld.hidden = true
    this.render()
  }

  // MARK: Payloads

  /** The daemon makes the payload from the saved text, so it is updated after each save. */
  #latePayload() {
    if (this.#chosen === "page" || this.isAway) return
    this.later(payloadMilliseconds, () => this.#loadPayload())
  }

  async #loadPayload() {
    const target = this.#chosen, loaded = await import("./payload-view.js").catch(() => null)
    if (target !== this.#chosen) return
    if (!loaded) return sayOrHide(this.#note, "What is sent cannot be shown now. Load the page again.")
    if (!this.#payload) this.#pane.append(this.#payload = new loaded.PayloadViewElement())
    const { id } = this.model.draft
    if (id === null) return this.#payload.showNote("What is sent can be seen here as soon as there are words to save.")
    const turn = (this.#request = Symbol())
    try {
      const { requests } = this.model, preview = await requests.payload(id, target)
      if (turn !== this.#request || target !== this.#chosen) return
      this.#payload.show(preview, requests.payloadPath(id, target), this.model.draft.revision)
    } catch (problem) {
      if (turn === this.#request) this.#payload.showNote(problem.message)
    }
  }

  returned() {
    this.render()
    this.#latePayload()
  }
}

const emptyPage = "<p class=\"empty\">What you write appears here as its readers will see it.</p>"

customElements.define("preview-panel", PreviewPanelElement)
