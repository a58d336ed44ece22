// Text typed at the start of the page and during switches ends up in the post that the writer saw.
import assert from "node:assert/strict"
import test from "node:test"
import { Page } from "../../Sources/Composer/Page/model/page.js"
import { PageModel } from "../../Sources/Composer/Page/model/page-model.js"
import { Preferences } from "../../Sources/Composer/Page/model/preferences.js"
import { DraftSavers } from "../../Sources/Composer/Page/model/draft-savers.js"
import { draftOf, keptOf } from "../../Sources/Composer/Page/model/draft.js"
import { Problem } from "../../Sources/Composer/Page/net/api.js"
import { chance } from "./chance.mjs"

const away = () => new Problem({ detail: "The daemon is away." }, 0)
const otherUser = () => new Problem({ title: "“Ben” is signed in.", type: "urn:galley:problem:other-user", user: "Ben" }, 403)
const refusal = (status, type, more = {}) => new Problem({ title: `It said ${type}.`, type: `urn:galley:problem:${type}`,
  ...more }, status)
const turn = () => new Promise(resolve => setImmediate(resolve))

/** One browser's store, in which windows hold locks. */
class Store {
  records = new Map()
  held = new Map()
  names = new Map()

  /** The store as one window of a user sees it. */
  window(user = "Ada") {
    const store = this, mine = new Set()
    const kept = Object.assign(new EventTarget(), {
      canKeep: true, mine,
      /** Answered when the test wants. */ adopting: null,
      keep(record) { if (!kept.isGone) store.records.set(record.key, structuredClone({ ...record, user })) },
      forget(key) { if (!kept.isGone) store.records.delete(key) },
      hold(key) {
        if (kept.isGone) return
        store.held.set(key, kept)
        mine.add(key)
      },
      release(key) { if (store.held.get(key) === kept) store.held.delete(key) },
      saved(key, ...made) { if (!kept.isGone) store.names.set(key, made) },
      postOf: key => store.names.get(key)?.[0] ?? null,
      revisionOf: key => store.names.get(key)?.[1] ?? null,
      isElsewhere: async () => false,
      async adopt() {
        await kept.adopting
        if (kept.isGone) return []
        const left = [...store.records.values()].filter(one => one.user === user && !store.held.has(one.key))
        for (const { key } of left) kept.hold(key)
        return left.map(one => structuredClone(one))
      },
      others: async () => [],
      /** The window is gone, and its locks with it. */
      end() {
        kept.isGone = true
        for (const key of mine) kept.release(key)
      },
    })
    return kept
  }
}

/** A daemon with posts; its answers come when the test releases them, or never. */
class Daemon {
  posts = new Map()
  made = new Map()
  waiting = []
  count = 0
  user = "Ada"

  put(id, fields, revision) {
    const post = { id, slug: id, kind: "post", state: "draft", tags: [], ...fields, revision, changedAt: String(++this.count) }
    this.posts.set(id, post)
    this.changed?.(id)
    return post
  }

  request = (method, path, options = {}) => this.ask("Ada", method, path, options)

  ask(user, method, path, options = {}) {
    if (!path.startsWith("/v1/posts") || path.includes("/deliveries")) return Promise.reject(away())
    return new Promise((resolve, reject) => this.waiting.push({ user, method, path, options, resolve, reject }))
  }

  /** Carries out one pending request. `fate`: "answered", "lost" after it was carried out, "unheard", "refused". */
  carryOut(index, fate = "answered") {
    const [{ user, method, path, options, resolve, reject }] = this.waiting.splice(index, 1)
    if (fate === "unheard") return reject(away())
    if (this.user !== user) return reject(otherUser())
    if (fate === "refused" && method !== "GET") return reject(refusal(429, "too-many"))
    const told = this.#answer(user, method, path, options)
    if (fate === "lost") return reject(away())
    return told instanceof Problem ? reject(told) : resolve({ body: structuredClone(told) })
  }

