import assert from "node:assert/strict"
import { test } from "node:test"
import { fractions, keyedFraction, pulledFraction, toggledFraction } from "../../Sources/Composer/Page/model/splitters.js"
import { withDivision } from "../../Sources/Composer/Page/model/panels-layout.js"

test("dragging to the right enlarges the index, and to the left in a right-to-left layout", () => {
  assert.equal(pulledFraction(0.6, 100, 1000), 0.5)
  assert.equal(pulledFraction(0.6, -100, 1000, true), 0.5)
  assert.equal(pulledFraction(0.6, 5000, 1000), fractions.least)
  assert.equal(pulledFraction(0.6, 100, 0), 0.6)
})

test("arrow keys move by 16 px, with Shift by 64; Home and End go to the ends; other keys are ignored", () => {
  assert.equal(keyedFraction(0.6, { key: "ArrowRight" }, 1600), 0.59)
  assert.equal(keyedFraction(0.6, { key: "ArrowLeft", shiftKey: true }, 1600), 0.64)
  assert.equal(keyedFraction(0.6, { key: "ArrowLeft" }, 1600, true), 0.59)
  assert.deepEqual(["Home", "End", "a"].map(key => keyedFraction(0.6, { key }, 1600)), [0.8, 0.2, null])
})

test("Enter makes the index as small as possible, and again restores it", () => {
  assert.equal(toggledFraction(0.6, null), fractions.most)
  assert.equal(toggledFraction(fractions.most, 0.6), 0.6)
})

test("the panel shown in Meta resizes while the border is held, on its side", () => {
  const meta = items => ({ id: "meta", frame: { x: 100, y: 0, width: 600, height: 400 }, inside: {
    items, index: { x: 100, y: 32, width: 200, height: 368 }, detail: { x: 300, y: 32, width: 400, height: 368 } } })
  const date = { id: "date", place: "inside", frame: { x: 300, y: 32, width: 400, height: 368 } }
  const drawn = withDivision({ panels: [meta(["date"]), date] }, "meta", 0.5)
  assert.deepEqual(drawn.panels[1].frame, { x: 400, y: 32, width: 300, height: 368 })
  assert.deepEqual(withDivision({ panels: [meta([]), date] }, "meta", 0.5).panels[1], date)
})
