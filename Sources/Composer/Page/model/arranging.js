import { faced } from "./panel-stacks.js"
import { isNewer, reactionTo } from "./panel-sync.js"

/** Said after the reason when something cannot be arranged because there was no answer. */
export const awayWords = "Panels can be arranged again when the daemon answers."
const retryMilliseconds = [500, 1000, 2000, 4000, 8000]

/**
 * This window as the daemon arranges it. Asks one thing at a time, in order, so that answers never overtake each other.
 *
 * Events: `change` (`detail.cause`: "size", "command", "event"; `window` is another), `words` (`detail.text`, and for a
 * refusal `detail.alternative`, a command, and `detail.isRefusal`), `line` (the daemon came or went).
 */
export class Arranging extends EventTarget {
  /** The daemon's last answer, its stacks faced; null until there is one. @type {DeskWindow|null} */
  window = null
  isAway = false
  #routes
  #identity
  #size = null
  #tail = Promise.resolve()
  #sizing = null
  #waiting = null
  #isHeld = false
  #retry
  #attempt = 0
  #isStopped = false

  /** @param {{routes: object, identity: {recall: Function, keep: Function}}} net see `net/windows.js` */
  constructor({ routes, identity }) {
    super()
    this.#routes = routes
    this.#identity = identity
  }

  /** Ends the waiting for a daemon that is away. */
  stop() {
    this.#isStopped = true
    clearTimeout(this.#retry)
  }

  /** Tells the size and insets; the first call registers the window. One request is under way, the latest wins. */
  resize(size) {
    this.#isStopped = false
    this.#size = size
    this.#sizing ??= this.#inTurn(() => {
      this.#sizing = null
      return this.#sendSize()
    }).catch(error => this.#failed(error))
    return this.#sizing
  }

  /**
   * Has a command done.
   * @returns {Promise<boolean>} whether it was; a refusal is said by a `words` event
   */
  async run(command) {
    try {
      const ask = id => this.#routes.command(id, { ...command, revision: this.window.revision })
      const answer = await this.#inTurn(() => this.#asKnown(ask))
      this.#done(answer, command.command === "raise")
      return true
    } catch (error) {
      this.#refused(error)
      return false
    }
  }

  /**
   * Tells what nobody asked for, such as a measure: nothing is said of it, and a refusal is none.
   * @returns {Promise<boolean>} whether the daemon took it
   */
  async tell(command) {
    try {
      const { window } = await this.#inTurn(() => this.#asKnown(id => this.#routes.command(id, command)))
      this.#take(window, "size")
      return true
    } catch (error) {
      this.#failed(error)
      return false
    }
  }

  /** Whether something is being dragged. */
  get isHeld() { return this.#isHeld }

  /** @returns {Promise<object>} the hints; until the drag ends, what others change waits */
  async beginDrag(drag) {
    this.#isHeld = true
    return this.#inTurn(() => this.#asKnown(id => this.#routes.beginDrag(id, drag)))
  }

  /** @returns {Promise<boolean>} whether the daemon took it */
  async commitDrag(end) {
    try {
      const answer = await this.#inTurn(() => this.#asKnown(id => this.#routes.commitDrag(id, end)))
      this.#done(answer)
      return true
    } catch (error) {
      this.#refused(error)
      return false
    } finally { this.#release() }
  }

  /** Nothing has changed then; a daemon that does not hear of it forgets the drag by itself. */
  async cancelDrag() {
    await this.#inTurn(() => this.#routes.cancelDrag(this.window.id)).catch(() => {})
    this.#release()
  }

  /** A drag that the daemon did not let begin, or of which it heard nothing. */
  endDrag(error) {
    this.#refused(error)
    this.#release()
  }

  /** An event of the daemon's stream, or that the stream came or went. */
  receive(message) {
    if (message.kind === "line") return message.isOpen ? this.#retryNow() : undefined
    if (message.name === "reset" || message.name === "store-restored") return this.#refresh()
    if (message.name !== "arrangement-changed" || !this.window) return undefined
    return this.#heard(message.data)
  }

  async #heard(event) {
    let reaction = reactionTo(this.window, event)
    if (reaction === "echo") {
      await this.#inTurn(() => {})
      reaction = reactionTo(this.window, event)
    }
    if (reaction === "ignore") return undefined
    // What was done to this window's look from elsewhere has no revision, and its words are all there is to it.
    const isOfItsLook = event.window === this.window.id && !event.revision && reaction === "fetch"
    const isTold = reaction === "follow" || isOfItsLook || (reaction === "echo" && event.revision)
    const words = isTold ? event.announcement : null
    if (!this.#isHeld) return this.#refresh(words)
    this.#waiting = { words }
    return undefined
  }

  #release() {
    this.#isHeld = false
    const waiting = this.#waiting
    this.#waiting = null
    if (waiting) this.#refresh(waiting.words)
  }

  async #refresh(words) {
    if (!this.window) return
    try {
      const drawn = this.window
      const answer = await this.#inTurn(() => this.#asKnown(id => this.#routes.read(id)))
      this.#take(answer, "event", words)
      if (words && this.window !== drawn) this.#say(words)
    } catch (error) { this.#failed(error) }
  }

  #inTurn(work) {
    const turn = this.#tail.then(work)
    this.#tail = turn.catch(() => {})
    return turn
  }

