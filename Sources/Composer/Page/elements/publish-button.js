/** Publishing: the button and its sheet. */
import { publication } from "../model/deliveries.js"
import { wallClock } from "../model/language.js"
import { announce, button, make, say } from "../view/markup.js"

/** The sheet from which the writer publishes, schedules or unpublishes a post. */
export class PublishSheet {
  #desk
  #anchor
  #takeBack
  #sheet = make("div", { class: "publish-sheet", popover: "auto", role: "dialog", "aria-label": "Publish" })
  #isBusy = false
  /** The daemon's last account of the outcome at each target, by the target's name. @type {Map<string, string[]>} */
  #outcomes = new Map()
  /** The post, its revision and the targets to which `#outcomes` refers. */
  #asked = ""

  /**
   * @param {object} desk
   * @param {HTMLButtonElement} anchor the button at which it opens, and whose text it repeats when nothing is left to
   *   do
   * @param {() => Promise<void>} takeBack
   */
  constructor(desk, anchor, takeBack) {
    this.#desk = desk
    this.#anchor = anchor
    this.#takeBack = takeBack
    this.#sheet.addEventListener("toggle", event => this.#toggled(event.newState === "open"))
    anchor.parentElement.append(this.#sheet)
  }

  get isOpen() { return this.#sheet.matches(":popover-open") }

  toggle() {
    if (this.isOpen) return this.hide()
    this.fill()
    this.#sheet.showPopover()
    return this.#sheet.querySelector("input:not(:disabled), button:not(:disabled)")?.focus()
  }

  hide() { this.#sheet.hidePopover() }

  #toggled(isOpen) {
    this.#anchor.setAttribute("aria-expanded", String(isOpen))
    if (isOpen) this.#place()
    else if (this.#sheet.contains(document.activeElement) || document.activeElement === document.body) {
      this.#anchor.focus()
    }
  }

  #place() {
    const at = this.#anchor.getBoundingClientRect()
    const width = this.#sheet.offsetWidth
    this.#sheet.style.top = `${at.bottom + 6}px`
    const rightmost = document.documentElement.clientWidth - width - 8
    this.#sheet.style.left = `${Math.max(8, Math.min(at.right - width, rightmost))}px`
  }

  /** Redraws the sheet. */
  fill() {
    const focused = this.#sheet.querySelector(":focus")?.dataset.key
    const isDone = this.#isOut && this.#missing.length === 0
    this.#sheet.replaceChildren(...[
      make("h2", {}, isDone ? this.#anchor.textContent : "Publish"), this.#targets(), isDone ? null : this.#moment(),
      this.#actions(isDone),
    ].filter(Boolean))
    if (focused) this.#sheet.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus()
    this.#askOutcomes()
  }

  /**
   * Asks the daemon what the chosen targets would get from the saved post; while the sheet is open, each save asks
   * again.
   */
  async #askOutcomes() {
    const { draft } = this.#desk
    if (draft.id === null || draft.phase !== "saved") return
    const names = this.#missing
    const asked = JSON.stringify([draft.id, draft.revision, names])
    if (asked === this.#asked) return
    this.#asked = asked
    const outcomes = await Promise.all(names.map(async name => {
      try { return [name, outcomeWords(await this.#desk.payload(name))] } catch { return [name, []] }
    }))
    if (asked !== this.#asked) return
    this.#outcomes = new Map(outcomes)
    this.fill()
    this.#place()
  }

  #outcome(name) {
    const lines = this.#missing.includes(name) ? this.#outcomes.get(name) ?? [] : []
    if (!lines.length) return null
    return make("ul", { class: "publish-outcome", id: `publish-outcome-${name}` }, ...lines.map(line => make("li", {}, line)))
  }

  /** Whether some target has the post or will get it. */
  get #isOut() { return ["published", "scheduled"].includes(this.#desk.post?.state) }

  /** The targets at which changes of a post that readers already see wait for the undo window to end. */
  get #waiting() {
    const { post, deliveries } = this.#desk
    if (post?.state !== "published") return []
    const waiting = deliveries.filter(({ state, dueAt }) => state === "scheduled" && Date.parse(dueAt) > Date.now())
    return [...new Set(waiting.map(({ target }) => target))]
  }

  /** The chosen targets that neither have it nor have a delivery under way. */
  get #missing() {
    const isOver = state => ["superseded", "cancelled", "failed", "missed"].includes(state)
    const { chosen, deliveries } = this.#desk
    return chosen.filter(name => !deliveries.some(({ target, state }) => target === name && !isOver(state)))
  }

  #targets() {
    const { targets, chosen, deliveries } = this.#desk
    if (!targets.length) return make("p", { class: "quiet" },
      "There is no target yet. Add a [[target]] to the configuration.")
    const isThere = deliveries.filter(({ state }) => state === "delivered")
    const arrived = new Map(isThere.map(delivery => [delivery.target, delivery]))
    const rows = targets.map(({ name, kind, isPaused }) => {
      const there = arrived.get(name)
      const box = make("input", { type: "checkbox", checked: there ? true : chosen.includes(name),
        disabled: Boolean(there), "data-key": name })
      box.addEventListener("change", () => this.#desk.chooseTargets(toggled(this.#desk.chosen, name, box.checked)))
      const place = there?.url
        ? make("a", { href: there.url, target: "_blank", rel: "noopener" }, "See it there")
        : make("span", { class: "quiet" }, there ? "It is there" : isPaused ? "paused" : kind)
      const outcome = this.#outcome(name)
      if (outcome) box.setAttribute("aria-describedby", outcome.id)
      return [make("div", { class: "publish-target" }, make("label", {}, box, name), place), outcome]
    })
    return make("fieldset", {}, make("legend", {}, "To"), ...rows.flat().filter(Boolean))
  }

  #moment() {
    const { post, fields } = this.#desk
    const due = this.#due
    if (due === null) {
      const wait = this.#desk.undoWindow.replace(/(\d)([a-z])/, "$1 $2")
      return make("p", { class: "quiet" }, `It leaves ${wait} after you publish. Until then you can undo it.`)
    }
    const note = post?.date?.note
    return make("p", {}, `${wallClock(fields.date)}, ${fields.zone || post?.date?.zone || ""}`,
      note ? make("span", { class: "note" }, note) : null)
  }

