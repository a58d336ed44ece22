import assert from "node:assert/strict"
import { test } from "node:test"
import { tabPlace, tabShift, tabShifts, tabStep } from "../../Sources/Composer/Page/model/panel-stacks.js"

const spans = [{ start: 0, end: 60 }, { start: 62, end: 122 }, { start: 124, end: 204 }]
const mirrored = spans.map(({ start, end }) => ({ start: 300 - end, end: 300 - start }))

for (const [pointer, place] of [[0, 0], [61, 0], [93, 1], [163, 1], [165, 2], [900, 2]]) {
  test(`at ${pointer} px the first tab has place ${place}, whichever way one reads`, () => {
    assert.equal(tabPlace(spans, 0, pointer, 3), place)
    assert.equal(tabPlace(mirrored, 0, 300 - pointer, 3, true), place)
  })
}

test("a tab moves back once the pointer passes the middle of the previous one", () => {
  assert.equal(tabPlace(spans, 2, 91, 3), 1)
  assert.equal(tabPlace(spans, 2, 29, 3), 0)
})

test("only the first tabs change places, because the others are there for lack of room", () => {
  assert.equal(tabPlace(spans, 0, 900, 2), 1)
  assert.equal(tabShift(spans, 0, 900, 2), 62)
  assert.equal(tabShift(spans, 1, -900, 2), -62)
})

test("the tabs between the old place and the new one move aside by the held tab's length", () => {
  assert.deepEqual(tabShifts(spans, 0, 2), [0, -60, -60])
  assert.deepEqual(tabShifts(spans, 2, 1), [0, 80, 0])
  assert.deepEqual(tabShifts(mirrored, 0, 1, true), [0, 60, 0])
})

test("a key moves the front tab, and does nothing at the ends", () => {
  const stack = { panels: ["date", "tags", "queue"], selected: "tags" }
  assert.deepEqual([tabStep(stack, -1), tabStep(stack, 1)],
    [{ command: "tab", panel: "tags", index: 0 }, { command: "tab", panel: "tags", index: 2 }])
  assert.equal(tabStep({ ...stack, selected: "date" }, -1), null)
  assert.equal(tabStep({ ...stack, selected: "queue" }, 1), null)
})
