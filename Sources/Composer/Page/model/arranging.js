import { isReset } from "./daemon-events.js"
import { Notifier } from "./notifier.js"
import { doneOffline, withoutTemporary } from "./panels-layout.js"
import { withFrontPanels } from "./panel-stacks.js"

/**
 * What to do about an `arrangement-changed` event.
 *
 * Compares revisions, not values: a real command that repeats the last one must not be mistaken for an echo.
 * - `ignore`: the event is older than the drawn window, is our own change, or is about another arrangement.
 * - `follow`: the next revision; fetch the window, and announce the event's text.
 * - `fetch`: revisions were missed; fetch the window, and announce nothing, because the text describes only the last
 *   step.
 * - `echo`: this window did it, but has not drawn it yet: either the answer is on its way, or another client, such as
 *   the command line, acted on this window. Fetch only if the pending answer has come and was not this change.
 * @param {{id: string, follows: string|null, revision: number}} window the drawn window
 * @param {{name?: string, window?: string, revision?: number, origin?: string|null}} event has no revision if this
 *   window was set to follow another arrangement, whose revisions are counted separately
 */
export function reactionTo(window, event) {
  const isOfThis = event.window === window.id, isOwn = window.follows == null
  if (!isOfThis && (isOwn || event.name !== window.follows)) return "ignore"
  const isCounted = Number.isSafeInteger(event.revision) && isOfThis === isOwn
  if (isCounted && event.revision <= window.revision) return "ignore"
  if (event.origin === window.id) return "echo"
  return isCounted && event.revision === window.revision + 1 ? "follow" : "fetch"
}

/** Whether an answer may replace the drawn window; an answer that a newer one overtook may not. */
export function isNewer(drawn, answer) {
  if (!drawn || drawn.id !== answer.id || drawn.follows !== answer.follows) return true
  return answer.revision >= drawn.revision
}

/** Appended to the reason when arranging fails because the daemon did not answer. */
export const awayWords = "Panels can be arranged again when the daemon answers."
/** Reported when the previewed place is no longer available. */
const overtaken = new Error("The panels were arranged elsewhere meanwhile. Drag it again.")
const retryMilliseconds = [500, 1000, 2000, 4000, 8000]

/**
 * This window as the daemon arranges it. Sends one request at a time, in order, so that answers never overtake each
 * other.
 *
 * Events: `change` (`detail.cause`: "size", "command", "event"; `window` has changed), `words` (`detail.text`, and for
 * a refusal `detail.alternative`, a command, and `detail.isRefusal`), `line` (the daemon's connection opened or
 * closed).
 */
export class Arranging extends Notifier {
  /**
   * The daemon's last answer, with the front panels of its stacks applied; null until there is one. @type
   * {DeskWindow|null}
   */
  window = null
  isAway = false
  #routes
  #identity
  #last
  /** Whether `window` is from another page of this browser, because this one has no answer yet. */
  #isFromStore = false
  #size = null
  #tail = Promise.resolve()
  #sizing = null
  #waiting = null
  #isHeld = false
  #retry
  #attempt = 0
  #isStopped = false

  /**
   * @param {{routes: object, identity: {recall: Function, keep: Function}, last?: {recall: Function, keep: Function}}}
   *   net see `net/windows.js`
   */
  constructor({ routes, identity, last = null }) {
    super()
    this.#routes = routes
    this.#identity = identity
    this.#last = last
  }

  /** Whether the daemon has answered for this window. */
  get #isKnown() { return this.window !== null && !this.#isFromStore }