  /** The post's own date, if it is in the future. */
  get #due() {
    const instant = this.#desk.fields.date ? Date.parse(this.#desk.post?.date?.instant ?? "") : NaN
    return instant > Date.now() ? instant : null
  }

  #actions(isDone) {
    // A busy button keeps the focus.
    const go = (title, at, kind) => button(title, () => this.#publish(at), {
      class: kind, disabled: this.#missing.length === 0, "aria-disabled": String(this.#isBusy), "data-key": at ?? "go" })
    const buttons = isDone ? [] : this.#due
      ? [go("Schedule", undefined, "button is-primary"), go("Publish now instead", "now", "button")]
      : [go("Publish now", undefined, "button is-primary")]
    const waiting = this.#waiting
    if (waiting.length) buttons.push(button("Publish changes now", () => this.#publish("now", waiting), {
      class: "button", "aria-disabled": String(this.#isBusy), "data-key": "changes" }))
    if (this.#isOut) buttons.push(button("Take back", () => this.#takeBack(), { "data-key": "back" }))
    const isNone = !isDone && this.#desk.targets.length > 0 && this.#missing.length === 0
    if (isNone) buttons.unshift(make("p", { class: "quiet" }, "Choose at least one target."))
    if (!isDone && this.#desk.draft.phase === "blank") {
      buttons.unshift(make("p", { class: "quiet" }, "There is nothing to publish yet: the post is empty."))
    }
    return make("div", { class: "publish-actions" }, ...buttons)
  }

  async #publish(at, to) {
    if (this.#isBusy) return
    this.#isBusy = true
    this.fill()
    const isTaken = await this.#desk.publish({ at, to })
    this.#isBusy = false
    if (isTaken) this.hide()
    else if (this.isOpen) this.fill()
  }
}

/** Why the daemon would refuse, or what the target does not support, before anything is sent. */
const outcomeWords = ({ problem, losses = [] }) => (problem ? [problem] : losses)

const toggled = (names, name, isOn) => [...names.filter(other => other !== name), ...isOn ? [name] : []]

/**
 * `<publish-button>` shows the post's publication state and opens the sheet from which the writer publishes, schedules
 * or unpublishes it. Properties `desk`, `commands`.
 */
export class PublishButtonElement extends HTMLElement {
  #button = make("button", { type: "button", class: "publish", "aria-haspopup": "dialog", "aria-expanded": "false" })
  #undo = button("Undo", () => this.#takeBack(), { class: "button undo-publication" })
  /** @type {PublishSheet|null} */
  #sheet = null
  #listening
  #timer
  #kind = ""

  constructor() {
    super()
    this.#button.addEventListener("click", () => this.toggle())
  }

  connectedCallback() {
    if (!this.#button.isConnected) this.append(this.#button, this.#undo)
    this.#listening = new AbortController()
    const { signal } = this.#listening
    for (const name of ["told", "deliveries", "targets", "post", "save", "fields"]) {
      this.desk.addEventListener(name, () => this.#show(), { signal })
    }
    // The choices in the sheet are for the post that was open.
    this.desk.addEventListener("post", () => { if (this.#sheet?.isOpen) this.#sheet.hide() }, { signal })
    this.#show()
  }

  disconnectedCallback() {
    this.#listening.abort()
    clearTimeout(this.#timer)
  }

  connectedMoveCallback() {}

  toggle() {
    // A post that is loading must not replace this one just before the writer publishes it.
    this.desk.touch()
    this.#sheet ??= new PublishSheet(this.desk, this.#button, () => this.#takeBack())
    this.#sheet.toggle()
  }

  #show() {
    clearTimeout(this.#timer)
    const { kind, words } = publication(this.desk.post, this.desk.deliveries, Date.now())
    say(this.#button, kind === "draft" ? "Publish" : words)
    if (this.dataset.kind !== kind) this.dataset.kind = kind
    this.#undo.hidden = kind !== "soon"
    this.#button.disabled = kind === "deleted"
    if (kind !== this.#kind && this.#kind && ["soon", "published", "attention"].includes(kind)) announce(this, words)
    this.#kind = kind
    if (kind === "soon") this.#timer = setTimeout(() => this.#show(), 1000 - (Date.now() % 1000))
    if (this.#sheet?.isOpen) this.#sheet.fill()
  }

  async #takeBack() {
    const wasFocused = document.activeElement === this.#undo
    const wasSent = this.desk.deliveries.some(({ state }) => state === "delivered")
    if (await this.desk.unpublish()) announce(this, wasSent ? "Taken back. The queue shows what that means for the copies."
      : "Taken back. Nothing was sent.")
    if (this.#sheet?.isOpen) this.#sheet.hide()
    if (wasFocused) this.#button.focus()
  }
}

customElements.define("publish-button", PublishButtonElement)
