/** Which parts of a text were pasted while the page has it open: their words are none that the writer has written. */
import { editBetween } from "./difference.js"
import { TextCounter } from "./word-count.js"

const removedMax = 20
const pasting = new Set(["insertFromPaste", "insertFromPasteAsQuotation", "insertFromDrop", "insertFromYank"])

/** Whether an `input` event brings words from elsewhere. */
export const isPasting = inputType => pasting.has(inputType)

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
