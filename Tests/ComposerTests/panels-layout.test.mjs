import assert from "node:assert/strict"
import test from "node:test"
import { metaEntries, paneAfter, readingOrder } from "../../Sources/Composer/Page/model/panels.js"
import { divided, doneOffline, layOut, layOutOffline, withoutTemporary, withSplitter } from "../../Sources/Composer/Page/model/panels-layout.js"
import { deskWindow, frameOf } from "./windows.mjs"

/** The sides and the body tile the container: no gap, no overlap. */
function assertTiles(window) {
  const area = frame => frame.width * frame.height
  const pinned = window.panels.filter(panel => panel.place === "pinned").map(panel => panel.frame)
  const sum = [...pinned, window.body].reduce((total, frame) => total + area(frame), 0)
  assert.equal(sum, window.width * window.height)
}

test("a length is divided into whole pixels and none is lost", () => {
  assert.deepEqual(divided(100, [1, 1, 1]), [33, 34, 33])
  assert.deepEqual(divided(7, [0, 5]), [0, 7])
  assert.deepEqual(divided(100, [0, 0]), [0, 0])
  assert.deepEqual(divided(100, []), [])
})

test("laid out at its own size a window equals the daemon's answer", () => {
  const window = deskWindow()
  assert.deepEqual(layOut(window), window)
})

test("at another size sides keep their thickness and the body takes the rest", () => {
  const window = layOut(deskWindow(), { width: 1500, height: 800 })
  assertTiles(window)
  assert.deepEqual(window.body, { x: 420, y: 150, width: 680, height: 650 })
  assert.equal(frameOf(window, "tags").height, 400)
  assert.equal(window.separators.find(one => one.id === "right").frame.x, 1096)
})

test("insets stay free on every side", () => {
  const window = layOut(deskWindow({ insets: { top: 10, left: 20, bottom: 30, right: 40 } }))
  assert.deepEqual(frameOf(window, "preview"), { x: 20, y: 10, width: 420, height: 960 })
  assert.deepEqual(window.body, { x: 440, y: 160, width: 486, height: 810 })
})

test("a held splitter of a side moves that side, the body and the rows, nothing else", () => {
  const before = deskWindow()
  const window = withSplitter(before, before.separators[1], 300)
  assertTiles(window)
  assert.equal(frameOf(window, "date").width, 300)
  assert.equal(frameOf(window, "title").width, 646)
  assert.deepEqual(frameOf(window, "preview"), frameOf(before, "preview"))
  assert.deepEqual(frameOf(window, "queue"), frameOf(before, "queue"))
  assert.equal(window.separators[1].value, 300)
})

test("a held border between two panels gives one what the other loses", () => {
  const before = deskWindow()
  const window = withSplitter(before, before.separators[2], 620)
  assertTiles(window)
  assert.deepEqual([frameOf(window, "date").height, frameOf(window, "tags").height], [620, 380])
  assert.equal(window.separators[2].frame.y, 616)
})

test("a border that has disappeared meanwhile changes nothing", () => {
  const before = deskWindow()
  assert.equal(withSplitter(before, { ...before.separators[2], id: "right/5" }, 620), before)
})

test("without the daemon a side that leaves the body too little is hidden, and returns with the room", () => {
  const before = deskWindow()
  const narrow = layOutOffline(before, { width: 1024, height: 1000 })
  assertTiles(narrow)
  assert.equal(narrow.panels.find(panel => panel.id === "date").place, "meta")
  assert.ok(narrow.body.width >= 320)
  assert.deepEqual(layOutOffline(before, { width: 1366, height: 1000 }), before)
})

test("without the daemon a window that becomes compact shows only its body", () => {
  const window = layOutOffline(deskWindow(), { width: 390, height: 844 })
  assert.deepEqual(window.body, { x: 0, y: 0, width: 390, height: 844 })
  assert.equal(readingOrder(window).length, 0)
  assert.equal(window.separators.length, 0)
  const turned = layOutOffline(deskWindow(), { width: 844, height: 346 })
  assert.deepEqual(turned.body, { x: 0, y: 0, width: 844, height: 346 })
})

