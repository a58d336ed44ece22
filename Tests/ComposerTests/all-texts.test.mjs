import assert from "node:assert/strict"
import test from "node:test"
import { AllTexts, foundMax, narrowing } from "../../Sources/Composer/Page/model/all-texts.js"
import { Batch } from "../../Sources/Composer/Page/model/batch.js"
import { find } from "../../Sources/Composer/Page/model/finding.js"
import { chance } from "./chance.mjs"

const query = (words, replacement = "", more = {}) =>
  ({ words, replacement, within: null, isCased: false, isWhole: false, isExpression: false, ...more })

const draftOf = ({ title, body, summary, overrides }) => structuredClone({ title, body, summary, overrides })

/**
 * A daemon with posts, `{body, state, targets}` by id. `fail(method, path, isDone)` may throw before a request is carried
 * out, and after it, as when its answer is lost.
 */
function desk(bodies, fail = () => {}) {
  const posts = Object.fromEntries(Object.entries(bodies).map(([id, post]) => [id, { id, revision: 1, state: "draft",
    targets: [], tags: ["kept"], title: "", deliveries: [], ...post, history: [draftOf(post)] }]))
  let deliveries = 1
  const carryOut = (method, path, { body, revision }) => {
    const { pathname, searchParams } = new URL(path, "http://desk")
    if (pathname === "/v1/texts") {
      const words = searchParams.get("containing")?.replace(/[A-Z]/g, letter => letter.toLowerCase()) ?? ""
      const all = Object.values(posts), start = Number(searchParams.get("cursor") ?? 0), end = start + 2
      const items = all.slice(start, end).filter(post =>
        JSON.stringify(draftOf(post)).replace(/[A-Z]/g, letter => letter.toLowerCase()).includes(words))
      return { items, ...end < all.length && { cursor: String(end) } }
    }
    const cancelled = /^\/v1\/deliveries\/(\d+)\/cancel$/.exec(pathname)?.[1]
    if (cancelled) {
      const delivery = Object.values(posts).flatMap(post => post.deliveries).find(({ id }) => id === Number(cancelled))
      return Object.assign(delivery, { state: "cancelled" })
    }
    const [, id, what] = /^\/v1\/posts\/([^/]+)\/?(.*)$/.exec(pathname)
    const post = posts[id]
    if (what.startsWith("revisions/")) return { draft: post.history[Number(what.slice(10)) - 1] }
    if (what === "deliveries") return { items: post.deliveries }
    if (method === "PUT") {
      if (revision !== post.revision) throw Object.assign(new Error("stale"), { isStale: true })
      Object.assign(post, { title: "", summary: undefined, overrides: undefined }, body, { revision: revision + 1 })
      post.history.push(draftOf(post))
      for (const target of post.targets) {
        if (!post.deliveries.some(one => one.target === target && one.state === "scheduled"))
          post.deliveries.push({ id: ++deliveries, kind: "edit", target, state: "scheduled", verbs: ["cancel"] })
      }
    }
    return post
  }
  const request = async (method, path, options = {}) => {
    fail(method, path, false)
    const body = structuredClone(carryOut(method, path, options))
    fail(method, path, true)
    return { body }
  }
  const said = []
  let kept = null
  const memory = { get: () => structuredClone(kept), set: value => { kept = structuredClone(value) } }
  const texts = new AllTexts(request, async (text, asked) => find(text, asked), memory)
  const batch = new Batch(request, (words, action) => said.push({ words, action }), () => {})
  return { posts, texts, batch, said, get kept() { return kept },
    get bodies() { return Object.values(posts).map(({ body }) => body) } }
}
const away = Object.assign(new Error("The daemon is away."), { isObstacle: true, isAway: true })

test("all pages are looked through, empty ones too, and each hit is shown as it stands and as it will", async () => {
  const one = desk({ a: { body: "no" }, b: { body: "no" }, c: { body: "Old harbour, old boat\nnext", title: "C" },
    d: { body: "the old town", state: "published", targets: ["blog"] } })
  const { posts, isCut } = await one.texts.search(query("OLD", "new"))
  assert.equal(isCut, false)
  assert.deepEqual(posts.map(({ id, name, count, isOut, targets }) => ({ id, name, count, isOut, targets })), [
    { id: "c", name: "C", count: 2, isOut: false, targets: [] },
    { id: "d", name: "the old town", count: 1, isOut: true, targets: ["blog"] }])
  assert.deepEqual(posts[0].samples[1], { place: "", before: "Old harbour, ", words: "old", replacement: "new", after: " boat" })
})

