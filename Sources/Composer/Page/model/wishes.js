/**
 * Publications that the writer asked for while the daemon was away. The browser keeps each until the daemon has carried
 * it out; one whose time has passed, or that the daemon refuses, waits for its writer.
 *
 * @typedef {object} Wish
 * @property {string} key
 * @property {string} user
 * @property {string} draft the key of the draft that is to be published
 * @property {string|null} post the id of its post; null while it has none
 * @property {number|null} revision of the post, as the writer saw it; null while it has none
 * @property {string} title for messages
 * @property {string[]} to names of targets
 * @property {string|null} local wall-clock time, such as `2026-12-01T09:00`; null for at once
 * @property {string} zone of `local`
 * @property {boolean} isNow whether at once was asked for although the post has a date
 * @property {boolean} isMerged whether the text already had changes from elsewhere when the writer asked
 * @property {number|null} sentOn the only revision on which the daemon may carry it out; null before the first attempt
 * @property {string|null} problem why it waits for its writer
 */
import { isVain } from "./deliveries.js"
import { isOut, postPath } from "./fields.js"
import { newKey } from "./draft.js"
import { asIfUTC, day, lowered, moment, wallClockIn } from "./language.js"
import { Notifier } from "./notifier.js"
import { nextSlot, saved } from "./actions.js"
import { daemonNow } from "./daemon-clock.js"
import { postName } from "./post-name.js"

/** How long after a lost answer the page asks again. */
const retryMilliseconds = 5000
const wishesMax = 100
const changedWords = "It was changed elsewhere meanwhile."

// MARK: Times

/**
 * When a wall clock shows a time, by the browser's own tables of zones. The daemon decides, by the same rule: the first
 * of two, and later by the gap what the clocks skip. This is for the time until it answers.
 * @param {string} local `2026-12-01T09:00`
 * @returns {number} milliseconds; NaN for an unknown zone or day
 */
export function instantOf(local, zone) {
  const wall = asIfUTC(local)
  // By the offset of the day before, and by that of the day after.
  const by = near => wall - (wallClockIn(zone, near) - near)
  try {
    const first = by(wall - day), second = by(wall + day)
    return [first, second].find(instant => wallClockIn(zone, instant) === wall) ?? first
  } catch { return NaN }
}

/** `tomorrow, 09:00 Europe/Berlin`, by the clock of that zone. */
function wallWords(local, zone, now) {
  const here = wall => {
    const date = new Date(wall)
    return new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate(), date.getUTCHours(),
      date.getUTCMinutes()).getTime()
  }
  try {
    return `${moment(here(asIfUTC(local)), here(wallClockIn(zone, now)))} ${zone}`
  } catch { return `${local.replace("T", " ")} ${zone}` }
}

// MARK: Words

const targetWords = names => new Intl.ListFormat("en-GB").format(names)
const isAhead = (date, zone) => date !== "" && instantOf(date, zone) > daemonNow()
const hasPassed = ({ local, zone }, now) => local !== null && instantOf(local, zone) <= now

/** Why a wish waits for its writer; null while it waits for the daemon. */
export function questionOf(wish, now) {
  if (wish.problem) return `Nothing was sent. ${wish.problem}`
  // An attempt without an answer may have been in time.
  if (wish.sentOn !== null || !hasPassed(wish, now)) return null
  return `It was to be sent ${wallWords(wish.local, wish.zone, now)}. That time has passed, so nothing was sent.`
}

/** The wish as one sentence. */
export function wishWords({ local, zone, to, sentOn }, now) {
  const when = local === null ? "" : `: ${wallWords(local, zone, now)}`
  const what = local === null ? "published" : "scheduled"
  if (sentOn !== null) return `Whether it was ${what} shows when the daemon is back${when}, to ${targetWords(to)}.`
  return `Will be ${what} when the daemon is back${when}, to ${targetWords(to)}.`
}

const doneWords = ({ local, zone, to }, now) => local === null ? `is on its way to ${targetWords(to)}.`
  : `is scheduled: ${wallWords(local, zone, now)}, to ${targetWords(to)}.`

/** Whether an earlier attempt was carried out although its answer was lost. */
export function isCarriedOut({ to }, post, deliveries) {
  return isOut(post) && to.every(name => deliveries.some(one =>
    one.target === name && one.kind !== "delete" && !one.takenBackAt && !isVain(one)))
}

// MARK: Carrying out

/** Events: `change`. */
export class Wishes extends Notifier {
  /** @type {Wish[]} */
  #wishes = []
  #request
  #store
  #model
  #busy = new Set()
  /** The next attempt for each wish. */
  #timers = new Map()
  #reported = new Set()
  #followed = new WeakSet()

  /**
   * @param {{all: Function, put: Function, delete: Function, alone: Function}|null} store the browser's store
   * @param {PageModel} model
   */
  constructor(request, store, model) {
    super()
    this.#request = request
    this.#store = store
    this.#model = model
  }

