/** The daemon's events: which data an event outdates, and the data that the page fetches again. */

const ofQueue = ["post-scheduled", "post-unpublished", "post-deleted", "post-undeleted", "delivery-changed"]

/**
 * The data that an event of the daemon outdates.
 * @param {string} name the event's name
 * @returns {("posts"|"queue"|"deliveries"|"post"|"targets")[]} the data to fetch again
 */
export function oldAfter(name) {
  const isDelivery = name === "delivery-changed"
  return [
    // A post's state, such as scheduled or published, changes with its deliveries.
    ...name.startsWith("post-") || isDelivery ? ["posts"] : [],
    // If a save changes a delivery, the daemon sends a separate event.
    ...ofQueue.includes(name) ? ["queue", "deliveries"] : [],
    ...isDelivery ? ["post"] : [],
    ...["target-changed", "check-wanted"].includes(name) ? ["targets"] : [],
  ]
}

/** Handles the daemon's events and the state of its connection, and refreshes outdated data. */
export class DaemonNews {
  /** Why no events arrive, as a `Problem`; null while they do. */
  reason = null
  #keepers
  #refresh
  #told
  /**
   * The time of the last event for each post id, recorded while a post is being loaded. @type {Map<string,
   * string>|null}
   */
  #heard = null

  /**
   * @param {Record<string, () => void>} refresh fetches data again, by the names of `oldAfter`
   * @param {{event: (message: object) => void, line: () => void, caughtUp: () => void}} told
   */
  constructor(keepers, refresh, told) {
    this.#keepers = keepers
    this.#refresh = refresh
    this.#told = told
  }

  get isAway() { return this.reason !== null }

  hear(message) {
    if (message.kind === "line") return this.#hearLine(message)
    this.#told.event(message)
    if (["reset", "store-restored"].includes(message.name)) return this.#catchUp()
    if (message.name.startsWith("post-")) {
      const { subject, at } = message.data
      this.#heard?.set(subject, at)
      for (const keeper of this.#keepers.all) if (keeper.draft.id === subject) keeper.check(at)
    }
    for (const old of oldAfter(message.name)) this.#refresh[old]()
  }

  #hearLine({ isOpen, reason }) {
    const wasAway = this.isAway
    this.reason = isOpen ? null : reason
    this.#told.line()
    if (isOpen && wasAway) this.#catchUp()
  }

  /** Refreshes everything, because the page does not know which events it missed. */
  #catchUp() {
    for (const keeper of this.#keepers.all) {
      keeper.hurry()
      keeper.check()
    }
    for (const refresh of Object.values(this.#refresh)) refresh()
    this.#told.caughtUp()
  }

  /** Records events about posts while `work` loads one, because an event may arrive before the answer. */
  async noting(work) {
    const heard = this.#heard = new Map()
    try { return await work(heard) } finally { if (this.#heard === heard) this.#heard = null }
  }
}

/**
 * The daemon's own settings: its targets, its time zone, its undo window. A value that cannot be loaded keeps its old
 * state; the page loads it again when the connection is back.
 */
export class DaemonFacts {
  targets = []
  /** The tags of the newest hundred posts, for suggestions. */
  tags = []
  /** The daemon's time zone. */
  zone = ""
  /** How long “publish now” waits, as the setting writes it: `30s`. */
  undoWindow = "30s"
  #request
  #tell

  /** @param {(name: "targets"|"told") => void} tell called when values have changed */
  constructor(request, tell) {
    this.#request = request
    this.#tell = tell
  }

  async loadTags() {
    try {
      const { body } = await this.#request("GET", "/v1/posts?limit=100")
      const byKey = new Map(body.items.flatMap(item => item.tags).map(tag => [tag.toLowerCase(), tag]))
      this.tags = [...byKey.values()].sort((one, other) => one.localeCompare(other))
    } catch { /* Without suggestions one can still type. */ }
  }

  async loadTargets() {
    try {
      const { body } = await this.#request("GET", "/v1/targets")
      // A blog’s articles go wherever the blog goes.
      const items = body.items.filter(({ kind }) => kind !== "articles")
      const limits = await Promise.all(items.map(target => this.#limits(target.name)))
      this.targets = items.map((target, index) => ({ ...target, limits: limits[index] }))
      this.#tell("targets")
    } catch { /* The line tells when to ask again. */ }
  }

  async #limits(name) {
    try {
      return (await this.#request("GET", `/v1/targets/${encodeURIComponent(name)}/limits`)).body
    } catch { return {} }
  }

  async loadZone() {
    try {
      const { body } = await this.#request("GET", "/v1/settings")
      const value = name => body.items.find(setting => setting.name === name)?.value ?? ""
      this.zone = value("time_zone")
      this.undoWindow = value("defaults.undo_window") || this.undoWindow
      this.#tell("told")
    } catch { /* Without it the zone of the browser is offered. */ }
  }
}
