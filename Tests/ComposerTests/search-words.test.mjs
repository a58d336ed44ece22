import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import test from "node:test"
import { PostsIndex } from "../../Sources/Composer/Page/model/lists.js"
import { answerFrom, searchWords } from "../../Sources/Composer/Page/model/post-cache.js"

const { rows } = JSON.parse(readFileSync(new URL("../Vectors/search-words.json", import.meta.url), "utf8"))

for (const { text, notes, ...wanted } of rows) {
  test(`the search “${text}” is read as the daemon reads it`, () => assert.deepEqual(searchWords(text), wanted))
}

test("the list asks for what is typed as it is typed, with its state and order", async () => {
  const asked = []
  const index = new PostsIndex(async (method, path) => {
    asked.push(Object.fromEntries(new URL(path, "http://x").searchParams))
    return { body: { items: [] } }
  }, "state")
  await index.show({ state: "published" })
  await index.show({ search: "moon tag:sea state:draft" })
  assert.deepEqual(asked, [{ limit: "40", state: "published", order: "state" },
    { limit: "40", state: "published", find: "moon tag:sea state:draft", order: "state" }])
})

test("the answer says whether the order has an effect, and what of the search has none", async () => {
  const index = new PostsIndex(async (method, path) =>
    ({ body: path.includes("moon") ? { items: [], words: "moon", note: "Not known." } : { items: [] } }), "date")
  assert.equal(index.isOrdered, true)
  await index.show({ search: "moon state:lost" })
  assert.deepEqual([index.isOrdered, index.problem], [false, "Not known."])
  await index.show({ search: "" })
  assert.deepEqual([index.isOrdered, index.problem], [true, null])
})

test("while the daemon is away, a typed state goes before the chosen one, and states come in the daemon's order", () => {
  const row = (id, state, tags = []) => ({ id, state, tags, title: id, excerpt: "", kind: "post", changedAt: "2026-11-26T10:00:00Z" })
  const all = [row("a", "draft", ["Sea"]), row("b", "published"), row("c", "unpublished"), row("d", "scheduled"), row("e", "draft")]
  const ids = query => answerFrom(`/v1/posts?${new URLSearchParams(query)}`, all, []).items.map(({ id }) => id)
  assert.deepEqual(ids({ order: "state" }), ["d", "a", "e", "b", "c"])
  assert.deepEqual(ids({ state: "published", find: "state:drafts", order: "edited" }), ["a", "e"])
  assert.deepEqual(ids({ find: "tag:sea a", order: "title" }), ["a"])
  assert.deepEqual(ids({ search: "tag:sea" }), [])
  assert.equal(answerFrom("/v1/posts?find=tag:sea+boats", all, []).words, "boats")
})
