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
