import { after, isSettled, keptOf } from "./draft.js"
import { draftBody } from "./fields.js"

/**
 * Carries out what the rules of a draft ask for: writes it to the browser's store, sends it, waits, fetches.
 * Events: `change` (the draft is another), `show` (the words changed from outside), `post` (the daemon told of the
 * post).
 */
export class DraftKeeper extends EventTarget {
  /** The post as the daemon last told it; null while it is not there. */
  post
  draft
  #net
  #kept
  #now
  #timer
  #isChecking = false
  /** What was said while something was under way: when (`at`), null for whatever it was, undefined for nothing. */
  #said
  #isClosed = false

  /** @param {{draft: object, post?: object, net: {request: Function}, kept: object, now?: () => number}} parts */
  constructor({ draft, post = null, net, kept, now = Date.now }) {
    super()
    this.draft = draft
    this.post = post
    this.#net = net
    this.#kept = kept
    this.#now = now
    kept.hold(draft.key)
    if (draft.phase === "typed") this.#wait(0)
  }

  get isSettled() { return isSettled(this.draft) }

  change(fields) { this.#meet({ type: "typed", fields }) }
  choose(index, choice) { this.#meet({ type: "chosen", index, choice }) }
  /** The daemon is back: no reason to wait any longer. */
  hurry() { this.#meet({ type: "back" }) }

  /** Saves what waits, since the window turns to something else. */
  push() { this.#meet({ type: "due" }) }

  close() {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#kept.release(this.draft.key)
  }

  /** One that was let go, and is wanted after all: what happened since, it has not heard. */
  reopen() {
    if (!this.#isClosed) return
    this.#isClosed = false
    this.#kept.hold(this.draft.key)
    this.check()
  }

  /**
   * The daemon said something about the post: see whether its revision is one that we do not know.
   * @param {string|null} at when that was, as events say it; a change of that very moment that we know is no news
   */
  async check(at = null) {
    if (this.draft.id === null || (at !== null && at === this.post?.changedAt)) return
    if (this.#isChecking || this.draft.phase === "saving") {
      this.#said = this.#said === undefined || this.#said === at ? at : null
      return
    }
    this.#isChecking = true
    this.#said = undefined
    await this.#fetch()
    this.#isChecking = false
    await this.#checkAgain()
  }

  #checkAgain() {
    const said = this.#said
    this.#said = undefined
    return said === undefined ? undefined : this.check(said)
  }

  /** What the daemon answered to something else that was asked about the post, such as publishing it. */
  learn(post) {
    this.#take(post)
    this.#meet({ type: "found", post })
  }

  #meet(event) {
    if (this.#isClosed) return
    const { draft, actions } = after(this.draft, { now: this.#now(), ...event })
    const isOther = draft !== this.draft
    this.draft = draft
    for (const action of actions) this.#act(action)
    if (actions.some(action => action.do === "show")) this.dispatchEvent(new Event("show"))
    if (isOther) this.dispatchEvent(new Event("change"))
  }

  #act(action) {
    switch (action.do) {
      case "keep": return this.#kept.keep(keptOf(this.draft))
      case "forget": return this.#kept.forget(this.draft.key)
      case "wait": return this.#wait(action.milliseconds)
      case "create": return this.#send("POST", "/v1/posts", { key: this.draft.key }, action.fields)
      case "replace": return this.#send("PUT", this.#path, { revision: this.draft.revision }, action.fields)
      case "fetch": return this.#fetch()
    }
  }

  get #path() { return `/v1/posts/${encodeURIComponent(this.draft.id)}` }

  #wait(milliseconds) {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#meet({ type: "due" }), milliseconds)
  }

  async #send(method, path, options, sent) {
    try {
      const { body } = await this.#net.request(method, path, { ...options, body: draftBody(sent) })
      this.#take(body)
      if (method === "POST") this.#kept.became(this.draft.key, body.id)
      this.#meet({ type: "acknowledged", post: body, sent })
    } catch (problem) {
      this.#meet({ ...eventOf(problem, this.draft.revision), sent })
    }
    if (this.draft.phase !== "saving") this.#checkAgain()
  }

  async #fetch() {
    try {
      const { body } = await this.#net.request("GET", this.#path)
      this.#take(body)
      this.#meet({ type: "found", post: body })
    } catch (problem) {
      if (problem.status === 404) this.#meet({ type: "deleted" })
      else if (this.draft.phase === "asking") this.#meet(eventOf(problem))
    }
  }

  /** An answer that was overtaken by a newer one says nothing any more. */
  #take(post) {
    if (this.post && this.post.id === post.id && post.revision < this.post.revision) return
    this.post = post
    this.dispatchEvent(new Event("post"))
  }
}

/** @param {number|null} [revision] that the refused words were based on: a post that was deleted has a later one */
function eventOf(problem, revision = null) {
  if (problem.isObstacle || problem.status === 429) return { type: "unanswered", words: inSentence(problem.message) }
  if (problem.isStale) return { type: "stale" }
  if (problem.status === 404) return { type: "deleted" }
  if (problem.type?.endsWith(":deleted")) return { type: "deleted", revision }
  // A full disk or an unforeseen failure may pass; anything that is no problem of the daemon's is ours, and is told too.
  if (problem.status >= 500) return { type: "unanswered", words: inSentence(problem.title) }
  return { type: "refused", field: problem.field ?? null, words: problem.message ?? String(problem) }
}

/** As the end of “Not saved: …”. */
function inSentence(words) { return words.replace(/^(The|You) /, word => word.toLowerCase()) }
