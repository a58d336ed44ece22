import assert from "node:assert/strict"
import test from "node:test"
import { metaEntries, paneAfter, readingOrder } from "../../Sources/Composer/Page/model/panels.js"
import { atSize, doneOffline, withKeyboard, withoutTemporary, withSplitter } from "../../Sources/Composer/Page/model/panels-layout.js"
import { deskWindow, frameOf } from "./windows.mjs"

/** The sides and the body tile the container: no gap, no overlap. */
function assertTiles(window) {
  const area = frame => frame.width * frame.height
  const pinned = window.panels.filter(panel => panel.place === "pinned").map(panel => panel.frame)
  const sum = [...pinned, window.body].reduce((total, frame) => total + area(frame), 0)
  assert.equal(sum, window.width * window.height)
}

test("at its own size a window is the daemon's answer", () => {
  const window = deskWindow()
  assert.deepEqual(atSize(window, window), window)
})

test("at another size sides keep their thickness and the body takes the rest", () => {
  const window = atSize(deskWindow(), { width: 1500, height: 800 })
  assertTiles(window)
  assert.deepEqual(window.body, { x: 420, y: 150, width: 680, height: 650 })
  assert.equal(frameOf(window, "tags").height, 400)
  assert.deepEqual(["right", "right/1"].map(id => window.separators.find(one => one.id === id))
    .map(({ frame, value }) => [frame.x, frame.y, value]), [[1096, 0, 400], [1100, 396, 400]])
})

test("insets stay free on every side", () => {
  const window = atSize(deskWindow(), { width: 1366, height: 1000, insets: { top: 10, left: 20, bottom: 30, right: 40 } })
  assert.deepEqual(frameOf(window, "preview"), { x: 20, y: 10, width: 420, height: 960 })
  assert.deepEqual(window.body, { x: 440, y: 160, width: 486, height: 810 })
})

test("a collapsed side keeps its strip, and the body does not cover it", () => {
  const before = deskWindow({ strips: [{ side: "left", frame: { x: 0, y: 0, width: 32, height: 1000 } }],
    body: { x: 32, y: 150, width: 934, height: 850 } })
  before.panels = before.panels.map(panel => panel.id === "preview" ? { ...panel, place: "strip", frame: null } : panel)
  before.separators = before.separators.filter(({ id }) => id !== "left")
  const held = withSplitter(before, before.separators[0], 300)
  assert.deepEqual([held.body.x, held.body.width, held.strips], [32, 1034, before.strips])
  const low = atSize(before, { width: 1366, height: 600 })
  assert.deepEqual([low.body.x, low.strips[0].frame], [32, { x: 0, y: 0, width: 32, height: 600 }])
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

/** Everything on the screen is inside the window, and the text has room. */
function assertUsable(window) {
  const { width, height, body } = window
  for (const { id, frame } of window.panels.filter(panel => panel.frame)) {
    assert.ok(frame.x >= 0 && frame.y >= 0 && frame.x + frame.width <= width && frame.y + frame.height <= height,
      `${id} is at ${JSON.stringify(frame)} in ${width} × ${height}`)
  }
  assert.ok(body.width >= Math.min(320, width / 2) && body.height >= Math.min(200, height / 2), JSON.stringify(body))
}

test("without the daemon each panel stays at every size, and the text has room", () => {
  const before = deskWindow()
  for (const [width, height] of [[1024, 1000], [820, 1180], [844, 346], [390, 844], [320, 256], [2560, 1440]]) {
    const window = atSize(before, { width, height, insets: {} })
    assertUsable(window)
    assertTiles(window)
    assert.deepEqual(readingOrder(window).map(({ id }) => id), readingOrder(before).map(({ id }) => id))
  }
  assert.deepEqual(atSize(before, { width: 1366, height: 1000, insets: {} }), before)
})

test("what stands beyond the screen while all panels are hidden stays there", () => {
  const away = { x: -800, y: 100, width: 400, height: 300 }
  const window = deskWindow({ view: { isZen: true }, body: { x: 0, y: 0, width: 1366, height: 1000 }, separators: [] })
  window.panels = window.panels.map(panel => panel.frame ? { ...panel, frame: away } : panel)
  for (const { frame } of atSize(window, { width: 800, height: 600 }).panels) assert.ok(!frame || frame.x + frame.width <= 0)
})

const phone = deskWindow({
  class: "compact", width: 390, height: 800, separators: [], body: { x: 0, y: 0, width: 390, height: 800 },
  panels: deskWindow().panels.map(panel => ({ ...panel, side: null, frame: null, place: "meta" })),
})

test("without the daemon the open panel of a compact window stays at the foot and the body above it", () => {
  const open = doneOffline(phone, { command: "open", panel: "date" })
  for (const [width, height, text] of [[390, 700, 220], [390, 300, 150], [844, 390, 195], [390, 256, 128]]) {
    const window = atSize(open, { width, height })
    assertUsable(window)
    assert.deepEqual(window.body, { x: 0, y: 0, width, height: text })
    assert.deepEqual(frameOf(window, "date"), { x: 0, y: text, width, height: height - text })
  }
})

test("without the daemon the text of a phone ends at the keyboard; beside an open panel it stays as it is", () => {
  const keyboard = { x: 0, y: 500, width: 390, height: 300 }
  assert.equal(withKeyboard(phone, keyboard).body.height, 500)
  assert.deepEqual(withKeyboard(withKeyboard(phone, keyboard), keyboard), withKeyboard(phone, keyboard))
  const open = doneOffline(phone, { command: "open", panel: "tags" })
  assert.deepEqual(withKeyboard(open, keyboard), open)
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
  const posts = doneOffline(phone, { command: "open", panel: "posts" })
  assert.equal(posts.body.height + frameOf(posts, "posts").height, 800)
  assert.ok(posts.body.height >= 200)
  const queue = doneOffline(posts, { command: "open", panel: "queue" })
  assert.deepEqual(queue.panels.filter(one => one.place === "open").map(one => one.id), ["queue"])
  const none = doneOffline(queue, { command: "close", panel: "queue" })
  assert.equal(none.body.height, 800)
})

test("without the daemon a pinned panel closes, and its room is its neighbour's, or the text's", () => {
  const alone = doneOffline(deskWindow(), { command: "close", panel: "preview" })
  assertTiles(alone)
  assert.deepEqual([alone.body.x, frameOf(alone, "title").x, frameOf(alone, "preview")], [0, 0, null])
  assert.ok(!alone.separators.some(({ side }) => side === "left"))
  const beside = doneOffline(deskWindow(), { command: "close", panel: "tags" })
  assertTiles(beside)
  assert.deepEqual(beside.body, deskWindow().body)
  const narrow = { width: 390, height: 1000 }
  const text = deskWindow().panels.filter(({ place }) => place === "pinned").reduce((window, { id }) =>
    doneOffline(window, { command: "close", panel: id }), atSize(deskWindow(), narrow))
  assert.deepEqual(text.body, { x: 0, y: 0, ...narrow })
})

test("what only the daemon can do is not done without it", () => {
  for (const command of [{ command: "undo" }, { command: "pin", panel: "posts", side: "left" },
    { command: "close", panel: "posts" }, { command: "open", panel: "nothing" }]) {
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
