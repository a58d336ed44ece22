/** The browser's own store of publications that wait for the daemon (`model/wishes.js`). */
import { pageUser } from "./api.js"
import { BrowserStore } from "./browser-store.js"
import { ownerOf } from "./owner.js"

const table = "wishes"

export class WishStore {
  #store

  constructor(user = pageUser) { this.#store = new BrowserStore("galley-wishes", { [table]: "key" }, user) }

  all() { return this.#store.all(table) }
  put(wish) { return this.#store.put(table, wish) }
  delete(key) { return this.#store.delete(table, key) }

  /** The publications of other users. @returns {Promise<{user: string|null}[]>} without their content */
  async others() {
    try {
      return (await this.#store.others(table)).map(record => ({ user: ownerOf(record) }))
    } catch { return [] }
  }

  /** Runs `work` unless another window does: it then takes care of that wish. */
  async alone(key, work) {
    let isAsked = false
    try {
      return await navigator.locks.request(`galley-wish-${key}`, { ifAvailable: true }, lock => {
        isAsked = true
        return lock && work()
      })
    } catch (error) {
      // Without locks the revision in the request still prevents a second publication.
      if (isAsked) throw error
      return work()
    }
  }
}
