import { draftOf, revived, saveWords } from "./draft.js"
import { changed } from "./fields.js"
import { gathered } from "./gathering.js"
import { DraftKeeper } from "./keeper.js"
import { moment } from "./times.js"

const queueEvents = ["post-scheduled", "post-unpublished", "post-deleted", "post-undeleted", "delivery-changed"]

/**
 * What the page knows of the daemon, in one place: the open post and its draft, the targets, the queue, the index of
 * posts. Elements get it as their property `desk` before they are connected, listen to its events, and ask it for
 * changes.
 *
 * Events: `typed` (the text is about to change; `detail`: the new one), `post` (another post is open; `detail.id`), `told` (the daemon told of the open post), `fields`
 * (`detail.names`, `detail.by`: "writer", "daemon" or "open"), `save` (the save state), `targets`, `deliveries` (of the
 * open post), `place` (`detail.caret`, `detail.top`: lines), `line` (the daemon came or went), `notice`
 * (`detail.words`, `detail.action`: `{title, run}`, `detail.isUrgent`).
 */
export class Desk extends EventTarget {
  targets = []
  tags = []
  /** What became of the open post at its targets. */
  deliveries = []
  /** The zone in which the daemon means times. */
  zone = ""
  /** How long “publish now” waits, in the words of the setting: `30s`. */
  undoWindow = "30s"
  isAway = false
  /** Whether the post that the page was asked for is still on its way: what is typed now would belong to no post. */
  isOpening = false
  // Null until somebody asked for `lists`.
  /** @type {PostsIndex|null} */ posts = null
  /** @type {Queue|null} */ queue = null
  /** @type {Glances|null} */ glances = null
  #net
  #kept
  #keeper
  #others = new Set()
  #chosen = new Map()
  #shown
  /** How the open draft stood when it was told last. */
  #told
  #turn = 0
  #refresh
  /** When something happened to posts last, while one is asked for. */
  #heard = null

