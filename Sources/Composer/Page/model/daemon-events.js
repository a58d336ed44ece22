/** The daemon's events: which data an event outdates, and the data that the page fetches again. */

/** Whether the page cannot know which events it missed, so that all data is outdated. */
export const isReset = name => ["reset", "store-restored"].includes(name)

const ofQueue = ["post-scheduled", "post-unpublished", "post-deleted", "post-undeleted", "delivery-changed"]

/**
 * The data that an event of the daemon outdates.
 * @param {string} name the event's name
 * @returns {("posts"|"queue"|"deliveries"|"post"|"targets")[]} the data to fetch again
 */
export function outdatedBy(name) {
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
export class DaemonEvents {
  /** Why no events arrive, as a `Problem`; null while they do. */
  reason = null
  #model
  /**
   * The time of the last event for each post id, recorded while a post is being loaded. @type {Map<string,
   * string>|null}
   */
  #events = null

  /** @param {PageModel} model its `refresh` has the names of `outdatedBy` */
  constructor(model) { this.#model = model }

  get isAway() { return this.reason !== null }

  receive(message) {
    if (message.kind === "line") return this.#receiveLine(message)
    this.#model.receiveEvent(message)
    if (isReset(message.name)) return this.#catchUp()
    if (message.name.startsWith("post-")) {
      const { subject, at } = message.data
      this.#events?.set(subject, at)
      for (const saver of this.#model.savers.all) if (saver.draft.id === subject) saver.check(at)
    }
    for (const data of outdatedBy(message.name)) this.#model.refresh[data]()
  }

  #receiveLine({ isOpen, reason }) {
    const wasAway = this.isAway
    this.reason = isOpen ? null : reason
    this.#model.lineChanged()
    if (isOpen && wasAway) this.#catchUp()
  }

  /** Refreshes everything, because the page does not know which events it missed. */
  #catchUp() {
    for (const saver of this.#model.savers.all) {
      saver.retry()
      saver.check()
    }
    for (const refresh of Object.values(this.#model.refresh)) refresh()
    this.#model.caughtUp()
  }

  /** Records events about posts while `work` loads one, because an event may arrive before the answer. */
  async recordingEvents(work) {
    const events = this.#events = new Map()
    try { return await work(events) } finally { if (this.#events === events) this.#events = null }
  }
}

/**
 * The daemon's own settings: its targets, its time zone, its undo window. A value that cannot be loaded keeps its old
 * state; the page loads it again when the connection is back.
 */
export class DaemonFacts {
  targets = []
  /** The tags of all posts, by name, for suggestions. */
  tags = []
  /** Those of the most posts first. */
  frequentTags = []
  /** The daemon's time zone. */
  zone = ""
  /** How long “publish now” waits, as the setting writes it, such as `30s`; empty until the daemon has said it. */
  undoWindow = ""
  #request
  #page
  #turn

  /** @param {Page} page */
  constructor(request, page) {
    this.#request = request
    this.#page = page
  }

  /** @returns {Promise<boolean>} whether the daemon answered */
  async loadTags() {
    try {
      const { body } = await this.#request("GET", "/v1/tags")
      this.frequentTags = body.items.toSorted((one, other) => other.posts - one.posts).map(({ tag }) => tag)
      this.tags = this.frequentTags.toSorted((one, other) => one.localeCompare(other))
      return true
    } catch { return false }
  }

  async loadTargets() {
    const turn = this.#turn = Symbol()
    try {
      const { body } = await this.#request("GET", "/v1/targets")
      // A blog’s articles go wherever the blog goes.
      const items = body.items.filter(({ kind }) => kind !== "articles")
      const limits = await Promise.all(items.map(target => this.#limits(target.name)))
      if (turn !== this.#turn) return
      this.targets = items.map((target, index) => ({ ...target, limits: limits[index] }))
      this.#page.tell({ targets: true })
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
      this.undoWindow = value("defaults.undo_window")
      this.#page.tell({ received: true })
    } catch { /* Without it the zone of the browser is offered. */ }
  }
}
