// What the browser keeps of the newest posts, and what it answers from that while the daemon is away.
import assert from "node:assert/strict"
import test from "node:test"
import {
  answerFrom, beyondLimits, bytesMax, changesOf, countWords, isKeptPage, keptWords,
} from "../../Sources/Composer/Page/model/post-cache.js"

const row = (id, fields = {}) => ({ id, revision: 1, state: "draft", kind: "post", slug: `slug-${id}`, title: `Title ${id}`,
  excerpt: "The start", tags: [], changedAt: "2026-11-26T10:00:00Z", ...fields })
const kept = (one, body = `Words of ${one.id}`) => ({ id: one.id, user: "Ada", mark: JSON.stringify(one), size: 100,
  post: { id: one.id, slug: one.slug, title: one.title, body, revision: one.revision }, deliveries: [{ id: 1, target: "site" }] })

test("only posts that are new or changed are fetched, and those that left the list are removed", () => {
  const same = row("a"), changed = row("b", { revision: 2 }), fresh = row("c")
  const { fetched, removed } = changesOf([fresh, changed, same], [kept(same), kept(row("b")), kept(row("d"))])
  assert.deepEqual(fetched.map(({ id }) => id), ["c", "b"])
  assert.deepEqual(removed, ["d"])
})

test("a post whose deliveries went on is fetched again, although its text is the same", () => {
  const { fetched } = changesOf([row("a", { state: "published" })], [kept(row("a", { state: "scheduled" }))])
  assert.deepEqual(fetched.map(({ id }) => id), ["a"])
})

test("beyond the limit of size the oldest posts leave the store", () => {
  const rows = ["a", "b", "c"].map(id => row(id))
  const big = rows.map(one => ({ ...kept(one), size: bytesMax / 2 }))
  assert.deepEqual(beyondLimits(rows, big), ["c"])
  assert.deepEqual(beyondLimits(rows, rows.map(one => kept(one))), [])
})

test("a whole post is found by its id and its slug, with its deliveries", () => {
  const rows = [row("a")], posts = [kept(rows[0])]
  assert.equal(answerFrom("/v1/posts/a", rows, posts).body, "Words of a")
  assert.equal(answerFrom("/v1/posts/slug-a", rows, posts).id, "a")
  assert.deepEqual(answerFrom("/v1/posts/a/deliveries", rows, posts).items.map(({ target }) => target), ["site"])
  assert.equal(answerFrom("/v1/posts/z", rows, posts), null)
  assert.equal(answerFrom("/v1/posts/a/revisions", rows, posts), null)
  assert.equal(answerFrom("/v1/posts/%", rows, posts), null)
})

test("a list is searched by words, tag, state and kind, in the order of the daemon", () => {
  const rows = [row("a", { tags: ["Sea"] }), row("b", { state: "published" }), row("c", { kind: "page", title: null })]
  const posts = [kept(rows[0], "About boats"), kept(rows[1], "About bread")]
  const ids = query => answerFrom(`/v1/posts?${query}`, rows, posts).items.map(({ id }) => id)
  assert.deepEqual(ids(""), ["a", "b", "c"])
  assert.deepEqual(ids("search=ABOUT"), ["a", "b"])
  assert.deepEqual(ids("search=about+boats"), ["a"])
  assert.deepEqual(ids("search=start"), ["c"])
  assert.deepEqual(ids("tag=sea"), ["a"])
  assert.deepEqual(ids("state=published"), ["b"])
  assert.deepEqual(ids("kind=page&search=start"), ["c"])
})

test("a list comes in the order that is asked for, by default by date", () => {
  const at = day => ({ date: { instant: `2026-11-${day}T09:00:00Z` } })
  const rows = [row("a", { title: "zebra", ...at("02") }), row("b", { title: null, excerpt: "Élan" }), row("c", { title: "Eland", ...at("20") })]
  const posts = rows.map(one => ({ ...kept(one), post: { ...kept(one).post, createdAt: "2026-11-10T09:00:00Z" } }))
  const ids = query => answerFrom(`/v1/posts?${query}`, rows, posts).items.map(({ id }) => id)
  assert.deepEqual(ids("order=edited"), ["a", "b", "c"])
  assert.deepEqual(ids("order=title"), ["b", "c", "a"])
  assert.deepEqual(ids("order=date"), ["c", "b", "a"])
  assert.deepEqual(ids(""), ["c", "b", "a"])
})

test("a long list comes in pages, which only what is kept continues", () => {
  const rows = Array.from({ length: 90 }, (_, index) => row(`p${index}`))
  const first = answerFrom("/v1/posts?limit=40", rows, [])
  const second = answerFrom(`/v1/posts?limit=40&cursor=${first.cursor}`, rows, [])
  const third = answerFrom(`/v1/posts?limit=40&cursor=${second.cursor}`, rows, [])
  assert.deepEqual([...first.items, ...second.items, ...third.items], rows)
  assert.equal(third.cursor, undefined)
  assert.equal(isKeptPage(`/v1/posts?cursor=${first.cursor}`), true)
  assert.equal(isKeptPage("/v1/posts?cursor=eyJ"), false)
  assert.equal(isKeptPage("/v1/posts"), false)
})

test("the list says as of when it is, and the settings how many posts are kept", () => {
  const noon = new Date(2026, 10, 26, 12, 4).getTime()
  assert.equal(keptWords("The daemon is away.", noon, noon), "The daemon is away. Posts as of 12:04, kept in this browser.")
  assert.deepEqual([0, 1, 37].map(countWords), ["No posts are kept in this browser.", "One post is kept in this browser.",
    "The last 37 posts are kept in this browser."])
})
