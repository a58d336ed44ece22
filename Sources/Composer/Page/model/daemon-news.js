/** What the daemon has told: what an event makes old, and the facts that are asked for again. */

const ofQueue = ["post-scheduled", "post-unpublished", "post-deleted", "post-undeleted", "delivery-changed"]

/**
 * What an event of the daemon makes old.
 * @param {string} name of the event
 * @returns {("posts"|"queue"|"deliveries"|"post"|"targets")[]} what is to be asked for again
 */
export function oldAfter(name) {
  const isDelivery = name === "delivery-changed"
  return [
    // With its deliveries changes what the post is called: scheduled, published.
    ...name.startsWith("post-") || isDelivery ? ["posts"] : [],
    // What a save does to a delivery has an event of its own.
    ...ofQueue.includes(name) ? ["queue", "deliveries"] : [],
    ...isDelivery ? ["post"] : [],
    ...["target-changed", "check-wanted"].includes(name) ? ["targets"] : [],
  ]
}

/** Hears what the daemon tells, and that it came or went, and has looked again at what is old. */
export class DaemonNews {
  /** Why the daemon's events do not come, as `Problem` has it; null while they do. */
  reason = null
  #keepers
  #refresh
  #told
  /** When something happened to posts last, by id, while one is asked for. @type {Map<string, string>|null} */
  #heard = null

  /**
   * @param {DraftKeepers} keepers
   * @param {Record<string, () => void>} refresh asks again, by what `oldAfter` names
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
    return undefined
  }

  #hearLine({ isOpen, reason }) {
    const wasAway = this.isAway
    this.reason = isOpen ? null : reason
    this.#told.line()
    if (isOpen && wasAway) this.#catchUp()
  }

  /** Nobody knows what was missed: everything is looked at again. */
  #catchUp() {
    for (const keeper of this.#keepers.all) {
      keeper.hurry()
      keeper.check()
    }
    for (const refresh of Object.values(this.#refresh)) refresh()
    this.#told.caughtUp()
  }

  /** Notes what happens to posts while `work` asks for one, which may be told before its answer comes. */
  async noting(work) {
    const heard = this.#heard = new Map()
    try { return await work(heard) } finally { if (this.#heard === heard) this.#heard = null }
  }
}

/**
 * What the daemon says of itself: where it can send to, which zone it means, how long it waits. What cannot be had
 * stays as it was, for the line tells when to ask again.
 */
export class DaemonFacts {
  targets = []
  /** Those of the newest hundred posts, for suggestions. */
  tags = []
  /** The zone in which the daemon means times. */
  zone = ""
  /** How long “publish now” waits, in the words of the setting: `30s`. */
  undoWindow = "30s"
  #request
  #tell

  /**
   * @param {Function} request
   * @param {(name: "targets"|"told") => void} tell hears what is known anew
   */
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
      const limits = await Promise.all(body.items.map(target => this.#limits(target.name)))
      this.targets = body.items.map((target, index) => ({ ...target, limits: limits[index] }))
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
