import assert from "node:assert/strict"
import { startsDrag } from "../../Sources/Composer/Page/model/views.js"
import { hasSimpleWay, isLargeEnough } from "./page-audit.mjs"

// The test vectors for the page's controls: what starts a drag, which controls are large enough, and what a pointer can
// do without dragging.

/** `touch in title bar in expose`: where it is, and whether all panels are spread out. */
function press(words) {
  const [, part, exposed] = /^(?:touch|press|mouse|pen) (?:in|on) (title bar|content|edge|splitter)( in expose)?$/
    .exec(words) ?? assert.fail(`nobody knows “${words}”`)
  return startsDrag(part, { isExposed: exposed !== undefined })
}

export const dragChecks = { "drag-start": ({ cases }) => ({ drags: cases.map(press) }) }

export const reachChecks = {
  "target-size": ({ size: [width, height], spacingException }) =>
    ({ passes: isLargeEnough({ width, height }, spacingException) }),
  dragging: ({ ways }) => ({ passes: hasSimpleWay(ways.split(/\s*\+\s*/)) }),
}
