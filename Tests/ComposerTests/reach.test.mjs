import assert from "node:assert/strict"
import test from "node:test"
import { drags, hasSimpleWay, isLargeEnough, isSpaced } from "./page-audit.mjs"

test("a control of 24 px in both directions is large enough, a smaller one only if no other is near", () => {
  const small = { x: 0, y: 0, width: 16, height: 16 }
  assert.ok(isLargeEnough({ width: 24, height: 24 }) && !isLargeEnough(small))
  assert.ok(isSpaced(small, [{ x: 40, y: 0, width: 16, height: 16 }]))
  assert.ok(!isSpaced(small, [{ x: 20, y: 0, width: 16, height: 16 }]))
  assert.ok(isSpaced(small, [{ x: 22, y: 0, width: 100, height: 30 }]))
  assert.ok(!isSpaced(small, [{ x: 18, y: 0, width: 100, height: 30 }]))
})

test("everything that can be dragged on the page can also be done by pressing; a key alone is not enough", () => {
  for (const [place, ways] of Object.entries(drags)) assert.ok(hasSimpleWay(ways), place)
  assert.ok(!hasSimpleWay(["pointer drag", "keyboard arrows", "swipe"]))
})