  async #sendSize() {
    if (!this.window) return this.#take(await this.#register(), "size")
    this.#take(await this.#asKnown(id => this.#routes.resize(id, this.#size)), "size")
  }

  async #register() {
    const known = this.window ? null : await this.#identity.recall()
    if (known) {
      try { return await this.#routes.resize(known, this.#size) } catch (error) {
        if (error.status !== 404) throw error
      }
    }
    // A daemon that has forgotten this window hears what was chosen in it.
    const window = await this.#routes.register({ ...this.#size, ...this.window && { inside: chosenIn(this.window) } })
    await this.#identity.keep(window.id)
    return window
  }

  /** A daemon that has forgotten this window meets it anew. */
  async #asKnown(ask) {
    if (!this.window) this.#take(await this.#register(), "size")
    try { return await ask(this.window.id) } catch (error) {
      // A drag that is over is no reason to register again.
      if (error.status !== 404 || error.type?.endsWith(":no-such-drag")) throw error
      this.#take(await this.#register(), "size")
      return ask(this.window.id)
    }
  }

  #take(window, cause) {
    this.#attempt = 0
    this.#lineIs(true)
    if (!window || !isNewer(this.window, window)) return
    this.window = faced(window)
    this.dispatchEvent(new CustomEvent("change", { detail: { cause } }))
  }

  #done({ window, announcement, conflict, reason }, isQuiet = false) {
    this.#take(window, "command")
    if (!isQuiet) this.#say(announcement)
    if (reason) this.dispatchEvent(new CustomEvent("words", { detail: { text: reason, isRefusal: true } }))
    if (conflict) this.dispatchEvent(new CustomEvent("words", { detail: { text: conflict, isRefusal: true } }))
  }

  #say(text) { if (text) this.dispatchEvent(new CustomEvent("words", { detail: { text } })) }

  #refused(error) {
    const isUnanswered = this.#failed(error) && error.isAway === true
    const text = isUnanswered ? `${error.message} ${awayWords}` : error.detail ?? error.message
    const detail = { text, alternative: error.alternative ?? null, isRefusal: true }
    this.dispatchEvent(new CustomEvent("words", { detail }))
  }

  /** @returns {boolean} whether there was no answer at all, and it will be tried again */
  #failed(error) {
    const isAway = error.isAway === true || error.isSignedOut === true || error.isOtherUser === true
    if (isAway || !this.window) {
      this.#lineIs(false)
      this.#tryLater()
    }
    return isAway
  }

  #lineIs(isOpen) {
    if (this.isAway === !isOpen) return
    this.isAway = !isOpen
    this.dispatchEvent(new CustomEvent("line"))
  }

  #tryLater() {
    clearTimeout(this.#retry)
    if (this.#isStopped) return
    const wait = retryMilliseconds[Math.min(this.#attempt++, retryMilliseconds.length - 1)]
    this.#retry = setTimeout(() => this.#retryNow(), wait)
  }

  #retryNow() {
    clearTimeout(this.#retry)
    if (this.#size && (this.isAway || !this.window)) return this.resize(this.#size)
    // What happened while the stream was away was not told.
    return this.window ? this.#refresh() : undefined
  }
}

/** By panel, what is chosen in those that have an index. */
function chosenIn(window) {
  const indexed = window.panels.filter(panel => panel.inside?.items.length)
  return Object.fromEntries(indexed.map(({ id, inside: { items, scroll } }) => [id, { items, scroll }]))
}
