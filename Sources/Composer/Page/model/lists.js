/** The index of posts, the queue and glances: their rows, the choice, and what is visible of it. */
import { postPath } from "./fields.js"
import { deliveryWords } from "./deliveries.js"
import { counted, lately, moment } from "./language.js"
import { postsQuery } from "./posts-query.js"
import { count, firstWords } from "./writing.js"

/** Calls `run` once for many calls close together, and once more for calls that come while it runs. */
export function gathered(run, milliseconds) {
  let timer
  let running = false
  let again = false
  const start = async () => {
    timer = undefined
    running = true
    again = false
    try { await run() } finally {
      running = false
      if (again) call()
    }
  }
  const call = () => {
    if (running) again = true
    else timer ??= setTimeout(start, milliseconds)
  }
  return call
}

/** Lists that follow the daemon: an event that outdates a list makes it load again. */

const pageLength = 40
/** The lists that follow each other in the order of states. */
const statesInOrder = ["scheduled", "draft", "published", "unpublished"]
/** The most future deliveries in the queue; the daemon lists as many at once. */
export const queueMax = 500
/** The number of glances kept for going back. */
const keptMax = 30

/**
 * The index of posts that match a search, as `postsQuery` reads it, and a state, in an order of the preferences. Events:
 * `change`.
 */
export class PostsIndex extends EventTarget {
  items = []
  search = ""
  state = ""
  isLoading = false
  isLoaded = false
  /** Whether the list is visible; otherwise it is not loaded. */
  isWatched = false
  problem = null
  #cursor
  #turn = 0
  #request

  /** @param {"edited"|"date"|"title"|"state"} [order] */
  constructor(request, order = "edited") {
    super()
    this.#request = request
    this.order = order
  }

  /** Marks the list as visible. */
  watch() {
    if (this.isWatched) return undefined
    this.isWatched = true
    return this.refresh()
  }

  /** Whether the order has an effect: what a search for words finds is listed by date. */
  get isOrdered() { return !postsQuery(this.search).search }

  /** What of the search has no effect, in words. */
  get hint() { return postsQuery(this.search).problem }

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
      this.problem = problem.message
    } finally {
      this.isLoading = false
      this.#tell()
    }
  }

  async #load(count) {
    const turn = ++this.#turn
    try {
      const items = []
      let cursor, note
      do {
        const page = await this.#page(cursor, Math.min(100, count - items.length))
        items.push(...page.items)
        cursor = page.cursor
        note = page.note ?? null
      } while (cursor !== undefined && items.length < count)
      if (turn !== this.#turn) return
      this.items = items
      this.#cursor = cursor
      this.problem = note
    } catch (problem) {
      if (turn !== this.#turn) return
      this.problem = problem.message
    }
    this.isLoaded = true
    this.#tell()
  }

  /** @param {[number, string|undefined]} [cursor] which of the lists of this order, and where in it */
  async #page([at, cursor] = [0], limit) {
    const query = new URLSearchParams({ limit: String(limit) })
    const { problem, ...wanted } = postsQuery(this.search)
    const isByState = this.isOrdered && this.order === "state" && !this.state && !wanted.state
    const filter = { state: isByState ? statesInOrder[at] : this.state, ...wanted, cursor,
      order: this.isOrdered ? isByState || this.order === "state" ? "edited" : this.order : "" }
    for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value)
    const { body } = await this.#request("GET", `/v1/posts?${query}`)
    const next = body.cursor !== undefined ? [at, body.cursor]
      : isByState && at + 1 < statesInOrder.length ? [at + 1] : undefined
    return { items: body.items, cursor: next, note: body.note }
  }

  #tell() { this.dispatchEvent(new Event("change")) }
}

/** The queue: future and recently ended deliveries. Events: `change`. */
export class Queue extends EventTarget {
  items = []
  /** Whether there are more future deliveries than are loaded. */
  hasMore = false
  problem = null
  isLoaded = false
  /** Whether the list is visible; otherwise it is not loaded. */
  isWatched = false
  #turn = 0
  #request

  constructor(request) {
    super()
    this.#request = request
  }

  /** Marks the list as visible. */
  watch() {
    if (this.isWatched) return undefined
    this.isWatched = true
    return this.refresh()
  }