  #answer(user, method, path, { body, revision, key }) {
    if (path === "/v1/posts?order=edited&limit=1") return { items: [...this.posts.values()].slice(-1) }
    const id = decodeURIComponent(path.split("/")[3] ?? "")
    if (method === "POST") {
      const known = this.made.get(key)
      if (known) {
        assert.deepEqual(body, known.body, "a key is sent again with the very words of its first try")
        return this.posts.get(known.id)
      }
      const fresh = `p${this.made.size + 100}`
      this.made.set(key, { id: fresh, body })
      return this.put(fresh, { ...body, owner: user }, 1)
    }
    const post = this.posts.get(id)
    if (!post || (post.owner ?? user) !== user) return refusal(404, "no-such-post")
    if (method === "GET") return post
    if (post.deletedAt) return refusal(409, "deleted", { revision: post.revision })
    if (post.revision !== revision) return refusal(412, "stale")
    return this.put(id, { ...body, owner: post.owner }, revision + 1)
  }

  /** Deletes a post, or undeletes it. */
  turnOver(id) {
    const post = this.posts.get(id)
    return this.put(id, { ...post, deletedAt: post.deletedAt ? null : "2026-11-22T10:00:00Z" }, post.revision + 1)
  }

  find(method, path) { return this.waiting.findIndex(one => one.method === method && one.path === path) }
}

class Window {
  hears = []
  notices = []

  constructor(daemon, store, name = null, { user = "Ada", adopting = null, opens = "new", wishStore = null } = {}) {
    this.daemon = daemon
    this.user = user
    this.kept = store.window(user)
    this.kept.adopting = adopting
    const request = (...asked) => this.kept.isGone ? new Promise(() => {}) : daemon.ask(user, ...asked)
    const page = new Page()
    page.join({ update: ({ notice }) => { if (notice) this.notices.push(notice) } })
    this.page = page
    this.desk = page.model = new PageModel(page, { request, subscribe: hear => this.hears.push(hear), Problem }, this.kept,
      new Preferences(request, { dataset: { opens } }), wishStore)
    this.started = this.desk.start(name)
  }

  tell(name, id) { for (const hear of this.hears) hear({ kind: "event", name, data: { subject: id, at: this.daemon.posts.get(id).changedAt } }) }
  type(text) { this.desk.change({ body: this.desk.fields.body + text }) }
  offer(words) { return this.notices.find(notice => notice.words.includes(words)) }
}

async function answer(daemon, method, path) {
  await turn()
  const index = daemon.find(method, path)
  assert.ok(index >= 0, `${method} ${path} was asked: ${daemon.waiting.map(one => `${one.method} ${one.path}`)}`)
  daemon.carryOut(index)
  await turn()
}

test("text typed before the requested post has loaded becomes a post of its own; the other is offered", async () => {
  const daemon = new Daemon()
  daemon.put("a", { body: "Another one" }, 1)
  const window = new Window(daemon, new Store(), "a")
  await turn()
  assert.equal(window.desk.isOpening, true)
  window.type("Hello")
  await answer(daemon, "GET", "/v1/posts/a")
  assert.equal(window.desk.isOpening, false)
  window.type(" world")
  assert.equal(window.desk.fields.body, "Hello world")
  window.offer("post of its own").action.run()
  await answer(daemon, "GET", "/v1/posts/a")
  assert.equal(window.desk.fields.body, "Another one")
  await answer(daemon, "POST", "/v1/posts")
  assert.equal(daemon.posts.get("p100").body, "Hello world")
  assert.equal(daemon.posts.get("a").body, "Another one")
})

test("what was just typed is saved at once for a search in all posts, which waits until the daemon has it", async () => {
  const daemon = new Daemon()
  const window = new Window(daemon, new Store())
  await window.started
  window.type("Hello")
  let isSaved = null
  window.desk.saved().then(result => { isSaved = result })
  await turn()
  assert.equal(isSaved, null)
  await answer(daemon, "POST", "/v1/posts")
  assert.equal(isSaved, true)
  assert.equal(daemon.posts.get("p100").body, "Hello")
})

