import assert from "node:assert/strict"
import test from "node:test"
import {
  clamped, hasStarted, inward, moved, resized, slotFor,
} from "../../Sources/Composer/Page/model/panel-drag.js"
import { splitterKey, splitterValue } from "../../Sources/Composer/Page/model/splitters.js"
import { deskWindow } from "./windows.mjs"

const frame = (x, y, width, height) => ({ x, y, width, height })
const room = frame(0, 0, 1024, 768)
const hints = {
  bounds: room, zone: 24, unpin: 16, minimum: { width: 300, height: 400 }, maximum: { width: 600, height: 600 },
  slots: [
    { side: "right", frames: [frame(704, 0, 320, 384), frame(704, 384, 320, 384)] },
    { side: "left", frames: [frame(0, 0, 320, 768)] },
  ],
}
const size = { width: 320, height: 500 }, freeSize = { width: 400, height: 300 }
const floating = { start: frame(100, 100, 320, 500), size, down: { x: 150, y: 110 }, side: null }
const pinned = { start: frame(704, 0, 320, 768), size: freeSize, down: { x: 784, y: 10 }, side: "right" }

for (const [name, start, bounds, minimum, wanted] of [
  ["a frame beyond the near corner", frame(-500, -500, 320, 500), room, undefined, frame(0, 0, 320, 500)],
  ["a frame beyond the far corner", frame(900, 700, 320, 500), room, undefined, frame(704, 268, 320, 500)],
  ["a frame too wide", frame(100, 100, 1200, 500), room, { width: 1100, height: 200 }, frame(0, 100, 1100, 500)],
  ["a frame beside insets", frame(0, 0, 100, 100), frame(8, 44, 1008, 716), undefined, frame(8, 44, 100, 100)],
  ["a fraction of a pixel", frame(409.6, 307.2, 320, 500), room, undefined, frame(409.6, 268, 320, 500)],
]) {
  test(`${name} is brought into the room, near edge first`, () => {
    const once = clamped(start, bounds, minimum)
    assert.deepEqual(once, wanted)
    assert.deepEqual(clamped(once, bounds, minimum), wanted)
  })
}

test("a press becomes a drag after five pixels in any direction", () => {
  assert.equal(hasStarted({ x: 10, y: 10 }, { x: 13, y: 13.9 }), false)
  assert.equal(hasStarted({ x: 10, y: 10 }, { x: 7, y: 6 }), true)
})

test("a floating panel goes with the pointer and stops at the bounds", () => {
  assert.deepEqual(moved(floating, { x: 160, y: 130 }, hints).frame, frame(110, 120, 320, 500))
  assert.deepEqual(moved(floating, { x: 2000, y: 2000 }, hints).frame, frame(704, 268, 320, 500))
})

test("a pinned panel stays until it is pulled sixteen pixels inward, and stays off once it came off", () => {
  const before = moved(pinned, { x: 769, y: 200 }, hints)
  assert.deepEqual([before.isFree, before.frame, before.slot], [false, pinned.start, null])
  const after = moved(pinned, { x: 768, y: 200 }, hints)
  assert.equal(after.isFree, true)
  assert.equal(moved({ ...pinned, isFree: true }, { x: 784, y: 10 }, hints).isFree, true)
})

test("a panel that comes free is held where it was held, in proportion to its new width", () => {
  const { frame: free } = moved(pinned, { x: 500, y: 300 }, hints)
  // A quarter along 320 is a quarter along 400.
  assert.deepEqual(free, frame(400, 290, 400, 300))
})

test("inward is away from the panel's own side", () => {
  const down = { x: 100, y: 100 }, pointer = { x: 130, y: 80 }
  assert.deepEqual(["left", "right", "top", "bottom"].map(side => inward(side, down, pointer)), [30, -30, -20, 20])
})

test("within the zone of an edge the slot nearest to the panel is meant", () => {
  const upper = slotFor(frame(680, 40, 320, 300), { x: 700, y: 50 }, hints)
  assert.deepEqual([upper.side, upper.index, upper.frame.y], ["right", 0, 0])
  assert.equal(slotFor(frame(679, 40, 320, 300), { x: 700, y: 50 }, hints), null)
  assert.equal(slotFor(frame(680, 240, 320, 300), { x: 700, y: 250 }, hints).index, 1)
  assert.equal(slotFor(frame(24, 240, 320, 300), { x: 60, y: 250 }, hints).side, "left")
})

