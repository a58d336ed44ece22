import assert from "node:assert/strict"
import test from "node:test"
import { commandForKey } from "../../Sources/Composer/Page/model/panel-keys.js"
import {
  arrangingItems, commandInWords, moveMenu, panelList, savedItems, showCommand, windowSection,
} from "../../Sources/Composer/Page/model/panel-menu.js"
import { panelOf } from "../../Sources/Composer/Page/model/panels.js"
import { deskWindow } from "./windows.mjs"

const press = (key, ...held) => ({
  key, shiftKey: held.includes("Shift"), ctrlKey: held.includes("Ctrl"), altKey: held.includes("Alt"),
  metaKey: held.includes("Meta"),
})
const queue = panelOf(deskWindow(), "queue"), tags = panelOf(deskWindow(), "tags")
const keyed = (...keys) => commandForKey(press(...keys), queue)

test("arrows move a floating panel by 16 pixels, with Shift by 64", () => {
  assert.deepEqual(keyed("ArrowLeft"), { command: "move", panel: "queue", dx: -16, dy: 0 })
  assert.deepEqual(keyed("ArrowDown", "Shift"), { command: "move", panel: "queue", dx: 0, dy: 64 })
})

test("an arrow moves a pinned panel by a place, in the words of the screen", () => {
  assert.deepEqual(commandForKey(press("ArrowUp"), tags), { command: "move", panel: "tags", direction: "up" })
})

test("Ctrl or ⌘ with an arrow resizes, Alt and Shift with an arrow pin", () => {
  assert.deepEqual(keyed("ArrowRight", "Ctrl"), { command: "resize", panel: "queue", dw: 16, dh: 0 })
  assert.deepEqual(keyed("ArrowUp", "Meta", "Shift"), { command: "resize", panel: "queue", dw: 0, dh: -64 })
  assert.deepEqual(keyed("ArrowUp", "Alt", "Shift"), { command: "pin", panel: "queue", side: "top" })
})

test("keys that belong to the browser, and letters, are left alone", () => {
  for (const keys of [["ArrowUp", "Alt"], ["ArrowUp", "Ctrl", "Alt"], ["ArrowUp", "Ctrl", "Meta"], ["a"], ["z"]]) {
    assert.equal(keyed(...keys), null)
  }
})

test("undo and redo of arranging are the keys of every undo", () => {
  assert.deepEqual(keyed("z", "Ctrl"), { command: "undo" })
  assert.deepEqual(keyed("Z", "Meta", "Shift"), { command: "redo" })
})

const items = (window, id) => moveMenu(window, panelOf(window, id)).flatMap(section => section.items)

test("the menu has a way for everything that a drag can do", () => {
  const ids = items(deskWindow(), "tags").map(item => item.id)
  assert.deepEqual(ids, [
    "pin.left", "pin.right", "pin.top", "pin.bottom", "move.left", "move.right", "move.up", "move.down",
    "resize.wider", "resize.narrower", "resize.taller", "resize.shorter", "float", "order.previous", "order.next",
    "collapse", "close", "reset", "detach", "attach", "everywhere",
  ])
})

test("what cannot be chosen says why, what can has a command", () => {
  const reasons = Object.fromEntries(items(deskWindow(), "tags").map(item => [item.id, item.reason]))
  assert.equal(reasons["pin.right"], "Tags is pinned right already.")
  assert.equal(reasons["order.next"], "Tags is the last of its side.")
  assert.equal(reasons["order.previous"], undefined)
  assert.equal(reasons.float, undefined)
  assert.equal(items(deskWindow(), "queue").find(item => item.id === "float").reason, "Queue floats already.")
  const alone = items(deskWindow(), "preview").find(item => item.id === "order.next")
  assert.equal(alone.reason, "Preview is alone on its side.")
})

test("the previous place of a pinned panel is an index, not a distance", () => {
  const item = items(deskWindow(), "tags").find(one => one.id === "order.previous")
  assert.deepEqual(item.command, { command: "pin", panel: "tags", side: "right", index: 0 })
})

test("Meta is not collapsed into itself, and a compact window offers no places", () => {
  assert.ok(!items(deskWindow(), "meta").some(item => item.id === "collapse"))
  assert.deepEqual(items(deskWindow({ class: "compact" }), "tags").map(item => item.id), ["close", "reset"])
})

test("a window follows the desk or has its own arrangement, and is offered the other", () => {
  const refused = window => windowSection(window).items.filter(item => item.reason).map(item => item.id)
  assert.deepEqual(refused(deskWindow()), ["attach", "everywhere"])
  assert.deepEqual(refused(deskWindow({ follows: null })), ["detach"])
})

test("saved arrangements can be loaded, and a window that knows none offers none", () => {
  const [item, ...others] = savedItems(deskWindow({ names: ["desk", "writing"] }))
  assert.deepEqual([item.title, item.command], ["Load “writing”", { command: "load", name: "writing" }])
  assert.equal(others.length, 0)
  assert.deepEqual(savedItems({}), [])
})

test("undo says when there is nothing to undo", () => {
  const [undo, redo] = arrangingItems(deskWindow())
  assert.equal(undo.reason, undefined)
  assert.equal(redo.reason, "There is nothing to redo.")
})

test("the list of panels closes what is shown, brings back what is in Meta and opens what is closed", () => {
  const list = panelList(deskWindow())
  const of = id => list.find(panel => panel.id === id)
  assert.deepEqual(of("date"), {
    id: "date", title: "Date", state: "Pinned right", isShown: true, command: { command: "close", panel: "date" },
  })
  assert.deepEqual([of("posts").state, of("posts").command.command], ["No room", "restore"])
  assert.deepEqual([of("targets").state, of("targets").command.command], ["Closed", "open"])
  const compact = deskWindow({ class: "compact" })
  assert.equal(showCommand(compact, panelOf(compact, "posts")).command, "open")
})

test("an alternative is named in words, also one that this page does not know", () => {
  assert.equal(commandInWords({ command: "pin", panel: "date", side: "left" }, deskWindow()), "Pin Date left")
  assert.equal(commandInWords({ command: "float", panel: "unknown" }, deskWindow()), "Let panel float")
  assert.equal(commandInWords({ command: "teleport" }, deskWindow()), "Do that instead")
})
