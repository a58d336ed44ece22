import assert from "node:assert/strict"
import test from "node:test"
import { Batch, batchMax } from "../../Sources/Composer/Page/model/batch.js"

/** A daemon with posts, which fails as `fail(method, path)` says; with the notices that it leads to. */
function daemonWith(posts, fail = () => null) {
  const said = [], asked = []
  let refreshed = 0
  const request = async (method, path, { body, revision } = {}) => {
    asked.push(`${method} ${path}`)
    const problem = fail(method, path)
    if (problem) throw Object.assign(new Error(problem.message), problem)
    const [, id, what] = /^\/v1\/posts\/([^/]+)\/?(.*)$/.exec(path)
    const post = posts[id]
    if (what) post[what] = method === "PUT" ? body ?? true : null
    else if (method === "PUT") {
      if (revision !== post.revision) throw Object.assign(new Error("stale"), { isStale: true })
      Object.assign(post, body, { tags: body.tags ?? [], revision: post.revision + 1 })
    }
    return { body: { ...post } }
  }
  const batch = new Batch(request, (words, action) => said.push({ words, action }), () => { refreshed++ })
  const chosen = Object.keys(posts).map(id => ({ id, name: id }))
  return { batch, chosen, said, asked, posts, get refreshed() { return refreshed } }
}
const post = (tags, more = {}) => ({ id: "x", revision: 1, title: "T", summary: "S", body: "B", tags, isSlugChosen: true,
  slug: "s", privateNotes: "N", date: { local: "2026-12-01T09:00:00", zone: "Europe/Lisbon" }, ...more })

test("several posts are deleted with one notice, and one undo brings just these back", async () => {
  const one = daemonWith({ a: post([]), b: post([]) })
  await one.batch.delete(one.chosen)
  assert.deepEqual([one.posts.a.deletion, one.posts.b.deletion], [true, true])
  assert.deepEqual(one.said.map(({ words }) => words), ["2 posts are deleted."])
  await one.said[0].action.run()
  assert.deepEqual([one.posts.a.deletion, one.posts.b.deletion, one.said[1].words], [null, null, "2 posts are back."])
  assert.equal(one.said[1].action, undefined)
  assert.equal(one.refreshed, 2)
})

test("a tag is added where it is missing, other fields stay, and undo takes it from just those", async () => {
  const one = daemonWith({ a: post(["boat"]), b: post(["Sea"]) })
  await one.batch.tag(one.chosen, "sea")
  assert.deepEqual([one.posts.a.tags, one.posts.b.tags], [["boat", "sea"], ["Sea"]])
  const { title, summary, body, slug, privateNotes, date, zone } = one.posts.a
  assert.deepEqual([title, summary, body, slug, privateNotes, date, zone],
    ["T", "S", "B", "s", "N", "2026-12-01T09:00:00", "Europe/Lisbon"])
  assert.equal(one.said[0].words, "1 post is tagged “sea”.")
  one.posts.a.date = { local: date, zone }
  await one.said[0].action.run()
  assert.deepEqual([one.posts.a.tags, one.posts.b.tags], [["boat"], ["Sea"]])
})

test("a change from elsewhere in between is kept, and after three of them the post is named", async () => {
  let times = 0
  const one = daemonWith({ a: post(["x"]) }, (method, path) => {
    if (method === "PUT" && ++times <= 2) Object.assign(one.posts.a, { revision: one.posts.a.revision + 1, title: `T${times}` })
    return null
  })
  await one.batch.tag(one.chosen, "sea")
  assert.deepEqual([one.posts.a.title, one.posts.a.tags], ["T2", ["x", "sea"]])
  const always = daemonWith({ a: post(["x"]) }, method => method === "PUT" ? { message: "It changed.", isStale: true } : null)
  await always.batch.tag(always.chosen, "sea")
  assert.equal(always.said[0].words, "0 posts are tagged “sea”. 1 is not. “a”: It changed.")
  assert.equal(always.asked.length, 6)
})

test("a refusal leaves the others, the loss of the daemon ends the work, and both are told", async () => {
  const one = daemonWith({ a: post([]), b: post([]), c: post([]), d: post([]) }, (method, path) =>
    path.includes("/b/") ? { message: "Not yours." } : path.includes("/d/") ? { message: "The daemon is away.", isObstacle: true } : null)
  await one.batch.schedule(one.chosen, new Date("2030-01-01T09:00:00Z"))
  assert.deepEqual([one.posts.a.publication, one.posts.c.publication], Array(2).fill({ at: "2030-01-01T09:00:00.000Z" }))
  assert.match(one.said[0].words, /^2 posts are scheduled, .*\. 1 is not\. “b”: Not yours\. Then the work ended: The daemon is away\.$/)
  await one.said[0].action.run()
  assert.deepEqual([one.posts.a.publication, one.posts.c.publication], [null, null])
})

test("posts are scheduled at the next slots one after the other, so that each gets one", async () => {
  const one = daemonWith({ a: post([]), b: post([]) })
  await one.batch.schedule(one.chosen, null)
  assert.deepEqual([one.posts.a.publication, one.posts.b.publication], Array(2).fill({ at: "next slot" }))
  assert.equal(one.said[0].words, "2 posts are scheduled at the next slots.")
})

test("no more than the greatest number of posts is touched", async () => {
  const posts = Object.fromEntries(Array.from({ length: batchMax + 5 }, (_, at) => [`p${at}`, post([])]))
  const one = daemonWith(posts)
  await one.batch.delete(one.chosen)
  assert.equal(one.asked.length, batchMax)
})
