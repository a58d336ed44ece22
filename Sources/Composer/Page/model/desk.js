import { DaemonFacts } from "./daemon-facts.js"
import { DaemonNews } from "./daemon-news.js"
import { DraftKeepers } from "./draft-keepers.js"
import { chosenPlace, draftOf, revived, saveWords } from "./draft.js"
import { changed } from "./fields.js"
import { gathered } from "./gathering.js"
import { moment } from "./times.js"

/**
 * What the page knows of the daemon, in one place: the open post and its draft, the targets, the queue, the index of
 * posts. Elements get it as their property `desk` before they are connected, listen to its events, and ask it for
 * changes. What it is made of: `draft-keepers.js` (drafts), `daemon-news.js` (events), `daemon-facts.js` (targets,
 * zone, tags), and, loaded when they are needed, `lists.js` (posts, queue) and `verbs.js` (publishing, deleting).
 *
 * Events: `typed` (the text is about to change; `detail`: the new one), `post` (another post is open; `detail.id`),
 * `told` (the daemon told of the open post), `fields` (`detail.names`, `detail.by`: "writer", "daemon" or "open"),
 * `save` (the save state), `targets`, `deliveries` (of the open post), `place` (`detail.caret`, `detail.top`: lines),
 * `line` (the daemon came or went), `event` (whatever it told), `notice` (`detail.words`, `detail.action`:
 * `{title, run}`, `detail.isUrgent`).
 */
export class Desk extends EventTarget {
  /** What became of the open post at its targets. */
  deliveries = []
  /** Whether the post that the page was asked for is still on its way: what is typed now would belong to no post. */
  isOpening = false
  // Null until somebody asked for `lists`.
  /** @type {PostsIndex|null} */ posts = null
  /** @type {Queue|null} */ queue = null
  /** @type {Glances|null} */ glances = null
  #net
  #kept
  #keepers
  #facts
  /** @type {Verbs|null} */ #verbs = null
  #chosen = new Map()
  #shown
  #turn = 0
  #refresh
  #news
  /** Who is signed in instead of the page's user, as it was told last. */
  #otherUser = null

  /**
   * @param {{request: Function, subscribe: Function}} net
   * @param {object} kept drafts that wait in the browser's own store
   */
  constructor(net, kept) {
    super()
    this.#net = net
    this.#kept = kept
    this.#facts = new DaemonFacts(net.request, name => this.#tell(name))
    this.#keepers = new DraftKeepers({ net, kept })
    this.#refresh = {
      post: gathered(() => this.#keeper.check(), 60),
      posts: gathered(() => this.posts?.isWatched && this.posts.refresh(), 120),
      queue: gathered(() => this.queue?.isWatched && this.queue.refresh(), 80),
      deliveries: gathered(() => this.#loadDeliveries(), 60),
      targets: gathered(() => this.loadTargets(), 200),
    }
    this.#news = new DaemonNews(this.#keepers, this.#refresh, {
      event: detail => this.dispatchEvent(new CustomEvent("event", { detail })),
      line: () => this.#lineChanged(),
      caughtUp: () => { if (!this.zone) this.#facts.loadZone() },
    })
    this.#follow()
    this.newPost()
  }

