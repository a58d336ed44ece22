import assert from "node:assert/strict"
import test from "node:test"
import { firstLines, glanceOf, Glances } from "../../Sources/Composer/Page/model/glances.js"
import { IndexChoice } from "../../Sources/Composer/Page/model/index-choice.js"
import { NaturalSizes } from "../../Sources/Composer/Page/model/panels-layout.js"

const inside = (items, change = {}) => ({ isCollapsed: true, isFolded: false, items, fraction: 0.6, splitFrom: 560,
  scroll: 0, ...change })

/** The arranging as the choice sees it: answers each command with the items that `answer` returns. */
class Arranging extends EventTarget {
  isAway = false
  asked = []
  window = { panels: [{ id: "posts", inside: inside([]) }] }
  async run(command) {
    this.asked.push(command)
    await null
    const items = { show: [command.item], back: [] }[command.command]
    this.window = { panels: [{ id: "posts", inside: inside(items) }] }
    return true
  }
}

test("a choice is visible at once, and kept once the daemon has it", async () => {
  const arranging = new Arranging(), choice = new IndexChoice(arranging, "posts")
  const answer = choice.show("p1", "Breakfast")
  assert.deepEqual([choice.shown, choice.seen], ["p1", "detail"])
  choice.follow()
  assert.equal(choice.shown, "p1", "an older answer takes nothing back")
  await answer
  assert.deepEqual(arranging.asked, [{ command: "show", item: "p1", title: "Breakfast", panel: "posts" }])
  await choice.back()
  assert.deepEqual([choice.shown, choice.seen], [null, "index"])
})

test("the daemon's state is followed, but a missing item stays while its detail says that it is gone", () => {
  const arranging = new Arranging(), choice = new IndexChoice(arranging, "posts")
  arranging.window.panels[0].inside = inside(["p1"], { isCollapsed: false })
  choice.follow()
  assert.deepEqual([choice.shown, choice.seen], ["p1", "both"])
  arranging.window.panels[0].inside = inside([])
  choice.follow(item => item === "p1")
  assert.equal(choice.shown, "p1")
  choice.follow()
  assert.equal(choice.shown, null)
})

test("choosing works while the daemon is unreachable", async () => {
  const arranging = new Arranging(), choice = new IndexChoice(arranging, "posts")
  arranging.isAway = true
  await choice.show("p1")
  assert.deepEqual([choice.shown, arranging.asked.length], ["p1", 0])
})

const post = { id: "p1", title: "Cod", body: "One two.\n\nThree", state: "draft", tags: ["sea"], date: null,
  changedAt: "2026-12-01T12:00:00Z", deletedAt: null }
const now = Date.parse("2026-12-01T12:30:00Z")

test("a glance shows state, text, tags and targets, and the possible commands", () => {
  const deliveries = [{ target: "blog", state: "superseded" },
    { target: "blog", state: "delivered", verbs: [], dueAt: "2026-12-01T12:10:00Z",
      endedAt: "2026-12-01T12:10:00Z" }]
  const glance = glanceOf({ post, deliveries }, ["blog"], now)
  assert.equal(glance.title, "Cod")
  assert.match(glance.about, /^Draft · changed .* · 3 words$/)
  assert.deepEqual(glance.targets.map(target => target.name), ["blog"])
  assert.deepEqual(glance.verbs, ["open", "publish", "delete"])
  assert.deepEqual(glanceOf({ post: { ...post, state: "published" }, deliveries }, [], now).verbs,
    ["open", "unpublish", "delete"])
})

test("a glance at a deleted or missing post shows a notice and nothing else", () => {
  const deleted = glanceOf({ post: { ...post, state: "deleted", deletedAt: "x" }, deliveries: [] }, [], now)
  assert.deepEqual([deleted.notice, deleted.lines, deleted.verbs], ["“Cod” was deleted.", "", ["undelete"]])
  assert.equal(glanceOf({ isGone: true }, [], now).notice, "This post no longer exists.")
})

test("of two loads of a post the later counts, and a failed one keeps the known state", async () => {
  const waiting = []
  const glances = new Glances((_, path) => new Promise((resolve, reject) => waiting.push({ path, resolve, reject })))
  const answer = (index, title) => {
    waiting[index].resolve({ body: { ...post, title } })
    waiting[index + 1].resolve({ body: { items: [] } })
  }
  const first = glances.load("p1"), second = glances.load("p1")
  answer(2, "Newer")
  await second
  answer(0, "Older")
  await first
  assert.equal(glances.of("p1").post.title, "Newer")
  const third = glances.load("p1")
  waiting[4].reject(Object.assign(new Error("away"), { status: 0 }))
  await third
  assert.equal(glances.of("p1").post.title, "Newer")
})

test("the first lines end at a line or a word", () => {
  assert.equal(firstLines("a\n".repeat(40)).split("\n").length, 24)
  const long = firstLines("word ".repeat(1000))
  assert.ok(long.length <= 1600 && long.endsWith("word"))
})

test("a new height is sent, and alternating between two heights ends", () => {
  const sizes = new NaturalSizes()
  const told = height => sizes.news("title", { width: 300, height }) !== null
  assert.ok(told(40) && !told(40) && told(61) && told(82))
  const back = [40, 60, 40, 60, 40, 60, 40, 60, 40, 60].map(told)
  assert.ok(back.includes(false), "it goes on for ever")
  assert.ok(told(99), "a text that grows is told again")
  assert.ok(sizes.news("title", { width: 200, height: 99 }), "another width begins anew")
})
