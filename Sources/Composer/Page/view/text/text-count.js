/** The quiet line below the text: its words, those that are selected, and those written since the page was opened. */
import { countWords, PastedParts, SessionCount } from "../../model/session-count.js"
import { count, TextCounter } from "../../model/word-count.js"
import { make, say } from "../markup.js"

const countMilliseconds = 250

/** Counts after a pause, so that a key costs nothing. */
export class TextCount {
  element = make("p", { id: "body-count", class: "body-count" })
  #area
  #counter = new TextCounter()
  #session = new SessionCount()
  #pasted = new PastedParts()
  #names
  #preferences
  #timer
  /** In words; 0 for none. */
  #goal = 0
  /** Whether the next count is the first of the post that was opened. */
  #isNew = false

  /** @param {() => string[]} names the names of the open post, as `SessionCount` takes them */
  constructor(area, names) {
    this.#area = area
    this.#names = names
  }

  listen({ model }, signal) {
    this.#preferences = model.preferences
    this.#setGoal()
    const selected = () => { if (document.activeElement === this.#area) this.changed() }
    document.addEventListener("selectionchange", selected, { signal })
    signal.addEventListener("abort", () => clearTimeout(this.#timer))
  }

  update({ preferences }) { if (preferences) this.#setGoal() }

  #setGoal() {
    const before = this.#goal
    this.#goal = Number(this.#preferences.get("goal")) || 0
    if (this.#goal !== before) this.#show()
  }

  /** Another post stands in the area. */
  opened() {
    this.#isNew = true
    this.#pasted.begin(this.#area.value)
    this.#show()
  }

  /** A change elsewhere has entered the text. */
  changedElsewhere(before, after) {
    this.#session.changedElsewhere(count(after).words - count(before).words)
    this.#pasted.change(this.#area.value)
    this.changed()
  }

  /** Each edit, before the next one: only then it is known what stands where. */
  followed(isPasted) { this.#pasted.change(this.#area.value, isPasted) }

  changed() {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#show(), countMilliseconds)
  }

  #show() {
    clearTimeout(this.#timer)
    const { value, selectionStart, selectionEnd } = this.#area
    const { words, minutes } = this.#counter.count(value)
    const selected = selectionStart < selectionEnd ? count(value.slice(selectionStart, selectionEnd)).words : 0
    const names = this.#names()
    const own = words - this.#pasted.words
    if (this.#isNew) this.#session.open(names, own)
    this.#isNew = false
    const written = this.#session.written(names, own)
    say(this.element, countWords({ words, minutes, selected, written, total: this.#session.total, goal: this.#goal }))
  }
}
