import assert from "node:assert/strict"
import test from "node:test"
import { commandForGrabber, commandForKey, dismissal } from "../../Sources/Composer/Page/model/panel-keys.js"
import { restCommand, restOf, SheetHold } from "../../Sources/Composer/Page/model/sheet-motion.js"
import { drawnFrame, isOnGrabber, locationOf } from "../../Sources/Composer/Page/model/sheet-surface.js"

const stop = (name, order, position, backdrop = 0) => ({ name, order, position, backdrop })
const sheet = {
  edge: "bottom", state: "half", states: [stop("full", 1000, 200, 0.3), stop("half", 500, 400), stop("tip", 100, 744)],
  hiddenPosition: 900, contentMode: "fitToBounds", isModal: false, isRemovable: true,
  rubberBand: ["low"], boundary: { low: 0, high: 900 }, scrolls: ["full"], overflow: 800,
}
const panel = { id: "date", title: "Date", place: "open", sheet }
const still = { isReduced: false, isGliding: false }, gliding = { isReduced: false, isGliding: true }

function shown() {
  const hold = new SheetHold()
  hold.show(sheet, 400, still)
  return hold
}

test("a released sheet glides to one place, which the command names, and nothing drawn before the answer turns it", () => {
  const hold = shown()
  assert.ok(hold.take())
  for (const [way, time] of [[0, 0], [-20, 20], [-40, 40]]) hold.pull(way, 800, time)
  assert.equal(hold.location, 360)
  const rest = hold.letGo(50)
  assert.deepEqual(restCommand(panel, rest), { command: "detent", panel: "date", state: "full" })
  let before = hold.location
  for (let step = 0; hold.step(1 / 60); step += 1) {
    // The window is drawn again for another reason, with the sheet where the daemon still has it.
    if (step === 2) hold.show(sheet, 400, gliding)
    assert.ok(hold.location < before + 1, `It turned at ${before}.`)
    before = hold.location
  }
  assert.equal(hold.location, 200)
  assert.equal(hold.alpha, 0.3)
  hold.show({ ...sheet, state: "full" }, 200, gliding)
  hold.settle(rest)
  assert.ok(!hold.isFlying)
  // Refused: the sheet goes back to where the daemon has it.
  hold.show(sheet, 400, gliding)
  while (hold.step(1 / 60));
  assert.equal(hold.location, 400)
})

test("resting before the release flings nothing, and under reduced motion the sheet is at its rest at once", () => {
  const hold = shown()
  hold.take()
  hold.pull(0, 800, 0)
  hold.pull(-120, 800, 30)
  assert.equal(hold.letGo(200, true).name, "full")
  assert.ok(!hold.isFlying)
  assert.equal(hold.location, 200)
})

test("a sheet caught before the daemon's answer obeys its second release", () => {
  const hold = shown()
  hold.take()
  hold.pull(-120, 800, 0)
  const first = hold.letGo(200)
  hold.step(1 / 60)
  hold.take()
  hold.pull(100, 800, 300)
  const second = hold.letGo(500)
  assert.equal(second.name, "half")
  hold.settle(first)
  hold.show({ ...sheet, state: "full" }, 200, gliding)
  while (hold.step(1 / 60));
  assert.equal(hold.location, 400)
  assert.equal(restCommand({ ...panel, sheet: hold.sheet }, second).state, "half")
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
  const command = (location, velocity) => restCommand(panel, restOf(sheet, location, velocity))
  assert.deepEqual(command(700, 3000), { command: "close", panel: "date" })
  assert.equal(restOf(sheet, 700, 3000).position, 900)
  assert.equal(command(380, -900).state, "full")
  assert.equal(command(450, 900).state, "tip")
  assert.equal(command(-9000, -9000).state, "full")
  for (const location of [400, 390, 420]) assert.equal(command(location, 0).state, "half")
  // Other panels leave it less room meanwhile.
  const lower = { ...panel, sheet: { ...sheet, states: sheet.states.slice(1) } }
  assert.equal(restCommand(lower, restOf(sheet, 380, -900)), undefined)
})

test("a sheet that is let go at one of its places stays there, from any edge", () => {
  for (const edge of ["left", "right", "top", "bottom"]) {
    const isFar = edge === "right" || edge === "bottom"
    const states = sheet.states.map(one => ({ ...one, position: isFar ? one.position : 900 - one.position }))
    const turned = { ...sheet, edge, states, hiddenPosition: isFar ? 1000 : -100 }
    for (const { name } of states) {
      for (const { name: other, position } of states) {
        assert.equal(restOf({ ...turned, state: name }, position, 0).name, other, `${edge}: from ${name} at ${other}`)
      }
    }
  }
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
  assert.equal(hold.letGo(60).name, "full")
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
