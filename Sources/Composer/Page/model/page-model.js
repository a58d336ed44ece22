import { OtherUsers } from "./other-users.js"
import { Actions, saved } from "./actions.js"
import { Batch } from "./batch.js"
import { coalesced } from "./coalesced.js"
import { daemonNow } from "./daemon-clock.js"
import { DaemonFacts, DaemonEvents } from "./daemon-events.js"
import { DaemonRequests } from "./daemon-requests.js"
import { DraftSavers } from "./draft-savers.js"
import { chosenPlace, draftOf, newKey, saveWords } from "./draft.js"
import { changed, isSame, postPath } from "./fields.js"
import { Glances } from "./glances.js"
import { Versions } from "./history.js"
import { moment } from "./language.js"
import { PostsIndex, Queue } from "./lists.js"
import { NamedTexts } from "./named-texts.js"
import { postName } from "./post-name.js"
import { Presence } from "./presence.js"
import { Wishes } from "./wishes.js"

const begunWords = "You began to write before the post was here: what you typed is in a post of its own."
const onWords = "You wrote on before the other post was here, so this one stays open."
const choiceWords = "was changed here and elsewhere in the same place, and waits for your choice."
const waitingWords = "What this browser still had to save of another post is being saved."

/**
 * Everything that the page knows of the daemon: the open post and its draft, the targets, the queue, the index of
 * posts. The parts of the page call it to change something, and `page.js` tells them what has changed. Its own parts:
 * `draft-savers.js` (drafts), `daemon-events.js` (events, targets, zone, tags), `lists.js` (posts, queue) and `actions.js`
 * (publishing, deleting).
 */
export class PageModel {
  /** What is done to several posts. @type {Batch} */
  batch
  /** The open post's deliveries to its targets. */
  deliveries = []
  /** The line of the caret. */
  caret = 1
  posts
  queue
  glances
  versions
  preferences
  /** What this browser keeps. @type {DraftStore} */
  drafts
  /** @type {DraftSavers} */
  savers
  /** Fetches data of the daemon again, soon. */
  refresh
  /** @type {DaemonFacts} */
  facts
  requests
  actions
  /** Publications that wait for the daemon. @type {Wishes} */
  wishes
  #page
  #net
  /** Reads as `request` does, but while the daemon is away from what the browser keeps. */
  #read
  #otherStores
  #chosen = new Map()
  #shown
  #turn = 0
  /** The post that is loading, by the `name` with which it was requested. @type {{name: string}|null} */
  #opening = null
  /** Whether the drafts that earlier pages left are taken up: before, a publication that waited would go without them. */
  #hasBegun = false
  /** Counts the writer's edits: a post that finishes loading after one must not take the text away. */
  #touches = 0
  #events
  /** The user who is signed in instead of the page's user, as last reported. */
  #otherUser = null

