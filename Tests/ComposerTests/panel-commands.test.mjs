import assert from "node:assert/strict"
import test from "node:test"
import { commandForKey } from "../../Sources/Composer/Page/model/panel-keys.js"
import { matesMenu, moveMenu, offeredItems, knownPanels, panelSections, savedItems, windowSection } from "../../Sources/Composer/Page/model/panel-menu.js"
import { isInPanel, panelOf, showCommand, sizeCommand } from "../../Sources/Composer/Page/model/panels.js"
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

test("Ctrl with Enter collapses a side, and with Shift it publishes, as it does anywhere", () => {
  assert.deepEqual(commandForKey(press("Enter", "Ctrl"), tags), { command: "collapseSide", side: tags.side })
  assert.equal(commandForKey(press("Enter", "Ctrl", "Shift"), tags), null)
})

test("undo and redo of arranging have the usual keys", () => {
  assert.deepEqual(keyed("z", "Ctrl"), { command: "undo" })
  assert.deepEqual(keyed("Z", "Meta", "Shift"), { command: "redo" })
})

const answer = {
  revision: 6, mates: { title: "Stack with", items: [
    { id: "stack.date", title: "Date", command: { command: "stack", panel: "tags", with: "date" } },
    { id: "stack.queue", title: "Queue", command: { command: "stack", panel: "tags", with: "queue" }, reason: "No." },
  ] },
  sections: [
    { title: "Pin", isRow: true, items: [
      { id: "pin.top", title: "Pin top", command: { command: "pin", panel: "tags", side: "top" } },
      { id: "pin.right", title: "Pin right", command: { command: "pin", panel: "tags", side: "right" },
        reason: "Tags is pinned right already." },
    ] },
    { title: "Place", items: [
      { id: "order.next", title: "Next place", command: { command: "move", panel: "tags", direction: "down" } },
      { id: "stack", title: "Stack with…" },
      { id: "detent.half", title: "Height: half", isChecked: true, command: { command: "detent", panel: "tags" } },
      { id: "offer.flip", title: "Flip Tags", command: { command: "flip", panel: "tags" } },
      { id: "unlock", title: "Unlock", command: { command: "unlock", panel: "tags" } },
    ] },
  ],
}

test("a menu has the daemon's items, with the icons and keys of the page", () => {
  const [pin, place, arrangement] = moveMenu(deskWindow(), answer)
  assert.deepEqual([pin.title, pin.isRow, place.isRow, arrangement.title], ["Pin", true, false, "Arrangement"])
  assert.deepEqual(pin.items.map(({ icon, keys, reason }) => [icon, keys, reason]), [
    ["pin-top", "Alt+Shift+ArrowUp", undefined],
    ["pin-right", "Alt+Shift+ArrowRight", "Tags is pinned right already."],
  ])
  assert.deepEqual(pin.items[0].command, answer.sections[0].items[0].command)
  assert.deepEqual(place.items.map(({ icon, menu, checked }) => [icon, menu, checked]), [
    ["move-down", undefined, undefined], ["stack", "mates", undefined], [undefined, undefined, true],
    [undefined, undefined, undefined], ["unlock", undefined, undefined],
  ])
})

test("the menu of a compact window has no section for its arrangement", () => {
  assert.deepEqual(moveMenu(deskWindow({ class: "compact" }), answer).map(section => section.title), ["Pin", "Place"])
})

