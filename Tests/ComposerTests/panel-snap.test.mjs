import assert from "node:assert/strict"
import { test } from "node:test"
import { drawnLine, snapped } from "../../Sources/Composer/Page/model/panel-snap.js"

const free = { x: null, y: null }
const line = (axis, position, from, to, edge, isAligned = false) => ({ axis, position, from, to, edge, isAligned })
/** Another panel at 100, 100, 200 wide and 300 high, in a room of 1000 by 800. */
const hints = {
  snap: 8, release: 4, snaps: [
    line("x", 0, 0, 800, "near"), line("x", 1000, 0, 800, "far"),
    line("x", 300, 100, 400, "near"), line("x", 100, 100, 400, "far"),
    line("y", 400, 100, 300, "near"), line("y", 100, 100, 300, "far"),
    line("x", 100, 100, 400, "near", true), line("x", 300, 100, 400, "far", true),
  ],
}
const frame = (x, y, width = 200, height = 300) => ({ x, y, width, height })

test("an edge snaps to another panel within eight pixels, and not one pixel further", () => {
  assert.equal(snapped(frame(308, 120), hints, free).frame.x, 300)
  assert.equal(snapped(frame(309, 120), hints, free).frame.x, 309)
})

test("a snapped edge lets go four pixels later than it took hold", () => {
  const { held } = snapped(frame(306, 120), hints, free)
  assert.equal(snapped(frame(312, 120), hints, held).frame.x, 300)
  assert.equal(snapped(frame(313, 120), hints, held).frame.x, 313)
})

test("only a panel that lies at least half beside the other one snaps to it", () => {
  assert.equal(snapped(frame(304, 250), hints, free).frame.x, 300)
  assert.equal(snapped(frame(304, 251), hints, free).frame.x, 304)
})

test("flush below another panel the same edges snap, too; elsewhere they do not", () => {
  assert.deepEqual(snapped(frame(106, 405), hints, free).frame, frame(100, 400))
  assert.deepEqual(snapped(frame(106, 420), hints, free).frame, frame(106, 420))
})

test("a dragged edge snaps alone, and the opposite one stays", () => {
  assert.deepEqual(snapped(frame(500, 100, 494, 300), hints, free, "right").frame, frame(500, 100, 500, 300))
  assert.deepEqual(snapped(frame(305, 100, 400, 300), hints, free, "bottom-left").frame, frame(300, 100, 405, 300))
  assert.deepEqual(snapped(frame(305, 100, 400, 300), hints, free, "bottom").frame, frame(305, 100, 400, 300))
})

test("a line spans both panels, and without hints nothing snaps", () => {
  assert.deepEqual(drawnLine(frame(300, 150), hints.snaps[2]), { x: 299.5, y: 100, width: 1, height: 350 })
  assert.deepEqual(snapped(frame(306, 120), {}, free), { frame: frame(306, 120), held: free })
})
