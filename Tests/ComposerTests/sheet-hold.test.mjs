import assert from "node:assert/strict"
import test from "node:test"
import { commandForGrabber, commandForKey, dismissal } from "../../Sources/Composer/Page/model/panel-keys.js"
import { likelyRest, SheetHold } from "../../Sources/Composer/Page/model/sheet-motion.js"
import { drawnFrame, isOnGrabber, locationOf } from "../../Sources/Composer/Page/model/sheet-surface.js"

const stop = (name, order, position, backdrop = 0) => ({ name, order, position, backdrop })
const sheet = {
  edge: "bottom", state: "half", states: [stop("full", 1000, 200, 0.3), stop("half", 500, 400), stop("tip", 100, 744)],
  hiddenPosition: 900, contentMode: "fitToBounds", isModal: false, isRemovable: true, removal: 5.5, rate: 0.998,
  rubberBand: ["low"], boundary: { low: 0, high: 900 }, scrolls: ["full"], overflow: 800,
}
const panel = { id: "date", title: "Date", place: "open", sheet }
const still = { isReduced: false, isGliding: false }

function shown() {
  const hold = new SheetHold()
  hold.show(sheet, 400, still)
  return hold
}

test("a release reports the sheet's location and velocity, and the sheet continues by itself meanwhile", () => {
  const hold = shown()
  assert.ok(hold.take())
  for (const [way, time] of [[0, 0], [-20, 20], [-40, 40]]) hold.pull(way, 800, time)
  assert.equal(hold.location, 360)
  assert.deepEqual(hold.letGo(50), { location: 360, velocity: -1000, isScrolling: false })
  assert.ok(hold.isFlying)
  const before = hold.location
  hold.step(1 / 60)
  assert.ok(hold.location < before)
  // The daemon decided otherwise: the sheet turns where it is.
  hold.show(sheet, 744, { isReduced: false, isGliding: true })
  while (hold.step(1 / 60));
  assert.equal(hold.location, 744)
})

test("resting before the release flings nothing, and reduced motion moves nothing", () => {
  const hold = shown()
  hold.take()
  hold.pull(0, 800, 0)
  hold.pull(-100, 800, 30)
  assert.equal(hold.letGo(200, true).velocity, 0)
  assert.ok(!hold.isFlying)
})

test("a caught sheet stops under the finger, and the daemon's state waits", () => {
  const hold = shown()
  hold.show(sheet, 200, { isReduced: false, isGliding: true })
  for (let step = 0; step < 5; step += 1) hold.step(1 / 60)
  const caught = hold.location
  assert.ok(caught > 200 && caught < 400)
  assert.ok(hold.take())
  hold.show(sheet, 744, { isReduced: false, isGliding: true })
  assert.equal(hold.location, caught)
  hold.pull(10, 800, 0)
  assert.equal(hold.location, caught + 10)
})

test("a fast enough fling towards the edge leaves the screen, another one goes to the next place", () => {
  assert.equal(likelyRest(sheet, 700, 3000), 900)
  assert.equal(likelyRest(sheet, 380, -900), 200)
  assert.equal(likelyRest(sheet, 390, 0), 400)
})

test("the visible part of a sheet reaches from its edge to where it is held, at each edge", () => {
  const rest = { x: 0, y: 400, width: 390, height: 400 }
  assert.deepEqual(drawnFrame(sheet, rest, 300, 56), { x: 0, y: 300, width: 390, height: 500 })
  assert.deepEqual(drawnFrame(sheet, rest, 790, 56), { x: 0, y: 790, width: 390, height: 56 })
  const left = { ...sheet, edge: "left" }, column = { x: 0, y: 0, width: 300, height: 800 }
  assert.deepEqual(drawnFrame(left, column, 200, 56), { x: 0, y: 0, width: 200, height: 800 })
  assert.deepEqual(drawnFrame(left, column, 20, 56), { x: -36, y: 0, width: 56, height: 800 })
  assert.equal(locationOf(left, column), 300)
  assert.ok(isOnGrabber(rest, "bottom", { x: 200, y: -6 }) && !isOnGrabber(rest, "bottom", { x: 200, y: 40 }))
})

test("arrow keys along a sheet's axis move it one place, those across do nothing", () => {
  const press = key => ({ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false })
  assert.deepEqual(commandForKey(press("ArrowUp"), panel), { command: "detent", panel: "date", state: "more" })
  assert.deepEqual(commandForKey(press("ArrowDown"), panel), { command: "detent", panel: "date", state: "less" })
  assert.equal(commandForKey(press("ArrowLeft"), panel), null)
  assert.equal(commandForGrabber(press("End"), panel).state, "full")
  assert.equal(commandForGrabber(press("Home"), panel).state, "tip")
})

test("a press on the backdrop lowers a sheet until there is none, and closes a modal one", () => {
  assert.deepEqual(dismissal(panel), { command: "detent", panel: "date", state: "half" })
  const modal = { ...panel, sheet: { ...sheet, isModal: true } }
  assert.deepEqual(dismissal(modal), { command: "close", panel: "date" })
})

test("a finger on the content moves the sheet up, then scrolls on, and all the way back, without a jump", () => {
  const hold = shown()
  hold.take(true)
  hold.pin(0)
  let before = hold.location
  for (let frame = 1; frame <= 60; frame += 1) {
    const way = frame <= 30 ? -20 * frame : -600 + 24 * (frame - 30)
    hold.pull(way, 800, frame * 16)
    // The content moves as the finger does, whatever carries it.
    const now = hold.location - hold.scrolled(0)
    assert.equal(now - before, frame <= 30 ? -20 : 24)
    assert.ok(hold.location === 200 || hold.scrolled(0) === 0)
    before = now
  }
})

test("a release while the content scrolls flings the content and not the sheet", () => {
  const hold = shown()
  hold.take(true)
  hold.pin(0)
  for (const [way, time] of [[0, 0], [-300, 50], [-250, 60]]) hold.pull(way, 800, time)
  assert.ok(hold.velocity(60) !== 0)
  assert.deepEqual(hold.letGo(60), { location: 150, velocity: 0, isScrolling: true })
  assert.equal(hold.location, 200)
})

test("at the end of the content a finger that turns back moves it at once", () => {
  const hold = shown()
  hold.take(true)
  hold.pin(0)
  hold.pull(-700, 800, 0)
  assert.equal(hold.scrolled(0), 500)
  hold.ended(120)
  hold.pull(-690, 800, 10)
  assert.equal(hold.scrolled(0), 110)
})