  /**
   * @param {Page} page
   * @param {{request: Function, subscribe: Function, read?: Function}} net
   * @param {object} store drafts that wait in the browser's own store
   * @param {object} [wishStore] publications that wait there
   * @param {object} [shareStore] what other apps have shared
   */
  constructor(page, net, store, preferences, wishStore = null, shareStore = null) {
    this.#page = page
    this.#net = net
    this.#read = net.read ?? net.request
    this.drafts = store
    this.#otherStores = { wishes: wishStore, shares: shareStore }
    this.preferences = preferences
    this.requests = new DaemonRequests(net.request, this.#read)
    this.facts = new DaemonFacts(this.#read, page)
    this.savers = new DraftSavers({ net, store, notice: this.notice })
    this.posts = new PostsIndex(this.#read, preferences.get("order"))
    preferences.addEventListener("change", () => this.#reorder())
    this.queue = new Queue(net.request)
    this.glances = new Glances(this.#read)
    this.versions = new Versions(net.request)
    this.snippets = new NamedTexts(this.#read, "snippets")
    this.searches = new NamedTexts(this.#read, "searches")
    this.keys = new NamedTexts(this.#read, "keys")
    this.presence = new Presence(net.request, newKey())
    this.refresh = {
      post: coalesced(() => this.saver.check(), 60),
      posts: coalesced(() => this.posts.isWatched && this.posts.refresh(), 120),
      queue: coalesced(() => this.queue.isWatched && this.queue.refresh(), 80),
      deliveries: coalesced(() => this.#loadDeliveries(), 60),
      targets: coalesced(() => this.facts.loadTargets(), 200),
    }
    this.actions = new Actions(net.request, this)
    this.wishes = new Wishes(net.request, wishStore, this)
    this.batch = new Batch(net.request, this.notice, () => this.refresh.posts())
    this.#events = new DaemonEvents(this)
    this.#follow()
    this.newPost()
  }

  #reorder() {
    const order = this.preferences.get("order")
    if (order === this.posts.order) return
    this.posts.order = order
    this.refresh.posts()
  }

  // MARK: For its parts

  /** Takes the daemon's answer to the publication of a draft that may be open. @param {DraftSaver} [saver] */
  published(saver, { post, deliveries }) {
    saver?.receive(post)
    if (saver && saver === this.saver) this.setDeliveries(deliveries)
    this.refresh.queue()
  }

  /** Opens the draft whose publication waits for its writer, and the dialog. @param {Wish} wish */
  async decide({ draft, post }) {
    if (await this.open(post ?? this.drafts.postOf(draft) ?? draft)) this.#tell({ decide: true })
  }

  receiveEvent(event) {
    if (event.name === "preferences-changed") {
      this.preferences.load()
      for (const texts of [this.snippets, this.searches, this.keys]) texts.forget()
    }
    this.#tell({ event })
  }

  /** All that an event could have outdated is being fetched. */
  caughtUp() {
    if (!this.facts.zone) this.facts.loadZone()
    if (this.#hasBegun) this.wishes.back()
  }

  lineChanged() {
    this.#tell({ line: true, save: true })
    // The list says that it is not the daemon's.
    if (this.isAway) this.refresh.posts()
    const user = this.#events.reason?.user ?? null
    if (user !== null && user !== this.#otherUser) {
      const go = { title: `Go on as ${user}`, run: () => location.assign("/") }
      this.notice(`“${user}” is signed in to this browser now. Your text is kept until you sign in again.`, go,
        true)
    }
    this.#otherUser = user
  }

  #follow() {
    for (const name of ["posts", "queue", "versions", "preferences", "searches", "keys", "presence"]) {
      this.#page.follow(this[name], { change: name })
    }
    this.#page.follow(this.glances, { change: "glance" })
    for (const source of [this.wishes, this.drafts]) this.#page.follow(source, { change: "save" })
    const savers = this.savers
    this.#page.follow(savers, { state: "save" })
    savers.addEventListener("leave", () => this.leave())
    savers.addEventListener("switch", () => this.#switched())
    savers.addEventListener("show", () => this.#tellFields("daemon"))
    savers.addEventListener("received", () => {
      this.#tell({ received: true })
      this.refresh.deliveries()
    })
    savers.addEventListener("stuck", ({ detail: saver }) => {
      const open = { title: "Open it", run: () => savers.switchTo(saver) }
      const words = saver.draft.phase === "conflict" ? choiceWords : `waits. ${this.#wordsOf(saver.draft)}`
      this.notice(`“${postName(saver.draft.mine)}” ${words}`, open, true)
    })
  }

  /**
   * @param {string|null} name the post to open first; without one, a draft that a closed window left behind, or a new
   *   one
   */
  async start(name) {
    this.#net.subscribe(message => this.#events.receive(message))
    await this.#begin(name)
    this.#hasBegun = true
    await Promise.all([this.facts.loadTargets(), this.facts.loadZone(), this.wishes.start(), this.#reportOthers()])
  }

  async #begin(name) {
    const turn = this.#turn
    const asked = name ? { name } : null
    this.#setOpening(asked)
    const left = await this.drafts.adopt()
    const mine = left.find(record => (name ? record.id === name || record.key === name : true))
    for (const record of left) if (record !== mine) this.savers.keepSaving(this.savers.revive(record))
    const isOther = turn !== this.#turn
    if (mine) {
      const saver = this.savers.revive(mine)
      if (isOther || this.#touches > 0) {
        this.savers.keepSaving(saver)
        this.#offer(isOther ? waitingWords : begunWords, () => this.savers.switchTo(saver))
      } else {
        this.savers.switchTo(saver)
      }
      saver.check()
    } else if (name && !isOther) {
      await this.open(this.drafts.postOf(name) ?? name, 0)
    } else if (!isOther && this.preferences.get("opens") === "last") {
      await this.#openLast()
    }
    if (this.#opening === asked) this.#setOpening(null)
  }

  /** The post that was changed last. If it cannot be found, the new post stays. */
  async #openLast() {
    try {
      const { body: { items: [last] } } = await this.#net.request("GET", "/v1/posts?order=edited&limit=1")
      if (last) await this.open(last.id, 0)
    } catch { /* The line tells that the daemon is away. */ }
  }

  #setOpening(asked) {
    if (this.#opening === asked) return
    this.#opening = asked
    this.#tell({ save: true })
  }

  /** Offers to open a post, and waits for the writer to accept. */
  #offer(words, run) { this.notice(words, { title: "Open it", run }) }

  /** Reports what other users have in this browser, and drafts stored before drafts had users. */
  async #reportOthers() {
    const { wishes, shares } = this.#otherStores
    const kept = { drafts: await this.drafts.others(), wishes: await wishes?.others() ?? [],
      shares: await shares?.others() ?? [] }
    if (Object.values(kept).every(some => some.length === 0)) return
    await new OtherUsers(this.#net.request, this).report(kept)
  }

  // MARK: The open post

  /** Whether a requested post is still loading. Until then, typing changes the post that is shown. */
  get isOpening() { return this.#opening !== null }

  /** Whether the daemon is unreachable; `trouble` gives the reason. */
  get isAway() { return this.#events.isAway }
  /** Whether requests find no daemon at all, so that publications wait in the browser. */
  get isUnreached() { return this.#events.reason?.kind === "away" }
  /** Why the daemon refuses all that this page asks; null while it does not. */
  get barred() {
    const { kind, words } = this.#events.reason ?? {}
    return ["signed-out", "other-user"].includes(kind) ? words : null
  }
  get trouble() { return this.#events.reason?.words ?? null }

  /** The saver of the open draft. */
  get saver() { return this.savers.open }
  /** The post as the daemon last sent it; null if it does not exist there yet. */
  get post() { return this.saver.post }
  get draft() { return this.saver.draft }
  /** What the writer sees. */
  get fields() { return this.saver.draft.mine }
  /** Whether closing the page now would lose text. */
  get isInDanger() { return !this.drafts.canKeep && this.savers.all.some(saver => !saver.isSettled) }
  get isDeleted() { return this.draft.phase === "deleted" }

  /** Why the daemon does not take a field; empty while it takes it. */
  refusalOf(name) {
    const { held, refusal } = this.draft
    return held.includes(name) ? refusal : ""
  }

  /** The save state: a phase of `draft.js` and its text. */
  get save() {
    const { draft } = this
    return { phase: draft.phase, words: this.#wordsOf(draft) }
  }

  #wordsOf(draft) {
    return saveWords(draft, { trouble: this.trouble, canKeep: this.drafts.canKeep, time: at => moment(at, daemonNow()) })
  }

  /** Applies the writer's changes to some fields. */
  change(fields) {
    // The daemon can render while the page does the rest.
    if (fields.body !== undefined) this.#tell({ typed: fields.body })
    const before = this.fields
    this.saver.change({ ...before, ...fields })
    // When a composition ends, an input method may repeat its text: only new text holds back a post that is loading.
    if (this.draft.phase !== "blank" && !isSame(before, this.fields)) this.touch()
    if (fields.date !== undefined) this.wishes.redate(this.draft)
    this.#tellFields("writer")
  }

  /** Records that the writer is writing although no field has changed yet. */
  touch() { this.#touches++ }

  /** Commits half-typed fields to the open post before the page shows something else. */
  leave() { this.#tell({ leaving: true }) }

  /** Saves at once instead of waiting for a pause. */
  push() { this.saver.push() }

  /** The same. @returns {Promise<boolean>} whether the daemon has all of the open draft, once that is clear */
  saved() { return saved(this.saver) }

  /** @returns {number|null} where the chosen text ends */
  choose(index, choice) {
    const before = this.draft
    this.saver.choose(index, choice)
    return chosenPlace(before, { index, choice }, this.fields.body)
  }

  /** Sets the writer's position: the caret's line, and the line at the top of the view (null: unchanged). */
  setPlace(place) {
    this.caret = place.caret
    this.#tell({ place })
  }

  /**
   * Selects a part of the text and brings it into view.
   * @param {{start: number, end: number, isFocused?: boolean}} part offsets; without the focus no keyboard comes up
   */
  reveal(part) { this.#tell({ reveal: part }) }

  /**
   * Changes the text by an edit that the writer can take back like typing.
   * @param {{start: number, end: number, text: string, selectionStart: number, selectionEnd: number}} edit
   */
  rewrite(edit) { this.#tell({ rewrite: edit }) }

  /** Begins a new draft with a text that was not typed here; the daemon is not needed. */
  newDraft(body) {
    this.newPost()
    this.saver.change({ ...this.fields, body })
    this.touch()
    this.#tellFields("daemon")
  }

  newPost() { this.savers.switchTo(this.savers.make(draftOf(newKey()))) }

  /**
   * Makes a post of a Markdown file, which may have front matter, and opens it.
   * @throws {Problem}
   */
  async begin(file) {
    const key = newKey()
    const { body } = await this.#net.request("POST", "/v1/posts", { body: file, key })
    await this.open(body.id)
  }

  /**
   * What the page can open for a draft's key: the draft, while it waits here, or the post that it became.
   * @returns {string|null} a name for `open`
   */
  postOf(key) {
    return this.savers.all.some(({ draft }) => draft.key === key) ? key : this.drafts.postOf(key)
  }

  /**
   * Opens a post. If the writer has typed while it loaded, offers to open it instead.
   * @param {string} name an id or a slug, or the key of a draft that waits here
   * @param {number} [touches] the count of edits that must not have increased
   * @returns {Promise<boolean>} whether it is open
   */
  async open(name, touches = this.#touches) {
    const turn = ++this.#turn
    const asked = { name }
    const words = this.draft.phase === "blank" || touches < this.#touches ? begunWords : onWords
    this.#setOpening(asked)
    try {
      const known = this.savers.leftOf(name)
      if (known) this.savers.switchTo(known)
      else if (![this.draft.id, this.draft.key].includes(name)) return await this.#fetch(name, { turn, touches, words })
      return true
    } catch (problem) {
      if (turn !== this.#turn) return false
      this.notice(problem.isObstacle ? `${problem.message} The post cannot be opened now.` : problem.message)
      return false
    } finally {
      if (this.#opening === asked) this.#setOpening(null)
    }
  }

  #fetch(name, { turn, touches, words }) {
    return this.#events.recordingEvents(async events => {
      const { body } = await this.#read("GET", postPath(name))
      if (turn !== this.#turn) return false
      if (touches !== this.#touches) {
        this.#offer(words, () => this.open(name))
        return false
      }
      const draft = draftOf(newKey(), body, Date.parse(body.changedAt))
      this.savers.switchTo(this.savers.make(draft, body))
      // An event may have arrived before the post that it is about.
      if (events.has(body.id)) this.saver.check(events.get(body.id))
      return true
    })
  }

  // MARK: Targets

  /** Names of the targets of the next publication. */
  get chosen() { return this.#chosen.get(this.draft.key) ?? this.#usual }
  get #usual() { return this.facts.targets.filter(target => target.isDefault).map(target => target.name) }

  /** Those of the targets that have slots, at which they get the posts that ask for the next one. */
  slotted(names) { return names.filter(name => this.facts.targets.find(one => one.name === name)?.slots?.length) }

  /**
   * The targets to which publishing sends a post: the chosen ones for the open post, the default targets for any other.
   */
  targetsOf(id) { return id !== null && id === this.draft.id ? this.chosen : this.#usual }

  chooseTarget(name, isChosen) {
    const others = this.chosen.filter(other => other !== name)
    this.#chosen.set(this.draft.key, isChosen ? [...others, name] : others)
    this.#tell({ targets: true })
  }

  // MARK: Daemon

  async #loadDeliveries() {
    const saver = this.saver
    // A post that was never sent has no deliveries; its first one triggers an event.
    if (saver.draft.id === null || (saver.post?.state === "draft" && !this.deliveries.length)) return this.setDeliveries([])
    try {
      const { body } = await this.#read("GET", postPath(saver.draft.id, "/deliveries"))
      if (saver === this.saver) this.setDeliveries(body.items)
    } catch { /* The line tells when to ask again. */ }
  }

  /** Edits, and deliveries that were taken back, do not tell whether the post is on its way. */
  setDeliveries(deliveries) {
    this.deliveries = deliveries.filter(({ kind, takenBackAt }) => kind === "create" && !takenBackAt)
    this.#tell({ deliveries: true })
  }

  /**
   * @param {{title: string, run: () => void}|{title: string, run: () => void}[]} [action]
   * @param {{about?: string, isBrief?: boolean}} [more] for the notice board
   */
  notice = (words, action, isUrgent = false, more) => this.#tell({ notice: { words, action, isUrgent, ...more } })

  // MARK: Events

  #switched() {
    const name = this.#opening?.name ?? null
    this.#turn++
    this.#opening = null
    this.deliveries = []
    this.refresh.deliveries()
    this.#shown = this.fields
    this.#tell({ post: { name }, fields: { names: null, by: "open" }, received: true, save: true, deliveries: true,
      targets: true })
  }

  #tell(change) { this.#page.tell(change) }

  #tellFields(by) {
    const names = this.#shown ? changed(this.#shown, this.fields) : null
    this.#shown = this.fields
    if (names?.length === 0) return
    this.#tell({ fields: { names, by } })
  }
}
