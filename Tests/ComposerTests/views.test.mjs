import assert from "node:assert/strict"
import test from "node:test"
import {
  cardToward, choiceCommand, closablePanels, exitCommand, exposedCards, fingerTaps, isCovered, plainView, unlockCommand,
  viewItems, viewOf,
} from "../../Sources/Composer/Page/model/views.js"
import { readingDirection } from "../../Sources/Composer/Page/model/language.js"
import { paneAfter, readingOrder } from "../../Sources/Composer/Page/model/panels.js"
import { aboveKeyboard, keyboardOver, KeyboardWatch, withKeyboard } from "../../Sources/Composer/Page/model/panels-layout.js"
import { deskWindow, frameOf } from "./windows.mjs"

const changed = (window, id, more) =>
  ({ ...window, panels: window.panels.map(panel => panel.id === id ? { ...panel, ...more } : panel) })

test("without a view from the daemon everything is shown normally", () => {
  assert.deepEqual(viewOf(deskWindow()), plainView)
  assert.equal(isCovered(plainView, "date"), false)
})

test("a panel that fills the window, the spread-out view and the hidden view cover the other panels", () => {
  assert.equal(isCovered({ ...plainView, maximised: "date" }, "date"), false)
  assert.equal(isCovered({ ...plainView, maximised: "date" }, "tags"), true)
  assert.equal(isCovered({ ...plainView, isZen: true }, "date"), true)
  assert.equal(isCovered({ ...plainView, isExposed: true, maximised: "date" }, "date"), true)
})

test("F6 stays in the visible panes", () => {
  const window = deskWindow({ view: { ...plainView, maximised: "date" } })
  assert.equal(paneAfter(window, null, 1), "date")
  assert.equal(paneAfter(deskWindow({ view: { ...plainView, isZen: true } }), null, 1), null)
})

const cards = [
  { id: "a", exposed: { x: 0, y: 0, width: 100, height: 100 } },
  { id: "b", exposed: { x: 120, y: 10, width: 100, height: 80 } },
  { id: "c", exposed: { x: 60, y: 140, width: 100, height: 80 } },
]

test("an arrow leads to the nearest panel in its direction, and nowhere if there is none", () => {
  assert.equal(cardToward(cards, "a", "ArrowRight"), "b")
  assert.equal(cardToward(cards, "a", "ArrowDown"), "c")
  assert.equal(cardToward(cards, "c", "ArrowUp"), "a")
  assert.equal(cardToward(cards, "b", "ArrowRight"), null)
  assert.equal(cardToward(cards, "a", "x"), null)
})

test("the cards are in reading order, and a press beside them goes back", () => {
  let window = changed(deskWindow(), "queue", { exposed: { x: 500, y: 20, width: 90, height: 90 } })
  window = changed(window, "date", { exposed: { x: 20, y: 25, width: 90, height: 90 } })
  assert.deepEqual(exposedCards(window).map(card => card.id), ["date", "queue"])
  assert.deepEqual(choiceCommand(null), { command: "expose" })
  assert.deepEqual(choiceCommand("date"), { command: "expose", panel: "date" })
})

test("unlocking a panel removes the lock that holds it", () => {
  const date = { id: "date", place: "pinned", side: "right", isLocked: true }
  assert.deepEqual(unlockCommand(deskWindow({ isLocked: true }), date), { command: "unlock" })
  assert.deepEqual(unlockCommand(deskWindow({ lockedSides: ["right"] }), date), { command: "unlock", side: "right" })
  assert.deepEqual(unlockCommand(deskWindow(), date), { command: "unlock", panel: "date" })
})

test("with nothing on the screen there is nothing to spread out or to hide", () => {
  const empty = deskWindow({ panels: [] })
  assert.deepEqual(viewItems(empty).map(item => item.reason), ["No panel is open.", "No panel is open.", undefined, undefined])
  assert.equal(viewItems({ ...empty, view: { isZen: true } })[1].reason, undefined)
})

test("two taps with three fingers are the gesture; anything else resets it", () => {
  const tap = (taps, at, fingers = 3, milliseconds = 80) => {
    for (let finger = 1; finger <= fingers; finger++) taps.down(finger, at)
    for (let finger = fingers - 1; finger > 0; finger--) taps.up(finger, at + milliseconds)
    return taps.up(0, at + milliseconds)
  }
  const taps = fingerTaps()
  assert.equal(tap(taps, 1000), false)
  assert.equal(tap(taps, 1300), true)
  assert.equal(tap(taps, 1600), false, "a third is the first of the next")
  assert.equal(tap(taps, 5000), false, "too late")
  assert.equal(tap(taps, 5200, 2), false, "two fingers")
  assert.equal(tap(taps, 5400), false)
  assert.equal(tap(taps, 5600, 3, 900), false, "a long press")
})