test("on the border between two slots the later one is meant", () => {
  assert.equal(slotFor(frame(704, 234, 320, 300), { x: 710, y: 240 }, hints).index, 1)
})

test("with Alt nothing is pinned, and the panel may go over pinned ones", () => {
  const narrow = { ...hints, bounds: frame(320, 0, 384, 768), room }
  assert.equal(moved(floating, { x: 1010, y: 150 }, narrow, true).slot, null)
  assert.equal(moved(floating, { x: 60, y: 300 }, narrow, true).frame.x, 10)
  assert.equal(moved(floating, { x: 60, y: 300 }, narrow, false).frame.x, 320)
})

test("a side without a slot takes no panel", () => {
  assert.equal(slotFor(frame(100, 600, 320, 500), { x: 200, y: 760 }, hints), null)
  assert.equal(slotFor(frame(900, 0, 320, 500), { x: 1020, y: 60 }, { ...hints, slots: [] }), null)
  assert.equal(slotFor(frame(900, 0, 320, 500), { x: 1020, y: 60 }, { bounds: room }), null)
})

test("a panel near two opposite edges goes where the pointer is, or nowhere", () => {
  const large = frame(0, 100, 1024, 400)
  assert.equal(slotFor(large, { x: 500, y: 110 }, hints), null)
  assert.equal(slotFor(large, { x: 1005, y: 110 }, hints).side, "right")
  assert.equal(slotFor(large, { x: 10, y: 110 }, hints).side, "left")
})

for (const [edge, delta, wanted] of [
  ["right", { x: 1000, y: 1000 }, frame(100, 100, 600, 500)],
  ["bottom-right", { x: -1000, y: -1000 }, frame(100, 100, 300, 400)],
  ["left", { x: -60, y: 0 }, frame(40, 100, 380, 500)],
  ["left", { x: -300, y: 0 }, frame(0, 100, 420, 500)],
  ["top-left", { x: 1000, y: 1000 }, frame(120, 200, 300, 400)],
  ["bottom", { x: 50, y: 400 }, frame(100, 100, 320, 600)],
  ["topRight", { x: 10, y: -10 }, frame(100, 90, 330, 510)],
]) {
  test(`resizing by ${edge} by ${delta.x}, ${delta.y} holds the opposite edge and the limits`, () => {
    assert.deepEqual(resized(frame(100, 100, 320, 500), edge, delta, hints), wanted)
  })
}

test("a panel that stands beyond the bounds is not shrunk by being held", () => {
  assert.equal(resized(frame(900, 100, 400, 500), "right", { x: 50, y: 0 }, hints).width, 400)
  assert.equal(resized(frame(900, 100, 400, 500), "right", { x: -50, y: 0 }, hints).width, 350)
})

test("too little room never makes a panel smaller than its minimum", () => {
  assert.equal(resized(frame(900, 100, 320, 500), "right", { x: -500, y: 0 }, hints).width, 300)
})

test("a splitter's value grows away from its side, and keeps its limits", () => {
  const { separators } = deskWindow()
  const [left, right, border] = separators
  const down = { x: 500, y: 500 }
  assert.equal(splitterValue(left, down, { x: 540, y: 0 }), 460)
  assert.equal(splitterValue(right, down, { x: 540, y: 0 }), 360)
  assert.equal(splitterValue(border, down, { x: 0, y: 540 }), 540)
  assert.equal(splitterValue(right, down, { x: -900, y: 0 }), right.maximum)
})

test("arrows move a splitter where they point, Home and End go to its limits, other keys mean nothing", () => {
  const [left, right, border] = deskWindow().separators
  assert.equal(splitterKey(left, "ArrowRight", false), 436)
  assert.equal(splitterKey(right, "ArrowRight", false), 384)
  assert.equal(splitterKey(right, "ArrowLeft", true), 464)
  assert.equal(splitterKey(border, "ArrowUp", false), 484)
  assert.equal(splitterKey(border, "ArrowLeft", false), null)
  assert.deepEqual(["Home", "End", "a"].map(key => splitterKey(left, key, false)), [280, 646, null])
})