test("a stored draft does not take the text from a writer who has begun, and is saved nevertheless", async () => {
  const daemon = new Daemon(), store = new Store()
  const left = draftOf("left")
  store.records.set("left", { ...keptOf({ ...left, mine: { ...left.mine, body: "Left" } }), user: "Ada" })
  const window = new Window(daemon, store)
  window.type("Mine")
  await turn()
  assert.equal(window.desk.fields.body, "Mine")
  await new Promise(resolve => setTimeout(resolve))
  await answer(daemon, "POST", "/v1/posts")
  assert.equal(daemon.posts.get("p100").body, "Left")
  window.offer("post of its own").action.run()
  assert.equal(window.desk.fields.body, "Left")
  window.type(" over")
  window.desk.push()
  await answer(daemon, "PUT", "/v1/posts/p100")
  assert.equal(daemon.posts.get("p100").body, "Left over")
})

test("a post that arrives after the writer has moved on opens nothing and announces nothing", async () => {
  const daemon = new Daemon()
  for (const id of ["a", "b"]) daemon.put(id, { body: id }, 1)
  const window = new Window(daemon, new Store(), "a")
  await turn()
  window.desk.open("b")
  await answer(daemon, "GET", "/v1/posts/b")
  await answer(daemon, "GET", "/v1/posts/a")
  assert.equal(window.desk.fields.body, "b")
  assert.equal(window.desk.isOpening, false)
  assert.deepEqual(window.notices, [])
})

test("repeating the existing text does not hold back a requested post; a new word does", async () => {
  for (const [isNew, shown] of [[false, "b"], [true, "a!"]]) {
    const daemon = new Daemon()
    for (const id of ["a", "b"]) daemon.put(id, { body: id }, 1)
    const window = new Window(daemon, new Store(), "a")
    await answer(daemon, "GET", "/v1/posts/a")
    const opened = window.desk.open("b")
    window.desk.change({ body: isNew ? "a!" : "a" })
    await answer(daemon, "GET", "/v1/posts/b")
    assert.equal(await opened, !isNew)
    assert.equal(window.desk.fields.body, shown)
  }
})

test("half-typed fields go into the post that is left when another opens", async () => {
  const daemon = new Daemon()
  daemon.put("a", { body: "a" }, 1)
  const window = new Window(daemon, new Store(), "a")
  await answer(daemon, "GET", "/v1/posts/a")
  window.page.join({ update: ({ leaving }) => { if (leaving) window.desk.change({ tags: ["half"] }) } })
  window.desk.newPost()
  assert.deepEqual(window.desk.fields.tags, [])
  await answer(daemon, "PUT", "/v1/posts/a")
  assert.deepEqual(daemon.posts.get("a").tags, ["half"])
})

test("who wishes it starts with the post changed last, unless something was typed or is left to save", async () => {
  const daemon = new Daemon(), store = new Store()
  daemon.put("a", { body: "Last" }, 1)
  const window = new Window(daemon, store, null, { opens: "last" })
  await answer(daemon, "GET", "/v1/posts?order=edited&limit=1")
  await answer(daemon, "GET", "/v1/posts/a")
  assert.equal(window.desk.fields.body, "Last")
  const other = new Window(daemon, store, null, { opens: "last" })
  other.type("Mine")
  await answer(daemon, "GET", "/v1/posts?order=edited&limit=1")
  await answer(daemon, "GET", "/v1/posts/a")
  assert.equal(other.desk.fields.body, "Mine")
  assert.ok(other.offer("post of its own"))
})

test("what was to be published is, although its text was saved while the page was still opening another post", async () => {
  const daemon = new Daemon(), store = new Store()
  const post = daemon.put("p", { title: "Tides", body: "Words", date: "", zone: "" }, 1)
  daemon.put("other", { body: "Other" }, 1)
  const earlier = new Window(daemon, store, "p")
  await answer(daemon, "GET", "/v1/posts/p")
  earlier.type(" that are new")
  const key = earlier.desk.draft.key
  earlier.kept.end()
  daemon.waiting.length = 0
  const wish = { key: "w", user: "Ada", draft: key, post: "p", revision: post.revision, to: ["Blog"], title: "Tides", local: null,
    zone: "", isNow: true, isMerged: false, sentOn: null, problem: null }
  const wishes = new Map([["w", wish]])
  const wishStore = { all: async () => [...wishes.values()], put: async one => { wishes.set(one.key, one) },
    delete: async key => { wishes.delete(key) }, alone: (_, work) => work(), others: async () => [] }
  let adopt
  const window = new Window(daemon, store, "other", { wishStore, adopting: new Promise(resolve => { adopt = resolve }) })
  for (const isOpen of [false, true]) for (const hear of window.hears) hear({ kind: "line", isOpen, reason: away() })
  await turn()
  assert.equal(daemon.find("GET", "/v1/posts/p"), -1, "the publication waits for the draft")
  adopt()
  await turn()
  await new Promise(resolve => setTimeout(resolve))
  await answer(daemon, "PUT", "/v1/posts/p")
  await answer(daemon, "GET", "/v1/posts/other")
  await answer(daemon, "GET", "/v1/posts/p")
  assert.equal(window.offer("changed elsewhere"), undefined)
  assert.equal(wishes.get("w").sentOn, 2)
  assert.ok(daemon.find("PUT", "/v1/posts/p/publication") >= 0)
})

