import assert from "node:assert/strict"
import { splitterStep, splitterToggle } from "../../Sources/Composer/Page/model/splitters.js"
import { aboveKeyboard } from "../../Sources/Composer/Page/model/panels-layout.js"
import { choiceCommand } from "../../Sources/Composer/Page/model/views.js"

/** The checks for each area of these systems that applies to the page; the daemon or other tests cover the rest. */
export const viewChecks = { keyboard, expose }
export const splitterChecks = { keyboard: splitter }

const frame = ([x, y, width, height]) => ({ x, y, width, height })

function keyboard({ frame: at, keyboard: over, shouldAdjustForKeyboard }) {
  const moved = shouldAdjustForKeyboard ? aboveKeyboard(frame(at), frame(over)) : frame(at)
  return { frame: [moved.x, moved.y, moved.width, moved.height] }
}

/** While panels are spread out the page sends one command: to leave that view, and to raise the panel if it floats. */
function expose({ inExpose, action }) {
  const tapped = { "tap a pinned panel": "pinned", "tap a floating panel": "floating", "tap the overlay": null }[action]
  assert.ok(inExpose && tapped !== undefined, `nobody knows how to ${action}`)
  const { command, panel } = choiceCommand(tapped)
  assert.equal(command, "expose")
  assert.equal(panel ?? null, tapped)
  return { effects: panel === "floating" ? ["raise", "exit"] : ["exit"] }
}

function splitter({ key, ariaValueNow, valueMin, valueMax, step, remembered, orientation }) {
  const separator = {
    id: "left", side: "left", orientation, value: ariaValueNow, minimum: valueMin, maximum: valueMax,
  }
  const next = key === "Enter" ? splitterToggle(separator, remembered) : splitterStep(separator, key, step)
  return { ariaValueNow: next ?? ariaValueNow }
}
