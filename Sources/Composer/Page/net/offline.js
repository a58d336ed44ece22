/** Whether this page opens without the daemon: its service worker, and the posts that the browser keeps. */
import { Notifier } from "../model/notifier.js"

/** The edition in the address of this file; null while the page is developed without one. */
const edition = /\/composer\/~([^/]+)\//.exec(import.meta.url)?.[1] ?? null
/** The name of the cache of an edition begins so. */
const cacheStart = "galley-page-"
const workerPath = "/service-worker.js"
const sharesName = "galley-shares"
/** The page's own start comes first. */
const pauseMilliseconds = 1000

/**
 * Events: `change`.
 *
 * | state | meaning |
 * |---|---|
 * | `impossible` | the browser has no service workers here |
 * | `waiting` | the worker is being installed |
 * | `ready` | the page opens without the daemon |
 * | `failed` | the worker could not be installed |
 */
export class Offline extends Notifier {
  state = globalThis.isSecureContext && navigator.serviceWorker && navigator.locks && edition ? "waiting" : "impossible"

  /** @param {PostCache} posts */
  constructor(posts) {
    super()
    this.posts = posts
    posts.addEventListener("change", () => this.notify())
    // Until the window closes, the service worker keeps the files of its edition.
    if (this.state === "waiting") {
      navigator.locks.request(cacheStart + edition, { mode: "shared" }, () => new Promise(() => {})).catch(() => {
        /* A browser that keeps nothing has no worker either. */
      })
    }
  }

  /**
   * Installs the worker of this edition, once the page has started.
   * @param {Function} subscribe to the daemon's events
   */
  async start(subscribe) {
    if (this.state === "impossible") return
    this.posts.follow(subscribe)
    await new Promise(resolve => setTimeout(resolve, pauseMilliseconds))
    try {
      const registration = await navigator.serviceWorker.register(workerPath, { updateViaCache: "none" })
      // The browser looks for a newer worker by itself, but later.
      if (registration.active) await registration.update()
      const worker = registration.installing ?? registration.waiting ?? registration.active
      this.#show(await settled(worker) ? "ready" : "failed")
    } catch {
      // A private window, a full disk, or the daemon is away: then an earlier worker may have opened the page.
      this.#show(navigator.serviceWorker.controller ? "ready" : "failed")
    }
  }

  /**
   * After a sign-out: neither the page of this user nor the user's posts open here. The service worker does the same when
   * the daemon tells it.
   */
  async forget() {
    await this.posts.clear()
    if (this.state === "impossible") return
    try {
      for (const name of await caches.keys()) {
        if (name.startsWith(cacheStart)) await (await caches.open(name)).delete("/")
      }
    } catch { /* The service worker learns of it from the daemon. */ }
  }

  #show(state) {
    this.state = state
    this.notify()
  }
}

/** Whether the service worker may have kept what other apps share. */
export async function hasShares() {
  return "caches" in globalThis && navigator.locks !== undefined && await caches.has(sharesName)
}

/** @returns {Promise<boolean>} whether the worker is installed at the end */
function settled(worker) {
  return new Promise(resolve => {
    const check = () => {
      if (worker.state === "installing") return
      resolve(worker.state !== "redundant" || navigator.serviceWorker.controller !== null)
    }
    worker.addEventListener("statechange", check)
    check()
  })
}