  #follow() {
    const keepers = this.#keepers
    keepers.addEventListener("turn", () => this.#turned())
    keepers.addEventListener("state", () => this.#tell("save"))
    keepers.addEventListener("show", () => this.#tellFields("daemon"))
    keepers.addEventListener("post", () => {
      this.#tell("told")
      this.#refresh.deliveries()
    })
    keepers.addEventListener("choice", ({ detail: keeper }) => {
      const open = { title: "Open it", run: () => keepers.turnTo(keeper) }
      this.notice("A post was changed here and elsewhere in the same place, and waits for your choice.", open, true)
    })
    this.#kept.addEventListener("change", () => this.#tell("save"))
  }

  get #keeper() { return this.#keepers.open }

  #lineChanged() {
    for (const name of ["line", "save"]) this.#tell(name)
    const user = this.#news.reason?.user ?? null
    if (user !== null && user !== this.#otherUser) {
      const go = { title: `Go on as ${user}`, run: () => location.assign("/") }
      this.notice(`“${user}” is signed in in this browser now. What you write here is kept until you sign in again.`, go,
        true)
    }
    this.#otherUser = user
  }

  /**
   * @param {string|null} name the post to begin with; without one, what a window that is gone left behind, or a new one
   */
  async start(name) {
    this.#net.subscribe(message => this.#news.hear(message))
    this.isOpening = Boolean(name)
    this.#tell("save")
    await this.#begin(name)
    this.isOpening = false
    this.#tell("save")
    await this.#tellOthers()
    await Promise.all([this.loadTargets(), this.#facts.loadZone()])
  }

  async #begin(name) {
    const left = await this.#kept.adopt()
    const mine = left.find(record => (name ? record.id === name || record.key === name : true))
    for (const record of left) if (record !== mine) this.#keepers.tend(this.#keepers.make(revived(record)))
    if (mine) {
      this.#keepers.turnTo(this.#keepers.make(revived(mine)))
      this.#keeper.check()
    } else if (name) {
      await this.open(name)
    }
  }

  /** Drafts of other users, and those that were kept before drafts had users. */
  async #tellOthers() {
    const drafts = await this.#kept.others()
    if (!drafts.length) return
    const { OtherDrafts } = await import("./other-drafts.js")
    const others = new OtherDrafts({ kept: this.#kept, request: this.#net.request,
      notice: (...told) => this.notice(...told),
      tend: record => this.#keepers.tend(this.#keepers.make(revived(record))),
      open: record => this.#keepers.turnTo(this.#keepers.make(revived(record))) })
    await others.meet(drafts)
  }

  // MARK: The open post

  /** Whether nothing is heard of the daemon; `trouble` says why, in words. */
  get isAway() { return this.#news.isAway }
  get trouble() { return this.#news.reason?.words ?? null }

  /** The post as the daemon last told it; null for one that is not there yet. */
  get post() { return this.#keeper.post }
  get draft() { return this.#keeper.draft }
  /** What the writer sees. */
  get fields() { return this.#keeper.draft.mine }
  /** Whether closing the page now would lose words. */
  get isInDanger() { return !this.#kept.canKeep && this.#keepers.all.some(keeper => !keeper.isSettled) }
  get isDeleted() { return this.draft.phase === "deleted" }

  /** The save state: a phase of `draft.js` and the words for it. */
  get save() {
    const { draft } = this
    const words = saveWords(draft, { trouble: this.trouble, canKeep: this.#kept.canKeep, time: at =>
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

  /**
   * @param {"mine"|"theirs"|"both"} choice
   * @returns {number|null} where the chosen words end in the text
   */
  choose(index, choice) {
    const before = this.draft
    this.#keeper.choose(index, choice)
    return chosenPlace(before, { index, choice }, this.fields.body)
  }

  /** Where the writer is: the line of the caret, and the one at the top of what is seen (null: as before). */
  look(place) { this.dispatchEvent(new CustomEvent("place", { detail: place })) }

  newPost() { this.#keepers.turnTo(this.#keepers.make(draftOf(crypto.randomUUID()))) }

  /** @param {string} name an id or a slug */
  async open(name) {
    const turn = ++this.#turn
    const known = this.#keepers.leftOf(name)
    if (known) return this.#keepers.turnTo(known)
    if (this.draft.id === name) return undefined
    return this.#news.noting(async heard => {
      const { body } = await this.#net.request("GET", `/v1/posts/${encodeURIComponent(name)}`)
      if (turn !== this.#turn) return
      const draft = draftOf(crypto.randomUUID(), body, Date.parse(body.changedAt))
      this.#keepers.turnTo(this.#keepers.make(draft, body))
      // What happened to it while it was on its way may have come before it.
      if (heard.has(body.id)) this.#keeper.check(heard.get(body.id))
    }).catch(problem =>
      this.notice(problem.isObstacle ? `${problem.message} The post cannot be opened now.` : problem.message))
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

  // MARK: Publishing and deleting

  /** Gets what a writer does beyond writing, which is loaded with the first of it. @returns {Promise<Verbs>} */
  async verbs() {
    const { Verbs } = await import("./verbs.js")
    return this.#verbs ??= new Verbs(this.#net.request, {
      keeper: () => this.#keeper, chosen: () => this.chosen, saveWords: () => this.save.words,
      take: deliveries => this.#take(deliveries), look: id => this.glances?.look(id),
      notice: (...told) => this.notice(...told), refresh: this.#refresh,
    })
  }

  async #do(act) {
    const verbs = await this.verbs().catch(() => null)
    if (verbs) return act(verbs)
    this.notice("This part of the page did not arrive. Nothing was changed.")
    return false
  }

  /**
   * Publishes what the writer sees: it is saved first.
   * @param {{at?: string}} [wish] `at` as the daemon understands times; without it the post's date, else now
   * @returns {Promise<boolean>} whether it was taken
   */
  publish(wish) {
    const keeper = this.#keeper
    return this.#do(verbs => verbs.publish(keeper, wish))
  }

  /** Takes the post back from where it has not arrived yet. */
  unpublish() {
    const keeper = this.#keeper
    return this.#do(verbs => verbs.unpublish(keeper))
  }

  publishOther(post, to) { return this.#do(verbs => verbs.publishOther(post, to)) }
  unpublishOther(post) { return this.#do(verbs => verbs.unpublishOther(post)) }
  delete(id, title) { return this.#do(verbs => verbs.delete(id, title)) }
  undelete(id) { return this.#do(verbs => verbs.undelete(id)) }
  checkTarget(name) { return this.#do(verbs => verbs.checkTarget(name)) }
  resumeTarget(name) { return this.#do(verbs => verbs.resumeTarget(name)) }

  // MARK: Targets

  get targets() { return this.#facts.targets }
  get tags() { return this.#facts.tags }
  get zone() { return this.#facts.zone }
  get undoWindow() { return this.#facts.undoWindow }
  loadTags() { return this.#facts.loadTags() }
  loadTargets() { return this.#facts.loadTargets() }

  /** Names of the targets that the next publication goes to. */
  get chosen() { return this.#chosen.get(this.draft.key) ?? this.#usual }
  get #usual() { return this.targets.filter(target => target.isDefault).map(target => target.name) }

  /** Where publishing a post sends it: what was chosen for the open one, the usual targets for any other. */
  targetsOf(id) { return id !== null && id === this.draft.id ? this.chosen : this.#usual }

  chooseTargets(names) {
    this.#chosen.set(this.draft.key, names)
    this.#tell("targets")
  }

  // MARK: What the daemon tells

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

  /** @param {{title: string, run: () => void}} [action] */
  notice(words, action, isUrgent = false) {
    this.dispatchEvent(new CustomEvent("notice", { detail: { words, action, isUrgent } }))
  }
  // MARK: Telling

  #turned() {
    const { draft } = this.#keeper
    this.#turn++
    this.#shown = undefined
    this.deliveries = []
    this.#refresh.deliveries()
    this.dispatchEvent(new CustomEvent("post", { detail: { id: draft.id, key: draft.key } }))
    this.#tellFields("open")
    for (const name of ["told", "save", "deliveries", "targets"]) this.#tell(name)
  }

  #tell(name) { this.dispatchEvent(new Event(name)) }

  #tellFields(by) {
    const names = this.#shown ? changed(this.#shown, this.fields) : null
    this.#shown = this.fields
    if (names?.length === 0) return
    this.dispatchEvent(new CustomEvent("fields", { detail: { names, by } }))
  }
}
