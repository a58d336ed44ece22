/**
 * The browser's own store (IndexedDB), where a draft waits until the daemon has it. A window holds a lock for each
 * draft that it edits; a draft without a lock was left by a window that is gone, and the next window takes it over.
 *
 * A draft belongs to the user of the page that stored it (`owner.js`). Pages of other users learn that it exists.
 */
import { daemonNow } from "../model/daemon-clock.js"
import { Notifier } from "../model/notifier.js"
import { count } from "../model/word-count.js"
import { pageUser } from "./api.js"
import { BrowserStore, keptInTab, remembered } from "./browser-store.js"
import { isReload, lock } from "./locks.js"
import { ownerOf } from "./owner.js"

const table = "drafts"
/**
 * The longest delay of a write. Text is drawn first and written afterwards, so that several quick keystrokes make one
 * write. A page that closes writes at once (`flush`).
 */
const patienceMilliseconds = 100
/** The draft that this tab is editing. */
const editing = keptInTab("galley-draft")
/**
 * The post of each draft that the daemon has saved, and its revision then, newest last: addresses that name a draft
 * (`?draft=`) lead there, and a publication that waited knows the writer's own text by it.
 */
const saves = remembered("galley-became")
const savesMax = 200
const lockName = key => `galley-draft-${key}`

export class DraftStore extends Notifier {
  /** Whether the store works; a private window or a full disk may refuse writes. */
  canKeep = true
  #store
  #waiting = new Map()
  /** The writes under way, by key; undefined for one that begins soon. */
  #busy = new Map()
  #releases = new Map()
  /** The drafts that wait for the daemon, by key: the browser's store may be cleared while the page is open. */
  #kept = new Map()
  /** The draft that this page was editing before a reload. */
  #former = isReload ? editing.get() : null

  constructor(user = pageUser) {
    super()
    this.#store = new BrowserStore("galley", { [table]: "key" }, user)
    this.#store.addEventListener("lost", () => this.#keepAgain())
  }

  /** Stores the newest record for a key: at most one write per key runs at a time. */
  keep(record) {
    this.#kept.set(record.key, { ...record, keptAt: daemonNow() })
    this.#put(record.key, this.#kept.get(record.key))
  }

  /** Deletes a draft, even one that is just being written. */
  forget(key) {
    this.#kept.delete(key)
    this.#put(key, null)
  }

  /**
   * Records what the daemon made of a draft. At once, because a page that loads at this moment must find it.
   * @param {number|null} revision null if it has words from elsewhere, too
   */
  saved(key, id, revision) {
    // Without room in the browser only a reload at this very moment misses the post.
    saves.set([...known().filter(([other]) => other !== key), [key, id, revision]].slice(-savesMax))
  }

  /** @returns {string|null} the id of the post that a draft became */
  postOf(key) { return known().find(([other]) => other === key)?.[1] ?? null }

  /** @returns {number|null} the revision that a draft was last saved as, if all its words are of this browser */
  revisionOf(key) { return known().find(([other]) => other === key)?.[2] ?? null }

  /** Starts the waiting writes, because the page is about to close. @returns {Promise} the end of all writes */
  flush() {
    return Promise.allSettled([...[...this.#waiting.keys()].map(key => this.#write(key)), ...this.#busy.values()])
  }

  /** Takes the lock of a draft for the lifetime of this window. */
  hold(key) {
    // Without it a reload finds the draft by its lock.
    editing.set(key)
    if (!navigator.locks || this.#releases.has(key)) return
    const holding = new AbortController(), { signal } = holding
    this.#releases.set(key, () => holding.abort())
    navigator.locks.request(lockName(key), { signal }, () => signal.aborted
      || new Promise(release => signal.addEventListener("abort", release))).catch(() => {})
  }

  release(key) {
    this.#releases.get(key)?.()
    this.#releases.delete(key)
    this.#kept.delete(key)
  }

  /** Whether another window holds the lock of a draft. */
  async isElsewhere(key) {
    if (!navigator.locks || this.#releases.has(key)) return false
    return navigator.locks.request(lockName(key), { ifAvailable: true }, lock => lock === null).catch(() => false)
  }

  /**
   * @returns {Promise<object[]>} the user's drafts that closed windows left, newest first; this window now holds them
   */
  async adopt() {
    const left = []
    for (const record of await this.#read("all")) if (await this.#lock(record.key)) left.push(record)
    return left.sort(newestFirst)
  }

  /**
   * Drafts of other users, and those of unknown users: drafts stored before drafts had users.
   * @returns {Promise<{key: string, id: string|null, user: string|null, keptAt: number, words: number}[]>} without
   *   their content; newest first
   */
  async others() {
    const records = await this.#read("others")
    return records.sort(newestFirst).map(({ mine, ...record }) => ({ key: record.key, id: record.id, user: ownerOf(record),
      keptAt: record.keptAt, words: count(`${mine.title} ${mine.body}`).words }))
  }

  /**
   * Assigns a draft without a user to this user.
   * @returns {Promise<object|null>} the draft, which this window now holds; null if it belongs to another user
   *   meanwhile, or is held
   */
  async claim(key) {
    const record = (await this.#read("others")).find(one => one.key === key)
    if (!record || ownerOf(record) !== null || !await this.#lock(key)) return null
    this.keep(record)
    return record
  }

  /** @param {"all"|"others"} which the user's records, or the rest */
  async #read(which) {
    try {
      // One without a text has no words to lose.
      return (await this.#store[which](table)).filter(({ mine }) => mine)
    } catch {
      this.#setCanKeep(false)
      return []
    }
  }

  async #lock(key) {
    if (this.#releases.has(key)) return false
    if (!navigator.locks) return true
    const release = await lock(lockName(key), key === this.#former)
    if (release) this.#releases.set(key, release)
    return release !== null
  }

  #keepAgain() { for (const [key, record] of this.#kept) if (!this.#waiting.has(key)) this.#put(key, record) }

  #put(key, record) {
    this.#waiting.set(key, record)
    if (!this.#busy.has(key)) this.#writeSoon(key)
  }

  #writeSoon(key) {
    this.#busy.set(key)
    setTimeout(() => this.#write(key), patienceMilliseconds)
  }

  async #write(key) {
    if (!this.#waiting.has(key)) return this.#busy.delete(key)
    const record = this.#waiting.get(key)
    this.#waiting.delete(key)
    const writing = record ? this.#store.put(table, record) : this.#store.delete(table, key)
    this.#busy.set(key, writing)
    try {
      await writing
      this.#setCanKeep(true)
    } catch {
      this.#setCanKeep(false)
    }
    if (this.#waiting.has(key)) return this.#writeSoon(key)
    return this.#busy.delete(key)
  }

  #setCanKeep(canKeep) {
    if (this.canKeep === canKeep) return
    this.canKeep = canKeep
    this.notify()
  }
}

function known() {
  const all = saves.get()
  return Array.isArray(all) ? all.filter(Array.isArray) : []
}

const newestFirst = (one, other) => other.keptAt - one.keptAt
