import { nextSlot } from "../../model/actions.js"
import { daemonNow } from "../../model/daemon-clock.js"
import { isOpen, isVain, publication } from "../../model/deliveries.js"
import { isDatedAs, isOut } from "../../model/fields.js"
import { hereToo, wallClock } from "../../model/language.js"
import { dividedNotes, leavingWords, targetPreview, whyUnpublishable } from "../../model/publishing.js"
import { instantOf } from "../../model/wishes.js"
import { arrange, button, getOrInsert, isPlain, make, offerBack, placeBeside } from "../markup.js"
import { PublishTargetRow } from "./publish-target.js"
import { noTargetWords } from "../target-override.js"

const awayWords = "The daemon is away. What you choose is kept here, and carried out when it is back."
const whyId = "publish-why"
const wrongDateWords = "There is no such date or time zone. Correct it, and the post can be scheduled."

/**
 * The dialog from which the writer publishes, schedules or unpublishes a post; it shows beforehand what will happen.
 */
export class PublishDialog {
  #page
  #model
  #anchor
  #signal
  #takeBack
  #pickTime
  #dialog = make("div", { class: "publish-dialog", popover: "auto", role: "dialog", "aria-label": "Publish" })
  #title = make("h2")
  #targets = make("fieldset", {}, make("legend", {}, "To"))
  #list = make("div", { class: "publish-rows" })
  #shared = make("ul", { class: "publish-notes", id: "publish-notes-shared" })
  #moment = make("div", { class: "publish-moment" })
  #buttons = make("div", { class: "publish-actions" })
  /** @type {Map<string, PublishTargetRow>} */
  #rows = new Map()
  #isBusy = false
  /** What the daemon last said of each target. @type {Map<string, ReturnType<typeof targetPreview>>} */
  #previews = new Map()
  #previewed = null
  /** The post, its revision and the targets to which `#previews` refers. */
  #asked = ""

