import assert from "node:assert/strict"
import test from "node:test"
import { DaemonEvents, DaemonFacts, outdatedBy } from "../../Sources/Composer/Page/model/daemon-events.js"

const id = "post-1"
const changed = { kind: "event", name: "post-changed", data: { subject: id, at: "T1" } }

function heardBy(ids) {
  const calls = []
  const all = ids.map(id => ({ draft: { id }, check: at => calls.push(`check ${id} ${at}`), retry: () => calls.push("retry") }))
  const refresh = Object.fromEntries(["post", "posts", "queue", "deliveries", "targets"]
    .map(name => [name, () => calls.push(name)]))
  const model = { savers: { all }, refresh, receiveEvent() {}, lineChanged: () => calls.push("line"), caughtUp: () => calls.push("caught up") }
  return { calls, news: new DaemonEvents(model) }
}

test("an event outdates exactly the data that it is about", () => {
  assert.deepEqual(outdatedBy("post-changed"), ["posts"])
  assert.deepEqual(outdatedBy("post-scheduled"), ["posts", "queue", "deliveries"])
  assert.deepEqual(outdatedBy("delivery-changed"), ["posts", "queue", "deliveries", "post"])
  assert.deepEqual(outdatedBy("target-changed"), ["targets"])
  assert.deepEqual(outdatedBy("arrangement-changed"), [])
})

test("an event about a post reaches its own draft", () => {
  const { calls, news } = heardBy([id, "post-2"])
  news.receive(changed)
  assert.deepEqual(calls, [`check ${id} T1`, "posts"])
})

test("a line that reconnects refreshes everything, the first connection does not", () => {
  const { calls, news } = heardBy([id])
  news.receive({ kind: "line", isOpen: true })
  assert.deepEqual(calls.splice(0), ["line"])
  news.receive({ kind: "line", isOpen: false })
  assert.equal(news.isAway, true)
  news.receive({ kind: "line", isOpen: true })
  assert.deepEqual(calls, ["line", "line", "retry", `check ${id} undefined`, "post", "posts", "queue", "deliveries",
    "targets", "caught up"])
})

test("events about posts are recorded while one is being loaded", async () => {
  const { news } = heardBy([])
  const noted = await news.recordingEvents(async heard => {
    news.receive(changed)
    return heard
  })
  news.receive({ ...changed, data: { subject: "post-2", at: "T2" } })
  assert.deepEqual([...noted], [[id, "T1"]])
})

test("targets that were asked for first and answered last are not shown", async () => {
  const answers = []
  const facts = new DaemonFacts((_, path) => path.endsWith("/limits") ? Promise.resolve({ body: {} })
    : new Promise(resolve => answers.push(name => resolve({ body: { items: [{ name, kind: "site" }] } }))), { tell() {} })
  const first = facts.loadTargets(), second = facts.loadTargets()
  answers[1]("new")
  await second
  answers[0]("old")
  await first
  assert.deepEqual(facts.targets.map(({ name }) => name), ["new"])
})