test("without the daemon the open panel of a compact window stays at the foot and the body above it", () => {
  const window = deskWindow({ class: "compact", width: 390, height: 800, separators: [] })
  window.panels = window.panels.map(panel => ({ ...panel, side: null, frame: null, place: "meta" }))
  Object.assign(window.panels[1], { place: "open", frame: { x: 0, y: 400, width: 390, height: 400 } })
  const low = layOutOffline(window, { width: 390, height: 300 })
  assert.deepEqual(low.body, { x: 0, y: 0, width: 390, height: 150 })
  assert.deepEqual(frameOf(low, "date"), { x: 0, y: 150, width: 390, height: 150 })
})

test("reading order goes from the left column over the rows to the right one, then floating panels upwards", () => {
  const window = deskWindow()
  Object.assign(window.panels[4], { place: "floating", frame: { x: 0, y: 0, width: 300, height: 300 }, z: 1 })
  const order = readingOrder(window).map(panel => panel.id)
  assert.deepEqual(order, ["preview", "title", "date", "tags", "targets", "queue"])
})

test("F6 cycles through the body, in both directions, and continues from a panel that is gone", () => {
  const window = deskWindow()
  assert.equal(paneAfter(window, null, 1), "preview")
  assert.equal(paneAfter(window, "queue", 1), null)
  assert.equal(paneAfter(window, null, -1), "queue")
  assert.equal(paneAfter(window, "gone", 1), "preview")
})

test("Meta lists the panels in it; on a compact window the open panel as well, never itself", () => {
  assert.deepEqual(metaEntries(deskWindow()).map(panel => panel.id), ["posts"])
  const compact = deskWindow({ class: "compact" })
  compact.panels = compact.panels.map(panel => ({ ...panel, place: panel.id === "date" ? "open" : "meta" }))
  assert.equal(metaEntries(compact).length, 7)
})

test("without the daemon a hidden panel opens over the text and closes again; everything else stays as it was", () => {
  const before = deskWindow()
  const open = doneOffline(before, { command: "restore", panel: "posts" })
  const panel = open.panels.find(one => one.id === "posts")
  assert.equal(panel.place, "floating")
  const { frame } = panel, { body } = before
  assert.ok(frame.x > body.x && frame.y > body.y && frame.x + frame.width < body.x + body.width
    && frame.y + frame.height < body.y + body.height, JSON.stringify(frame))
  assert.deepEqual(open.panels.filter(one => one !== panel), before.panels.filter(one => one.id !== "posts"))
  assert.equal(doneOffline(open, { command: "open", panel: "posts" }), null)
  const closed = doneOffline(open, { command: "close", panel: "posts" })
  assert.deepEqual([closed.panels.find(one => one.id === "posts").place, frameOf(closed, "posts")], ["closed", null])
})

test("on a narrow window without the daemon one panel at a time opens at the foot, and the text keeps the rest", () => {
  const before = layOutOffline(deskWindow({ class: "compact" }), { width: 390, height: 800 })
  const compact = { ...before, panels: before.panels.map(one => ({ ...one, place: "meta", frame: null })) }
  const posts = doneOffline(compact, { command: "open", panel: "posts" })
  assert.equal(posts.body.height + frameOf(posts, "posts").height, compact.body.height)
  assert.ok(posts.body.height >= 200)
  const queue = doneOffline(posts, { command: "open", panel: "queue" })
  assert.deepEqual(queue.panels.filter(one => one.place === "open").map(one => one.id), ["queue"])
  const none = doneOffline(queue, { command: "close", panel: "queue" })
  assert.equal(none.body.height, compact.body.height)
})

test("what only the daemon can do is not done without it", () => {
  for (const command of [{ command: "undo" }, { command: "pin", panel: "posts", side: "left" },
    { command: "close", panel: "preview" }, { command: "open", panel: "nothing" }]) {
    assert.equal(doneOffline(deskWindow(), command), null, JSON.stringify(command))
  }
})

test("a window from an earlier page shows no panel that is elsewhere or only looked at", () => {
  const window = deskWindow({ view: { popover: { panel: "posts" } } })
  const places = ["away", "popover", "strip"]
  window.panels = window.panels.map((one, index) => index < 3 ? { ...one, place: places[index] } : one)
  const shown = withoutTemporary(window)
  assert.deepEqual(shown.panels.slice(0, 3).map(({ place, frame }) => [place, frame]), Array(3).fill(["closed", null]))
  assert.deepEqual([shown.view, shown.panels.slice(3)], [null, window.panels.slice(3)])
})
