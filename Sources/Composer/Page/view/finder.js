/** Looks for words in a text. An expression is looked for in a worker, which is ended if it takes too long. */
import { find, wordsMax } from "../model/finding.js"
import { button, make } from "./markup.js"

const workerPath = new URL("../model/finding-worker.js", import.meta.url)
const slowMilliseconds = 1000, loadMilliseconds = 10_000
const selectionMax = 200
const slowWords = "This expression takes too long on this text. Make it more precise."
const awayWords = "Expressions need the daemon once, and it is away. Plain words can be found."

/** A field for words to look for. */
export const findField = attributes => make("input", { type: "text", class: "field find-words", autocomplete: "off",
  dir: "auto", spellcheck: false, autocapitalize: "off", ...attributes })

/** The buttons that say how to find, the last one for a part of a text. */
export const findToggles = (press, ways = 4) => Object.fromEntries([["isCased", "Aa", "Match case"], ["isWhole", "Word", "Whole words"],
  ["isExpression", ".*", "Regular expression"], ["isWithin", "Selection", "In the selection"]].slice(0, ways).map(([name, text, title]) =>
  [name, button(text, ({ currentTarget }) => press(currentTarget),
    { class: "find-toggle", title, "aria-label": title, "aria-pressed": "false" })]))

/** Puts what is selected in a text area into a field, if it can be what the writer looks for. */
export function takeSelection(field, { value, selectionStart, selectionEnd }) {
  const chosen = value.slice(selectionStart, selectionEnd)
  if (chosen && chosen.length <= selectionMax && !chosen.includes("\n")) field.value = chosen
}

export const findHow = toggles => make("div", { class: "find-toggles", role: "group", "aria-label": "How to find" },
  ...Object.values(toggles))

export const isPressed = toggle => toggle.ariaPressed === "true"
export const howPressed = ({ isCased, isWhole, isExpression }) =>
  ({ isCased: isPressed(isCased), isWhole: isPressed(isWhole), isExpression: isPressed(isExpression) })

/** One search at a time: a new one ends the one before, which is answered with null. */
export class Finder {
  #worker = null
  #isReady = false
  #turn = 0
  #running = null

  /**
   * @returns {Promise<Hit[]|null>} null if another search has begun
   * @throws {Error} in words for the writer
   */
  async find(text, query) {
    this.#end()
    if (query.words.length > wordsMax) throw new RangeError(`Look for at most ${wordsMax} letters.`)
    return query.isExpression && query.words ? this.#ask(text, query) : find(text, query)
  }

  #ask(text, query) {
    return new Promise((answer, refuse) => {
      const turn = ++this.#turn
      this.#running = { message: { turn, text, query }, answer, refuse }
      if (!this.#worker) this.#start()
      if (this.#isReady) this.#send()
      else this.#limit(loadMilliseconds, awayWords)
    })
  }

  #start() {
    const worker = new Worker(workerPath, { type: "module" })
    this.#worker = worker
    worker.onmessage = ({ data }) => this.#hear(data)
    worker.onerror = () => { if (worker === this.#worker) this.#fail(awayWords) }
  }

  #send() {
    this.#worker.postMessage(this.#running.message)
    this.#limit(slowMilliseconds, slowWords)
  }

  #limit(milliseconds, words) {
    clearTimeout(this.#running.timer)
    this.#running.timer = setTimeout(() => this.#fail(words), milliseconds)
  }

  #hear(data) {
    if (data === "ready") {
      this.#isReady = true
      if (this.#running) this.#send()
    } else if (data.turn === this.#running?.message.turn) {
      const { answer, refuse, timer } = this.#running
      this.#running = null
      clearTimeout(timer)
      if (data.hits) answer(data.hits)
      else refuse(new Error(data.words))
    }
  }

  #fail(words) {
    const running = this.#running
    this.#running = null
    this.#stop()
    clearTimeout(running?.timer)
    running?.refuse(new Error(words))
  }

  /** A worker that still works on an older search is of no use for the next. */
  #end() {
    if (!this.#running) return
    const { answer, timer } = this.#running
    this.#running = null
    clearTimeout(timer)
    if (this.#isReady) this.#stop()
    answer(null)
  }

  #stop() {
    this.#worker?.terminate()
    this.#worker = null
    this.#isReady = false
  }
}
