import assert from "node:assert/strict"
import test from "node:test"
import { PostsIndex } from "../../Sources/Composer/Page/model/lists.js"
import { postsQuery } from "../../Sources/Composer/Page/model/posts-query.js"

for (const [text, query] of [
  ["low tide", { search: "low tide", problem: null }],
  ["tag:sea state:draft", { search: "", tag: "sea", state: "draft", problem: null }],
  ["  moon tag:\"low tide\"  kind:Pages water", { search: "moon water", tag: "low tide", kind: "page", problem: null }],
  ["state:taken-back", { search: "", state: "unpublished", problem: null }],
  ["tag:#Sea", { search: "", tag: "Sea", problem: null }],
  ["tag:", { search: "", problem: null }],
  ["tag:\"low", { search: "", tag: "low", problem: null }],
  ["hashtag:sea http://tag:x", { search: "hashtag:sea http://tag:x", problem: null }],
]) test(`the search “${text}”`, () => assert.deepEqual(postsQuery(text), query))

test("what has no effect is said", () => {
  assert.equal(postsQuery("state:lost").problem,
    "“state:lost” is not known. There are “draft”, “scheduled”, “published”, “unpublished”, “deleted”.")
  assert.equal(postsQuery("state:constructor").state, undefined)
  const two = postsQuery("tag:sea tag:bread")
  assert.deepEqual([two.tag, two.problem], ["sea", "One tag at a time: “tag:bread” has no effect."])
})

test("the list asks for what is typed, which goes before the chosen state", async () => {
  const asked = []
  const index = new PostsIndex(async (method, path) => {
    asked.push(Object.fromEntries(new URL(path, "http://x").searchParams))
    return { body: { items: [] } }
  })
  await index.show({ state: "published" })
  await index.show({ search: "moon tag:sea state:draft" })
  assert.deepEqual(asked, [{ limit: "40", state: "published", order: "edited" },
    { limit: "40", search: "moon", tag: "sea", state: "draft" }])
})

test("in the order of states one list follows another, and a search for words has its own order", async () => {
  const counts = { scheduled: 1, draft: 41, published: 0, unpublished: 2 }
  const index = new PostsIndex(async (method, path) => {
    const query = Object.fromEntries(new URL(path, "http://x").searchParams)
    assert.equal(query.order, "search" in query ? undefined : "edited")
    const all = Array.from({ length: counts[query.state] ?? 0 }, (_, number) => ({ id: `${query.state}${number}` }))
    const start = Number(query.cursor ?? 0), end = start + Number(query.limit)
    return { body: { items: all.slice(start, end), ...end < all.length && { cursor: String(end) } } }
  }, "state")
  await index.refresh()
  assert.equal(index.items.length, 40)
  while (index.hasMore) await index.more()
  const wanted = Object.entries(counts).flatMap(([state, count]) =>
    Array.from({ length: count }, (_, number) => `${state}${number}`))
  assert.deepEqual(index.items.map(item => item.id), wanted)
  await index.show({ state: "unpublished" })
  assert.deepEqual(index.items.map(item => item.id), ["unpublished0", "unpublished1"])
  await index.show({ search: "moon" })
  assert.equal(index.isOrdered, false)
})