  /**
   * @param {{request: Function, subscribe: Function}} net
   * @param {object} kept drafts that wait in the browser's own store
   */
  constructor(net, kept) {
    super()
    this.#net = net
    this.#kept = kept
    this.#refresh = {
      post: gathered(() => this.#keeper.check(), 60),
      posts: gathered(() => this.posts?.isWatched && this.posts.refresh(), 120),
      queue: gathered(() => this.queue?.isWatched && this.queue.refresh(), 80),
      deliveries: gathered(() => this.#loadDeliveries(), 60),
      targets: gathered(() => this.loadTargets(), 200),
    }
    this.#turnTo(this.#keeperOf(draftOf(crypto.randomUUID())))
    kept.addEventListener("change", () => this.#tell("save"))
  }

  /**
   * @param {string|null} name the post to begin with; without one, what a window that is gone left behind, or a new one
   */
  async start(name) {
    this.#net.subscribe(message => this.#hear(message))
    this.isOpening = Boolean(name)
    this.#tell("save")
    await this.#begin(name)
    this.isOpening = false
    this.#tell("save")
    await Promise.all([this.loadTargets(), this.#loadZone()])
  }

  async #begin(name) {
    const left = await this.#kept.adopt()
    const mine = left.find(record => (name ? record.id === name || record.key === name : true))
    for (const record of left) if (record !== mine) this.#tend(this.#keeperOf(revived(record)))
    if (mine) {
      this.#turnTo(this.#keeperOf(revived(mine)))
      this.#keeper.check()
    } else if (name) {
      await this.open(name)
    }
  }

  // MARK: The open post

  /** The post as the daemon last told it; null for one that is not there yet. */
  get post() { return this.#keeper.post }
  get draft() { return this.#keeper.draft }
  /** What the writer sees. */
  get fields() { return this.#keeper.draft.mine }
  /** Whether closing the page now would lose words. */
  get isInDanger() { return !this.#kept.canKeep && [this.#keeper, ...this.#others].some(keeper => !keeper.isSettled) }
  get isDeleted() { return this.draft.phase === "deleted" }

  /** The save state: a phase of `draft.js` and the words for it. */
  get save() {
    const { draft } = this
    const words = saveWords(draft, { isAway: this.isAway, canKeep: this.#kept.canKeep, time: at =>
      moment(at, Date.now()) })
    return { phase: draft.phase, words }
  }

  /** The writer changed some fields. */
  change(fields) {
    // The daemon renders on while the page does the rest.
    if (fields.body !== undefined) this.dispatchEvent(new CustomEvent("typed", { detail: fields.body }))
    this.#keeper.change({ ...this.fields, ...fields })
    this.#tellFields("writer")
  }

  /** Saves at once what waits for a pause. */
  push() { this.#keeper.push() }

  /** @param {"mine"|"theirs"|"both"} choice */
  choose(index, choice) { this.#keeper.choose(index, choice) }

  /** Where the writer is: the line of the caret, and the one at the top of what is seen (null: as before). */
  look(place) { this.dispatchEvent(new CustomEvent("place", { detail: place })) }

  newPost() { this.#turnTo(this.#keeperOf(draftOf(crypto.randomUUID()))) }

  /** @param {string} name an id or a slug */
  async open(name) {
    const turn = ++this.#turn
    const known = [...this.#others].find(keeper => keeper.draft.id === name)
    if (known) return this.#turnTo(known)
    if (this.draft.id === name) return undefined
    const heard = this.#heard = new Map()
    try {
      const { body } = await this.#net.request("GET", `/v1/posts/${encodeURIComponent(name)}`)
      if (turn !== this.#turn) return undefined
      const draft = draftOf(crypto.randomUUID(), body, Date.parse(body.changedAt))
      this.#turnTo(this.#keeperOf(draft, body))
      // What happened to it while it was on its way may have come before it.
      if (heard.has(body.id)) this.#keeper.check(heard.get(body.id))
    } catch (problem) {
      this.notice(problem.isAway ? "The daemon is away. The post cannot be opened now." : problem.message)
    } finally {
      if (this.#heard === heard) this.#heard = null
    }
    return undefined
  }

  /** @returns {Promise<string>} HTML with source positions; nothing is kept */
  async render(body) {
    return (await this.#net.request("POST", "/v1/preview?source_positions=true", { body })).body.html
  }

  /** What a target would be sent of the open post as it is saved. */
  async payload(target) {
    const query = new URLSearchParams({ target })
    return (await this.#net.request("GET", `/v1/posts/${encodeURIComponent(this.draft.id)}/preview?${query}`)).body
  }

  /** Makes `posts`, `queue` and `glances`, which a writer does not need to begin with. */
  async lists() {
    const { Glances, PostsIndex, Queue } = await import("./lists.js")
    const { request } = this.#net
    this.posts ??= new PostsIndex(request)
    this.queue ??= new Queue(request)
    this.glances ??= new Glances(request)
  }

  // MARK: Deleting

  async delete(id, title) {
    try {
      const isOpen = id === this.draft.id
      const { body } = await this.#net.request("PUT", `/v1/posts/${encodeURIComponent(id)}/deletion`)
      if (isOpen && id === this.draft.id) this.#keeper.learn(body)
      this.notice(`“${title}” is deleted.`, { title: "Undo", run: () => this.undelete(id) })
    } catch (problem) {
      this.notice(problem.message)
    }
    this.#refresh.posts()
  }

  async undelete(id) {
    try {
      const { body } = await this.#net.request("DELETE", `/v1/posts/${encodeURIComponent(id)}/deletion`)
      if (id === this.draft.id) this.#keeper.learn(body)
      this.notice("The post is back.")
    } catch (problem) {
      this.notice(problem.message)
    }
    this.#refresh.posts()
  }

  // MARK: Publishing

  /** Names of the targets that the next publication goes to. */
  get chosen() {
    return this.#chosen.get(this.draft.key) ?? this.targets.filter(target => target.isDefault).map(target =>
      target.name)
  }

  /** Where publishing a post sends it: what was chosen for the open one, the usual targets for any other. */
  targetsOf(id) {
    return id !== null && id === this.draft.id ? this.chosen
      : this.targets.filter(target => target.isDefault).map(target => target.name)
  }

  chooseTargets(names) {
    this.#chosen.set(this.draft.key, names)
    this.#tell("targets")
  }

  /**
   * Publishes what the writer sees: it is saved first.
   * @param {{at?: string}} wish `at` as the daemon understands times; without it the post's date, else now
   * @returns {Promise<boolean>} whether it was taken
   */
  async publish({ at } = {}) {
    const keeper = this.#keeper
    if (!await this.#saved(keeper)) {
      this.notice(`Nothing was published. ${this.save.words}`)
      return false
    }
    return this.#ask(keeper, "PUT", { to: this.chosen, ...at && { at } })
  }

  /** Takes the post back from where it has not arrived yet. */
  unpublish() { return this.#ask(this.#keeper, "DELETE") }

  /** Publishes a post as the daemon has it; the open one as the writer sees it. */
  async publishOther(post, to) {
    if (post.id === this.draft.id) return this.publish()
    const undo = { title: "Undo", run: () => this.unpublishOther(post) }
    return this.#askOf(post, "PUT", { to }, `“${post.title || "The post"}” is on its way to ${to.join(", ")}.`, undo)
  }

  unpublishOther(post) {
    if (post.id === this.draft.id) return this.unpublish()
    return this.#askOf(post, "DELETE", undefined, `“${post.title || "The post"}” is taken back.`)
  }

  async #askOf(post, method, body, words, action) {
    try {
      const path = `/v1/posts/${encodeURIComponent(post.id)}/publication`
      const answer = await this.#net.request(method, path, { body, revision: method === "PUT" ? post.revision : null })
      this.notice(words, action)
      for (const note of answer.body.notes) this.notice(note)
    } catch (problem) {
      this.notice(problem.isAway ? "The daemon is away. Nothing was changed." : problem.message)
    }
    this.glances?.look(post.id)
    this.#refresh.queue()
  }

  async #ask(keeper, method, body) {
    try {
      const answer = await this.#net.request(method, `/v1/posts/${encodeURIComponent(keeper.draft.id)}/publication`, {
        body, revision: keeper.draft.revision,
      })
      keeper.learn(answer.body.post)
      if (keeper === this.#keeper) this.#take(answer.body.deliveries)
      for (const note of answer.body.notes) this.notice(note)
      return true
    } catch (problem) {
      this.notice(problem.isAway ? "The daemon is away. Nothing was published." : problem.message)
      return false
    } finally {
      this.#refresh.queue()
    }
  }

  /** Waits until the daemon has all of the draft, or it is clear that it will not have it now. */
  #saved(keeper) {
    keeper.push()
    return new Promise(resolve => {
      const look = () => {
        const { phase } = keeper.draft
        if (["typed", "saving", "asking"].includes(phase)) return
        keeper.removeEventListener("change", look)
        resolve(phase === "saved")
      }
      keeper.addEventListener("change", look)
      look()
    })
  }

  // MARK: What the daemon tells

  /** Tags of other posts, for suggestions: those of the newest hundred. */
  async loadTags() {
    try {
      const { body } = await this.#net.request("GET", "/v1/posts?limit=100")
      const byKey = new Map(body.items.flatMap(item => item.tags).map(tag => [tag.toLowerCase(), tag]))
      this.tags = [...byKey.values()].sort((one, other) => one.localeCompare(other))
    } catch { /* Without suggestions one can still type. */ }
  }

  async loadTargets() {
    try {
      const { body } = await this.#net.request("GET", "/v1/targets")
      const limits = await Promise.all(body.items.map(target => this.#limits(target.name)))
      this.targets = body.items.map((target, index) => ({ ...target, limits: limits[index] }))
      this.#tell("targets")
    } catch { /* The line tells when to ask again. */ }
  }

  /** Asks the target; the event of its answer brings the new state. */
  async checkTarget(name) {
    await this.#about(name, "POST", "check")
  }

  async resumeTarget(name) {
    await this.#about(name, "DELETE", "pause")
  }

  async #about(name, method, what) {
    try {
      await this.#net.request(method, `/v1/targets/${encodeURIComponent(name)}/${what}`)
    } catch (problem) {
      this.notice(problem.message)
    }
    this.#refresh.targets()
    this.#refresh.queue()
  }

  async #limits(name) {
    try {
      return (await this.#net.request("GET", `/v1/targets/${encodeURIComponent(name)}/limits`)).body
    } catch { return {} }
  }

  async #loadZone() {
    try {
      const { body } = await this.#net.request("GET", "/v1/settings")
      const value = name => body.items.find(setting => setting.name === name)?.value ?? ""
      this.zone = value("time_zone")
      this.undoWindow = value("defaults.undo_window") || this.undoWindow
      this.#tell("told")
    } catch { /* Without it the zone of the browser is offered. */ }
  }

  async #loadDeliveries() {
    const keeper = this.#keeper
    // What was never sent has no deliveries; the first of them has an event.
    if (keeper.draft.id === null || (keeper.post?.state === "draft" && !this.deliveries.length)) return this.#take([])
    try {
      const { body } = await this.#net.request("GET", `/v1/posts/${encodeURIComponent(keeper.draft.id)}/deliveries`)
      if (keeper === this.#keeper) this.#take(body.items)
    } catch { /* The line tells when to ask again. */ }
    return undefined
  }

  /** What changes a copy, or was taken back, says nothing of whether the post is on its way. */
  #take(deliveries) {
    this.deliveries = deliveries.filter(({ kind, takenBackAt }) => kind === "create" && !takenBackAt)
    this.#tell("deliveries")
  }

  #hear(message) {
    if (message.kind === "line") return this.#hearLine(message.isOpen)
    this.dispatchEvent(new CustomEvent("event", { detail: message }))
    if (message.name === "reset") return this.#catchUp()
    if (message.name.startsWith("post-")) {
      this.#refresh.posts()
      this.#heard?.set(message.data.subject, message.data.at)
      for (const keeper of [this.#keeper, ...this.#others]) {
        if (keeper.draft.id === message.data.subject) keeper.check(message.data.at)
      }
    }
    // What a save does to a delivery has an event of its own.
    if (queueEvents.includes(message.name)) {
      this.#refresh.queue()
      this.#refresh.deliveries()
    }
    // With its deliveries changes what the post is called: scheduled, published.
    if (message.name === "delivery-changed") {
      this.#refresh.posts()
      this.#refresh.post()
    }
    if (["target-changed", "check-wanted"].includes(message.name)) this.#refresh.targets()
    return undefined
  }

  #hearLine(isOpen) {
    const wasAway = this.isAway
    this.isAway = !isOpen
    this.#tell("line")
    this.#tell("save")
    if (isOpen && wasAway) this.#catchUp()
  }

  /** Nobody knows what was missed: everything is looked at again. */
  #catchUp() {
    for (const keeper of [this.#keeper, ...this.#others]) {
      keeper.hurry()
      keeper.check()
    }
    for (const refresh of Object.values(this.#refresh)) refresh()
    if (!this.zone) this.#loadZone()
  }

  /** @param {{title: string, run: () => void}} [action] */
  notice(words, action, isUrgent = false) {
    this.dispatchEvent(new CustomEvent("notice", { detail: { words, action, isUrgent } }))
  }

  // MARK: Keepers

  #keeperOf(draft, post = null) {
    return new DraftKeeper({ draft, post, net: this.#net, kept: this.#kept })
  }

  /** Makes a draft the open one. The one that was is looked after until the daemon has it. */
  #turnTo(keeper) {
    const last = this.#keeper
    this.#turn++
    this.#others.delete(keeper)
    this.#keeper = keeper
    if (last) {
      last.push()
      this.#tend(last)
    }
    if (!keeper.isListened) this.#listen(keeper)
    this.#shown = undefined
    this.#told = undefined
    this.deliveries = []
    this.#refresh.deliveries()
    this.dispatchEvent(new CustomEvent("post", { detail: { id: keeper.draft.id, key: keeper.draft.key } }))
    this.#tellFields("open")
    for (const name of ["told", "save", "deliveries", "targets"]) this.#tell(name)
  }

  #listen(keeper) {
    keeper.isListened = true
    const isOpen = () => keeper === this.#keeper
    keeper.addEventListener("change", () => {
      if (!isOpen()) return this.#dismiss(keeper)
      // Each key makes another draft; how it is saved is rarely another with it.
      const state = JSON.stringify(standing(keeper.draft))
      if (state === this.#told) return undefined
      this.#told = state
      return this.#tell("save")
    })
    keeper.addEventListener("show", () => { if (isOpen()) this.#tellFields("daemon") })
    keeper.addEventListener("post", () => {
      if (!isOpen()) return
      this.#tell("told")
      this.#refresh.deliveries()
    })
  }

  #tend(keeper) {
    if (!keeper.isListened) this.#listen(keeper)
    this.#others.add(keeper)
    this.#dismiss(keeper)
  }

  /** Lets a draft go that the daemon has; one that needs a choice is offered. */
  #dismiss(keeper) {
    if (keeper.isSettled) {
      this.#others.delete(keeper)
      keeper.close()
    } else if (keeper.draft.phase === "conflict" && !keeper.isOffered) {
      keeper.isOffered = true
      const open = { title: "Open it", run: () => this.#turnTo(keeper) }
      this.notice("A post was changed here and elsewhere in the same place, and waits for your choice.", open, true)
    }
  }

  // MARK: Telling

  #tell(name) { this.dispatchEvent(new Event(name)) }

  #tellFields(by) {
    const names = this.#shown ? changed(this.#shown, this.fields) : null
    this.#shown = this.fields
    if (names?.length === 0) return
    this.dispatchEvent(new CustomEvent("fields", { detail: { names, by } }))
  }
}

/** What of a draft the save state is made of, and what else elements show of it. */
const standing = ({ key, id, revision, phase, conflicts, held, problem, isMerged, savedAt }) =>
  [key, id, revision, phase, conflicts, held, problem, isMerged, savedAt]