const layer = { left: 0, top: 56, width: 390, bottom: 844 }

test("the keyboard is where the browser reports it, or where the page ends", () => {
  assert.deepEqual(keyboardOver(layer, { offsetTop: 0, height: 508, scale: 1 }),
    { x: 0, y: 452, width: 390, height: 336 })
  assert.equal(keyboardOver(layer, { offsetTop: 0, height: 844, scale: 1 }), null)
  assert.equal(keyboardOver(layer, { offsetTop: 0, height: 400, scale: 2 }), null)
  assert.deepEqual(keyboardOver(layer, { offsetTop: 0, height: 844, scale: 1 }, { x: 0, y: 500, width: 390, height: 344 }),
    { x: 0, y: 444, width: 390, height: 344 })
  assert.equal(keyboardOver(layer, undefined, { x: 0, y: 0, width: 0, height: 0 }), null)
})

test("a keyboard is open when it covers the page, or when the page is lower than before a field had the focus", () => {
  const watch = new KeyboardWatch(), page = height => ({ width: 390, height })
  const seen = (height, covered = 0, isTyping = true) => watch.isOpen(page(height), covered, isTyping)
  assert.equal(seen(780, 0, false), false)
  assert.equal(seen(780), false)
  assert.equal(seen(700), false, "the bar of the browser is back")
  assert.equal(seen(480), true)
  assert.equal(seen(780), false)
  assert.equal(seen(780, 300), true)
  assert.equal(seen(780, 60), false, "the bar of a keyboard with keys")
  assert.equal(seen(480, 0, false), false, "a window that was made lower")
  assert.equal(seen(480), false)
  assert.equal(watch.isOpen({ width: 844, height: 330 }, 0, true), false, "turned on its side")
  assert.equal(watch.isOpen({ width: 844, height: 150 }, 0, true), true)
})

test("until the daemon has answered, panels with input are above the keyboard, and the text ends there", () => {
  const keyboard = { x: 0, y: 600, width: 1366, height: 400 }
  const window = withKeyboard(changed(deskWindow(), "tags", { adjustsForKeyboard: true }), keyboard)
  assert.deepEqual(window.body, { x: 420, y: 150, width: 546, height: 450 })
  assert.deepEqual(frameOf(window, "tags"), { x: 966, y: 100, width: 400, height: 500 })
  assert.deepEqual(frameOf(window, "preview"), frameOf(deskWindow(), "preview"))
  assert.equal(withKeyboard(window, undefined), window)
  const beside = { x: 0, y: 0, width: 40, height: 40 }
  assert.equal(aboveKeyboard(beside, keyboard), beside)
})

test("a browser has the direction that its user has set, else that of its language", () => {
  assert.equal(readingDirection(null, "ar-EG"), "rtl")
  assert.equal(readingDirection(null, "en-GB"), "ltr")
  assert.equal(readingDirection("ltr", "he"), "ltr")
  assert.equal(readingDirection("sideways", undefined), "ltr")
})

test("right to left, the right column comes first, and a row begins there", () => {
  const order = readingOrder(deskWindow({ direction: "rtl" })).map(panel => panel.id)
  assert.deepEqual(order, ["date", "tags", "title", "preview", "queue"])
})

test("the view in front ends first, and a window as it is kept in the browser has none", () => {
  assert.deepEqual(exitCommand({ peek: "tags", isZen: true }), { command: "peek" })
  assert.deepEqual(exitCommand({ isExposed: true, maximised: "tags" }), { command: "expose" })
  assert.deepEqual(exitCommand({ maximised: "tags" }), { command: "maximise", panel: "tags" })
  for (const view of [null, undefined, {}]) assert.equal(exitCommand(view), null)
})

test("the open panel of a narrow window, sheets, and a panel over Meta's list can be closed, but no locked one", () => {
  const frame = {}, panel = (id, place, more) => ({ id, place, frame, ...more })
  const panels = [panel("date", "open"), panel("queue", "sheet", { sheet: {} }), panel("tags", "pinned"),
    panel("posts", "sheet", { sheet: {}, isLocked: true }), panel("media", "inside")]
  const meta = index => panel("meta", "floating", { inside: { index } })
  assert.deepEqual(closablePanels({ panels: [...panels, meta({})] }), ["date", "queue"])
  assert.deepEqual(closablePanels({ panels: [...panels, meta(null)] }), ["date", "queue", "media"])
})
