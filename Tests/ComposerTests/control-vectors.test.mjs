import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import test from "node:test"
import { startsDrag } from "../../Sources/Composer/Page/model/panel-drag.js"
import { hasSimpleWay, isLargeEnough } from "../../Sources/Composer/Page/model/reach.js"

// The golden rows about the page's controls: what starts a drag, what can be hit, what a pointer can do without dragging.
// `Tests/Vectors/panels.json`, or the folder that GALLEY_VECTORS names, has them; each runs against what the page calls.

const folder = process.env.GALLEY_VECTORS ?? new URL("../Vectors", import.meta.url).pathname
const { cases } = JSON.parse(readFileSync(`${folder}/panels.json`, "utf8"))

/** `touch in title bar in expose`: where it is, and whether all panels are spread out. */
function press(words) {
  const [, part, exposed] = /^(?:touch|press|mouse|pen) (?:in|on) (title bar|content|edge|splitter)( in expose)?$/.exec(words)
    ?? assert.fail(`nobody knows “${words}”`)
  return startsDrag(part, { isExposed: exposed !== undefined })
}

const checks = {
  "drag-start": ({ cases }) => ({ drags: cases.map(press) }),
  "target-size": ({ size: [width, height], spacingException }) =>
    ({ passes: isLargeEnough({ width, height }, spacingException) }),
  dragging: ({ ways }) => ({ passes: hasSimpleWay(ways.split(/\s*\+\s*/)) }),
}

test("every golden row about the controls of the page holds", () => {
  let passed = 0
  for (const row of cases.filter(row => row.area in checks)) {
    const expected = row.adopt === "fix" ? row.recommended : row.expect
    assert.deepEqual(checks[row.area](row.input), expected, row.id)
    passed++
  }
  assert.ok(passed > 0, "no row was tried")
  console.log(`${passed} rows passed`)
})