  /** Stops waiting for a daemon that is unreachable. */
  stop() {
    this.#isStopped = true
    clearTimeout(this.#retry)
  }

  /**
   * Sends the size and insets; the first call registers the window. One request runs at a time; the latest size wins.
   */
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
   * Sends a command.
   * @returns {Promise<boolean>} whether it was carried out; a refusal is reported by a `words` event
   */
  async run(command) {
    try {
      const answer = await this.#ask(id => this.#routes.command(id, { ...command, revision: this.window.revision }))
      this.#done(answer, command.command === "raise")
      return true
    } catch (error) {
      return this.#doneAlone(command, error)
    }
  }

  /** Opening and closing work without the daemon. */
  #doneAlone(command, error) {
    const window = error.isAway && this.window ? doneOffline(this.window, command) : null
    if (!window) {
      this.#refused(error)
      return false
    }
    this.#failed(error)
    this.#show(window, "command")
    return true
  }

  /**
   * Sends something that the user did not request, such as a measurement: nothing is announced, and a refusal is not an
   * error.
   * @returns {Promise<boolean>} whether the daemon accepted it
   */
  async report(command) {
    try {
      const { window } = await this.#ask(id => this.#routes.command(id, command))
      this.#accept(window, "size")
      return true
    } catch (error) {
      this.#failed(error)
      return false
    }
  }

  /** Whether a drag is in progress. */
  get isHeld() { return this.#isHeld }

  /**
   * The panel's menu after all earlier requests, as `PanelMenuBody`.
   * @returns {Promise<object|null>} null after a refusal or without an answer, which a `words` event explains
   */
  async menu(panel) {
    try {
      return await this.#ask(id => this.#routes.menu(id, panel))
    } catch (error) {
      this.#refused(error)
      return null
    }
  }

  /** Waits for all earlier requests. */
  answered() { return this.#inTurn(() => {}) }

  /** Begins a drag: until it ends, changes by others wait. */
  hold() { this.#isHeld = true }

  /** @returns {Promise<object>} where the held panel can be dropped, as `DragHintsBody` */
  hints(drag) { return this.#ask(id => this.#routes.hints(id, drag)) }

  /** @returns {Promise<DeskWindow>} the daemon's current window */
  async reload() {
    this.#accept(await this.#ask(id => this.#routes.read(id)), "event")
    return this.window
  }

  /**
   * Runs the command that a drag has previewed, on the revision that it previewed. If the panels have changed
   * meanwhile, previews and runs it once more.
   * @typedef {{command: object|null, revision: number, reason?: string}} Preview `command`: null if it is so already;
   *   `reason`: to announce as well
   * @param {Preview|null} preview null, also from `again`: the place is gone
   * @param {() => Promise<Preview|null>} again previews on the current panels
   * @returns {Promise<boolean>} whether it was carried out; a refusal is reported by a `words` event
   */
  async drop(preview, again) {
    try {
      const answer = await this.#performed(preview).catch(async error => {
        if (!error.isStale) throw error
        return this.#performed(await again())
      })
      this.#done(answer)
      return true
    } catch (error) {
      return this.#doneAlone(preview?.command ?? {}, error.isStale ? overtaken : error)
    } finally { this.release() }
  }

  async #performed(preview) {
    if (!preview) throw overtaken
    const { command, revision, reason } = preview
    if (!command) return { window: this.window }
    return { ...await this.#ask(id => this.#routes.command(id, command, revision)), reason }
  }

  /** Ends a drag that the daemon refused or never received. */
  endDrag(error) {
    this.#refused(error)
    this.release()
  }

  /** Handles an event of the daemon's stream, or the stream opening or closing. */
  receive(message) {
    if (message.kind === "line") return message.isOpen ? this.#retryNow() : undefined
    if (isReset(message.name)) return this.#refresh()
    if (message.name !== "arrangement-changed" || !this.window) return
    return this.#changed(message.data)
  }

  async #changed(event) {
    let reaction = reactionTo(this.window, event)
    if (reaction === "echo") {
      await this.answered()
      reaction = reactionTo(this.window, event)
    }
    if (reaction === "ignore") return
    // A change of this window's view made elsewhere has no revision, so its text is announced by itself.
    const isOfView = event.window === this.window.id && !event.revision && reaction === "fetch"
    const isAnnounced = reaction === "follow" || isOfView || (reaction === "echo" && event.revision)
    const words = isAnnounced ? event.announcement : null
    if (!this.#isHeld) return this.#refresh(words)
    this.#waiting = { words }
  }

  /** Ends the drag. */
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
      const answer = await this.#ask(id => this.#routes.read(id))
      this.#accept(answer, "event", words)
      if (words && this.window !== drawn) this.#say(words)
    } catch (error) { this.#failed(error) }
  }

  #inTurn(work) {
    const turn = this.#tail.then(work)
    this.#tail = turn.catch(() => {})
    return turn
  }

