/**
 * The posts that were edited last, and the daemon's settings, in the browser's own store, for reading while the daemon
 * is away. They belong to the user of the page; a page of another user, and a sign-out, remove them.
 */
import { answerFrom, beyondLimits, changesOf, isKeptPage, keptWords, postsMax } from "../model/post-cache.js"
import { coalesced } from "../model/coalesced.js"
import { daemonNow } from "../model/daemon-clock.js"
import { isReset, outdatedBy } from "../model/daemon-events.js"
import { Notifier } from "../model/notifier.js"
import { pageUser, request } from "./api.js"
import { BrowserStore, kept, remembered } from "./browser-store.js"

/** The service worker removes the database by this name. */
const database = "galley-posts"
/** With the field that is their key. A fact is an answer, by its path; the list of posts is one. */
const tables = { posts: "id", facts: "path" }
const listPath = "/v1/posts"
/** What the page reads besides posts: for planning a publication, and for writing. */
const factPath = /^\/v1\/(tags|targets|targets\/[^/?]+\/limits|settings|snippets|searches|keys)(\?|$)/
/** How long a reading request may take before the answer is what is kept. */
const patienceMilliseconds = 3000
/** The page's own start comes first. */
const startMilliseconds = 4000
/** A writer makes many changes in a row. */
const pauseMilliseconds = 20_000
const pageLength = 100
const choiceName = "galley-keeps-posts"
/** What the user has chosen: “yes” or “no”. */
const choice = remembered(choiceName)

/** A choice that is older than owners, which is no JSON, holds for all users who have not chosen since. */
const formerChoice = kept(choiceName)

const isOutdating = name => isReset(name) || outdatedBy(name).includes("posts")
const idle = () => new Promise(resolve => (globalThis.requestIdleCallback ?? setTimeout)(resolve))

/** Events: `change` (the number of kept posts). */
export class PostCache extends Notifier {
  count = 0
  #store
  #user
  #request
  /** Whether this page may keep posts, and whether it is the window that keeps the last ones. */
  #isFollowing = false
  #isFilling = false
  /**
   * What this window knows of the kept posts, by id: reading them all takes longer than a key may. null until it has.
   * @type {Map<string, {id: string, mark: string, size: number}>|null}
   */
  #index = null
  /** The revision of the post that was kept last. */
  #learned = { id: null, revision: 0 }
  #fillSoon = coalesced(() => this.#fill(), pauseMilliseconds)

  constructor(user = pageUser, ask = request) {
    super()
    this.#store = new BrowserStore(database, tables, user)
    this.#user = user
    this.#request = ask
  }

  /** Whether this browser keeps posts: the user's choice. */
  get isWanted() { return (choice.get() ?? formerChoice.get()) !== "no" }

  /** Chooses whether posts are kept, and removes those that are. */
  async choose(isWanted) {
    choice.set(isWanted ? "yes" : "no")
    return isWanted ? this.#fill() : this.clear()
  }