  /**
   * @param {HTMLButtonElement} anchor the button at which it opens, and whose text it repeats when nothing is left to
   *   do
   * @param {{signal: AbortSignal, takeBack: () => Promise<void>, pickTime: () => void}} ends
   */
  constructor(page, anchor, { signal, takeBack, pickTime }) {
    this.#page = page
    this.#model = page.model
    this.#anchor = anchor
    this.#signal = signal
    this.#takeBack = takeBack
    this.#pickTime = pickTime
    this.#targets.append(this.#list, this.#shared)
    this.#dialog.append(this.#title, this.#targets, this.#moment, this.#buttons)
    this.#dialog.addEventListener("toggle", event => this.#toggled(event.newState === "open"))
    this.#dialog.addEventListener("keydown", event => this.#pressed(event))
    anchor.parentElement.append(this.#dialog)
  }

  get isOpen() { return this.#dialog.matches(":popover-open") }

  toggle() {
    if (this.isOpen) return this.hide()
    // Slots pass.
    this.outdate()
    this.fill()
    this.#dialog.showPopover()
    const controls = [...this.#dialog.querySelectorAll("input:not(:disabled), button:not(:disabled)")]
    return controls.find(one => one.checkVisibility())?.focus()
  }

  hide() { this.#dialog.hidePopover() }

  remove() { this.#dialog.remove() }

  #toggled(isOpen) {
    this.#anchor.ariaExpanded = isOpen
    offerBack(this.#dialog, isOpen ? ["dialog"] : [], () => this.hide())
    if (isOpen) this.#place()
    else if (this.#dialog.contains(document.activeElement) || document.activeElement === document.body) {
      this.#anchor.focus()
    }
  }

  /** Enter in a tick box or a one-line field presses the main button, but not an Enter held since the dialog opened. */
  #pressed(event) {
    if (event.key !== "Enter" || event.repeat || !isPlain(event) || !event.target.matches("input")) return
    event.preventDefault()
    this.#buttons.querySelector(".is-primary")?.click()
  }

  #place() { placeBeside(this.#dialog, this.#anchor.getBoundingClientRect()) }

  /** Asks again for the previews at the next `fill`. */
  outdate() { this.#asked = "" }

  /** Brings the dialog up to date; what the writer is typing in it stays. */
  fill() {
    const isDone = this.#isDone
    const wish = this.#model.wishes.of(this.#model.draft)
    this.#title.textContent = isDone ? this.#anchor.textContent : "Publish"
    this.#targets.hidden = Boolean(wish)
    this.#showTargets()
    this.#moment.replaceChildren(...wish ? this.#wishWords(wish) : isDone ? [] : this.#momentWords(),
      ...wish || isDone || !this.#model.isUnreached ? [] : [make("p", { class: "note" }, awayWords)])
    this.#showButtons()
    this.#loadPreviews()
  }

  get #isDone() { return isOut(this.#model.post) && this.#missing.length === 0 }

  #showButtons() {
    const focused = this.#buttons.querySelector(":focus")?.dataset.key
    const wish = this.#model.wishes.of(this.#model.draft)
    this.#buttons.replaceChildren(...wish ? this.#wishActions(wish) : this.#actions(this.#isDone))
    if (focused) this.#buttons.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus()
  }

  // MARK: What will happen

  /**
   * Asks the daemon what the chosen targets would get from the saved post; while the dialog is open, each save asks
   * again.
   */
  async #loadPreviews() {
    const { draft } = this.#model
    if (draft.id !== this.#previewed) this.#previews.clear()
    this.#previewed = draft.id
    if (draft.id === null || draft.phase !== "saved") return
    const names = this.#missing
    const asked = JSON.stringify([draft.id, draft.revision, names])
    if (asked === this.#asked) return
    this.#asked = asked
    const answers = await Promise.all(names.map(async name => {
      try { return [name, targetPreview(await this.#model.requests.payload(draft.id, name, names), daemonNow())] } catch { return null }
    }))
    if (asked !== this.#asked) return
    // What failed is asked for again at the next change, such as of the daemon's connection.
    if (answers.includes(null)) this.#asked = ""
    this.#previews = new Map(answers.filter(Boolean))
    this.#showTargets()
    this.#showButtons()
    this.#place()
  }

  #showTargets() {
    const { facts: { targets }, chosen, deliveries } = this.#model
    const byTarget = some => new Map(deliveries.filter(some).map(one => [one.target, one]))
    const arrived = byTarget(({ state }) => state === "delivered"), open = byTarget(isOpen)
    const missing = this.#missing
    const known = this.#known(missing)
    const { shared, own: notes, sharing } = dividedNotes(known)
    arrange(this.#list, targets.length ? targets.map(target => {
      const { name } = target, own = known.get(name)
      const row = getOrInsert(this.#rows, name, () => new PublishTargetRow(this.#page, target, this.#signal))
      row.show({ target, there: arrived.get(name), open: open.get(name), isChosen: chosen.includes(name),
        preview: own ? { ...own, notes: notes.get(name) } : null, sharedId: sharing.has(name) ? this.#shared.id : null })
      return row.element
    }) : [this.#none])
    this.#shared.replaceChildren(...shared.map(({ words, tone }) => make("li", { "data-tone": tone }, words)))
  }

  #known(names) { return new Map([...this.#previews].filter(([name]) => names.includes(name))) }

  #none = make("p", { class: "quiet" }, noTargetWords)

  /** The targets that wait: for their time, or for the end of the undo window. */
  get #waiting() {
    const { post, deliveries } = this.#model
    if (post?.state !== "published" && publication(post, deliveries, daemonNow()).kind !== "scheduled") return []
    const waiting = deliveries.filter(({ state, dueAt }) => state === "scheduled" && Date.parse(dueAt) > daemonNow())
    return [...new Set(waiting.map(({ target }) => target))]
  }

  /** The chosen targets that neither have it nor have a delivery under way. */
  get #missing() {
    const { chosen, deliveries } = this.#model
    return chosen.filter(name => !deliveries.some(one => one.target === name && !isVain(one)))
  }

  // MARK: When

  #momentWords() {
    const { post, fields } = this.#model
    if (this.#isDateWrong) return [make("p", { class: "note" }, wrongDateWords)]
    const due = this.#due
    if (due === null) return [make("p", { class: "quiet" }, leavingWords(this.#model.facts.undoWindow))]
    const zone = fields.zone || post?.date?.zone || ""
    const here = hereToo(due, zone)
    const note = isDatedAs(post, fields.date, zone) ? post.date.note : null
    return [make("p", {}, `${wallClock(fields.date)}, ${zone}`), here ? make("p", { class: "quiet" }, here) : null,
      note ? make("p", { class: "note" }, note) : null].filter(Boolean)
  }

  /** When the post's own date is; null without one, NaN if there is no such date or zone. */
  get #instant() {
    const { post, fields: { date, zone }, facts: { zone: usual } } = this.#model
    if (!date) return null
    // Until the daemon has the date, the browser's own tables of zones tell.
    return isDatedAs(post, date, zone) ? Date.parse(post.date.instant) : instantOf(date, zone || usual)
  }

  /** The post's own date, if it is in the future. */
  get #due() { return this.#instant > daemonNow() ? this.#instant : null }

  /** Whether the daemon still has another date, because it refuses the one that the writer sees. */
  get #isDateWrong() { return this.#model.draft.held.includes("date") || Number.isNaN(this.#instant) }

  // MARK: A publication that waits for the daemon

  #wishWords(wish) {
    const { wishes } = this.#model, question = wishes.question(wish)
    return [make("p", { class: question ? "note" : "" }, question ?? wishes.words(wish))]
  }

  #wishActions(wish) {
    const { wishes } = this.#model
    const again = async work => await wishes.cancel(wish) && work?.()
    if (!wishes.question(wish)) return [button("Cancel", () => again(), { "data-key": "cancel" })]
    return [
      button("Publish now", () => again(() => this.#publish("now", wish.to)),
        { class: "button is-primary", "data-key": "now" }),
      button("Pick another time", () => again(() => this.#pickTime()), { "data-key": "time" }),
      button("Discard", () => again(() => this.hide()), { "data-key": "discard" }),
    ]
  }

  // MARK: The buttons

  #actions(isDone) {
    const isWrong = this.#isDateWrong, missing = this.#missing
    const why = isDone ? "" : whyUnpublishable(this.#model, missing, this.#known(missing))
    // A busy button keeps the focus.
    const go = (title, at, kind, to) => button(title, () => this.#publish(at, to), {
      class: kind, disabled: why !== "" || (!at && isWrong), "aria-disabled": this.#isBusy,
      "aria-describedby": why ? whyId : null, "data-key": at ?? "go" })
    const buttons = isDone ? [] : this.#due || isWrong
      ? [go("Schedule", undefined, "button is-primary"), go("Publish now instead", "now", "button")]
      : [go("Publish now", undefined, "button is-primary")]
    if (!isDone && !this.#model.isUnreached && this.#model.slotted(missing).length) {
      // What is scheduled already keeps its time.
      buttons.push(go("At the next slots", nextSlot, "button", missing))
    }
    if (!isDone && missing.length && this.#instant === null) {
      buttons.push(button("Schedule…", () => this.#pickTime(), { "data-key": "time" }))
    }
    const waiting = isDone || this.#model.post?.state === "published" ? this.#waiting : []
    const isChange = this.#model.deliveries.every(one => !waiting.includes(one.target) || !isOpen(one) || one.kind === "edit")
    const sooner = isChange ? "Publish changes now" : "Publish now instead"
    if (waiting.length) buttons.push(button(sooner, () => this.#publish("now", waiting), {
      class: "button", "aria-disabled": this.#isBusy, "data-key": "changes" }))
    if (isOut(this.#model.post)) buttons.push(button("Take back", () => this.#takeBack(), { "data-key": "back" }))
    // Without any target, that stands in their place.
    if (why && this.#model.facts.targets.length) buttons.unshift(make("p", { class: "quiet", id: whyId }, why))
    return buttons
  }

  async #publish(at, to) {
    if (this.#isBusy) return
    this.#isBusy = true
    this.fill()
    const seen = new Map([...this.#previews].map(([name, { notes }]) => [name, notes.map(({ words }) => words)]))
    const isTaken = await this.#model.actions.publish({ at, to, seen }).finally(() => { this.#isBusy = false })
    if (isTaken) this.hide()
    else if (this.isOpen) this.fill()
  }
}