  /** The wish for a draft, if there is one. */
  of({ key, id }) { return this.#wishes.find(wish => wish.draft === key || (id !== null && wish.post === id)) }

  question(wish) { return questionOf(wish, daemonNow()) }
  words(wish) { return wishWords(wish, daemonNow()) }

  /** Reads what earlier pages left, and carries out what can be. */
  async start() {
    await this.#reload()
    for (const wish of this.#wishes) if (!this.question(wish)) this.#report(wish)
    await this.back()
  }

  /**
   * Keeps a wish, in place of an earlier one for the same text.
   * @param {{to: string[], at?: string}} wanted
   * @param {number|null} [sentOn] the revision of an attempt without an answer
   * @returns {Promise<boolean>} whether the browser keeps it
   */
  async make(saver, { to, at }, sentOn = null) {
    // Only the daemon knows which slots are free.
    if (!this.#store || this.#wishes.length >= wishesMax || at === nextSlot) return false
    const { key, id, revision, mine } = saver.draft
    const isDated = at !== "now" && isAhead(mine.date, mine.zone)
    const wish = {
      key: this.of(saver.draft)?.key ?? newKey(), draft: key, post: id, revision, to, title: postName(mine),
      local: isDated ? mine.date : null, zone: mine.zone, isNow: at === "now",
      isMerged: saver.draft.isMerged, sentOn, problem: null,
    }
    try { await this.#put(wish) } catch { return false }
    this.#report(wish)
    this.#follow(wish)
    if (sentOn !== null) this.#retry(wish)
    return true
  }

  /** @returns {Promise<boolean>} whether it is gone; if the browser cannot remove it, it stays, and a notice says so */
  async cancel(wish) {
    try {
      await this.#remove(wish)
      return true
    } catch {
      await this.#reload()
      this.#model.notice(`“${wish.title}” is not cancelled: this browser could not remove it. Try again.`)
      return false
    }
  }

  #remove({ key }) {
    this.#wishes = this.#wishes.filter(one => one.key !== key)
    this.notify()
    return this.#store.delete(key)
  }

  /** The wish goes by the date of the post while it waits for the daemon. */
  async redate({ key, id, mine: { date, zone } }) {
    const wish = this.of({ key, id })
    if (!wish || wish.isNow || wish.sentOn !== null || this.question(wish)) return
    const local = isAhead(date, zone) ? date : null
    if (wish.local === local && (local === null || wish.zone === zone)) return
    const isLost = wish.local !== null && local === null
    const problem = isLost ? (date ? "Its date is in the past now." : "Its date was removed.") : null
    try { await this.#put({ ...wish, ...!isLost && { local, zone }, problem }) } catch {
      this.#model.notice(`“${wish.title}”: this browser could not keep the new date. Cancel the publication, and ask again.`)
    }
  }

  /** The daemon is back. */
  async back() {
    if (!this.#store) return
    await this.#reload()
    await Promise.all(this.#wishes.map(wish => this.#carryOut(wish)))
  }

  async #reload() {
    try { this.#wishes = await this.#store?.all() ?? [] } catch { /* A browser that cannot store has none. */ }
    for (const wish of this.#wishes) this.#follow(wish)
    this.notify()
  }

  async #put(wish) {
    this.#wishes = [...this.#wishes.filter(one => one.key !== wish.key), wish]
    this.notify()
    await this.#store.put(wish)
  }

  #saverOf({ draft, post }) {
    return this.#model.savers.all.find(({ draft: { key, id } }) => key === draft || (post !== null && id === post))
  }

  /** Carries a wish out when its text is saved, and asks if the text was changed elsewhere before. */
  #follow(wish) {
    const saver = this.#saverOf(wish)
    if (!saver || this.#followed.has(saver)) return
    this.#followed.add(saver)
    saver.addEventListener("change", () => {
      const wish = this.of(saver.draft), { phase, isMerged } = saver.draft
      if (!wish || wish.problem) return
      if (phase === "deleted") this.#drop(wish)
      else if (isMerged && !wish.isMerged && wish.sentOn === null) this.#ask(wish, changedWords)
      else if (phase === "saved") this.#carryOut(wish, saver)
    })
  }

  /**
   * One attempt at a time, in one window.
   * @param {DraftSaver} [saver] of its draft, which the model no longer has once it is saved
   */
  async #carryOut({ key }, saver) {
    if (this.#busy.has(key)) return
    this.#busy.add(key)
    try { await this.#store.alone(key, () => this.#attempt(key, saver)) } finally { this.#busy.delete(key) }
  }

  async #attempt(key, known) {
    const waiting = await this.#open(key)
    if (!waiting) return
    const saver = known ?? this.#saverOf(waiting)
    if (!saver && await this.#model.drafts.isElsewhere(waiting.draft)) return
    if (saver && !await saved(saver)) return
    // The writer may have changed or cancelled it meanwhile.
    const wish = await this.#open(key)
    if (!wish) return
    try {
      // An attempt without an answer came in time, or not at all.
      if (wish.sentOn !== null && hasPassed(wish, daemonNow())) return await this.#checkSent(wish, saver, null)
      const ready = await this.#withRevision(wish, saver)
      return ready && await this.#send(ready, saver)
    } catch (problem) {
      return this.#failed(wish, problem)
    }
  }

  /** The wish as it is kept; null if another window has carried it out, or if it asks its writer. */
  async #open(key) {
    const wish = (await this.#store.all().catch(() => [])).find(one => one.key === key)
    if (!wish) await this.#reload()
    const question = wish && this.question(wish)
    if (question) this.#reportQuestion(wish, question)
    return wish && !question ? wish : null
  }

  /**
   * Notes the revision on which it is sent before it is sent: whatever happens then, no other revision is published.
   * @returns {Promise<Wish|null>} null if it was not the writer's own text
   */
  async #withRevision(wish, saver) {
    if (wish.sentOn !== null) return wish
    const post = wish.post ?? this.#model.drafts.postOf(wish.draft)
    const { id, revision } = saver ? saver.draft : await this.#read(post)
    if (!saver && revision !== (this.#model.drafts.revisionOf(wish.draft) ?? wish.revision ?? 1)) {
      await this.#ask(wish, changedWords)
      return null
    }
    const ready = { ...wish, post: id, sentOn: revision }
    try { await this.#put(ready) } catch {
      await this.#ask(wish, "This browser has no room to note what it sends.")
      return null
    }
    return ready
  }

  async #send(wish, saver) {
    const { local, zone, isNow, to, sentOn } = wish
    // The browser's clock may be slow.
    const when = local !== null ? { at: `${local.slice(0, 16).replace("T", " ")} ${zone}`, mustBeAhead: true }
      : isNow && { at: "now" }
    try {
      const { body } = await this.#request("PUT", postPath(wish.post, "/publication"), { body: { to, ...when },
        revision: sentOn })
      return await this.#done(wish, saver, body)
    } catch (problem) {
      if (isPassing(problem)) throw problem
      return this.#checkSent(wish, saver, problem.isStale ? changedWords : problem.message)
    }
  }

  /** Finds out whether an earlier attempt was carried out; if not, the writer decides. */
  async #checkSent(wish, saver, problem) {
    const post = await this.#read(wish.post)
    const { body: { items } } = await this.#request("GET", postPath(wish.post, "/deliveries"))
    if (isCarriedOut(wish, post, items)) return this.#done(wish, saver, { post, deliveries: items, notes: [] })
    return this.#ask({ ...wish, sentOn: null }, problem)
  }

  async #read(id) { return (await this.#request("GET", postPath(id))).body }

  async #done(wish, saver, answer) {
    await this.#remove(wish).catch(() => { /* The next page finds that it was carried out. */ })
    this.#model.published(saver, answer)
    const undo = { title: "Undo", run: () => this.#model.actions.unpublishOther(answer.post) }
    this.#model.notice(`“${wish.title}” ${doneWords(wish, daemonNow())}`, undo, true)
    for (const note of answer.notes) this.#model.notice(note)
  }

  async #failed(wish, problem) {
    if (problem.status === 404 || problem.type?.endsWith(":deleted")) return this.#drop(wish)
    // The daemon answers, or its stream tells when it does.
    if (!isPassing(problem)) return this.#ask(wish, problem.message)
    return problem.isSignedOut || problem.isOtherUser ? undefined : this.#retry(wish)
  }

