import assert from "node:assert/strict"
import test from "node:test"
import {
  clamped, dropCommand, hasStarted, inward, isStillThere, moved, refusalFor, resized, sideAt, slotFor,
} from "../../Sources/Composer/Page/model/panel-drag.js"
import { splitterCommand, splitterKey, splitterValue } from "../../Sources/Composer/Page/model/splitters.js"
import { deskWindow } from "./windows.mjs"

const frame = (x, y, width, height) => ({ x, y, width, height })
const room = frame(0, 0, 1024, 768)
const hints = {
  bounds: room, start: 5, zone: 24, unpin: 16, minimum: { width: 300, height: 400 }, maximum: { width: 600, height: 600 },
  slots: [
    { side: "right", frames: [frame(704, 0, 320, 384), frame(704, 384, 320, 384)], borders: [384] },
    { side: "left", frames: [frame(0, 0, 320, 768)], borders: [] },
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

test("a floating panel follows the pointer and stops at the bounds", () => {
  assert.deepEqual(moved(floating, { x: 160, y: 130 }, hints).frame, frame(110, 120, 320, 500))
  assert.deepEqual(moved(floating, { x: 2000, y: 2000 }, hints).frame, frame(704, 268, 320, 500))
})

test("a pinned panel stays until it is pulled sixteen pixels inward, and stays off once it has come off", () => {
  const before = moved(pinned, { x: 769, y: 200 }, hints)
  assert.deepEqual([before.isFree, before.frame, before.slot], [false, pinned.start, null])
  const after = moved(pinned, { x: 768, y: 200 }, hints)
  assert.equal(after.isFree, true)
  assert.equal(moved({ ...pinned, isFree: true }, { x: 784, y: 10 }, hints).isFree, true)
})

test("a panel that comes off is held where it was held, in proportion to its new width", () => {
  const { frame: free } = moved(pinned, { x: 500, y: 300 }, hints)
  // A quarter along 320 is a quarter along 400.
  assert.deepEqual(free, frame(400, 290, 400, 300))
})

test("inward is away from the panel's own side", () => {
  const down = { x: 100, y: 100 }, pointer = { x: 130, y: 80 }
  assert.deepEqual(["left", "right", "top", "bottom"].map(side => inward(side, down, pointer)), [30, -30, -20, 20])
})

const down = { x: 400, y: 300 }

test("within the zone of an edge the panels above the pointer count", () => {
  const upper = slotFor(down, { x: 1000, y: 50 }, hints)
  assert.deepEqual([upper.side, upper.index, upper.frame.y], ["right", 0, 0])
  assert.equal(slotFor(down, { x: 999, y: 50 }, hints), null)
  assert.equal(slotFor(down, { x: 1000, y: 450 }, hints).index, 1)
  assert.equal(slotFor(down, { x: 24, y: 250 }, hints).side, "left")
})

test("on the border between two slots the later one counts", () => {
  assert.equal(slotFor(down, { x: 1010, y: 384 }, hints).index, 1)
})

test("beside a low panel the pointer passes its middle, however high the frame behind it is", () => {
  const low = { ...hints, slots: [{ side: "right", borders: [45, 433],
    frames: [frame(704, 0, 320, 528), frame(704, 90, 320, 528), frame(704, 240, 320, 528)] }] }
  for (const [y, index] of [[30, 0], [44, 0], [45, 1], [90, 1], [432, 1], [433, 2], [740, 2]]) {
    assert.equal(slotFor(down, { x: 1010, y }, low).index, index, String(y))
  }
})

test("the pointer decides and not the panel's edges: a tall panel that moves slightly floats", () => {
  const tall = { ...floating, start: frame(100, 100, 320, 640), size: { width: 320, height: 640 } }
  const result = moved(tall, { x: 150, y: 164 }, hints)
  assert.equal(result.frame.y + result.frame.height, 768)
  assert.equal(result.slot, null)
})

test("a panel moved along an edge is not pinned there, unless it is pushed against it", () => {
  const along = { x: 800, y: 12 }
  assert.equal(sideAt(along, { x: 500, y: 14 }, hints), null)
  assert.equal(sideAt(along, { x: 500, y: 8 }, hints), null)
  assert.equal(sideAt(along, { x: 500, y: 7 }, hints), "top")
  assert.equal(sideAt(along, { x: 5, y: 12 }, hints), "left")
  assert.equal(sideAt(along, { x: 20, y: 2 }, hints), "top")
})

test("over the panels of a side that side counts, and a panel that came from it returns to it", () => {
  const desk = { ...hints, bounds: frame(420, 150, 400, 600), room, home: "right", frame: frame(720, 0, 304, 400) }
  const from = { x: 900, y: 12 }
  assert.equal(sideAt(from, { x: 860, y: 500 }, desk), "right")
  assert.equal(sideAt(from, { x: 730, y: 40 }, desk), "right")
  assert.equal(sideAt(from, { x: 719, y: 40 }, desk), null)
  assert.equal(sideAt(from, { x: 200, y: 12 }, desk), "left")
  assert.equal(sideAt(from, { x: 600, y: 100 }, desk), null)
  assert.equal(sideAt(down, { x: 600, y: 100 }, desk), "top")
  assert.equal(sideAt({ x: 600, y: 300 }, { x: 600, y: 760 }, desk), "bottom")
})

test("a panel returns to its own place among others; a name that leaves a strip has none", () => {
  const desk = { ...hints, bounds: frame(0, 0, 1000, 768), room, home: "right", frame: frame(720, 0, 304, 400) }
  const [from, over] = [{ x: 1010, y: 12 }, { x: 730, y: 40 }]
  assert.equal(sideAt(from, over, desk), "right")
  assert.equal(sideAt(from, over, { ...desk, hangs: true }), null)
})

test("over a side that refuses it a panel floats, and the reason is shown at that side", () => {
  const desk = {
    ...hints, bounds: frame(320, 0, 384, 768), room, slots: [], reasons: { left: "The left side is full." },
  }
  const refused = refusalFor(down, { x: 100, y: 300 }, desk)
  assert.deepEqual(refused, { side: "refused", index: "left", frame: frame(0, 0, 320, 768), reason: "The left side is full." })
  const result = moved({ ...floating, down }, { x: 100, y: 300 }, desk)
  assert.deepEqual([result.slot, result.refused.reason], [null, "The left side is full."])
  assert.equal(refusalFor(down, { x: 500, y: 300 }, desk), null)
  assert.equal(moved({ ...floating, down }, { x: 100, y: 300 }, desk, true).refused, undefined)
})

test("with Alt nothing is pinned, and the panel may go over pinned ones", () => {
  const narrow = { ...hints, bounds: frame(320, 0, 384, 768), room }
  assert.equal(moved(floating, { x: 1010, y: 150 }, narrow, true).slot, null)
  assert.equal(moved(floating, { x: 60, y: 300 }, narrow, true).frame.x, 10)
  assert.equal(moved(floating, { x: 60, y: 300 }, narrow, false).frame.x, 320)
})

test("a side without a slot takes no panel", () => {
  assert.equal(slotFor(down, { x: 200, y: 760 }, hints), null)
  assert.equal(slotFor(down, { x: 1020, y: 60 }, { ...hints, slots: [] }), null)
  assert.equal(slotFor(down, { x: 1020, y: 60 }, { bounds: room }), null)
})

test("of two edges the nearer one counts", () => {
  const all = { ...hints, slots: ["right", "left", "top", "bottom"].map(side => ({ side, frames: [room], borders: [] })) }
  assert.equal(slotFor(down, { x: 1020, y: 10 }, all).side, "right")
  assert.equal(slotFor(down, { x: 1010, y: 4 }, all).side, "top")
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

test("a panel that extends beyond the bounds is not shrunk by being held", () => {
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

test("arrow keys move a splitter in their direction, Home and End go to its limits, other keys are ignored", () => {
  const [left, right, border] = deskWindow().separators
  assert.equal(splitterKey(left, "ArrowRight", false), 436)
  assert.equal(splitterKey(right, "ArrowRight", false), 384)
  assert.equal(splitterKey(right, "ArrowLeft", true), 464)
  assert.equal(splitterKey(border, "ArrowUp", false), 484)
  assert.equal(splitterKey(border, "ArrowLeft", false), null)
  assert.deepEqual(["Home", "End", "a"].map(key => splitterKey(left, key, false)), [280, 646, null])
})

const told = { ...hints, panel: "date", unstacks: false, frame: frame(100, 100, 320, 500), freed: null, revision: 6 }
const dropped = frame(400, 200, 320, 500)
const right = { side: "right", index: 1, frame: hints.slots[0].frames[1] }

test("the preview is what is sent: a place on a side, a title, Meta's list, a place of the bar, a frame", () => {
  for (const [result, wanted] of [
    [{ slot: right }, { command: "pin", panel: "date", side: "right", index: 1 }],
    [{ slot: { side: "stack", index: "title" } }, { command: "stack", panel: "date", with: "title" }],
    [{ slot: { side: "meta", index: "meta" } }, { command: "collapse", panel: "date" }],
    [{ slot: null, tab: 2 }, { command: "tab", panel: "date", index: 2 }],
    [{ slot: null, tab: 0 }, { command: "tab", panel: "date", index: 0 }],
    [{ slot: null }, { command: "float", panel: "date", frame: dropped }],
  ]) assert.deepEqual(dropCommand({ frame: dropped, ...result }, told, {}), wanted)
})

test("a panel leaves a stack alone", () => {
  const leaving = { ...told, unstacks: true }
  for (const [slot, wanted] of [
    [right, { command: "unstack", panel: "date", side: "right", index: 1 }],
    [{ side: "stack", index: "title" }, { command: "stack", panel: "date", with: "title", alone: true }],
    [{ side: "meta", index: "meta" }, { command: "collapse", panel: "date", alone: true }],
    [null, { command: "unstack", panel: "date", frame: dropped }],
  ]) assert.deepEqual(dropCommand({ frame: dropped, slot }, leaving, {}), wanted)
  assert.equal(dropCommand({ frame: told.frame, slot: null }, leaving, {}).command, "unstack")
})

test("with Alt a panel may cover pinned ones, and the command says so only where it does", () => {
  const narrow = { ...told, bounds: frame(320, 0, 384, 768), room }
  const send = at => dropCommand({ frame: at, slot: null }, narrow, { isPinSuppressed: true })
  assert.equal(send(frame(10, 200, 320, 500)).overSides, true)
  assert.equal(send(frame(330, 200, 320, 500)).overSides, undefined)
})

test("a panel that floats in the same place is not sent; one that comes off there is", () => {
  const still = { frame: told.frame, slot: null }
  assert.equal(dropCommand(still, told, {}), null)
  assert.equal(dropCommand(still, { ...told, hangs: true }, {}).command, "float")
})

test("a dragged edge sends the lengths that it changes", () => {
  const send = (size, edge) => dropCommand({ frame: { ...told.frame, ...size }, slot: null }, told, { edge })
  assert.deepEqual(send({ x: 50, width: 370 }, "left"), { command: "resize", panel: "date", width: 370, edge: "left" })
  assert.deepEqual(send({ width: 370, height: 510 }, "bottom-right"),
    { command: "resize", panel: "date", width: 370, height: 510, edge: "bottom-right" })
  // Rounding to the display's pixels does not change the other length.
  assert.deepEqual(send({ height: 510, width: 320.4 }, "top"), { command: "resize", panel: "date", height: 510, edge: "top" })
  assert.equal(send({}, "left"), null)
})

test("a place is still there if the current panels have it, too", () => {
  const targets = [{ panel: "title", frame: room, title: room, room: null }, { panel: "meta", frame: room, title: null, room }]
  const now = { slots: [{ side: "right", frames: [room, room] }], targets, tabPlaces: 3 }
  for (const [result, wanted] of [
    [{ slot: right }, true], [{ slot: { ...right, index: 2 } }, false], [{ slot: { ...right, side: "top" } }, false],
    [{ slot: { side: "stack", index: "title" } }, true], [{ slot: { side: "stack", index: "meta" } }, false],
    [{ slot: { side: "meta", index: "meta" } }, true], [{ slot: { side: "meta", index: "title" } }, false],
    [{ slot: null, tab: 2 }, true], [{ slot: null, tab: 3 }, false], [{ slot: null }, true],
  ]) assert.equal(isStillThere(result, now), wanted)
  assert.equal(isStillThere({ slot: right }, {}), false)
})

test("a splitter's value is a side's thickness, or a panel's share", () => {
  const [left, , border] = deskWindow().separators
  assert.deepEqual(splitterCommand(left, 300), { command: "thickness", side: "left", value: 300 })
  assert.deepEqual(splitterCommand(border, 300), { command: "share", panel: border.controls, value: 300 })
})
