import { pageUser } from "./api.js"
import { owned, ownedKey, ownerOf } from "./owner.js"

/** Another page that holds on to the database, or a fault of the browser, may keep it from opening at all. */
const patienceMilliseconds = 5000

/**
 * A database of the browser's own store (IndexedDB): tables of records, each found by its key. What one user puts in, only
 * that user gets out.
 */
export class BrowserStore {
  #name
  #tables
  #user
  #open

  /** @param {Record<string, string>} tables each with the field that is its key */
  constructor(name, tables, user = pageUser) {
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
    // The service worker removes the database after a sign-out.
    connection.onversionchange = () => {
      connection.close()
      this.#open = undefined
    }
    return connection
  }
}

/**
 * A value that this browser keeps for the page's user, as JSON; null if it keeps none. What is older than owners holds
 * for each user until the first value of that user.
 */
export function remembered(name, storage = "localStorage") {
  const key = ownedKey(name)
  return {
    get() {
      try {
        const kept = globalThis[storage]
        return JSON.parse(kept.getItem(key) ?? kept.getItem(name))
      } catch { return null }
    },
    set(value) {
      try {
        if (value === null) globalThis[storage].removeItem(key)
        else globalThis[storage].setItem(key, JSON.stringify(value))
      } catch { /* Some browsers keep nothing, and others have no room left. */ }
    },
  }
}

function answer(source, good = "success", bad = "error") {
  return new Promise((resolve, reject) => {
    source[`on${good}`] = () => resolve(source.result)
    source[`on${bad}`] = () => reject(source.error)
  })
}
