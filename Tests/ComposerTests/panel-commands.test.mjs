import assert from "node:assert/strict"
import test from "node:test"
import { commandForKey } from "../../Sources/Composer/Page/model/panel-keys.js"
import { moveMenu, offeredItems, panelList, savedItems, windowSection } from "../../Sources/Composer/Page/model/panel-menu.js"
import { panelOf, showCommand, sizeCommand } from "../../Sources/Composer/Page/model/panels.js"
import { arrangingItems } from "../../Sources/Composer/Page/model/views.js"
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

test("an arrow moves a pinned panel by one place, in the direction on the screen", () => {
  assert.deepEqual(commandForKey(press("ArrowUp"), tags), { command: "move", panel: "tags", direction: "up" })
})

test("Ctrl or ⌘ with an arrow resizes, Alt and Shift with an arrow pin", () => {
  assert.deepEqual(keyed("ArrowRight", "Ctrl"), { command: "resize", panel: "queue", dw: 16, dh: 0 })
  assert.deepEqual(keyed("ArrowUp", "Meta", "Shift"), { command: "resize", panel: "queue", dw: 0, dh: -64 })
  assert.deepEqual(keyed("ArrowUp", "Alt", "Shift"), { command: "pin", panel: "queue", side: "top" })
})

test("the browser's own keys, and letters, are left alone", () => {
  for (const keys of [["ArrowUp", "Alt"], ["ArrowUp", "Ctrl", "Alt"], ["ArrowUp", "Ctrl", "Meta"], ["a"], ["z"]]) {
    assert.equal(keyed(...keys), null)
  }
})

test("undo and redo of arranging have the usual keys", () => {
  assert.deepEqual(keyed("z", "Ctrl"), { command: "undo" })
  assert.deepEqual(keyed("Z", "Meta", "Shift"), { command: "redo" })
})

const items = (window, id) => moveMenu(window, panelOf(window, id)).flatMap(section => section.items)

test("the menu has an item for everything that a drag can do", () => {
  const ids = items(deskWindow(), "tags").map(item => item.id)
  assert.deepEqual(ids, [
    "pin.left", "pin.right", "pin.top", "pin.bottom", "move.left", "move.right", "move.up", "move.down",
    "resize.wider", "resize.narrower", "resize.taller", "resize.shorter", "sheet.left", "sheet.right", "sheet.top",
    "sheet.bottom", "float", "order.previous", "order.next", "stack", "unstack", "collapseSide", "popOut",
    "collapse", "fill", "lock", "lock-side", "close", "reset", "detach", "attach", "everywhere",
  ])
})

test("a disabled item says why, an enabled one has a command", () => {
  const reasons = Object.fromEntries(items(deskWindow(), "tags").map(item => [item.id, item.reason]))
  assert.equal(reasons["pin.right"], "Tags is pinned right already.")
  assert.equal(reasons["order.next"], "Tags is the last of its side.")
  assert.equal(reasons["order.previous"], undefined)
  assert.equal(reasons.float, undefined)
  assert.equal(items(deskWindow(), "queue").find(item => item.id === "float").reason, "Queue floats already.")
  const alone = items(deskWindow(), "preview").find(item => item.id === "order.next")
  assert.equal(alone.reason, "Preview is alone on its side.")
})

const refusedAt = (place, id = "queue") => {
  const window = deskWindow()
  Object.assign(panelOf(window, id), place)
  return Object.fromEntries(items(window, id).filter(item => item.reason).map(item => [item.id, item.reason]))
}

test("a sheet's menu offers its direction of movement and the size that changes, on each edge", () => {
  const frame = { x: 8, y: 520, width: 375, height: 480 }
  for (const [side, idle] of [
    ["bottom", ["move.left", "move.right", "resize.wider", "resize.narrower"]],
    ["left", ["move.up", "move.down", "resize.taller", "resize.shorter"]],
  ]) {
    const sheet = { edge: side, state: "half", states: [], isModal: false }
    const reasons = refusedAt({ place: "sheet", side, sheet, frame })
    const found = Object.keys(reasons).filter(id => /^(move|resize)/.test(id))
    assert.deepEqual(found, idle)
    assert.match(reasons[idle[2]], /^Queue is a sheet: only its (height|width) changes\.$/)
    // While it fills the window, the menu says nothing of the sheet but its edge.
    assert.ok(refusedAt({ place: "sheet", side, frame })[`sheet.${side}`])
  }
})

test("a panel shown temporarily is neither moved nor resized, and the menu says what to do first", () => {
  const frame = { x: 700, y: 40, width: 400, height: 480 }
  const reasons = refusedAt({ place: "popover", frame })
  for (const id of ["move.left", "resize.taller", "fill", "lock", "collapse"]) {
    assert.equal(reasons[id], "Queue is shown for a while only. Pin it or let it float first.")
  }
  assert.equal(reasons["pin.right"], undefined)
  assert.equal(refusedAt({ place: "inside", frame })["move.up"], "Queue is in Meta. Take it out first.")
})

test("a pinned panel is not offered to move into its border, nor a length that it does not share", () => {
  assert.deepEqual(Object.keys(refusedAt({}, "title")).filter(id => /^(move|resize)/.test(id)),
    ["move.left", "move.right", "move.up", "resize.wider", "resize.narrower"])
})

