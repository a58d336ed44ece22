/** Another page that holds on to the database, or a fault of the browser, may keep it from opening at all. */
const patienceMilliseconds = 5000

/** A database of the browser's own store (IndexedDB): tables of records, each found by its key. */
export class BrowserStore {
  #name
  #tables
  #open

  /** @param {Record<string, string>} tables each with the field that is its key */
  constructor(name, tables) {
    this.#name = name
    this.#tables = tables
  }

  all(table) { return this.#use(table, "readonly", store => store.getAll()) }
  get(table, key) { return this.#use(table, "readonly", store => store.get(key)) }
  put(table, record) { return this.#use(table, "readwrite", store => store.put(record)) }
  delete(table, key) { return this.#use(table, "readwrite", store => store.delete(key)) }

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

/** A value that this browser keeps, as JSON; null if it keeps none. */
export function remembered(key, storage = "localStorage") {
  return {
    get() {
      try { return JSON.parse(globalThis[storage].getItem(key)) } catch { return null }
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