  #retry(wish) {
    clearTimeout(this.#timers.get(wish.key))
    this.#timers.set(wish.key, setTimeout(() => this.#carryOut(wish), retryMilliseconds))
  }

  async #drop(wish) {
    await this.#remove(wish).catch(() => { /* The next page finds the same. */ })
    this.#model.notice(`“${wish.title}” was deleted meanwhile, so it is not published.`)
  }

  async #ask(wish, problem) {
    const asking = { ...wish, problem }
    await this.#put(asking).catch(() => { /* The next page asks again. */ })
    this.#reportQuestion(asking, this.question(asking))
  }

  #report(wish) {
    const cancel = { title: "Cancel", run: () => this.cancel(wish) }
    this.#model.notice(`“${wish.title}”: ${lowered(this.words(wish))}`, cancel)
  }

  /** Once for each page and reason. */
  #reportQuestion(wish, words) {
    if (this.#reported.has(`${wish.key} ${words}`)) return
    this.#reported.add(`${wish.key} ${words}`)
    this.#model.notice(`“${wish.title}”: ${words}`, { title: "Decide…", run: () => this.#model.decide(wish) }, true)
    this.notify()
  }
}

/** Whether the same request may succeed later. */
const isPassing = problem => problem.isObstacle || problem.status === 429 || problem.status >= 500
