/** The savers of drafts: the open one, and those left before the daemon had them. */
import { daemonNow } from "./daemon-clock.js"
import { after, isSettled, keptOf, revived } from "./draft.js"
import { draftBody, isSame, postPath } from "./fields.js"
import { Notifier } from "./notifier.js"

/**
 * Carries out the actions that a draft's rules return: writes it to the browser's store, sends it, waits, fetches.
 * Events: `change` (the draft has changed), `show` (the text changed from outside), `received` (the daemon sent the post).
 */
export class DraftSaver extends Notifier {
  /** The post as the daemon last sent it; null if it does not exist there. */
  post
  draft
  /** Whether the last save failed because the daemon was away. */
  isUnreached = false
  #net
  #store
  #notice
  #now
  #timer
  #isChecking = false
  /**
   * An event that arrived during another check: its time (`at`), null for one without a known time, undefined for none.
   */
  #missed
  #isClosed = false

  /**
   * @param {{draft: object, post?: object, net: {request: Function}, store: object, notice?: (words: string) => void,
   *   now?: () => number}} parts
   */
  constructor({ draft, post = null, net, store, notice, now = daemonNow }) {
    super()
    this.draft = draft
    this.post = post
    this.#net = net
    this.#store = store
    this.#notice = notice
    this.#now = now
    store.hold(draft.key)
    if (draft.phase === "typed") this.#wait(0)
  }

  get isSettled() { return isSettled(this.draft) }

  change(fields) { this.#handle({ type: "typed", fields }) }
  choose(index, choice) { this.#handle({ type: "chosen", index, choice }) }
  /** The daemon is back: saves without waiting any longer. */
  retry() { this.#handle({ type: "back" }) }

  /** Saves pending changes before the window shows something else. */
  push() { this.#handle({ type: "due" }) }

  close() {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#store.release(this.draft.key)
  }

  /** Reopens a saver that was closed, and checks for changes that it has missed. */
  reopen() {
    if (!this.#isClosed) return
    this.#isClosed = false
    this.#store.hold(this.draft.key)
    this.check()
  }

  /**
   * After an event about the post, fetches it if its revision may be unknown.
   * @param {string|null} at the event's time; a change of exactly that time is already known
   */
  async check(at = null) {
    if (this.draft.id === null || (at !== null && at === this.post?.changedAt)) return
    if (this.#isChecking || this.draft.phase === "saving") {
      this.#missed = this.#missed === undefined || this.#missed === at ? at : null
      return
    }
    this.#isChecking = true
    this.#missed = undefined
    await this.#fetch()
    this.#isChecking = false
    await this.#checkAgain()
  }

  #checkAgain() {
    const missed = this.#missed
    this.#missed = undefined
    return missed === undefined ? undefined : this.check(missed)
  }

  /** Takes the post from the daemon's answer to another request, such as publishing. */
  receive(post) {
    this.#setPost(post)
    this.#handle({ type: "found", post })
  }

  #handle(event) {
    if (this.#isClosed) return
    const { draft, actions } = after(this.draft, { now: this.#now(), ...event })
    const isOther = draft !== this.draft
    this.draft = draft
    for (const action of actions) this.#act(action)
    if (actions.some(action => action.do === "show")) this.notify("show")
    if (isOther) this.notify()
  }

  #act(action) {
    switch (action.do) {
      case "keep": return this.#store.keep(keptOf(this.draft))
      case "forget": return this.#store.forget(this.draft.key)
      case "wait": return this.#wait(action.milliseconds)
      case "create": return this.#send("POST", "/v1/posts", { key: this.draft.key }, action.fields)
      case "replace": return this.#send("PUT", this.#path, { revision: this.draft.revision }, action.fields)
      case "fetch": return this.#fetch()
    }
  }

  get #path() { return postPath(this.draft.id) }

  #wait(milliseconds) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#handle({ type: "due" }), milliseconds)
  }

  async #send(method, path, options, sent) {
    try {
      const { body } = await this.#net.request(method, path, { ...options, body: draftBody(sent) })
      this.isUnreached = false
      this.#setPost(body)
      this.#store.saved(this.draft.key, body.id, this.draft.isMerged ? null : body.revision)
      this.#handle({ type: "acknowledged", post: body, sent })
      for (const note of body.notes ?? []) this.#notice?.(note)
    } catch (problem) {
      this.isUnreached = problem.isAway === true
      this.#handle({ ...eventOf(problem, this.draft.revision), sent })
    }
    if (this.draft.phase !== "saving") this.#checkAgain()
  }

  async #fetch() {
    try {
      const { body } = await this.#net.request("GET", this.#path)
      this.#setPost(body)
      this.#handle({ type: "found", post: body })
    } catch (problem) {
      if (problem.status === 404) this.#handle({ type: "deleted" })
      else if (this.draft.phase === "asking") this.#handle(eventOf(problem))
    }
  }

  /** Ignores an answer that a newer one has overtaken. */
  #setPost(post) {
    if (this.post && this.post.id === post.id && post.revision < this.post.revision) return
    this.post = post
    this.notify("received")
  }
}

/** @param {number|null} [revision] the revision on which the refused text was based: a deleted post has a later one */
function eventOf(problem, revision = null) {
  if (problem.isObstacle || problem.status === 429) return { type: "unanswered", words: inSentence(problem.message) }
  if (problem.isStale) return { type: "stale" }
  if (problem.status === 404) return { type: "deleted" }
  if (problem.type?.endsWith(":deleted")) return { type: "deleted", revision }
  // A full disk or an unforeseen failure may pass. An error that is no `Problem` of the daemon is a bug of the page,
  // and is reported too.
  if (problem.status >= 500) return { type: "unanswered", words: inSentence(problem.title) }
  return { type: "refused", field: problem.field ?? null, words: problem.message ?? String(problem) }
}

/** Adapts a sentence to follow “Not saved: …”. */
function inSentence(words) { return words.replace(/^(The|You) /, word => word.toLowerCase()) }

/**
 * The page's drafts: the open one, and those that the writer left before the daemon had them. They are kept until it
 * has.
 *
 * Events: `leave` (another draft is about to open), `switch` (another one is open), `state` (the open one's save state
 * changed), `show` (its text changed from outside), `received` (the daemon sent it), `stuck` (`detail`: the saver of a
 * draft that is not open and that only its writer can resolve).
 */
export class DraftSavers extends Notifier {
  /** The saver of the open draft. @type {DraftSaver} */
  open
  #others = new Set()
  #parts
  /** The open draft's state at the last event. */
  #notified

