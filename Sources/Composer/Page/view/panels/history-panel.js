import { changeBack, editBack, otherChanges, restored, sittingWords, stretches, wordsOf } from "../../model/history.js"
import { counted } from "../../model/language.js"
import { coalesced } from "../../model/coalesced.js"
import { daemonNow } from "../../model/daemon-clock.js"
import {
  announce, arrange, button, changeNodes, getOrInsert, keepOnly, ListeningElement, make, optionsOf, say, sayOrHide,
  select,
} from "../markup.js"

const waitMilliseconds = 400
/** How long bringing back waits until what was typed is saved. */
const saveMilliseconds = 3000
const newWords = "A post has versions once it is saved."
const aloneWords = "Choose a version to see what has changed since."
const sameWords = "The words are the same."

/**
 * `<history-panel>` lists the versions of the post. The chosen one is compared with the post as it is now, or with
 * another version; it can be brought back as a whole, or one change at a time.
 */
class HistoryPanelElement extends ListeningElement {
  #list = make("ol", { "aria-label": "Versions" })
  #note = make("p", { class: "panel-note", role: "status" })
  #whole = make("input", { type: "checkbox", onchange: () => this.#relist() })
  #more = button("Older versions", () => this.#versions.more(), { hidden: true })
  #other = select([], { "aria-label": "Compare with", onchange: () => this.#compare() })
  #back = button("Bring this version back", () => this.#bringBack())
  #fields = make("dl", { class: "history-fields" })
  #changes = make("div", { class: "history-changes" })
  #state = make("p", { class: "panel-note", role: "status" }, aloneWords)
  #head = make("div", { class: "history-head", hidden: true }, make("label", { class: "history-with" }, "Compared with ",
    this.#other), this.#back)
  #rows = new Map()
  #versions
  /** The chosen version's last revision. */
  #chosen = null
  /** The later text of those that are compared. */
  #later = ""
  #turn
  #relist = coalesced(() => this.#load(), waitMilliseconds)

  listen() {
    this.#load()
    this.#showList()
  }

