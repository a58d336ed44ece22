/** Lists that follow the daemon: what they hold is fetched again when an event says that it changed. */

const pageLength = 40
/** So many glances are kept for coming back to. */
const keptMax = 30

/** The index of posts under a search and a state. Events: `change`. */
export class PostsIndex extends EventTarget {
  items = []
  search = ""
  state = ""
  isLoading = false
  isLoaded = false
  /** Whether somebody looks at it; what nobody looks at is not fetched. */
  isWatched = false
  problem = null
  #cursor
  #turn = 0
  #request

  constructor(request) {
    super()
    this.#request = request
  }

  /** Somebody looks at it from now on. */
  watch() {
    if (this.isWatched) return undefined
    this.isWatched = true
    return this.refresh()
  }

  /** Whether there is more than what is loaded. */
  get hasMore() { return this.#cursor !== undefined }

  /** Begins anew, under another search or state. */
  show({ search = this.search, state = this.state }) {
    Object.assign(this, { search, state })
    return this.#load(pageLength)
  }

  /** Fetches again as much as is loaded. */
  refresh() { return this.#load(Math.max(this.items.length, pageLength)) }

  async more() {
    if (this.isLoading || !this.hasMore) return
    const turn = this.#turn
    this.isLoading = true
    try {
      const page = await this.#page(this.#cursor, pageLength)
      if (turn !== this.#turn) return
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
      let cursor
      do {
        const page = await this.#page(cursor, Math.min(100, count - items.length))
        items.push(...page.items)
        cursor = page.cursor
      } while (cursor !== undefined && items.length < count)
      if (turn !== this.#turn) return
      this.items = items
      this.#cursor = cursor
      this.problem = null
    } catch (problem) {
      if (turn !== this.#turn) return
      this.problem = problem.message
    }
    this.isLoaded = true
    this.#tell()
  }

  async #page(cursor, limit) {
    const query = new URLSearchParams({ limit: String(limit) })
    if (this.search.trim()) query.set("search", this.search.trim())
    if (this.state) query.set("state", this.state)
    if (cursor !== undefined) query.set("cursor", cursor)
    const { body } = await this.#request("GET", `/v1/posts?${query}`)
    return body
  }

  #tell() { this.dispatchEvent(new Event("change")) }
}

/** The queue: what is still to come, and what came to an end lately. Events: `change`. */
export class Queue extends EventTarget {
  items = []
  problem = null
  isLoaded = false
  /** As of the index. */
  isWatched = false
  #request

  constructor(request) {
    super()
    this.#request = request
  }

  /** Somebody looks at it from now on. */
  watch() {
    if (this.isWatched) return undefined
    this.isWatched = true
    return this.refresh()
  }

  async refresh() {
    try {
      const [open, all] = await Promise.all(["", "?state=all&limit=30"].map(
        query => this.#request("GET", `/v1/deliveries${query}`)))
      const byID = new Map([...open.body.items, ...all.body.items].map(item => [item.id, item]))
      this.items = [...byID.values()]
      this.problem = null
      this.isLoaded = true
    } catch (problem) {
      this.problem = problem.message
    }
    this.dispatchEvent(new Event("change"))
  }

  /** Retry, cancel, resend, abandon, confirm-sent. */
  async ask(id, verb, body) {
    const answer = await this.#request("POST", `/v1/deliveries/${id}/${verb}`, { body })
    this.items = this.items.map(item => (item.id === id ? answer.body : item))
    this.dispatchEvent(new Event("change"))
    return answer.body
  }
}

/** Fetches what glances at posts need (`glances.js`). Events: `change` (`detail.id`). */
export class Glances extends EventTarget {
  #request
  #known = new Map()
  #turns = new Map()

  constructor(request) {
    super()
    this.#request = request
  }

  /** What is known of the post: `{post, deliveries}`, `{isGone: true}`, `{problem}`, or undefined. */
  of(id) { return this.#known.get(id) }

  /** Looks at the post again; of two looks the later counts. */
  async look(id) {
    const turn = (this.#turns.get(id) ?? 0) + 1
    this.#turns.set(id, turn)
    const path = `/v1/posts/${encodeURIComponent(id)}`
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
