import assert from "node:assert/strict"
import test from "node:test"
import { DaemonNews, oldAfter } from "../../Sources/Composer/Page/model/daemon-news.js"

const id = "post-1"
const changed = { kind: "event", name: "post-changed", data: { subject: id, at: "T1" } }

function heardBy(ids) {
  const calls = []
  const all = ids.map(id => ({ draft: { id }, check: at => calls.push(`check ${id} ${at}`), hurry: () => calls.push("hurry") }))
  const refresh = Object.fromEntries(["post", "posts", "queue", "deliveries", "targets"]
    .map(name => [name, () => calls.push(name)]))
  const told = { event: () => {}, line: () => calls.push("line"), caughtUp: () => calls.push("caught up") }
  return { calls, news: new DaemonNews({ all }, refresh, told) }
}

test("an event outdates exactly the data that it is about", () => {
  assert.deepEqual(oldAfter("post-changed"), ["posts"])
  assert.deepEqual(oldAfter("post-scheduled"), ["posts", "queue", "deliveries"])
  assert.deepEqual(oldAfter("delivery-changed"), ["posts", "queue", "deliveries", "post"])
  assert.deepEqual(oldAfter("target-changed"), ["targets"])
  assert.deepEqual(oldAfter("arrangement-changed"), [])
})

test("an event about a post reaches its own draft", () => {
  const { calls, news } = heardBy([id, "post-2"])
  news.hear(changed)
  assert.deepEqual(calls, [`check ${id} T1`, "posts"])
})

test("a line that reconnects refreshes everything, the first connection does not", () => {
  const { calls, news } = heardBy([id])
  news.hear({ kind: "line", isOpen: true })
  assert.deepEqual(calls.splice(0), ["line"])
  news.hear({ kind: "line", isOpen: false })
  assert.equal(news.isAway, true)
  news.hear({ kind: "line", isOpen: true })
  assert.deepEqual(calls, ["line", "line", "hurry", `check ${id} undefined`, "post", "posts", "queue", "deliveries",
    "targets", "caught up"])
})

test("events about posts are recorded while one is being loaded", async () => {
  const { news } = heardBy([])
  const noted = await news.noting(async heard => {
    news.hear(changed)
    return heard
  })
  news.hear({ ...changed, data: { subject: "post-2", at: "T2" } })
  assert.deepEqual([...noted], [[id, "T1"]])
})