test("the menu of panels to stack with marks stacks, and says why an item is refused", () => {
  const window = deskWindow()
  Object.assign(panelOf(window, "date"), { stack: { panels: ["date", "preview"], selected: "date" } })
  const [{ title, items }] = matesMenu(window, answer)
  assert.equal(title, "Stack with")
  assert.deepEqual(items.map(({ title, detail, reason }) => [title, detail, reason]),
    [["Date", "Stack", undefined], ["Queue", undefined, "No."]])
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

test("undo says when there is nothing to undo; a narrow window has no panels around the text", () => {
  const [panels, undo, redo] = arrangingItems(deskWindow())
  assert.deepEqual(panels.command, { command: "load", name: "With panels" })
  assert.equal(arrangingItems({ ...deskWindow(), class: "compact" })[0].id, "undo")
  assert.equal(undo.reason, undefined)
  assert.equal(redo.reason, "There is nothing to redo.")
})

test("the list of panels closes visible panels, restores those in Meta, opens closed ones, and shows for a while what has no room", () => {
  const list = panelSections(deskWindow()).flatMap(({ items }) => items)
  const of = id => list.find(panel => panel.id === id)
  assert.deepEqual(of("date"), {
    id: "date", title: "Date", detail: "Pinned right", checked: true, about: "When it is sent",
    command: { command: "close", panel: "date" },
  })
  assert.deepEqual([of("posts").detail, of("posts").command, of("posts").popover], ["No room", undefined, "posts"])
  assert.deepEqual([of("targets").detail, of("targets").command.command], ["Closed", "open"])
  // One that waits behind a sheet comes to the front.
  const panels = deskWindow().panels.map(panel => ({ ...panel, ...panel.id === "posts" && { side: null, reason: "It is behind Tags." } }))
  const behind = panelSections(deskWindow({ panels })).flatMap(({ items }) => items).find(({ id }) => id === "posts")
  assert.deepEqual(behind.command, { command: "restore", panel: "posts" })
  const compact = deskWindow({ class: "compact" })
  assert.equal(showCommand(compact, panelOf(compact, "posts")).command, "open")
})

test("each panel of the page is in one group of the menu and says what it is for, and an unknown one is among the last", () => {
  const panels = [...knownPanels, "unknown"].map(id => ({ id, title: id, place: "closed" }))
  const sections = panelSections(deskWindow({ panels }))
  const items = sections.flatMap(({ items }) => items)
  assert.deepEqual(items.map(({ id }) => id).sort(), panels.map(({ id }) => id).sort())
  assert.deepEqual(items.filter(({ about }) => !about).map(({ id }) => id), ["unknown"])
  assert.equal(sections.at(-1).items.at(-1).id, "unknown")
})

test("offers of the daemon for all panels are in the toolbar's menu, with the daemon's text", () => {
  const window = deskWindow({ offers: [{ command: "closeAllPinned", says: "Close all pinned panels" }] })
  assert.deepEqual(offeredItems(window),
    [{ id: "offer.closeAllPinned", title: "Close all pinned panels", command: { command: "closeAllPinned" } }])
  assert.deepEqual(offeredItems(deskWindow()), [])
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
  const edge = { command: "resize", panel: "queue", dw: 16, dh: 0, edge: "left" }
  assert.equal(sizeCommand(deskWindow(), edge), edge)
  const undo = { command: "undo" }, gone = { command: "resize", panel: "posts", dw: 16, dh: 0 }
  assert.equal(sizeCommand(deskWindow(), undo), undo)
  assert.equal(sizeCommand(deskWindow(), gone), gone)
})

test("the document has no title while the Title panel is visible", () => {
  const placed = (place, more = {}) => {
    const window = { ...deskWindow(), ...more }
    return { ...window, panels: window.panels.map(panel => panel.id === "title" ? { ...panel, ...place } : panel) }
  }
  assert.equal(isInPanel(deskWindow(), "title"), true)
  assert.equal(isInPanel(placed({ place: "floating" }), "title"), true)
  assert.equal(isInPanel(placed({ place: "closed", frame: null }), "title"), false)
  assert.equal(isInPanel(placed({ frame: null }), "title"), false, "another tab lies in front")
  assert.equal(isInPanel(placed({}, { view: { isZen: true } }), "title"), false)
  assert.equal(isInPanel({ ...deskWindow(), panels: [] }, "title"), false)
})