test("the targets are loaded although the daemon does not say whose an old draft's post is", async () => {
  const daemon = new Daemon(), asked = [], kept = new Store().window()
  kept.others = async () => [{ key: "k", id: "p1", user: null, keptAt: 0, words: 3 }]
  const request = (method, path) => {
    asked.push(path)
    return new Promise(() => {})
  }
  new PageModel(new Page(), { request, subscribe() {} }, kept, new Preferences(daemon.request, { dataset: {} })).start(null)
  await import("../../Sources/Composer/Page/model/other-users.js")
  await turn()
  assert.ok(["/v1/posts/p1", "/v1/targets"].every(path => asked.includes(path)), asked.join())
})

test("the key of a draft leads to it while it waits, and to its post from its first save on", async () => {
  const daemon = new Daemon(), store = new Store()
  const window = new Window(daemon, store)
  await window.started
  window.type("First")
  const { key } = window.desk.draft
  window.desk.newPost()
  assert.equal(window.desk.postOf(key), key)
  await window.desk.open(key)
  assert.equal(window.desk.fields.body, "First")
  await answer(daemon, "POST", "/v1/posts")
  window.kept.end()
  const later = new Window(daemon, store, key)
  await answer(daemon, "GET", "/v1/posts/p100")
  assert.equal(later.desk.fields.body, "First")
})

test("a draft that was closed and is reopened accepts typing, and learns what happened meanwhile", async () => {
  const daemon = new Daemon()
  const store = new Store(), kept = store.window()
  const savers = new DraftSavers({ net: daemon, store: kept })
  const one = savers.make(draftOf("one", daemon.put("a", { body: "a" }, 1), 0))
  savers.switchTo(one)
  savers.switchTo(savers.make(draftOf("two")))
  daemon.put("a", { body: "a\n\nb" }, 2)
  savers.switchTo(one)
  one.change({ ...one.draft.mine, body: "A" })
  assert.equal(store.records.get("one").mine.body, "A")
  await answer(daemon, "GET", "/v1/posts/a")
  assert.equal(one.draft.mine.body, "A\n\nb")
  one.push()
  await answer(daemon, "PUT", "/v1/posts/a")
  assert.equal(daemon.posts.get("a").body, "A\n\nb")
})

test("a draft that was left and cannot be saved is offered, each time that it is left, with the reason", async () => {
  const daemon = new Daemon()
  daemon.put("a", { body: "a" }, 1)
  const window = new Window(daemon, new Store(), "a")
  await answer(daemon, "GET", "/v1/posts/a")
  window.type(" and more")
  window.desk.newPost()
  await turn()
  const [{ reject }] = daemon.waiting.splice(daemon.find("PUT", "/v1/posts/a"), 1)
  reject(refusal(413, "too-large"))
  await turn()
  assert.match(window.offer("“a and more” waits").words, /Not saved: It said too-large\. Your text is kept here\.$/)
  window.offer("“a and more” waits").action.run()
  assert.equal(window.desk.fields.body, "a and more")
  assert.equal(window.notices.length, 1)
  daemon.turnOver("a")
  window.tell("post-deleted", "a")
  await answer(daemon, "GET", "/v1/posts/a")
  window.desk.newPost()
  await turn()
  assert.match(window.notices.at(-1).words, /^“a and more” waits\. Not saved: this post was deleted\. Your text is kept here\.$/)
  assert.equal(window.notices.length, 2)
})

