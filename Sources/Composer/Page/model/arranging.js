import { faced } from "./panel-stacks.js"

/**
 * What to do about an `arrangement-changed` event.
 *
 * By revision, not by value: a real command that repeats the last one must not be taken for an echo.
 * - `ignore`: it is older than what is drawn, our own change come back, or about another arrangement.
 * - `follow`: the next revision; fetch the window, and say the event's words.
 * - `fetch`: revisions were missed; fetch the window, and say nothing, for the words tell only the last step.
 * - `echo`: done in this window, and not seen yet: either the answer to it is on its way, or somebody else did it here,
 *   such as the command line. Fetch only if what was asked is answered and that was not it.
 * @param {{id: string, follows: string|null, revision: number}} window as it is drawn
 * @param {{name?: string, window?: string, revision?: number, origin?: string|null}} event without a revision when this
 *   window was made to follow another arrangement, whose revisions count anew
 * @returns {"ignore"|"follow"|"fetch"|"echo"}
 */
export function reactionTo(window, event) {
  const isOfThis = event.window === window.id, isOwn = window.follows == null
  if (!isOfThis && (isOwn || event.name !== window.follows)) return "ignore"
  const isCounted = Number.isSafeInteger(event.revision) && isOfThis === isOwn
  if (isCounted && event.revision <= window.revision) return "ignore"
  if (event.origin === window.id) return "echo"
  return isCounted && event.revision === window.revision + 1 ? "follow" : "fetch"
}

/** Whether an answer may be drawn over what is drawn: an answer that was overtaken on its way may not. */
export function isNewer(drawn, answer) {
  if (!drawn || drawn.id !== answer.id || drawn.follows !== answer.follows) return true
  return answer.revision >= drawn.revision
}

/** Said after the reason when something cannot be arranged because there was no answer. */
export const awayWords = "Panels can be arranged again when the daemon answers."
/** Said when what was previewed is not to be had any more. */
const overtaken = new Error("The panels were arranged elsewhere meanwhile. Drag it again.")
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

  /** Something is dragged: until it is let go, what others change waits. */
  hold() { this.#isHeld = true }

  /** @returns {Promise<object>} where what is taken hold of can be let go of, as `DragHintsBody` */
  hints(drag) { return this.#inTurn(() => this.#asKnown(id => this.#routes.hints(id, drag))) }

  /** @returns {Promise<DeskWindow>} as the daemon has it by now */
  async look() {
    this.#take(await this.#inTurn(() => this.#asKnown(id => this.#routes.read(id))), "event")
    return this.window
  }

  /**
   * Has the command done that says what a drag has previewed, on the panels that it was previewed on. When those were
   * arranged meanwhile, once more on what is there by now.
   * @typedef {{command: object, revision: number, reason?: string}} Preview `reason`: what is to be said, too
   * @param {Preview|null} preview null, also of `again`: the place is gone
   * @param {() => Promise<Preview|null>} again the same on the panels as they are by then
   * @returns {Promise<boolean>} whether it was done; a refusal is said by a `words` event
   */
  async drop(preview, again) {
    const isStale = error => error.status === 412
    try {
      const answer = await this.#performed(preview).catch(async error => {
        if (!isStale(error)) throw error
        return this.#performed(await again())
      })
      this.#done(answer)
      return true
    } catch (error) {
      this.#refused(isStale(error) ? overtaken : error)
      return false
    } finally { this.release() }
  }

  async #performed(preview) {
    if (!preview) throw overtaken
    const { command, revision, reason } = preview
    return { ...await this.#inTurn(() => this.#asKnown(id => this.#routes.command(id, command, revision))), reason }
  }

  /** A drag that the daemon did not let begin, or of which it heard nothing. */
  endDrag(error) {
    this.#refused(error)
    this.release()
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

  /** What was dragged is let go. */
  release() {
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
      if (error.status !== 404) throw error
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
