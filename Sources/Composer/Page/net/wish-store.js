/** The browser's own store of publications that wait for the daemon (`model/wishes.js`), by user. */
import { pageUser } from "./api.js"
import { BrowserStore } from "./browser-store.js"

export class WishStore {
  #store = new BrowserStore("galley-wishes", { wishes: "key" })
  #user

  constructor(user = pageUser) { this.#user = user }

  async all() { return (await this.#store.all("wishes")).filter(({ user }) => user === this.#user) }
  put(wish) { return this.#store.put("wishes", { ...wish, user: this.#user }) }
  delete(key) { return this.#store.delete("wishes", key) }

  /** Runs `work` unless another window does: it then takes care of that wish. */
  alone(key, work) {
    // Without locks the revision in the request still prevents a second publication.
    if (!navigator.locks) return work()
    return navigator.locks.request(`galley-wish-${key}`, { ifAvailable: true }, lock => lock && work())
  }
}
