import assert from "node:assert/strict"
import { test } from "node:test"
import { movement, pressRule } from "../../Sources/Composer/Page/view/fingers.js"

test("a trembling finger rests; one that moves on scrolls along, or pulls across", () => {
  assert.equal(movement({ x: 5, y: -6 }), "rest")
  assert.equal(movement({ x: -20, y: 8 }), "along")
  assert.equal(movement({ x: 4, y: 20 }), "across")
})

test("it picks up before it opens the menu", () => {
  assert.ok(pressRule.pickUpMilliseconds < pressRule.menuMilliseconds)
})