  async refresh() {
    const turn = ++this.#turn
    try {
      const [{ body: open }, { body: all }] = await Promise.all([`limit=${queueMax}`, "state=all&limit=30"].map(
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
    this.dispatchEvent(new Event("change"))
  }

  /** Sends a verb: retry, cancel, resend, abandon, confirm-sent. */
  async ask(id, verb, body) {
    const answer = await this.#request("POST", `/v1/deliveries/${id}/${verb}`, { body })
    this.items = this.items.map(item => (item.id === id ? answer.body : item))
    this.dispatchEvent(new Event("change"))
    return answer.body
  }
}

/** Loads the posts and deliveries for glances. Events: `change` (`detail.id`). */
export class Glances extends EventTarget {
  #request
  #known = new Map()
  #turns = new Map()

  constructor(request) {
    super()
    this.#request = request
  }

  /** The known state of a post: `{post, deliveries}`, `{isGone: true}`, `{problem}`, or undefined. */
  of(id) { return this.#known.get(id) }

  /** Loads the post again; of two overlapping loads the later one counts. */
  async look(id) {
    const turn = (this.#turns.get(id) ?? 0) + 1
    this.#turns.set(id, turn)
    const path = postPath(id)
    const glance = await this.#asked(path)
    if (this.#turns.get(id) !== turn) return
    if (glance.problem && this.#known.get(id)?.post) return
    this.#known.delete(id)
    this.#known.set(id, glance)
    for (const old of [...this.#known.keys()].slice(0, -keptMax)) this.#known.delete(old)
    this.dispatchEvent(new CustomEvent("change", { detail: { id } }))
  }

  async #asked(path) {
    try {
      const [post, deliveries] = await Promise.all([this.#request("GET", path),
        this.#request("GET", `${path}/deliveries`)])
      return { post: post.body, deliveries: deliveries.body.items }
    } catch (problem) {
      return problem.status === 404 ? { isGone: true } : { problem: problem.message }
    }
  }
}

/**
 * What this window has chosen in a panel that has an index. The daemon stores it and decides where index and detail
 * stand. Until it has answered, the new choice counts, so that the writer sees it at once, even while the daemon is
 * unreachable.
 */
export class IndexChoice extends EventTarget {
  #arranging
  #panel
  #items = []
  #asked = 0

  /** @param {string} panel the panel's id */
  constructor(arranging, panel) {
    super()
    this.#arranging = arranging
    this.#panel = panel
  }

  /** The daemon's state; without an answer there is no room for both. */
  get #inside() { return this.#arranging.window?.panels.find(panel => panel.id === this.#panel)?.inside ?? null }

  /** The item whose detail is visible, or null. */
  get shown() { return this.#items.at(-1) ?? null }
  get isCollapsed() { return this.#inside?.isCollapsed ?? true }
  /** Whether the writer wants one to cover the other although there is room for both. */
  get isFolded() { return this.#inside?.isFolded ?? false }
  get fraction() { return this.#inside?.fraction ?? 0.6 }
  /** A panel shorter than this along its axis has no room for both. */
  get splitFrom() { return this.#inside?.splitFrom ?? 0 }
  get scroll() { return this.#inside?.scroll ?? 0 }
  /** Which of the two is visible. */
  get seen() { return this.isCollapsed ? (this.shown === null ? "index" : "detail") : "both" }

  /**
   * Adopts the daemon's state, unless an answer is still to come.
   * @param {(item: string) => boolean} [keeps] whether a missing item, such as a deleted post, stays until something
   *   else is chosen
   */
  follow(keeps = () => false) {
    if (this.#asked > 0) return
    const items = this.#inside?.items
    if (items?.length === 0 && this.shown !== null && keeps(this.shown)) return
    if (!items || items.join("\n") === this.#items.join("\n")) return
    this.#items = items
    this.#tell()
  }

  /** @param {string} title for the announcement */
  show(item, title) {
    if (this.#items.length === 1 && this.shown === item) return undefined
    this.#items = [item]
    this.#tell()
    return this.#ask({ command: "show", item, title })
  }

  /** One step back, finally to the index. */
  back() {
    if (!this.#items.length) return undefined
    this.#items = this.#items.slice(0, -1)
    this.#tell()
    return this.#ask({ command: "back" })
  }

  /** Stores the index's scroll position for the next time that this window opens. */
  keepScroll(scroll) {
    if (Math.abs(scroll - this.scroll) < 1) return undefined
    return this.#arranging.isAway ? undefined
      : this.#arranging.tell({ command: "scroll", panel: this.#panel, value: Math.round(scroll) })
  }

  /** Sets the detail's fraction of the length. */
  divide(value) { return this.#ask({ command: "divide", value }) }

  async #ask(command) {
    if (!this.#arranging.window || this.#arranging.isAway) return
    this.#asked++
    try { await this.#arranging.run({ ...command, panel: this.#panel }) } finally { this.#asked-- }
    this.follow()
  }

  #tell() { this.dispatchEvent(new Event("change")) }
}

/**
 * A post at a glance: its state, date, text, targets and first lines, for the index's detail. A known post is shown at
 * once and loaded again; the glance at a post that is gone says so and shows nothing else.
 */

const linesMax = 24, charactersMax = 1600
const stateWords = { draft: "Draft", scheduled: "Scheduled", published: "Published", unpublished: "Taken back",
  deleted: "Deleted" }
const canTakeBack = ["scheduled", "published"]

/**
 * The content of a glance.
 * @param {{post: object, deliveries: object[]}|{isGone: true}|{problem: string}|undefined} known
 * @param {string[]} to the targets to which publishing would send it
 * @returns {{kind: "waiting"|"gone"|"deleted"|"post", title: string, notice: string, about: string, tags: string[],
 *   targets: {name: string, words: string, tone: string}[], lines: string, verbs: string[], to: string[]}} `verbs`: the
 *   possible commands: open, publish, unpublish, delete, undelete
 */
export function glanceOf(known, to, now) {
  const none = { kind: "waiting", title: "", notice: "", about: "", tags: [], targets: [], lines: "", verbs: [], to }
  if (!known) return none
  if (known.isGone) return { ...none, kind: "gone", notice: "This post no longer exists." }
  if (known.problem) return { ...none, notice: known.problem }
  const { post, deliveries } = known
  const title = post.title || firstWords(post.body) || "Untitled"
  if (post.deletedAt || post.state === "deleted") {
    return { ...none, kind: "deleted", title, notice: `“${title}” was deleted.`, verbs: ["undelete"] }
  }
  return {
    kind: "post", title, notice: "", about: aboutOf(post, now), tags: post.tags, lines: firstLines(post.body), to,
    targets: latest(deliveries).map(delivery => {
      const { title: words, tone } = deliveryWords(delivery, now)
      return { name: delivery.target, words, tone }
    }),
    verbs: ["open", canTakeBack.includes(post.state) ? "unpublish" : "publish", "delete"],
  }
}

function aboutOf(post, now) {
  const changed = lately(Date.parse(post.changedAt), now)
  const date = post.date ? moment(Date.parse(post.date.instant), now) : null
  return [stateWords[post.state] ?? post.state, date ? `dated ${date}` : `changed ${changed}`,
    counted(count(post.body).words, "word")].join(" · ")
}

/** The last delivery to each target, without superseded ones. */
function latest(deliveries) {
  const byTarget = new Map()
  for (const delivery of deliveries) if (delivery.state !== "superseded") byTarget.set(delivery.target, delivery)
  return [...byTarget.values()]
}

/** The beginning of a text, cut at the end of a line. */
export function firstLines(body) {
  const lines = body.split("\n").slice(0, linesMax).join("\n")
  if (lines.length <= charactersMax) return lines
  const end = Math.max(lines.lastIndexOf("\n", charactersMax), lines.lastIndexOf(" ", charactersMax))
  return lines.slice(0, end > 0 ? end : charactersMax)
}

/**
 * The line below a post's name in the index. A time always follows a word for its event, so that the time of a save
 * cannot be mistaken for that of publishing.
 * @param {object} item as `GET /v1/posts` lists it
 */
export function rowWords({ state, changedAt, sendsAt = null, tags }, now) {
  return [state === "draft" ? "" : stateWords[state], timeWords(state, Date.parse(changedAt), Date.parse(sendsAt), now),
    tags.map(tag => `#${tag}`).join(" ")].filter(Boolean).join(" · ")
}

function timeWords(state, changedAt, sendsAt, now) {
  const isComing = state === "scheduled" && !Number.isNaN(sendsAt)
  if (isComing) return sendsAt > now ? `sends ${moment(sendsAt, now)}` : `due since ${moment(sendsAt, now)}`
  return state === "draft" ? lately(changedAt, now) : `changed ${lately(changedAt, now)}`
}
