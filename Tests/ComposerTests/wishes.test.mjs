// A publication that was asked for while the daemon was away is carried out once, or waits for its writer.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import test from "node:test"
import { DraftSavers } from "../../Sources/Composer/Page/model/draft-savers.js"
import { draftOf } from "../../Sources/Composer/Page/model/draft.js"
import { fieldsOf } from "../../Sources/Composer/Page/model/fields.js"
import { instantOf, isCarriedOut, questionOf, Wishes, wishWords } from "../../Sources/Composer/Page/model/wishes.js"
import { Problem } from "../../Sources/Composer/Page/net/api.js"

const { rows: zones } = JSON.parse(readFileSync(new URL("../Vectors/zones.json", import.meta.url), "utf8"))
const away = () => new Problem({ type: "urn:galley:problem:away", detail: "The daemon is away." }, 0)
const cut = () => new Problem({ type: "urn:galley:problem:cut", detail: "The connection broke off." }, 0)
const turn = async () => { for (let round = 0; round < 30; round++) await new Promise(resolve => setImmediate(resolve)) }

/** A daemon with posts and publications. */
class Daemon {
  isAway = true
  posts = new Map()
  deliveries = new Map()
  published = []
  /** Carries out the next publication and loses its answer. */
  losesAnswer = false
  refusal = null

  add(id, fields) {
    const post = { id, revision: 1, state: "draft", title: "", tags: [], changedAt: "2026-11-26T10:00:00Z", ...fields }
    this.posts.set(id, post)
    return post
  }

  request = async (method, path, { body, revision, key } = {}) => {
    if (this.isAway) throw away()
    const [, , , id, what] = path.split("/")
    if (method === "POST") return { body: this.posts.get(key) ?? this.add(key, { ...body, tags: body.tags ?? [] }) }
    const post = this.posts.get(id)
    if (!post) throw new Problem({ title: "There is no such post." }, 404)
    if (method === "GET" && what === "deliveries") return { body: { items: this.deliveries.get(id) ?? [] } }
    if (method === "GET") return { body: post }
    if (revision !== post.revision) throw new Problem({ title: "Stale." }, 412)
    if (what !== "publication") return { body: this.change(id, body) }
    if (this.refusal) throw this.refusal
    this.published.push({ id, ...body })
    this.deliveries.set(id, body.to.map(target => ({ target, kind: "create", state: "scheduled" })))
    const answer = { post: this.change(id, { state: body.at === "now" ? "published" : "scheduled" }),
      deliveries: this.deliveries.get(id), notes: [] }
    if (!this.losesAnswer) return { body: answer }
    this.losesAnswer = false
    throw cut()
  }

  change(id, fields) {
    const post = { ...this.posts.get(id), ...fields, revision: this.posts.get(id).revision + 1 }
    this.posts.set(id, post)
    return post
  }
}

/** The browser's store of wishes, shared by all pages. */
class Store {
  records = new Map()
  held = new Set()
  all = async () => [...this.records.values()].map(wish => structuredClone(wish))
  put = async wish => { this.records.set(wish.key, structuredClone(wish)) }
  delete = async key => { this.records.delete(key) }
  alone = async (key, work) => {
    if (this.held.has(key)) return
    this.held.add(key)
    try { return await work() } finally { this.held.delete(key) }
  }
}

/** One page: its drafts and its wishes. */
function pageOf(daemon, store, { isElsewhere = false } = {}) {
  const kept = { keep() {}, forget() {}, hold() {}, release() {}, saved() {} }
  const savers = new DraftSavers({ net: { request: daemon.request }, store: kept })
  const notices = [], decided = [], undone = []
  const wishes = new Wishes(daemon.request, store, {
    savers: { get all() { return savers.all.filter(Boolean) } },
    drafts: { isElsewhere: async () => isElsewhere, postOf: () => null, revisionOf: () => null },
    published: (saver, { post }) => saver?.receive(post), notice: (words, action) => notices.push({ words, action }),
    decide: wish => decided.push(wish), actions: { unpublishOther: post => undone.push(post) },
  })
  return { savers, wishes, notices, decided, undone,
    open(post) {
      savers.switchTo(savers.make(draftOf(`key-${post.id}`, post), post))
      return savers.open
    } }
}

/** The first page of a daemon and a store. */
function begin() {
  const daemon = new Daemon(), store = new Store()
  return { daemon, store, page: pageOf(daemon, store) }
}

const told = ({ notices }) => notices.map(({ words }) => words)

