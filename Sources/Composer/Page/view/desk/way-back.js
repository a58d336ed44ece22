/**
 * Back closes what was opened last, and then leads to the post before. In the browser's history each post has an entry;
 * above it, in a narrow window or under a finger, so has each thing that is open (`offerBack`). An entry is added as
 * its thing opens, never by Back: browsers skip what a page adds without a press. Closing in another way removes it.
 */
export class WayBack {
  /** The address of the open post. */
  search = location.search
  /** The last one on top. @type {{element: Element, key: string, close: () => void}[]} */
  #open = []
  #reported = new WeakMap()
  /** All entries of a post have its number, and their height above its own. */
  #post = this.#entry.post
  #isNew = false
  /** Whether the page itself goes through the history, which takes a moment. */
  #isGoing = false
  #isWanted = matchMedia("(pointer: coarse), (width < 640px)")

  /** @param {() => void} reached called when the reader has gone to another post, that of `search` */
  constructor(reached) {
    addEventListener("popstate", () => this.#went(reached))
    document.addEventListener("back-offer", ({ detail }) => this.#report(detail))
  }

  /** @param {boolean} isNew whether Back leads from this post to the one before */
  show(search, isNew) {
    this.search = search
    this.#isNew ||= isNew
    this.#settle()
  }

  /** What stays open until it is closed, or until the daemon has closed it, is not new. */
  #report({ element, open, close }) {
    const before = this.#reported.get(element) ?? []
    this.#reported.set(element, open)
    const added = this.#isWanted.matches ? open.filter(key => !before.includes(key)) : []
    this.#open = [...this.#open.filter(one => one.element !== element || open.includes(one.key)),
      ...added.map(key => ({ element, key, close: () => close(key) }))]
    this.#settle()
  }

  #went(reached) {
    const { post, height } = this.#entry, isOwn = this.#isGoing
    this.#isGoing = false
    if (post !== this.#post) {
      this.#post = post
      this.search = location.search
      reached()
    } else if (!isOwn) for (const { close } of this.#open.splice(height).reverse()) close()
    this.#settle()
  }

  /** Gives the history the entries that it should have. Above the last one nothing is open: Forward leads back. */
  #settle() {
    if (this.#isGoing) return
    const { height } = this.#entry, wanted = this.#isNew ? Math.min(height, 1) : this.#open.length
    if (height > wanted) {
      this.#isGoing = true
      return history.go(wanted - height)
    }
    if (this.#isNew) {
      this.#isNew = false
      // A post that is opened from a sheet replaces the entry of the sheet.
      this.#write(height ? "replaceState" : "pushState", { post: this.#post = Math.random(), height: 0 })
      return this.#settle()
    }
    // A draft gets another address when it is saved, also while something is open over it.
    if (location.search !== this.search) this.#write("replaceState", history.state)
    for (let at = height + 1; at <= wanted; at++) this.#write("pushState", { post: this.#post, height: at })
  }

  /** Links within the page, among others, make entries without a number. */
  get #entry() {
    if (!history.state?.post) history.replaceState({ post: Math.random(), height: 0 }, "", location.href)
    return history.state
  }

  #write(method, state) { history[method](state, "", this.search || location.pathname) }
}