  update({ post, received, save, fields, versions }) {
    if (versions) this.#showList()
    if (post) this.#leave()
    if (received || (save && this.model.save.phase === "saved")) this.#relist()
    if (fields && this.#chosen !== null) this.#redraw()
  }

  build() {
    this.#versions = this.model.versions
    this.append(make("div", { class: "history" },
      // Firefox stops with Tab at what scrolls, and this has no name.
      make("div", { class: "history-index", tabIndex: -1 }, this.#note, this.#list,
        make("div", { class: "history-tools" }, make("label", {}, this.#whole, "Every save"), this.#more)),
      make("section", { class: "history-detail", "aria-label": "Chosen version" }, this.#head, this.#state, this.#fields,
        this.#changes)))
  }

  /** In a pause of typing, so that a key costs nothing. */
  #redraw() { this.later(waitMilliseconds, () => this.#compare()) }

  returned() { this.#load() }

  // MARK: The list

  async #load() {
    if (this.isAway || !this.isConnected) return
    await this.#versions.load(this.model.draft.id, this.#whole.checked)
  }

  #leave() {
    this.#choose(null)
    this.#load()
  }

  #showList() {
    const { items, problem, isLoaded, hasMore } = this.#versions
    sayOrHide(this.#note,
      problem ?? (this.model.draft.id === null ? newWords : isLoaded || items.length ? "" : "One moment…"))
    this.#more.hidden = !hasMore
    keepOnly(this.#rows, items.map(({ lastRevision }) => lastRevision))
    arrange(this.#list, items.map((sitting, index) => this.#row(sitting, items[index + 1])))
    this.#showOthers()
  }

  #row(sitting, earlier) {
    const { lastRevision } = sitting
    const row = getOrInsert(this.#rows, lastRevision, () => this.#make(lastRevision))
    const { time, about } = sittingWords(sitting, earlier, daemonNow())
    say(row.time, time)
    say(row.about, about)
    row.button.ariaPressed = lastRevision === this.#chosen
    return row.element
  }

  #make(revision) {
    const row = { time: make("span", { class: "history-time" }), about: make("span", { class: "quiet" }) }
    row.button = button(row.time, () => this.#choose(revision), { class: "history-row" }, row.about)
    row.element = make("li", {}, row.button)
    return row
  }

  /** What the chosen version can be compared with: the post as it is now, or another version. */
  #showOthers() {
    const { value } = this.#other
    const others = this.#versions.items.filter(({ lastRevision }) => lastRevision !== this.#chosen)
      .map(sitting => [sitting.lastRevision, sittingWords(sitting, undefined, daemonNow()).time])
    this.#other.replaceChildren(...optionsOf([["", "now"], ...others]))
    if ([...this.#other.options].some(option => option.value === value)) this.#other.value = value
  }

  #choose(revision) {
    this.#chosen = revision
    for (const [known, row] of this.#rows) row.button.ariaPressed = known === revision
    this.#showOthers()
    this.#head.hidden = revision === null
    if (revision !== null) return this.#compare()
    this.#turn = undefined
    sayOrHide(this.#state, aloneWords)
    this.#fields.replaceChildren()
    this.#changes.replaceChildren()
  }

  // MARK: What changed

  async #compare() {
    if (this.#chosen === null || this.isAway) return
    const turn = (this.#turn = Symbol())
    const other = this.#other.value
    try {
      const chosen = await this.#versions.words(this.#chosen)
      const against = other ? await this.#versions.words(Number(other)) : wordsOf(this.model.fields)
      if (turn !== this.#turn) return
      // Of two versions the older one comes first, so that what is struck out is what went away.
      const isTurned = other !== "" && Number(other) < this.#chosen
      this.#draw(isTurned ? against : chosen, isTurned ? chosen : against, other === "")
    } catch (problem) {
      if (turn === this.#turn) sayOrHide(this.#state, problem.message)
    }
  }

  #draw(earlier, later, isNow) {
    const changes = stretches(earlier.body, later.body)
    const others = otherChanges(earlier, later)
    this.#later = later.body
    sayOrHide(this.#state, changes.length || others.length ? "" : sameWords)
    this.#back.hidden = this.model.isDeleted
    this.#fields.replaceChildren(...others.flatMap(({ name, earlier, later }) => [make("dt", {}, name),
      make("dd", {}, earlier ? make("del", {}, earlier) : null, " ", later ? make("ins", {}, later) : null)]))
    const canPick = isNow && !this.model.isDeleted
    this.#changes.replaceChildren(...changes.map(stretch => this.#stretch(stretch, canPick)))
  }

  #stretch(stretch, canPick) {
    if (stretch.kind === "same") {
      const { text, hidden } = stretch
      return make("div", { class: "history-same" }, text ? make("p", { dir: "auto" }, text) : null,
        hidden ? make("p", { class: "history-hidden" }, `… ${counted(hidden, "line")} unchanged`) : null)
    }
    const words = make("p", { dir: "auto" }, ...changeNodes(stretch.parts))
    const pick = canPick ? button("Bring this back", () => this.#pick(stretch), { class: "link-button" }) : null
    return make("div", { class: "history-change" }, words, pick)
  }

  // MARK: Bringing back

  #pick(stretch) {
    const { model } = this
    if (model.fields.body !== this.#later) return this.#redraw()
    model.rewrite(changeBack(stretch))
    announce(this, "It is back in the text.")
    return this.#compare()
  }

  /** What was typed until now is saved first, so that it is a version itself. */
  async #bringBack() {
    const { model } = this
    const { key } = model.draft
    try {
      const words = await this.#versions.words(this.#chosen)
      if (!await this.#saved()) return model.notice("What you typed is not saved yet. Bring the version back once it is.")
      if (model.draft.key !== key) return
      const before = wordsOf(model.fields)
      this.#put(words)
      const undo = { title: "Undo", run: () => this.#undo(key, words, before) }
      return model.notice("The version is back. The date and the addresses of the post stay as they are.", undo)
    } catch (problem) {
      return model.notice(problem.message)
    }
  }

  #put(words) {
    const { model } = this
    if (model.fields.body !== words.body) model.rewrite(editBack(model.fields.body, words.body))
    model.change(Object.fromEntries(restored.filter(name => name !== "body").map(name => [name, words[name]])))
  }

  #undo(key, words, before) {
    const { model } = this
    if (model.draft.key !== key) return model.notice("Another post is open.")
    if (model.fields.body !== words.body) {
      return model.notice("You have written since. The version before is in the History panel.")
    }
    return this.#put(before)
  }

  #saved() {
    return Promise.race([this.model.saved(), new Promise(resolve => setTimeout(resolve, saveMilliseconds, false))])
  }
}

customElements.define("history-panel", HistoryPanelElement)