test("what stands around a hit begins and ends with a whole word, and says where the line goes on", async () => {
  const line = "The boats that came home in the evening were old and had names that the children could not read any more, or knew."
  const one = desk({ a: { body: line }, b: { body: `${"港".repeat(40)}old${"船".repeat(70)}` } })
  const [words, letters] = (await one.texts.search(query("old", "new"))).posts.map(({ samples: [sample] }) => sample)
  assert.deepEqual([words.before, words.after],
    ["… home in the evening were ", " and had names that the children could not read any more, …"])
  assert.deepEqual([letters.before, letters.after], [`…${"港".repeat(30)}`, `${"船".repeat(60)}…`])
})

test("only what was chosen is changed; one undo gives every text back and cancels the edits that it caused", async () => {
  const one = desk({ a: { body: "old a" }, b: { body: "old b", state: "published", targets: ["blog", "toot"],
    deliveries: [{ id: 1, kind: "edit", target: "toot", state: "scheduled", verbs: ["cancel"] }] }, c: { body: "old c" } })
  const { posts } = await one.texts.search(query("old", "new"))
  await one.batch.replace(one.texts, query("old", "new"), posts.slice(0, 2))
  assert.deepEqual(one.bodies, ["new a", "new b", "old c"])
  assert.deepEqual(one.posts.a.tags, ["kept"])
  one.posts.a.tags = ["added since"]
  await one.said[0].action.run()
  assert.deepEqual(one.bodies, ["old a", "old b", "old c"])
  assert.deepEqual(one.posts.a.tags, ["added since"])
  // The edit to “toot” waited before.
  assert.deepEqual(one.posts.b.deliveries.map(({ target, state }) => [target, state]),
    [["toot", "scheduled"], ["blog", "cancelled"]])
  assert.equal(one.kept, null)
})

test("title, summary and the texts for targets are replaced too, and the undo leaves what was changed since", async () => {
  const post = { title: "The old mole", body: "An old wall.", summary: "Old and older", overrides: {
    sky: { text: "Old!", visibility: "public" }, toot: { warning: "old" } } }
  const one = desk({ a: post, b: { body: "none", title: "Not this" }, c: { body: "x", title: "old" } })
  const asked = query("old", "new")
  const { posts } = await one.texts.search(asked)
  assert.deepEqual(posts.map(({ id, count }) => [id, count]), [["a", 6], ["c", 1]])
  assert.deepEqual(posts[0].samples.map(({ place, words }) => [place, words]),
    [["Title", "old"], ["", "old"], ["Summary", "Old"]])
  await one.batch.replace(one.texts, asked, posts)
  assert.deepEqual(draftOf(one.posts.a), { title: "The new mole", body: "An new wall.", summary: "new and newer", overrides: {
    sky: { text: "new!", visibility: "public" }, toot: { warning: "new" } } })
  one.posts.a.title = "Another title"
  one.posts.c.summary = "added since"
  await one.said[0].action.run()
  assert.equal(one.posts.a.body, "An new wall.", "its title was changed since")
  assert.deepEqual([one.posts.c.title, one.posts.c.summary], ["old", "added since"])
})

test("words that are removed everywhere come back with the undo", async () => {
  const one = desk({ a: { title: "old", body: "old", overrides: { sky: { warning: "old" } } } })
  const { posts } = await one.texts.search(query("old"))
  await one.batch.replace(one.texts, query("old"), posts)
  assert.deepEqual(draftOf(one.posts.a), { title: "", body: "", summary: undefined, overrides: undefined })
  await one.said[0].action.run()
  assert.deepEqual(draftOf(one.posts.a), { title: "old", body: "old", summary: undefined, overrides: { sky: { warning: "old" } } })
})

