/**
 * What this window has chosen in a panel that has an index. The daemon keeps it and says where index and detail stand;
 * what was chosen just now counts until it has answered, so that a choice is seen at once, and while it is away.
 */
export class IndexChoice extends EventTarget {
  #arranging
  #panel
  #items = []
  #asked = 0

  /** @param {string} panel its id */
  constructor(arranging, panel) {
    super()
    this.#arranging = arranging
    this.#panel = panel
  }

  /** As the daemon has it; without an answer there is no room for both. */
  get #inside() { return this.#arranging.window?.panels.find(panel => panel.id === this.#panel)?.inside ?? null }

  /** The item whose detail is seen, or null. */
  get shown() { return this.#items.at(-1) ?? null }
  get isCollapsed() { return this.#inside?.isCollapsed ?? true }
  /** The writer wants the one over the other though there is room for both. */
  get isFolded() { return this.#inside?.isFolded ?? false }
  get fraction() { return this.#inside?.fraction ?? 0.6 }
  /** Along its axis, a shorter panel has no room for both. */
  get splitFrom() { return this.#inside?.splitFrom ?? 0 }
  get scroll() { return this.#inside?.scroll ?? 0 }
  /** One of the two is covered: which one is seen. @returns {"index"|"detail"|"both"} */
  get seen() { return this.isCollapsed ? (this.shown === null ? "index" : "detail") : "both" }

  /**
   * Takes over what the daemon says, unless an answer is still to come.
   * @param {(item: string) => boolean} [keeps] what is gone and says so itself: it stays until something else is chosen
   */
  follow(keeps = () => false) {
    if (this.#asked > 0) return
    const items = this.#inside?.items
    if (items?.length === 0 && this.shown !== null && keeps(this.shown)) return
    if (!items || items.join("\n") === this.#items.join("\n")) return
    this.#items = items
    this.#tell()
  }

  /** @param {string} title for those who hear it */
  show(item, title) {
    if (this.#items.length === 1 && this.shown === item) return undefined
    this.#items = [item]
    this.#tell()
    return this.#ask({ command: "show", item, title })
  }

  /** One step back, at last to the index; nothing is behind that. */
  back() {
    if (!this.#items.length) return undefined
    this.#items = this.#items.slice(0, -1)
    this.#tell()
    return this.#ask({ command: "back" })
  }

  /** How far the index is scrolled, for the next time that this window is opened. */
  keepScroll(scroll) {
    if (Math.abs(scroll - this.scroll) < 1) return undefined
    return this.#arranging.isAway ? undefined
      : this.#arranging.tell({ command: "scroll", panel: this.#panel, value: Math.round(scroll) })
  }

  /** The detail's part of the length. */
  divide(value) { return this.#ask({ command: "divide", value }) }

  async #ask(command) {
    if (!this.#arranging.window || this.#arranging.isAway) return
    this.#asked++
    try { await this.#arranging.run({ ...command, panel: this.#panel }) } finally { this.#asked-- }
    this.follow()
  }

  #tell() { this.dispatchEvent(new Event("change")) }
}
