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
