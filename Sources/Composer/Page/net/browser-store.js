/**
 * The one way to the browser's storage: no other module of the page names `localStorage`, `sessionStorage` or
 * `indexedDB`. A browser may refuse each of them, have no room left, or clear them while the page is open, and the page
 * works all the same: what it cannot keep it knows as long as it is open, and `keeping` says so.
 */
import { Notifier } from "../model/notifier.js"
import { pageUser } from "./api.js"
import { owned, ownedKey, ownerOf } from "./owner.js"

/** Another page that holds on to the database, or a fault of the browser, may keep it from opening at all. */
const patienceMilliseconds = 5000

/**
 * A database of the browser's own store (IndexedDB): tables of records, each found by its key. What one user puts in, only
 * that user gets out.
 *
 * Events: `lost` (the browser or its user has removed what this page put into it).
 */
export class BrowserStore extends Notifier {
  #name
  #tables
  #user
  #open
  #connection

  /** @param {Record<string, string>} tables each with the field that is its key */
  constructor(name, tables, user = pageUser) {
    super()
    this.#name = name
    this.#tables = tables
    this.#user = user
  }

  async all(table) { return (await this.#records(table)).filter(record => this.#isOwn(record)) }

  /** The records of other users, and those without an owner: to count and to remove, and never for their content. */
  async others(table) { return (await this.#records(table)).filter(record => !this.#isOwn(record)) }

  async get(table, key) {
    const record = await this.#use(table, "readonly", store => store.get(key))
    return record && this.#isOwn(record) ? record : undefined
  }

  put(table, record) { return this.#use(table, "readwrite", store => store.put(owned(record, this.#user))) }
  delete(table, key) { return this.#use(table, "readwrite", store => store.delete(key)) }

  #records(table) { return this.#use(table, "readonly", store => store.getAll()) }
  #isOwn(record) { return ownerOf(record) === this.#user }

  /**
   * A browser may close the connection of a page that was in the background, so that work fails once for no reason.
   * @throws the browser's error, as in a private window or on a full disk
   */
  async #use(table, mode, work, isAgain = false) {
    const open = this.#open ??= this.#connect()
    try {
      const transaction = (await open).transaction(table, mode)
      const request = work(transaction.objectStore(table))
      if (mode === "readonly") return await answer(request)
      // An uncommitted transaction ends with the page, and its data would be lost.
      transaction.commit()
      // A full disk may show only now, after the request has succeeded.
      return await answer(transaction, "complete", "abort")
    } catch (error) {
      if (this.#open === open) this.#open = undefined
      open.then(connection => connection.close(), () => {})
      if (isAgain) throw error
      return this.#use(table, mode, work, true)
    }
  }

  async #connect() {
    const opening = indexedDB.open(this.#name, 1)
    opening.onupgradeneeded = () => {
      for (const [table, keyPath] of Object.entries(this.#tables)) opening.result.createObjectStore(table, { keyPath })
    }
    const opened = answer(opening)
    let timer
    const late = new Promise((_, refuse) => {
      timer = setTimeout(refuse, patienceMilliseconds, new Error("The browser's store does not open."))
    })
    const connection = await Promise.race([opened, late]).catch(error => {
      opened.then(unused => unused.close(), () => {})
      throw error
    }).finally(() => clearTimeout(timer))
    // The service worker removes the database after a sign-out, and the user may clear all data of a site.
    this.#connection = connection
    connection.onversionchange = () => {
      connection.close()
      this.#lose(connection)
    }
    connection.onclose = () => this.#lose(connection)
    return connection
  }

  #lose(connection) {
    if (this.#connection !== connection) return
    this.#open = this.#connection = undefined
    this.notify("lost")
  }
}

/**
 * Whether the browser keeps the page's values. Events: `change`.
 *
 * | fault | meaning |
 * |---|---|
 * | null | it does, as far as the page has tried |
 * | `refused` | it keeps none, as with cookies blocked |
 * | `full` | it has no room for another one |
 */
class Keeping extends Notifier {
  fault = null

  failed(error) {
    const fault = fullErrors.includes(error?.name) ? "full" : "refused"
    if (this.fault === fault || this.fault === "refused") return
    this.fault = fault
    this.notify()
  }
}

const fullErrors = ["QuotaExceededError", "NS_ERROR_DOM_QUOTA_REACHED"]
export const keeping = new Keeping()

/**
 * What the page tells its user of a browser that does not keep what the page gives it.
 * @param {"refused"|"full"|null} fault as in `Keeping`
 * @param {boolean} canKeep whether it keeps unsaved text
 * @returns {string|null} one line; null if it keeps all
 */
export function keepingWords(fault, canKeep) {
  if (!canKeep) {
    const start = fault === "full" ? "has no room left for Galley, not even for" : "keeps no"
    return `This browser ${start} unsaved text. Close the page only while it says “Saved”.`
  }
  const start = fault === "full" ? "has no room left for Galley" : "keeps nothing for Galley"
  return fault && `This browser ${start}: a reload forgets where you were. Your text is saved as usual.`
}

/** Values that the browser did not take, by storage and key. */
const untaken = new Map()

/**
 * A text in the browser's storage that names no user (`owner.js`); null if there is none. What the browser does not take,
 * this page still knows until it closes.
 */
export const kept = key => keptIn("localStorage", key)
/** One of this tab alone. */
export const keptInTab = key => keptIn("sessionStorage", key)

function keptIn(storage, key) {
  const name = `${storage} ${key}`
  return {
    get() {
      if (untaken.has(name)) return untaken.get(name)
      try {
        return globalThis[storage].getItem(key)
      } catch (error) {
        keeping.failed(error)
        return null
      }
    },
    set(text) {
      try {
        if (text === null) globalThis[storage].removeItem(key)
        else globalThis[storage].setItem(key, text)
        untaken.delete(name)
      } catch (error) {
        untaken.set(name, text)
        keeping.failed(error)
      }
    },
  }
}

/**
 * A value that this browser keeps for the page's user, as JSON; null if it keeps none. What is older than owners holds
 * for each user until the first value of that user.
 */
export const remembered = name => rememberedIn("localStorage", name)
/** One of this tab alone. */
export const rememberedInTab = name => rememberedIn("sessionStorage", name)

function rememberedIn(storage, name) {
  const own = keptIn(storage, ownedKey(name)), former = keptIn(storage, name)
  return {
    get() {
      try { return JSON.parse(own.get() ?? former.get()) } catch { return null }
    },
    set(value) { own.set(value === null ? null : JSON.stringify(value)) },
  }
}

function answer(source, good = "success", bad = "error") {
  return new Promise((resolve, reject) => {
    source[`on${good}`] = () => resolve(source.result)
    source[`on${bad}`] = () => reject(source.error)
  })
}
