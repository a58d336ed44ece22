/**
 * The browser's own store (IndexedDB), where a draft waits until the daemon has it. A window holds a lock for each
 * draft that it works at; a draft without one was left by a window that is gone, and the next window takes care of it.
 *
 * A draft belongs to the user of the page that kept it. Pages of other users learn that it is there, and nothing else.
 */
import { count } from "../model/writing.js"
import { pageUser } from "./api.js"

const database = "galley"
const table = "drafts"
/**
 * What was just typed is drawn first; until then it waits to be written, at the most so long. Whoever types quickly has
 * several keys written as one. A page that goes writes at once (`flush`).
 */
const patienceMilliseconds = 100
/** A page that is loaded again may be quicker than the browser in letting go of its former self's lock. */
const reloadPatienceMilliseconds = 1000
const storageKey = "galley-draft"
/** Which posts new drafts became, the newest last: addresses that name a draft (`?draft=`) lead there. */
const becameKey = "galley-became"
const becameMax = 100
const lockName = key => `galley-draft-${key}`

export class KeptDrafts extends EventTarget {
  /** Whether the store takes what it is given; a private window or a full disk may refuse. */
  canKeep = true
  #user
  #open
  #waiting = new Map()
  #busy = new Set()
  #releases = new Map()
  /** The draft that this page worked at before it was loaded again. */
  #former = performance.getEntriesByType("navigation")[0]?.type === "reload" ? sessionStorage.getItem(storageKey) : null

  constructor(user = pageUser) {
    super()
    this.#user = user
  }

  /** Keeps the newest of what is given for a key: at most one write is under way for each. */
  keep(record) {
    this.#put(record.key, { ...record, user: this.#user, keptAt: Date.now() })
  }

  /** Forgets a draft, also one that is just being written. */
  forget(key) {
    this.#put(key, null)
  }

  /** The daemon made a post of a new draft. Said at once: a page that is loaded in this moment must find it. */
  became(key, id) {
    const others = became().filter(([other]) => other !== key)
    try {
      localStorage.setItem(becameKey, JSON.stringify([...others, [key, id]].slice(-becameMax)))
    } catch { /* The browser has no room left: only a reload at this very moment misses the post. */ }
  }

  /** @returns {string|null} the id of the post that a draft became */
  postOf(key) { return became().find(([other]) => other === key)?.[1] ?? null }

  /** Begins the writes that wait for another one, since the page is about to go. */
  flush() {
    for (const key of this.#waiting.keys()) this.#write(key)
  }

  /** Takes the lock of a draft, for as long as this window is there. */
  hold(key) {
    sessionStorage.setItem(storageKey, key)
    if (!navigator.locks || this.#releases.has(key)) return
    this.#releases.set(key, () => {})
    navigator.locks.request(lockName(key), () => new Promise(release => this.#releases.set(key, release))).catch(() =>
      {})
  }

  release(key) {
    this.#releases.get(key)?.()
    this.#releases.delete(key)
  }

  /**
   * @returns {Promise<object[]>} the user's drafts that windows left which are gone, the newest first; this window holds
   *   them now
   */
  async adopt() {
    const left = []
    for (const record of await this.#all()) {
      if (record.user === this.#user && await this.#take(record.key)) left.push(record)
    }
    return left.sort(newestFirst)
  }

  /**
   * What waits here for other users, and for nobody that is known: drafts that were kept before they had a user.
   * @returns {Promise<{key: string, id: string|null, user: string|null, keptAt: number, words: number}[]>} nothing of what
   *   they say; the newest first
   */
  async others() {
    const records = (await this.#all()).filter(({ user }) => user !== this.#user)
    return records.sort(newestFirst).map(({ key, id, user = null, keptAt, mine }) =>
      ({ key, id, user, keptAt, words: count(`${mine.title} ${mine.body}`).words }))
  }

  /**
   * Makes a draft that has no user this user's.
   * @returns {Promise<object|null>} the draft, which this window holds now; null when it is another's by now, or held
   */
  async claim(key) {
    const record = (await this.#all()).find(one => one.key === key)
    if (!record || record.user !== undefined || !await this.#take(key)) return null
    this.keep(record)
    return record
  }

  async #all() {
    try {
      const store = await this.#store("readonly")
      return await answer(store.getAll())
    } catch {
      this.#tell(false)
      return []
    }
  }

  #take(key) {
    if (this.#releases.has(key)) return false
    if (!navigator.locks) return true
    return new Promise(resolve => {
      const options = key === this.#former ? { signal: AbortSignal.timeout(reloadPatienceMilliseconds) }
        : { ifAvailable: true }
      navigator.locks.request(lockName(key), options, lock => {
        resolve(lock !== null)
        return lock && new Promise(release => this.#releases.set(key, release))
      }).catch(() => resolve(false))
    })
  }

  #put(key, record) {
    this.#waiting.set(key, record)
    if (!this.#busy.has(key)) this.#writeSoon(key)
  }

  #writeSoon(key) {
    this.#busy.add(key)
    setTimeout(() => this.#write(key), patienceMilliseconds)
  }

  async #write(key) {
    if (!this.#waiting.has(key)) return this.#busy.delete(key)
    const record = this.#waiting.get(key)
    this.#waiting.delete(key)
    this.#busy.add(key)
    try {
      const store = await this.#store("readwrite")
      const written = record ? store.put(record) : store.delete(key)
      // A transaction that waits for more ends with the page, and takes the words along.
      store.transaction.commit()
      await answer(written)
      this.#tell(true)
    } catch {
      this.#open = undefined
      this.#tell(false)
    }
    if (this.#waiting.has(key)) return this.#writeSoon(key)
    return this.#busy.delete(key)
  }

  async #store(mode) {
    this.#open ??= connect()
    const connection = await this.#open
    return connection.transaction(table, mode).objectStore(table)
  }

  #tell(canKeep) {
    if (this.canKeep === canKeep) return
    this.canKeep = canKeep
    this.dispatchEvent(new Event("change"))
  }
}

function became() {
  try {
    const known = JSON.parse(localStorage.getItem(becameKey) ?? "[]")
    return Array.isArray(known) ? known.filter(Array.isArray) : []
  } catch { return [] }
}

const newestFirst = (one, other) => other.keptAt - one.keptAt

function connect() {
  const opening = indexedDB.open(database, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(table, { keyPath: "key" })
  return answer(opening)
}

function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