test("a wall-clock time is found by the browser's zones as the daemon finds it, and no time is none", () => {
  for (const { zone, local, instant } of zones) assert.equal(instantOf(local, zone), Date.parse(instant), `${local} ${zone}`)
})

const wish = fields => ({ local: "2026-11-27T09:00", zone: "Europe/Berlin", to: ["Blog", "Mastodon"], sentOn: null,
  problem: null, ...fields })
const before = Date.parse("2026-11-26T12:00Z"), later = Date.parse("2026-11-27T12:00Z")

test("a wish says when and where it will be published, by the clock of its zone", () => {
  assert.equal(wishWords(wish(), before),
    "Will be scheduled when the daemon is back: tomorrow, 09:00 Europe/Berlin, to Blog and Mastodon.")
  assert.equal(wishWords(wish({ local: null, to: ["Blog"] }), before), "Will be published when the daemon is back, to Blog.")
  assert.equal(wishWords(wish({ local: "2026-11-27T00:30", zone: "Pacific/Auckland" }), before),
    "Will be scheduled when the daemon is back: 00:30 Pacific/Auckland, to Blog and Mastodon.")
  assert.match(wishWords(wish({ sentOn: 3 }), before), /^Whether it was scheduled shows when the daemon is back/)
})

test("a wish whose time has passed is a question, but not while an attempt may have been in time", () => {
  assert.equal(questionOf(wish(), before), null)
  assert.equal(questionOf(wish(), later),
    "It was to be sent 09:00 Europe/Berlin. That time has passed, so nothing was sent.")
  assert.equal(questionOf(wish({ local: null }), later), null)
  assert.equal(questionOf(wish({ sentOn: 2 }), later), null)
  assert.equal(questionOf(wish({ problem: "It was changed elsewhere meanwhile." }), before),
    "Nothing was sent. It was changed elsewhere meanwhile.")
})

test("an earlier attempt was carried out if every target has a delivery that counts", () => {
  const delivery = (target, state = "scheduled", more = {}) => ({ target, state, kind: "create", ...more })
  const at = state => ({ state })
  assert.equal(isCarriedOut(wish(), at("scheduled"), [delivery("Blog"), delivery("Mastodon", "delivered")]), true)
  assert.equal(isCarriedOut(wish(), at("scheduled"), [delivery("Blog")]), false)
  assert.equal(isCarriedOut(wish(), at("draft"), [delivery("Blog"), delivery("Mastodon")]), false)
  assert.equal(isCarriedOut(wish(), at("published"), [delivery("Blog", "cancelled", { endedAt: "x" }), delivery("Mastodon")]), false)
  assert.equal(isCarriedOut(wish(), at("published"), [delivery("Blog", "delivered", { takenBackAt: "x" }), delivery("Mastodon")]), false)
})

test("a wish is kept, and carried out once when the daemon is back and has the text, with an undo", async () => {
  const { daemon, store, page } = begin()
  const saver = page.open(daemon.add("p1", { body: "Words", title: "Tides" }))
  saver.change({ ...saver.draft.mine, body: "Words and more" })
  saver.push()
  await turn()
  assert.equal(await page.wishes.make(saver, { to: ["Blog"], at: "now" }), true)
  assert.equal(store.records.size, 1)
  assert.deepEqual(told(page), ["“Tides”: will be published when the daemon is back, to Blog."])
  daemon.isAway = false
  saver.retry()
  await Promise.all([page.wishes.back(), page.wishes.back()])
  await turn()
  assert.deepEqual(daemon.published, [{ id: "p1", to: ["Blog"], at: "now" }])
  assert.equal(daemon.posts.get("p1").body, "Words and more")
  assert.equal(store.records.size, 0)
  assert.equal(page.notices.at(-1).words, "“Tides” is on its way to Blog.")
  page.notices.at(-1).action.run()
  assert.equal(page.undone[0].id, "p1")
})

test("a publication at the next slot is no wish, since only the daemon knows the slots", async () => {
  const { store, page } = begin()
  const saver = page.open(new Daemon().add("p1", { body: "Words" }))
  assert.equal(await page.wishes.make(saver, { to: ["Blog"], at: "next slot" }), false)
  assert.equal(store.records.size, 0)
})

test("a cancelled wish does nothing", async () => {
  const { daemon, store, page } = begin()
  const saver = page.open(daemon.add("p1", { body: "Words" }))
  await page.wishes.make(saver, { to: ["Blog"] })
  await page.notices[0].action.run()
  daemon.isAway = false
  await page.wishes.back()
  assert.deepEqual([daemon.published, store.records.size, page.wishes.of(saver.draft)], [[], 0, undefined])
})