  #ask(work) { return this.#inTurn(() => this.#asKnown(work)) }

  async #sendSize() {
    if (!this.#isKnown) return this.#accept(await this.#register(), "size")
    this.#accept(await this.#asKnown(id => this.#routes.resize(id, this.#size)), "size")
  }

  async #register() {
    const known = this.#isKnown ? null : await this.#identity.recall()
    if (known) {
      try { return await this.#routes.resize(known, this.#size) } catch (error) {
        if (error.status !== 404) throw error
      }
    }
    // If the daemon has forgotten this window, registering also sends its choices.
    const window = await this.#routes.register({ ...this.#size, ...this.#isKnown && { inside: chosenIn(this.window) } })
    await this.#identity.keep(window.id)
    return window
  }

  /** Registers this window again if the daemon has forgotten it. */
  async #asKnown(ask) {
    if (!this.#isKnown) this.#accept(await this.#register(), "size")
    try { return await ask(this.window.id) } catch (error) {
      if (error.status !== 404) throw error
      this.#accept(await this.#register(), "size")
      return ask(this.window.id)
    }
  }

  #accept(window, cause) {
    this.#attempt = 0
    this.#setAway(false)
    if (!window || (this.#isKnown && !isNewer(this.window, window))) return
    this.#isFromStore = false
    this.#last?.keep(window)
    this.#show(withFrontPanels(window), cause)
  }

  #show(window, cause) {
    this.window = window
    this.notify("change", { cause })
  }

  /** Shows the panels as they last stood in this browser, until the daemon answers. */
  #showLast() {
    const window = this.#last?.recall()
    if (!window) return
    this.#isFromStore = true
    this.#show(withFrontPanels(withoutTemporary(window)), "size")
  }

  #done({ window, announcement, conflict, reason }, isQuiet = false) {
    this.#accept(window, "command")
    if (!isQuiet) this.#say(announcement)
    this.#say(reason, { isRefusal: true })
    this.#say(conflict, { isRefusal: true })
  }

  #say(text, more) { if (text) this.notify("words", { text, ...more }) }

  #refused(error) {
    this.#failed(error)
    const text = error.isAway ? `${error.message} ${awayWords}` : error.message
    this.notify("words", { text, alternative: error.alternative ?? null, isRefusal: true })
  }

  /** If the daemon was unreachable, the page tries again. */
  #failed(error) {
    if (error.isObstacle || !this.window) {
      this.#setAway(true)
      this.#tryLater()
    }
    if (error.isObstacle && !this.window) this.#showLast()
  }

  #setAway(isAway) {
    if (this.isAway === isAway) return
    this.isAway = isAway
    this.notify("line")
  }

  #tryLater() {
    clearTimeout(this.#retry)
    if (this.#isStopped) return
    const wait = retryMilliseconds[Math.min(this.#attempt++, retryMilliseconds.length - 1)]
    this.#retry = setTimeout(() => this.#retryNow(), wait)
  }

  #retryNow() {
    clearTimeout(this.#retry)
    if (this.#size && (this.isAway || !this.#isKnown)) return this.resize(this.#size)
    // The page missed the events sent while the stream was down.
    return this.window ? this.#refresh() : undefined
  }
}

/** The chosen items of each panel that has an index, by panel. */
function chosenIn(window) {
  const indexed = window.panels.filter(panel => panel.inside?.items.length)
  return Object.fromEntries(indexed.map(({ id, inside: { items, scroll } }) => [id, { items, scroll }]))
}