  /** @param {{net: {request: Function}, store: object, notice?: (words: string) => void}} parts as for `DraftSaver` */
  constructor(parts) {
    super()
    this.#parts = parts
  }

  /** All savers, the open one first. */
  get all() { return [this.open, ...this.#others] }

  /** @param {object} record of the browser's store */
  revive(record) { return this.make(revived(record)) }

  make(draft, post = null) { return new DraftSaver({ draft, post, ...this.#parts }) }

  /** The saver of a draft that was left here, by its post's id or its key. */
  leftOf(name) { return [...this.#others].find(({ draft }) => draft.id === name || draft.key === name) }

  /** Makes a draft the open one. The previous one is kept until the daemon has it. */
  switchTo(saver) {
    const last = this.open
    if (saver === last) return
    this.notify("leave")
    this.#others.delete(saver)
    saver.reopen()
    saver.isOffered = false
    this.open = saver
    if (last) {
      last.push()
      this.keepSaving(last)
    }
    if (!saver.isListened) this.#listen(saver)
    this.#notified = undefined
    this.notify("switch")
  }

  keepSaving(saver) {
    if (!saver.isListened) this.#listen(saver)
    this.#others.add(saver)
    this.#dismiss(saver)
  }

  #listen(saver) {
    saver.isListened = true
    saver.addEventListener("change", () => saver === this.open ? this.#notifyState() : this.#dismiss(saver))
    for (const name of ["show", "received"]) {
      saver.addEventListener(name, () => { if (saver === this.open) this.notify(name) })
    }
  }

  /** Every keystroke changes the draft, but rarely its save state. */
  #notifyState() {
    const state = JSON.stringify(shownState(this.open.draft))
    if (state === this.#notified) return
    this.#notified = state
    this.notify("state")
  }

  /** Drops a draft that the daemon has; offers one that needs its writer. */
  #dismiss(saver) {
    if (saver.isSettled) {
      this.#others.delete(saver)
      saver.close()
    } else if (isStuck(saver.draft) && !saver.isOffered) {
      saver.isOffered = true
      this.notify("stuck", saver)
    }
  }
}

/** A deleted post without new text needs no attention. */
const isStuck = ({ phase, mine, base }) => phase === "conflict" || phase === "refused"
  || (phase === "deleted" && !isSame(mine, base))

/** The parts of a draft that determine the save state and everything else that elements show of it. */
const shownState = ({ key, id, revision, phase, conflicts, held, refusal, problem, isMerged, savedAt }) =>
  [key, id, revision, phase, conflicts, held, refusal, problem, isMerged, savedAt]