test("a text for one target is never emptied, because the target would get the whole post", async () => {
  const one = desk({ a: { body: "old a", overrides: { sky: { text: "old" } } }, b: { body: "old b" } })
  const { posts } = await one.texts.search(query("old"))
  await one.batch.replace(one.texts, query("old"), posts)
  assert.deepEqual(one.bodies, ["old a", " b"])
  assert.match(one.said[0].words, /“old a”: Nothing of the text for “sky” would be left/)
})

test("a post that changed between list and press, or after it, is left as it is and named", async () => {
  const one = desk({ a: { body: "old a" }, b: { body: "old b" } })
  const { posts } = await one.texts.search(query("old", "new"))
  Object.assign(one.posts.a, { body: "old and more", revision: 2 })
  await one.batch.replace(one.texts, query("old", "new"), posts)
  assert.deepEqual(one.bodies, ["old and more", "new b"])
  assert.match(one.said[0].words, /1 post is changed\. 1 is not\. “old a”: It was changed meanwhile/)
  Object.assign(one.posts.b, { body: "new b, and more", revision: 3 })
  await one.said[0].action.run()
  assert.deepEqual(one.bodies, ["old and more", "new b, and more"])
  assert.match(one.said[1].words, /It was changed since, and stays as it is/)
})

test("wherever the line breaks, before or after a request, the undo after a reload leaves every text as it was", async () => {
  const bodies = { a: { body: "old a" }, b: { body: "old b", state: "published", targets: ["blog"] }, c: { body: "old old" } }
  for (const isAnswerLost of [false, true]) {
    for (let last = 1; ; last++) {
      let requests = 0, isBroken = false
      const one = desk(bodies, (method, path, isDone) => {
        if (isDone === isAnswerLost && !isBroken && ++requests === last) isBroken = true
        if (isBroken) throw away
      })
      const found = await one.texts.search(query("old", "old and new")).catch(() => null)
      if (found) await one.batch.replace(one.texts, query("old", "old and new"), found.posts)
      const wasBroken = isBroken
      // Nothing is replaced twice, however it ended.
      for (const body of one.bodies) assert.doesNotMatch(body, /and new and new/)
      isBroken = true
      const reloaded = desk(bodies)
      for (const [id, post] of Object.entries(one.posts)) Object.assign(reloaded.posts[id], structuredClone(post))
      if (one.kept) await reloaded.batch.undoReplacing(reloaded.texts, structuredClone(one.kept))
      assert.deepEqual(reloaded.bodies, ["old a", "old b", "old old"], `${isAnswerLost} ${last}`)
      if (!wasBroken) break
    }
  }
})

test("the list ends at its bound and says so", async () => {
  const many = desk(Object.fromEntries(Array.from({ length: foundMax + 3 }, (_, at) => [`p${at}`, { body: "old" }])))
  const { posts, isCut } = await many.texts.search(query("old"))
  assert.deepEqual([posts.length, isCut], [foundMax, true])
})

test("a new search ends the one before, and closing ends it too", async () => {
  const one = desk({ a: { body: "old" } })
  const first = one.texts.search(query("old"))
  const second = one.texts.search(query("old"))
  assert.equal(await first, null)
  assert.equal((await second).posts.length, 1)
  const third = one.texts.search(query("old"))
  one.texts.stop()
  assert.equal(await third, null)
})

test("what the daemon looks for stands in every text with a hit, whatever the letters", () => {
  const letters = ["a", "A", "k", "K", "s", "S", "\u017f", "\u212a", "é", "É", "ß", "ẞ", "İ", "i", "I", "ı", " ", "-", "9", "日", "🌊"]
  const dice = chance(11), any = () => letters[dice(letters.length)]
  const lower = text => text.replace(/[A-Z]/g, letter => letter.toLowerCase())
  let hits = 0
  for (let round = 0; round < 20_000; round++) {
    const words = Array.from({ length: 1 + dice(4) }, any).join("")
    const text = Array.from({ length: 12 }, any).join("")
    for (const isCased of [false, true]) {
      if (!find(text, query(words, "", { isCased })).length) continue
      hits++
      assert.ok(lower(text).includes(lower(narrowing(query(words, "", { isCased })))), `${words} in ${text}`)
    }
  }
  assert.ok(hits > 1000, `${hits}`)
})
