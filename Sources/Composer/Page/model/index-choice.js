import { Notifier } from "./notifier.js"

/**
 * What this window has chosen in a panel that has an index. The daemon stores it and decides where index and detail
 * stand. Until it has answered, the new choice counts, so that the writer sees it at once, even while the daemon is
 * unreachable.
 */
export class IndexChoice extends Notifier {
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
    this.notify()
  }

  /** @param {string} title for the announcement */
  show(item, title) {
    if (this.#items.length === 1 && this.shown === item) return
    this.#items = [item]
    this.notify()
    return this.#ask({ command: "show", item, title })
  }

  /** One step back, finally to the index. */
  back() {
    if (!this.#items.length) return
    this.#items = this.#items.slice(0, -1)
    this.notify()
    return this.#ask({ command: "back" })
  }

  /** Stores the index's scroll position for the next time that this window opens. */
  keepScroll(scroll) {
    if (Math.abs(scroll - this.scroll) < 1) return
    return this.#arranging.isAway ? undefined
      : this.#arranging.report({ command: "scroll", panel: this.#panel, value: Math.round(scroll) })
  }

  /** Sets the detail's fraction of the length. */
  divide(value) { return this.#ask({ command: "divide", value }) }

  async #ask(command) {
    if (!this.#arranging.window || this.#arranging.isAway) return
    this.#asked++
    try { await this.#arranging.run({ ...command, panel: this.#panel }) } finally { this.#asked-- }
    this.follow()
  }
}