test("the front tab of a stack can go into Meta alone, and its lock is the stack's", () => {
  const stack = { panels: ["date", "queue"], selected: "queue" }
  const window = deskWindow()
  Object.assign(panelOf(window, "queue"), { stack })
  const of = id => items(window, "queue").find(item => item.id === id)
  assert.deepEqual(of("collapse").command, { command: "collapse", panel: "date" })
  assert.deepEqual(of("collapse.alone").command, { command: "collapse", panel: "queue", alone: true })
  assert.deepEqual([of("lock").title, of("lock").command.panel], ["Lock the stack", "date"])
  assert.ok(!items(deskWindow(), "queue").some(item => item.id === "collapse.alone"))
})

test("the previous place of a pinned panel is an index, not a distance", () => {
  const item = items(deskWindow(), "tags").find(one => one.id === "order.previous")
  assert.deepEqual(item.command, { command: "pin", panel: "tags", side: "right", index: 0 })
})

test("Meta is not collapsed into itself, and a compact window offers no places", () => {
  assert.ok(!items(deskWindow(), "meta").some(item => item.id === "collapse"))
  assert.deepEqual(items(deskWindow({ class: "compact" }), "tags").map(item => item.id), ["close", "reset"])
})

test("a window follows the desk or has its own arrangement, and its menu offers the other", () => {
  const refused = window => windowSection(window).items.filter(item => item.reason).map(item => item.id)
  assert.deepEqual(refused(deskWindow()), ["attach", "everywhere"])
  assert.deepEqual(refused(deskWindow({ follows: null })), ["detach"])
})

test("an arrangement is saved under a name that the page asks for, and loaded by it", () => {
  const [save, load, ...others] = savedItems(deskWindow({ names: ["desk", "writing"] }))
  assert.deepEqual([save.needsName, save.command], [true, { command: "saveAs" }])
  assert.deepEqual([load.title, load.command], ["Load “writing”", { command: "load", name: "writing" }])
  assert.equal(others.length, 0)
  assert.equal(savedItems({}).length, 1)
})

test("undo says when there is nothing to undo", () => {
  const [undo, redo] = arrangingItems(deskWindow())
  assert.equal(undo.reason, undefined)
  assert.equal(redo.reason, "There is nothing to redo.")
})

test("the list of panels closes visible panels, restores those in Meta and opens closed ones", () => {
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

test("offers of the daemon that the page does not know are in the menus, with the daemon's text", () => {
  const window = deskWindow({ offers: [
    { command: "closeAllPinned", says: "Close all pinned panels" }, { command: "flip", panel: "date", says: "Flip Date" },
  ] })
  assert.deepEqual(offeredItems(window),
    [{ id: "offer.closeAllPinned", title: "Close all pinned panels", command: { command: "closeAllPinned" } }])
  const found = items(window, "date").find(item => item.id === "offer.flip")
  assert.deepEqual([found.title, found.command], ["Flip Date", { command: "flip", panel: "date" }])
  assert.ok(!items(window, "tags").some(item => item.id === "offer.flip"))
})

const larger = (window, panel, dw, dh) => sizeCommand(window, { command: "resize", panel, dw, dh })

test("a floating panel grows at its far edge, and at its near one if there is no room beyond", () => {
  const window = deskWindow()
  assert.equal(larger(window, "queue", 16, 0).edge, "right")
  assert.equal(larger(window, "queue", 0, 16).edge, "bottom")
  Object.assign(panelOf(window, "queue"), { frame: { x: 660, y: 720, width: 300, height: 280 } })
  assert.equal(larger(window, "queue", 16, 0).edge, "left")
  assert.equal(larger(window, "queue", 0, 16).edge, "top")
  assert.equal(larger(window, "queue", -16, 0).edge, "right")
})

test("a pinned panel gets wider with its side and higher with its share, in a column and in a row", () => {
  assert.deepEqual(larger(deskWindow(), "date", 16, 0), { command: "thickness", side: "right", value: 416 })
  assert.deepEqual(larger(deskWindow(), "date", 0, -16), { command: "share", panel: "date", value: 484 })
  assert.deepEqual(larger(deskWindow(), "title", 0, 16), { command: "thickness", side: "top", value: 166 })
  assert.deepEqual(larger(deskWindow(), "title", 16, 0), { command: "share", panel: "title", value: 562 })
})

test("a stack is widened by any of its tabs, though only the front one has a frame", () => {
  const window = deskWindow(), stack = { panels: ["date", "tags"], selected: "tags" }
  for (const id of stack.panels) Object.assign(panelOf(window, id), { stack })
  Object.assign(panelOf(window, "date"), { frame: null })
  assert.deepEqual(larger(window, "date", 16, 0), { command: "thickness", side: "right", value: 416 })
})

test("commands other than sizes are left unchanged, and so are those for hidden panels", () => {
  const undo = { command: "undo" }, gone = { command: "resize", panel: "posts", dw: 16, dh: 0 }
  assert.equal(sizeCommand(deskWindow(), undo), undo)
  assert.equal(sizeCommand(deskWindow(), gone), gone)
})