test("a deleted post without new text is left without a notice", async () => {
  const daemon = new Daemon()
  daemon.put("a", { body: "a", deletedAt: "2026-11-22T10:00:00Z" }, 2)
  const window = new Window(daemon, new Store(), "a")
  await answer(daemon, "GET", "/v1/posts/a")
  window.desk.newPost()
  await turn()
  assert.deepEqual(window.notices, [])
})

/** Timers that fire when the test wants. */
class Timers {
  #waiting = new Map()
  #count = 0
  #real = [globalThis.setTimeout, globalThis.clearTimeout]

  constructor() {
    globalThis.setTimeout = run => (this.#waiting.set(++this.#count, run), this.#count)
    globalThis.clearTimeout = id => this.#waiting.delete(id)
  }

  get size() { return this.#waiting.size }

  fire(index) {
    const [id, run] = [...this.#waiting][index]
    this.#waiting.delete(id)
    run()
  }

  end() { [globalThis.setTimeout, globalThis.clearTimeout] = this.#real }
}

/**
 * One simulation: windows of one browser, in which users write, switch, reload and sign out, with an unreliable daemon.
 */
class Play {
  daemon = new Daemon()
  store = new Store()
  windows = []
  news = []
  /** The typed words, each with the post or draft in which the writer saw it. */
  typed = []
  seen = new Set()
  #adoptions = []

  constructor(seed) {
    this.seed = seed
    this.dice = chance(seed)
    for (const id of ["a", "b"]) this.daemon.put(id, { body: `one ${id}\n\ntwo ${id}\n\nthree ${id}`, owner: "Ada" }, 1)
    this.daemon.changed = id => this.news.push(id)
    for (const name of ["a", null]) this.open(name)
  }

  pick(list) { return list[this.dice(list.length)] }

  open(name) {
    let adopt
    const adopting = this.dice(2) ? new Promise(resolve => { adopt = resolve }) : null
    if (adopt) this.#adoptions.push(adopt)
    this.windows.push(new Window(this.daemon, this.store, name, { user: this.daemon.user, adopting }))
  }

  /** Reloads the window, or closes and reopens it; its pending request may or may not arrive. */
  reload() {
    const window = this.pick(this.windows)
    const { draft } = window.desk
    const name = this.dice(4) ? draft.id ?? (draft.phase === "blank" ? null : draft.key) : null
    window.desk.leave()
    window.desk.push()
    window.kept.end()
    this.windows.splice(this.windows.indexOf(window), 1)
    this.open(name)
  }

  type() {
    const { desk } = this.pick(this.windows)
    const { body } = desk.fields
    const spaces = [0, ...[...body.matchAll(/\s/g)].map(match => match.index), body.length]
    const at = this.pick(spaces)
    // All words have the same length, because a longer word would be taken for a shorter one that was continued.
    const word = `w${String(this.typed.length).padStart(3, "0")}x`
    this.typed.push({ word, key: desk.draft.key, id: desk.draft.id })
    if (desk.isOpening) this.seen.add("typed while a post was on its way")
    desk.change({ body: `${body.slice(0, at)} ${word} ${body.slice(at)}` })
  }

  turnTo() {
    const { desk, notices } = this.pick(this.windows)
    const drafts = this.typed.map(({ key }) => desk.postOf(key)).filter(Boolean)
    switch (this.dice(5)) {
      case 0: return desk.newPost()
      case 1: return drafts.length ? desk.open(this.pick(drafts)) : undefined
      case 2: {
        const offers = notices.filter(({ action }) => action?.title === "Open it")
        if (offers.length) this.seen.add("took an offer")
        return offers.length ? this.pick(offers).action.run() : undefined
      }
      default: return desk.open(this.pick([...this.daemon.posts.keys()]))
    }
  }

  hear(index) {
    const [id] = this.news.splice(index, 1)
    for (const window of this.windows) window.tell("post-changed", id)
  }

  signIn(user) {
    this.daemon.user = user
    for (const { desk, user: own, hears } of this.windows) {
      const isOpen = own === user
      const reason = isOpen ? null : { kind: "other-user", words: "Somebody else is signed in.", user }
      for (const hear of hears) hear({ kind: "line", isOpen, reason })
      if (!isOpen) desk.push()
    }
  }

  step() {
    const { dice, daemon, timers } = this
    const fates = ["answered", "answered", "answered", "lost", "unheard", "refused"]
    switch (dice(14)) {
      case 0: case 1: case 2: case 3: return this.type()
      case 4: case 5: return this.turnTo()
      case 6: return this.reload()
      case 7: return dice(3) ? undefined : this.signIn(daemon.user === "Ada" ? "Ben" : "Ada")
      case 8: return dice(2) ? undefined : void daemon.turnOver(this.pick([...daemon.posts.keys()]))
      case 9: return this.news.length ? this.hear(dice(this.news.length)) : undefined
      case 10: return this.#adoptions.pop()?.()
      case 11: return timers.size ? timers.fire(dice(timers.size)) : undefined
      default: return daemon.waiting.length ? daemon.carryOut(dice(daemon.waiting.length), this.pick(fates)) : undefined
    }
  }

  /** The user keeps both sides of every conflict. */
  choose() {
    for (const { desk } of this.windows) {
      while (desk.draft.phase === "conflict") {
        this.seen.add("chose")
        desk.choose(0, "both")
      }
      if (desk.draft.phase === "deleted") this.seen.add("saw a deletion")
    }
  }

  postOf({ key, id }) { return id ?? this.daemon.made.get(key)?.id ?? null }

  /** Each word is where it was typed, at the daemon or in the browser's store, and in no other post. */
  check(when) {
    const records = [...this.store.records.values()]
    for (const one of this.typed) {
      const { word, key } = one
      const id = this.postOf(one)
      const kept = records.filter(({ mine }) => mine.body.includes(word))
      const posts = [...this.daemon.posts.values()].filter(({ body }) => body.includes(word))
      const place = `${when} of the play ${this.seed}, the word ${word}, typed in ${id ?? key},`
      assert.ok(kept.length || posts.length, `${place} is nowhere`)
      for (const post of posts) assert.equal(post.id, id, `${place} is in another post`)
      for (const record of kept) assert.ok(record.key === key || record.id === id || this.postOf(record) === id,
        `${place} is kept for another post`)
    }
  }

  async end() {
    const { daemon, timers } = this
    for (const adopt of this.#adoptions) adopt()
    for (const { id, deletedAt } of [...daemon.posts.values()]) if (deletedAt) daemon.turnOver(id)
    // Each user returns once more, in a separate window, and waits.
    for (const user of ["Ada", "Ben"]) {
      this.signIn(user)
      for (const window of this.windows) {
        window.desk.leave()
        window.kept.end()
      }
      this.windows = [new Window(daemon, this.store, null, { user })]
      for (let round = 0; round < 300; round++) {
        await turn()
        this.choose()
        if (this.news.length) this.hear(0)
        else if (daemon.waiting.length) daemon.carryOut(0)
        else if (timers.size) timers.fire(0)
        else {
          const choice = this.windows[0].notices.find(({ words, isTaken }) => !isTaken && words.includes("waits for your choice"))
          if (!choice) break
          choice.isTaken = true
          choice.action.run()
        }
      }
    }
    this.check("At the end")
    assert.deepEqual([...this.store.records.values()].map(({ user, mine }) => [user, mine.body]), [],
      `all that was kept in the play ${this.seed} is saved`)
  }

  async run() {
    this.timers = new Timers()
    try {
      for (let count = 0; count < 60; count++) {
        this.step()
        await turn()
        this.choose()
        this.check(`After step ${count}`)
      }
      await this.end()
    } finally {
      this.timers.end()
    }
    return this.seen
  }
}

test("in a thousand simulations of starts, switches and users, each word is in the post it was typed in", async () => {
  const seen = new Set()
  for (let seed = 1; seed <= 1000; seed++) for (const one of await new Play(seed).run()) seen.add(one)
  assert.deepEqual([...seen].sort(), ["chose", "saw a deletion", "took an offer", "typed while a post was on its way"])
})