test("a second wish for the same text takes the place of the first", async () => {
  const { daemon, page } = begin()
  const saver = page.open(daemon.add("p1", { body: "Words" }))
  await page.wishes.make(saver, { to: ["Blog"] })
  await page.wishes.make(saver, { to: ["Blog", "Mastodon"] })
  daemon.isAway = false
  await page.wishes.back()
  assert.deepEqual(daemon.published.map(({ to }) => to), [["Blog", "Mastodon"]])
})

test("an attempt whose answer is lost is recognised, and not repeated on another revision", async () => {
  const { daemon, store, page } = begin()
  const saver = page.open(daemon.add("p1", { body: "Words", title: "Tides" }))
  await page.wishes.make(saver, { to: ["Blog"], at: "now" })
  Object.assign(daemon, { isAway: false, losesAnswer: true })
  await page.wishes.back()
  assert.equal([...store.records.values()][0].sentOn, 1)
  // The page is closed before the daemon answers again; the next one reads what was kept.
  const next = pageOf(daemon, store)
  next.open(daemon.add("other", { body: "Other" }))
  await next.wishes.start()
  assert.equal(daemon.published.length, 1)
  assert.equal(store.records.size, 0)
  assert.equal(next.notices.at(-1).words, "“Tides” is on its way to Blog.")
})

test("a publication that was taken back elsewhere after a lost answer is not repeated", async () => {
  const { daemon, store, page } = begin()
  const saver = page.open(daemon.add("p1", { body: "Words", title: "Tides" }))
  await page.wishes.make(saver, { to: ["Blog"], at: "now" })
  Object.assign(daemon, { isAway: false, losesAnswer: true })
  await page.wishes.back()
  daemon.deliveries.set("p1", [{ target: "Blog", kind: "create", state: "cancelled", endedAt: "2026-11-26T10:00:00Z" }])
  daemon.change("p1", { state: "unpublished" })
  const next = pageOf(daemon, store)
  next.open(daemon.add("other", { body: "Other" }))
  await next.wishes.start()
  assert.equal(daemon.published.length, 1)
  assert.match(next.notices.at(-1).words, /Nothing was sent. It was changed elsewhere meanwhile\.$/)
})

test("an attempt that never arrived is a question once its time has passed", async () => {
  const { daemon, store, page } = begin()
  const saver = page.open(daemon.add("p1", { body: "Words", title: "Tides" }))
  await page.wishes.make(saver, { to: ["Blog"] }, 1)
  const [record] = store.records.values()
  await store.put({ ...record, local: "2020-01-01T09:00", zone: "Europe/Berlin" })
  daemon.isAway = false
  await page.wishes.back()
  assert.deepEqual(daemon.published, [])
  assert.match(told(page).at(-1), /That time has passed, so nothing was sent\.$/)
})

test("a wish whose time has passed only by the daemon's clock is a question", async t => {
  t.mock.timers.enable({ apis: ["Date"], now: before })
  const { daemon, store, page } = begin()
  const fields = { body: "Words", title: "Tides", date: { local: "2026-11-27T09:00", zone: "Europe/Berlin" } }
  const saver = page.open(daemon.add("p1", fields))
  await page.wishes.make(saver, { to: ["Blog"] })
  daemon.isAway = false
  const { request } = daemon
  daemon.request = async (method, path, more) => {
    if (more?.body?.mustBeAhead && more.body.at === "2026-11-27 09:00 Europe/Berlin") {
      throw new Problem({ title: "It has passed." }, 422)
    }
    return request(method, path, more)
  }
  const next = pageOf(daemon, store)
  next.open(daemon.add("other", { body: "Other" }))
  await next.wishes.start()
  assert.deepEqual(daemon.published, [])
  assert.match(told(next).at(-1), /Nothing was sent\. It has passed\.$/)
})

test("a wish that is cancelled while its text is being saved is not carried out", async () => {
  const { daemon, store, page } = begin()
  const saver = page.open(daemon.add("p1", { body: "Words", title: "Tides" }))
  saver.change({ ...saver.draft.mine, body: "Words and more" })
  saver.push()
  await turn()
  await page.wishes.make(saver, { to: ["Blog"] })
  daemon.isAway = false
  saver.retry()
  const back = page.wishes.back()
  await page.wishes.cancel(page.wishes.of(saver.draft))
  await back
  await turn()
  assert.equal(daemon.posts.get("p1").body, "Words and more")
  assert.deepEqual([daemon.published, store.records.size], [[], 0])
})

