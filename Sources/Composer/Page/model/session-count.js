/** How many words the writer has added to each post since the page was opened, without what was pasted. */
import { editBetween } from "./difference.js"
import { counted, numbered } from "./language.js"
import { TextCounter } from "./word-count.js"

/** The most posts that are remembered; those opened first are forgotten. */
const postsMax = 1000

/**
 * Remembers for each post what was written, and not how long it was: a change elsewhere while another post was open is
 * none of the writer's.
 */
export class SessionCount {
  /** By the names of each post. @type {Map<string, {words: number}>} */
  #written = new Map()
  /** The words of the open post without those that were written here. */
  #base = 0
  #names = []

  /**
   * @param {string[]} names of the post that is open now: its draft's key and its id, as far as it has them
   * @param {number} words of its text, without pasted ones
   */
  open(names, words) {
    const known = names.find(name => this.#written.has(name))
    this.#base = words - (this.#written.get(known)?.words ?? 0)
    this.#names = names
  }

  /** Someone else has added words to the open post, or removed some. */
  changedElsewhere(by) { this.#base += by }

  /**
   * @param {string[]} names a new draft gets its id while it is open
   * @param {number} words of the text now, without pasted ones
   * @returns {number} the words written here; below 0 if more were removed
   */
  written(names, words) {
    const written = words - this.#base
    const of = [...new Set([...this.#names, ...names])]
    const post = of.map(name => this.#written.get(name)).find(Boolean) ?? {}
    post.words = written
    for (const name of of) this.#written.set(name, post)
    for (const name of this.#written.keys()) {
      if (this.#written.size <= postsMax) break
      this.#written.delete(name)
    }
    return written
  }

  /** The words written in all posts of the session. */
  get total() { return [...new Set(this.#written.values())].reduce((sum, { words }) => sum + words, 0) }
}

/**
 * The line below the text: `1,204 words, 6 min to read · 12 selected · +204 this session`, or with a goal
 * `… · 204 of 500 words`.
 * @param {{words: number, minutes: number, selected: number, written: number, total?: number, goal?: number}} counted
 *   `total` is what was written in all posts, and `goal` what it shall become, 0 for none
 */
export function countWords({ words, minutes, selected, written, total = 0, goal = 0 }) {
  const all = words === 0 ? "" : `${counted(words, "word", numbered(words))}, ${minutes} min to read`
  const part = selected > 0 ? `${numbered(selected)} selected` : ""
  const session = written === 0 ? "" : `${written > 0 ? "+" : "−"}${numbered(Math.abs(written))} this session`
  const aim = goal === 0 ? "" : `${numbered(Math.max(0, total))} of ${numbered(goal)} words${total >= goal ? ", reached" : ""}`
  return [all, part, aim || session].filter(Boolean).join(" · ")
}

const removedMax = 20
const pasting = new Set(["insertFromPaste", "insertFromPasteAsQuotation", "insertFromDrop", "insertFromYank"])

/** Whether an `input` event brings words from elsewhere. */
export const isPasting = inputType => pasting.has(inputType)

/** Which parts of a text were pasted while the page has it open: their words are none that the writer has written. */
export class PastedParts {
  #text = ""
  /** In order. @type {{start: number, end: number, counter: TextCounter}[]} */
  #parts = []
  /**
   * What was last taken out of the text, and whether it had been pasted: when it comes back, by a paste elsewhere in the
   * text, an undo or a redo, it is what it was.
   * @type {{text: string, isPasted: boolean}[]}
   */
  #removed = []

  /** Another text is open. */
  begin(text) {
    this.#text = text
    this.#parts = []
    this.#removed = []
  }

  /** The text has changed. */
  change(text, isPasted = false) {
    const before = this.#text
    if (text === before) return
    this.#text = text
    const edit = editBetween(before, text)
    this.#remember(before.slice(edit.start, edit.end), edit)
    this.#parts = this.#parts.flatMap(part => cut(part, edit))
    const added = edit.text.trim()
    const known = this.#removed.find(removed => removed.text === added)
    if (!added || !(known ? known.isPasted : isPasted)) return
    const own = { start: edit.start, end: edit.start + edit.text.length, counter: new TextCounter() }
    this.#parts = [...this.#parts, own].sort((one, other) => one.start - other.start)
  }

  #remember(removed, { start, end }) {
    const text = removed.trim()
    if (!text) return
    const common = part => Math.max(0, Math.min(part.end, end) - Math.max(part.start, start))
    const pasted = this.#parts.reduce((sum, part) => sum + common(part), 0)
    const others = this.#removed.filter(one => one.text !== text)
    this.#removed = [{ text, isPasted: 2 * pasted > removed.length }, ...others].slice(0, removedMax)
  }

  /** How many words the pasted parts have now. */
  get words() {
    return this.#parts.reduce((sum, { start, end, counter }) => sum + counter.count(this.#text.slice(start, end)).words, 0)
  }
}

/** What an edit leaves of a part: what is written into it is not pasted. */
function cut(part, { start, end, text }) {
  const by = text.length - (end - start)
  if (part.end <= start) return [part]
  if (part.start >= end) return [{ ...part, start: part.start + by, end: part.end + by }]
  return [
    { ...part, end: Math.min(part.end, start) },
    { start: Math.max(part.start, end) + by, end: part.end + by, counter: new TextCounter() },
  ].filter(one => one.start < one.end)
}
