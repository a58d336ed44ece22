/** Who else has the open post open. */
import { postPath } from "./fields.js"
import { counted, numbered } from "./language.js"
import { Notifier } from "./notifier.js"
import { lineAt } from "./writing.js"

/** @typedef {{user: string, program: string, caret: number|null}} Other `caret` is an offset in their text */

/**
 * How often the page says that it is there, and how often while someone else is. Two may get lost before the daemon
 * forgets it.
 */
export const aloneMilliseconds = 10_000
const togetherMilliseconds = 2500

/** Says that this window has a post open, and learns who else has. Event: `change`. */
export class Presence extends Notifier {
  /** @type {Other[]} */
  others = []
  #request
  #key
  #post = null
  #caret = () => null
  #timer
  #turn
  /** Whether the others may not have said yet that they are there: the daemon keeps nothing of it. */
  #isNew

  /** @param {string} key of this window */
  constructor(request, key) {
    super()
    this.#request = request
    this.#key = key
  }

  /**
   * The post is open in this window until the next call.
   * @param {string|null} post its id
   */
  enter(post, caret = this.#caret) {
    this.#caret = caret
    if (post === this.#post) return
    this.leave()
    this.#post = post
    this.renew()
  }

  /** The daemon may know nothing of this window, and has not heard from the others yet. */
  renew() {
    clearTimeout(this.#timer)
    this.#isNew = true
    if (this.#post) this.#send()
  }

  /** Nothing is open here any more. */
  leave() {
    clearTimeout(this.#timer)
    this.#turn = null
    if (this.#post) {
      const path = `${postPath(this.#post, "/presence")}?${new URLSearchParams({ key: this.#key })}`
      this.#request("DELETE", path, { keepalive: true }).catch(() => {})
    }
    this.#post = null
    this.#set([])
  }

  async #send() {
    const turn = this.#turn = Symbol()
    const caret = this.#caret()
    const found = await this.#request("PUT", postPath(this.#post, "/presence"), { body: { key: this.#key, ...caret !== null && { caret } } })
      .then(({ body }) => body.items).catch(() => null)
    if (turn !== this.#turn) return
    this.#set(found ?? [])
    this.#timer = setTimeout(() => this.#send(), found?.length || (found && this.#isNew) ? togetherMilliseconds : aloneMilliseconds)
    if (found) this.#isNew = false
  }

  #set(others) {
    const isSame = JSON.stringify(others) === JSON.stringify(this.others)
    this.others = others
    if (!isSame) this.notify()
  }
}

/**
 * @param {string} user of this page
 * @returns {string} empty while this window is the only one
 */
export function presenceWords(others, user, text) {
  const [first, ...more] = others
  if (!first) return ""
  const name = first.user === user ? "You" : first.user
  const line = first.caret == null ? "" : `, line ${numbered(lineAt(text, first.caret))}`
  const rest = more.length ? ` and ${counted(more.length, "other")}` : ""
  return `${name}${rest} ${name === "You" || rest ? "have" : "has"} this post open too: ${first.program}${line}`
}

/** The words in which others have their carets; texts that differ a little shift them. @param {Other[]} others */
export function presenceRanges(others, text) {
  return others.filter(({ caret }) => caret != null && caret <= text.length && text.length > 0).map(({ caret }) => {
    const before = /\S*$/u.exec(text.slice(Math.max(0, caret - 40), caret))[0].length
    const after = /^\S*/u.exec(text.slice(caret, caret + 40))[0].length
    const start = Math.min(caret - before, text.length - 1)
    return { start, end: Math.max(caret + after, start + 1) }
  })
}