  /**
   * Reads as `request` does. If the daemon is away, or late, the answer is what is kept, with `note` in a list; `fresh`
   * is a late answer's promise.
   * @throws {Problem} if it is not kept
   */
  async read(method, path, options) {
    if (method !== "GET") return this.#request(method, path, options)
    const kept = isKeptPage(path) ? await this.#recalled(path, "The daemon was away.") : null
    if (kept) return kept
    const asked = this.#request(method, path, options)
    let timer
    const late = new Promise(resolve => {
      timer = setTimeout(() => resolve(this.#recalled(path, "The daemon does not answer yet.")), patienceMilliseconds)
    })
    try {
      const answer = await Promise.race([asked, late]) ?? await asked
      if (answer.isKept) answer.fresh = asked
      if (factPath.test(path) && !answer.isKept) {
        this.#put("facts", { path, body: answer.body }).catch(() => { /* The daemon has them. */ })
      }
      return answer
    } catch (problem) {
      const answer = problem.isAway ? await this.#recalled(path, problem.message) : null
      if (!answer) throw problem
      return answer
    } finally {
      clearTimeout(timer)
    }
  }

  async #recalled(path, why) {
    try {
      const fact = await this.#store.get("facts", factPath.test(path) ? path : listPath)
      if (factPath.test(path)) return fact ? { status: 200, body: fact.body, isKept: true } : null
      const body = answerFrom(path, fact?.body.items ?? null, await this.#store.all("posts"))
      if (fact && body?.items) body.note = keptWords(why, fact.at, daemonNow())
      return body && { status: 200, body, isKept: true }
    } catch { return null }
  }

  /**
   * Keeps posts from now on, in one window of the user in this browser.
   * @param {Function} subscribe to the daemon's events
   */
  async follow(subscribe) {
    await this.#remove("others")
    this.#isFollowing = true
    navigator.locks.request(`galley-keeps-posts ${this.#user}`, () => {
      this.#isFilling = true
      setTimeout(() => this.#fill(), startMilliseconds)
      return new Promise(() => {})
    }).catch(() => { /* A browser that keeps nothing has no locks either. */ })
    subscribe(message => this.#hear(message))
  }

  #hear({ kind, name, isOpen, reason }) {
    if (kind === "line" && ["signed-out", "other-user"].includes(reason?.kind)) this.clear()
    else if (kind === "line" ? isOpen : isOutdating(name)) this.#fillSoon()
  }

  clear() { return this.#remove("all") }

  /** @param {"all"|"others"} which the user's posts, or the rest */
  async #remove(which) {
    this.#index = null
    this.#learned = { id: null, revision: 0 }
    try {
      for (const [table, key] of Object.entries(tables)) {
        for (const record of await this.#store[which](table)) await this.#store.delete(table, record[key])
      }
      this.#counted((await this.#store.all("posts")).length)
    } catch { /* A browser that cannot store keeps none. */ }
  }

  async #fill() {
    if (!this.isWanted) this.#index = null
    if (!this.#isFilling || !this.isWanted) return
    try {
      const rows = await this.#newest()
      await idle()
      this.#index ??= new Map((await this.#store.all("posts")).map(({ id, mark, size }) => [id, { id, mark, size }]))
      const index = this.#index
      const { fetched, removed } = changesOf(rows, [...index.values()])
      for (const id of removed) await this.#drop(id)
      for (const row of fetched) await this.#keep(row)
      await this.#put("facts", { path: listPath, body: { items: rows } })
      for (const id of beyondLimits(rows, [...index.values()])) await this.#drop(id)
      this.#counted(index.size)
    } catch {
      // The daemon is away, or the browser has no room. The next event tries again.
      this.#index = null
    }
  }

  async #drop(id) {
    this.#index?.delete(id)
    await this.#store.delete("posts", id)
  }

  /** Keeps the open post at once, as the daemon has acknowledged it; its row in the list follows later. */
  async learn(post) {
    if (!this.#isFollowing || !post) return
    const { id, revision } = this.#learned
    if (id === post.id && revision >= post.revision) return
    this.#learned = { id: post.id, revision: post.revision }
    try {
      const known = await this.#store.get("posts", post.id)
      if (known && known.post.revision >= post.revision) return
      await this.#putPost(post, known?.deliveries ?? [], "")
    } catch { /* A browser that cannot store keeps none. */ }
  }

  async #putPost(post, deliveries, mark) {
    const { id } = post
    const size = post.body.length + JSON.stringify([{ ...post, body: "" }, deliveries]).length
    await this.#put("posts", { id, mark, post, deliveries, size })
    this.#index?.set(id, { id, mark, size })
  }

  async #newest() {
    const rows = []
    let cursor
    do {
      const query = new URLSearchParams({ order: "edited", limit: `${pageLength}`, ...cursor && { cursor } })
      const { body } = await this.#request("GET", `${listPath}?${query}`)
      rows.push(...body.items)
      cursor = body.cursor
    } while (cursor && rows.length < postsMax)
    return rows.slice(0, postsMax)
  }

  async #keep(row) {
    await idle()
    const path = `${listPath}/${encodeURIComponent(row.id)}`
    try {
      const { body: post } = await this.#request("GET", path)
      const deliveries = row.state === "draft" ? [] : (await this.#request("GET", `${path}/deliveries`)).body.items
      await this.#putPost(post, deliveries, JSON.stringify(row))
    } catch (problem) {
      // Deleted meanwhile.
      if (problem.status !== 404) throw problem
    }
  }

  /** Without service workers no page could read it, and locks exist where these do. */
  async #put(table, record) {
    if (!this.isWanted || !navigator.locks) return
    await this.#store.put(table, { ...record, at: daemonNow() })
  }

  #counted(count) {
    this.count = count
    this.notify()
  }
}