test("the wish of a post that the writer has left is carried out when that post is saved", async () => {
  const { daemon, store, page } = begin()
  const saver = page.open(daemon.add("p1", { body: "Words", title: "Tides" }))
  saver.change({ ...saver.draft.mine, body: "Words and more" })
  saver.push()
  await turn()
  await page.wishes.make(saver, { to: ["Blog"], at: "now" })
  page.open(daemon.add("other", { body: "Other" }))
  await turn()
  daemon.isAway = false
  saver.retry()
  await turn()
  assert.deepEqual(daemon.published, [{ id: "p1", to: ["Blog"], at: "now" }])
  assert.equal(store.records.size, 0)
})

test("a text that was changed elsewhere meanwhile is a question", async () => {
  const { daemon, store, page } = begin()
  const saver = page.open(daemon.add("p1", { body: "Words", title: "Tides" }))
  await page.wishes.make(saver, { to: ["Blog"], at: "now" })
  daemon.isAway = false
  daemon.change("p1", { body: "Other words" })
  await saver.check()
  await turn()
  assert.equal(saver.draft.mine.body, "Other words")
  assert.deepEqual(daemon.published, [])
  assert.match(told(page).at(-1), /It was changed elsewhere meanwhile\.$/)
  page.notices.at(-1).action.run()
  assert.equal(page.decided[0].post, "p1")
  // So it is for a page in which the post is not open.
  const other = new Store()
  await other.put({ ...[...store.records.values()][0], problem: null })
  const next = pageOf(daemon, other)
  next.open(daemon.add("other", { body: "Other" }))
  await next.wishes.start()
  assert.deepEqual(daemon.published, [])
  assert.match(told(next).at(-1), /It was changed elsewhere meanwhile\.$/)
})

test("a time that has passed is a question, told once, and nothing is sent", async () => {
  const { daemon, store, page } = begin()
  const saver = page.open(daemon.add("p1", { body: "Words", title: "Tides" }))
  saver.draft = { ...saver.draft, mine: { ...fieldsOf(daemon.posts.get("p1")), date: "2100-01-01T09:00", zone: "Europe/Berlin" } }
  await page.wishes.make(saver, { to: ["Blog"] })
  const [record] = store.records.values()
  assert.deepEqual([record.local, record.zone], ["2100-01-01T09:00", "Europe/Berlin"])
  await store.put({ ...record, local: "2020-01-01T09:00" })
  daemon.isAway = false
  await page.wishes.back()
  await page.wishes.back()
  assert.deepEqual(daemon.published, [])
  assert.equal(store.records.size, 1)
  assert.equal(told(page).filter(words => /That time has passed, so nothing was sent\.$/.test(words)).length, 1)
})

test("a wish goes by the date of its post until it is carried out, and asks when the date is removed", async () => {
  const { daemon, store, page } = begin()
  const saver = page.open(daemon.add("p1", { body: "Words" }))
  const dated = date => ({ ...saver.draft, mine: { ...saver.draft.mine, date, zone: date && "Europe/Berlin" } })
  saver.draft = dated("2100-01-01T09:00")
  await page.wishes.make(saver, { to: ["Blog"] })
  await page.wishes.redate(dated("2100-01-02T10:00"))
  assert.equal([...store.records.values()][0].local, "2100-01-02T10:00")
  await page.wishes.redate(dated("2020-01-02T10:00"))
  assert.equal(page.wishes.question(page.wishes.of(saver.draft)), "Nothing was sent. Its date is in the past now.")
  await page.wishes.make(saver, { to: ["Blog"] })
  await page.wishes.redate(dated(""))
  assert.equal(page.wishes.question(page.wishes.of(saver.draft)), "Nothing was sent. Its date was removed.")
})

test("a text without a date that gets one while it waits is scheduled for that time", async () => {
  const { daemon, store, page } = begin()
  const saver = page.open(daemon.add("p1", { body: "Words" }))
  await page.wishes.make(saver, { to: ["Blog"] })
  await page.wishes.redate({ ...saver.draft, mine: { ...saver.draft.mine, date: "2100-01-01T09:00", zone: "Europe/Berlin" } })
  assert.deepEqual([...store.records.values()].map(({ local, problem }) => [local, problem]), [["2100-01-01T09:00", null]])
})

