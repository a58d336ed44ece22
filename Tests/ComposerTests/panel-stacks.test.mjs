import assert from "node:assert/strict"
import { test } from "node:test"
import {
  withFrontPanels, leaderOf, stackFor, tabsOf, withoutTab,
} from "../../Sources/Composer/Page/model/panel-stacks.js"

const stack = selected => ({ panels: ["date", "tags", "queue"], selected })
const frame = { x: 900, y: 0, width: 400, height: 800 }
const deskWindow = selected => ({
  class: "wide", separators: [{ id: "right", controls: "date" }], panels: [
    { id: "date", title: "Date", place: "pinned", side: "right", index: 0, frame, z: 1, resize: [], stack: stack(selected) },
    { id: "tags", title: "Tags", place: "stacked", side: "right", index: 0, frame: null, stack: stack(selected) },
    { id: "queue", title: "Queue", place: "stacked", side: "right", index: 0, frame: null, stack: stack(selected) },
    { id: "title", title: "Title", place: "floating", frame: { x: 0, y: 0, width: 300, height: 200 }, z: 2 },
  ],
})
const shown = window => window.panels.filter(panel => panel.frame).map(panel => panel.id)
const panel = (window, id) => window.panels.find(one => one.id === id)

test("the front panel has the frame of its stack, and the border controls it", () => {
  const window = withFrontPanels(deskWindow("tags"))
  assert.deepEqual(shown(window), ["tags", "title"])
  assert.deepEqual([panel(window, "tags").place, panel(window, "tags").side], ["pinned", "right"])
  assert.equal(panel(window, "date").place, "stacked")
  assert.equal(window.separators[0].controls, "tags")
  assert.equal(withFrontPanels(deskWindow("date")).panels[0].frame, frame)
})

test("the leader represents its stack, and a panel alone represents itself", () => {
  const window = deskWindow("tags")
  assert.equal(leaderOf(panel(window, "queue")), "date")
  assert.equal(leaderOf(panel(window, "title")), "title")
  assert.deepEqual(tabsOf(window, panel(window, "queue")).map(tab => [tab.title, tab.isSelected]),
    [["Date", false], ["Tags", true], ["Queue", false]])
})

test("a tab that is dragged out leaves its neighbour in front, and the last one alone", () => {
  const held = { x: 0, y: 0, width: 300, height: 300 }
  const window = withoutTab(withFrontPanels(deskWindow("tags")), "tags", held)
  assert.deepEqual([panel(window, "tags").place, panel(window, "tags").frame], ["floating", held])
  assert.deepEqual(panel(window, "queue").stack, { panels: ["date", "queue"], selected: "queue" })
  assert.equal(panel(window, "queue").frame, frame)
  const behind = withoutTab(withFrontPanels(deskWindow("tags")), "date", held)
  assert.deepEqual(panel(behind, "tags").stack, { panels: ["tags", "queue"], selected: "tags" })
  const two = deskWindow("date")
  for (const one of two.panels.slice(0, 3)) one.stack = { panels: ["date", "tags"], selected: "date" }
  assert.equal(panel(withoutTab(two, "date", held), "tags").stack, undefined)
})

test("a title accepts a panel dropped on it, unless another panel covers the title", () => {
  const low = { panel: "title", frame: { x: 0, y: 0, width: 300, height: 200 }, title: { x: 24, y: 0, width: 252, height: 32 } }
  const above = { panel: "date", frame: { x: 100, y: 10, width: 300, height: 200 }, title: null }
  assert.deepEqual(stackFor({ x: 60, y: 12 }, { targets: [above, low] }), { side: "stack", index: "title", frame: low.frame })
  assert.equal(stackFor({ x: 120, y: 12 }, { targets: [above, low] }), null)
  assert.equal(stackFor({ x: 60, y: 60 }, { targets: [above, low] }), null)
  assert.equal(stackFor({ x: 60, y: 12 }, { targets: [low], origin: { x: 0, y: 0, width: 300, height: 32 } }), null)
})
