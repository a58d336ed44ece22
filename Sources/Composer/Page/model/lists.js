/** The index of posts and the queue. They follow the daemon: an event that outdates a list makes it load again. */
import { bounds } from "./bounds.js"
import { lately, moment } from "./language.js"
import { Notifier } from "./notifier.js"

const pageLength = 40
export const stateWords = { draft: "Draft", scheduled: "Scheduled", published: "Published", unpublished: "Taken back",
  deleted: "Deleted" }

/**
 * The first items of a list that comes in pages.
 * @param {(cursor: any, limit: number) => Promise<{items: object[], cursor: any}>} page the first one without a cursor;
 *   the last one has none
 * @returns {Promise<object>} the last page, with all these items
 */
export async function firstItems(count, page) {
  const items = []
  let last
  do {
    last = await page(last?.cursor, Math.min(100, count - items.length))
    items.push(...last.items)
  } while (last.cursor && items.length < count)
  return { ...last, items }
}

/** A list that is loaded from the first time that it is visible. */
class WatchedList extends Notifier {
  isWatched = false

  /** Marks the list as visible. */
  watch() {
    if (this.isWatched) return
    this.isWatched = true
    return this.refresh()
  }
}

/**
 * The index of posts that match a search, which the daemon reads, and a state, in an order of the preferences.
 * Events: `change`.
 */
export class PostsIndex extends WatchedList {
  items = []
  search = ""
  state = ""
  isLoading = false
  isLoaded = false
  problem = null
  /** Whether the order has an effect: what a search for words finds has an order of its own. */
  isOrdered = true
  #cursor
  #turn = 0
  #request

  /** @param {"edited"|"date"|"title"|"state"} [order] */
  constructor(request, order = "edited") {
    super()
    this.#request = request
    this.order = order
  }

  /** Whether there are more posts than are loaded. */
  get hasMore() { return this.#cursor !== undefined }

  /** Starts over with another search, state or order. */
  show({ search = this.search, state = this.state, order = this.order }) {
    Object.assign(this, { search, state, order })
    return this.#load(pageLength)
  }

  /** Loads as many again as are loaded now. */
  refresh() { return this.#load(Math.max(this.items.length, pageLength)) }

  async more() {
    if (this.isLoading || !this.hasMore) return
    const turn = this.#turn
    this.isLoading = true
    try {
      let page = { items: [], cursor: this.#cursor }
      while (!page.items.length && page.cursor !== undefined) {
        page = await this.#page(page.cursor, pageLength)
        if (turn !== this.#turn) return
      }
      const known = new Set(this.items.map(item => item.id))
      this.items = [...this.items, ...page.items.filter(item => !known.has(item.id))]
      this.#cursor = page.cursor
    } catch (problem) {
      if (turn === this.#turn) this.problem = problem.message
    } finally {
      this.isLoading = false
      this.notify()
    }
  }

  async #load(count) {
    const turn = ++this.#turn
    try {
      const page = await firstItems(count, (...asked) => this.#page(...asked))
      if (turn !== this.#turn) return
      this.#take(page)
      page.fresh?.then(fresh => { if (fresh && turn === this.#turn) this.#take(fresh) })
    } catch (problem) {
      if (turn !== this.#turn) return
      this.problem = problem.message
      this.isLoaded = true
      this.notify()
    }
  }

  #take({ items, cursor, note = null, isOrdered }) {
    Object.assign(this, { items, problem: note, isOrdered, isLoaded: true })
    this.#cursor = cursor
    this.notify()
  }

  async #page(cursor, limit) {
    const { search, state, order } = this
    const query = new URLSearchParams({ limit, order })
    for (const [name, value] of Object.entries({ find: search, state, cursor })) if (value) query.set(name, value)
    const page = ({ body }) => ({ ...body, isOrdered: !body.words })
    const answer = await this.#request("GET", `/v1/posts?${query}`)
    return { ...page(answer), fresh: answer.fresh?.then(page, () => null) }
  }
}

/** The queue: future and recently ended deliveries. Events: `change`. */
export class Queue extends WatchedList {
  items = []
  /** Whether there are more future deliveries than are loaded. */
  hasMore = false
  problem = null
  isLoaded = false
  #turn = 0
  #request

  constructor(request) {
    super()
    this.#request = request
  }

  async refresh() {
    const turn = ++this.#turn
    try {
      const [{ body: open }, { body: all }] = await Promise.all([`limit=${bounds.list}`, "state=all&limit=30"].map(
        query => this.#request("GET", `/v1/deliveries?${query}`)))
      if (turn !== this.#turn) return
      this.items = [...new Map([...open.items, ...all.items].map(item => [item.id, item])).values()]
      this.hasMore = Boolean(open.cursor)
      this.problem = null
      this.isLoaded = true
    } catch (problem) {
      if (turn !== this.#turn) return
      this.problem = problem.message
    }
    this.notify()
  }

  /** Sends a verb: retry, cancel, resend, abandon, confirm-sent. */
  async ask(id, verb, body) {
    const answer = await this.#request("POST", `/v1/deliveries/${id}/${verb}`, { body })
    this.items = this.items.map(item => (item.id === id ? answer.body : item))
    this.notify()
  }
}

/**
 * The line below a post's name in the index. A time always follows a word for its event, so that the time of a save
 * cannot be mistaken for that of publishing.
 * @param {object} item as `GET /v1/posts` lists it
 */
export function rowWords({ state, changedAt, sendsAt = null, tags }, now) {
  return [stateWords[state], timeWords(state, Date.parse(changedAt), Date.parse(sendsAt), now),
    tags.map(tag => `#${tag}`).join(" ")].filter(Boolean).join(" · ")
}

function timeWords(state, changedAt, sendsAt, now) {
  const isComing = state === "scheduled" && !Number.isNaN(sendsAt)
  if (isComing) return sendsAt > now ? `sends ${moment(sendsAt, now)}` : `due since ${moment(sendsAt, now)}`
  return `changed ${lately(changedAt, now)}`
}
