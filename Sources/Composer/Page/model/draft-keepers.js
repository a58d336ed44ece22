/** Who keeps drafts: the open one, those left before the daemon had them, those of other users. */
import { after, isSettled, keptOf } from "./draft.js"
import { draftBody, isSame } from "./fields.js"
import { moment } from "./language.js"

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

/**
 * The drafts of this page: the open one, and those that it left before the daemon had them, looked after until it has.
 *
 * Events: `leave` (another one is about to be), `turn` (another one is open), `state` (how the open one stands with the daemon), `show` (its words changed
 * from outside), `post` (the daemon told of it), `stuck` (`detail`: the keeper of one that is not open and cannot be saved
 * without its writer).
 */
export class DraftKeepers extends EventTarget {
  /** The keeper of the open draft. @type {DraftKeeper} */
  open
  #others = new Set()
  #parts
  /** How the open draft stood when it was told last. */
  #told

  /** @param {{net: {request: Function}, kept: object}} parts as `DraftKeeper` has them */
  constructor(parts) {
    super()
    this.#parts = parts
  }

  /** All of them, the open one first. */
  get all() { return [this.open, ...this.#others] }

  make(draft, post = null) { return new DraftKeeper({ draft, post, ...this.#parts }) }

  /** Of a post, or with a key, that was left here a moment ago. */
  leftOf(name) { return [...this.#others].find(({ draft }) => draft.id === name || draft.key === name) }

  /** Makes a draft the open one. The one that was is looked after until the daemon has it. */
  turnTo(keeper) {
    const last = this.open
    if (keeper === last) return
    this.dispatchEvent(new Event("leave"))
    this.#others.delete(keeper)
    keeper.reopen()
    keeper.isOffered = false
    this.open = keeper
    if (last) {
      last.push()
      this.tend(last)
    }
    if (!keeper.isListened) this.#listen(keeper)
    this.#told = undefined
    this.dispatchEvent(new Event("turn"))
  }

  tend(keeper) {
    if (!keeper.isListened) this.#listen(keeper)
    this.#others.add(keeper)
    this.#dismiss(keeper)
  }

  #listen(keeper) {
    keeper.isListened = true
    keeper.addEventListener("change", () => keeper === this.open ? this.#tellState() : this.#dismiss(keeper))
    for (const name of ["show", "post"]) {
      keeper.addEventListener(name, () => { if (keeper === this.open) this.dispatchEvent(new Event(name)) })
    }
  }

  /** Each key makes another draft; how it is saved is rarely another with it. */
  #tellState() {
    const state = JSON.stringify(standing(this.open.draft))
    if (state === this.#told) return
    this.#told = state
    this.dispatchEvent(new Event("state"))
  }

  /** Lets a draft go that the daemon has; one that needs its writer is offered. */
  #dismiss(keeper) {
    if (keeper.isSettled) {
      this.#others.delete(keeper)
      keeper.close()
    } else if (isStuck(keeper.draft) && !keeper.isOffered) {
      keeper.isOffered = true
      this.dispatchEvent(new CustomEvent("stuck", { detail: keeper }))
    }
  }
}

/** A deleted post that has no new words needs none. */
const isStuck = ({ phase, mine, base }) => phase === "conflict" || phase === "refused"
  || (phase === "deleted" && !isSame(mine, base))

/** What of a draft the save state is made of, and what else elements show of it. */
const standing = ({ key, id, revision, phase, conflicts, held, problem, isMerged, savedAt }) =>
  [key, id, revision, phase, conflicts, held, problem, isMerged, savedAt]

/** So many drafts of posts are asked about at one start; the others wait for the next. */
const askedMax = 40

/**
 * What waits in this browser's store beside the user's own drafts. Those of other users are told of, and nothing is shown
 * of them. Those that were kept before drafts had users are the user's if the post is; a new one may be anybody's, so it is
 * offered by its time and length, and is theirs who opens it.
 */
export class OtherDrafts {
  #parts

  /**
   * @param {{kept: KeptDrafts, request: Function, notice: Function, tend: (record: object) => void,
   *   open: (record: object) => void}} parts `tend` has a draft saved, `open` shows it
   */
  constructor(parts) { this.#parts = parts }

  /** @param {object[]} drafts as `KeptDrafts.others` has them */
  async meet(drafts) {
    for (const words of othersWords(drafts, Date.now())) this.#parts.notice(words)
    const unclaimed = drafts.filter(({ user }) => user === null)
    this.#offer(unclaimed.filter(({ id }) => id === null))
    for (const draft of unclaimed.filter(({ id }) => id !== null).slice(0, askedMax)) {
      if (await this.#isOwn(draft.id)) this.#claim(draft, this.#parts.tend)
    }
  }

  /** Posts of others are not there for the daemon's answer. */
  async #isOwn(id) {
    try {
      await this.#parts.request("GET", `/v1/posts/${encodeURIComponent(id)}`)
      return true
    } catch {
      return false
    }
  }

  async #claim({ key }, use) {
    const record = await this.#parts.kept.claim(key)
    if (record) use(record)
    return record !== null
  }

  /** One after the other, the newest first. */
  #offer(drafts) {
    const [newest, ...rest] = drafts
    if (!newest) return
    const open = async () => {
      const isClaimed = await this.#claim(newest, this.#parts.open)
      if (!isClaimed) this.#parts.notice("This draft is open in another window, or was taken by another user.")
      this.#offer(rest)
    }
    this.#parts.notice(offerWords(newest, rest.length, Date.now()), { title: "Open it", run: open }, true)
  }
}

const lengthWords = ({ words }) => (words === 1 ? "one word" : `${words} words`)

/** A sentence for each other user of whom something waits. */
export function othersWords(drafts, now) {
  const users = [...new Set(drafts.map(({ user }) => user))].filter(user => user !== null)
  return users.map(user => {
    const theirs = drafts.filter(draft => draft.user === user)
    const [newest] = theirs
    const when = moment(newest.keptAt, now)
    return theirs.length === 1
      ? `This browser keeps a draft of ${user}: ${lengthWords(newest)}, ${when}. It is saved when ${user} signs in here.`
      : `This browser keeps ${theirs.length} drafts of ${user}, the newest with ${lengthWords(newest)}, ${when}. `
        + `They are saved when ${user} signs in here.`
  })
}

export function offerWords(draft, others, now) {
  const more = others === 0 ? "" : others === 1 ? " One more waits." : ` ${others} more wait.`
  return `This browser keeps a new draft that names no user: ${lengthWords(draft)}, ${moment(draft.keptAt, now)}. `
    + `Open it if it is yours.${more}`
}