test("a wish is tried again by one timer, and not while another user is signed in", async context => {
  const { daemon, store, page } = begin()
  const saver = page.open(daemon.add("p1", { body: "Words", title: "Tides" }))
  let asked = 0, problem = away
  daemon.request = async () => { asked++; throw problem() }
  const wishes = new Wishes((...request) => daemon.request(...request), store, { savers: { all: [saver] },
    drafts: { isElsewhere: async () => false, postOf: () => null, revisionOf: () => null }, notice() {} })
  context.mock.timers.enable({ apis: ["setTimeout"] })
  await wishes.make(saver, { to: ["Blog"], at: "now" })
  for (let round = 0; round < 4; round++) await wishes.back()
  asked = 0
  context.mock.timers.tick(6000)
  await turn()
  assert.equal(asked, 1)
  problem = () => new Problem({ type: "urn:galley:problem:other-user" }, 403)
  context.mock.timers.tick(6000)
  await turn()
  assert.equal(asked, 2)
  context.mock.timers.tick(60_000)
  await turn()
  assert.equal(asked, 2)
})

test("what the daemon refuses waits for its writer, with the daemon's words", async () => {
  const { daemon, store, page } = begin()
  await page.wishes.make(page.open(daemon.add("p1", { body: "Words", title: "Tides" })), { to: ["Blog"] })
  Object.assign(daemon, { isAway: false, refusal: new Problem({ detail: "“Blog” takes no post without a title." }, 422) })
  await page.wishes.back()
  assert.equal(told(page).at(-1), "“Tides”: Nothing was sent. “Blog” takes no post without a title.")
  assert.equal(store.records.size, 1)
})

test("the wish of a draft that another window has is left to that window; a deleted post needs none", async () => {
  const { daemon, store, page: first } = begin()
  await first.wishes.make(first.open(daemon.add("p1", { body: "Words", title: "Tides" })), { to: ["Blog"] })
  daemon.isAway = false
  const second = pageOf(daemon, store, { isElsewhere: true })
  second.open(daemon.add("other", { body: "Other" }))
  await second.wishes.start()
  assert.deepEqual(daemon.published, [])
  daemon.posts.delete("p1")
  const third = pageOf(daemon, store)
  third.open(daemon.posts.get("other"))
  await third.wishes.start()
  assert.equal(store.records.size, 0)
  assert.equal(told(third).at(-1), "“Tides” was deleted meanwhile, so it is not published.")
})

test("a wish that the browser cannot remove is not called cancelled", async () => {
  const { daemon, store, page } = begin()
  const saver = page.open(daemon.add("p1", { body: "Words", title: "Tides" }))
  await page.wishes.make(saver, { to: ["Blog"], at: "now" })
  const kept = page.wishes.of(saver.draft), { delete: remove } = store
  store.delete = async () => { throw new Error("There is no room.") }
  assert.equal(await page.wishes.cancel(kept), false)
  assert.deepEqual(page.wishes.of(saver.draft), kept)
  assert.match(told(page).at(-1), /^“Tides” is not cancelled/)
  store.delete = remove
  assert.equal(await page.wishes.cancel(kept), true)
  assert.equal(page.wishes.of(saver.draft), undefined)
})

test("a browser without room sends nothing that it cannot note, and says so; the page starts all the same", async () => {
  const { daemon, store, page: first } = begin()
  await first.wishes.make(first.open(daemon.add("p1", { body: "Words", title: "Tides" })), { to: ["Blog"], at: "now" })
  daemon.isAway = false
  const page = pageOf(daemon, store), { put } = store
  store.put = async () => { throw new Error("There is no room.") }
  await page.wishes.start()
  assert.deepEqual(daemon.published, [])
  assert.match(told(page).at(-1), /no room to note/)
  store.put = put
  await page.wishes.back()
  assert.equal(daemon.published.length, 1)
})

test("a store that fails after a publication, or for a while, keeps neither the notice nor the page from it", async () => {
  const { daemon, store, page } = begin()
  await page.wishes.make(page.open(daemon.add("p1", { body: "Words", title: "Tides" })), { to: ["Blog"], at: "now" })
  daemon.isAway = false
  const { all } = store
  store.all = store.delete = async () => { throw new Error("The connection is lost.") }
  await page.wishes.back()
  assert.deepEqual(daemon.published, [])
  store.all = all
  await page.wishes.back()
  assert.match(told(page).at(-1), /is on its way to Blog/)
  await page.wishes.back()
  assert.equal(daemon.published.length, 1)
})
