import assert from "node:assert/strict"
import { clamped, resized } from "../../Sources/Composer/Page/model/panel-drag.js"
import { atSize, inner, withDivision, withKeyboard, withSplitter } from "../../Sources/Composer/Page/model/panels-layout.js"
import { isCompact, isColumn, panelOf } from "../../Sources/Composer/Page/model/panels.js"

// Rules that the page needs before the daemon answers. The engine's tests run the same rows.

const frame = ([x, y, width, height]) => ({ x, y, width, height })
const row = ({ x, y, width, height }) => [x, y, width, height]
const size = ([width, height]) => ({ width, height })

/** A frame that is moved, or larger than the room. */
function clamp({ container, frame: at, pinned = [], delta: [dx, dy] = [0, 0], insets, dragInsets = insets, minimum = [0, 0] }) {
  // What is pinned narrows the room, as the daemon says.
  if (pinned.length > 0) return {}
  const start = frame(at), room = inner({ ...size(container), insets: dragInsets })
  return { frame: row(clamped({ ...start, x: start.x + dx, y: start.y + dy }, room, size(minimum))) }
}

function resize({ container, panel, frame: at, delta: [x, y] }) {
  const limits = { bounds: inner(size(container)), minimum: size(panel.minimum), maximum: size(panel.maximum) }
  return { frame: row(resized(frame(at), "bottom-right", { x, y }, limits)) }
}

/** A window that is new; the others depend on what the daemon knows of it. */
function compact({ widths: [width], breakpoints }, { classes: [first] }) {
  if (breakpoints[0] !== 640) return {}
  assert.equal(isCompact({ width, height: 1000 }), first === "compact", String(width))
  return {}
}

function division({ direction, detailFraction }, { frames }) {
  if (direction !== "horizontal") return {}
  const [index, detail] = [frames.index, frames.detail].map(frame)
  // Held from elsewhere.
  const half = (index.width + detail.width) / 2
  const inside = { items: ["date"], index: { ...index, width: half }, detail: { ...detail, x: half, width: half } }
  const panels = [{ id: "meta", frame: frame(frames.index), inside }, { id: "date", place: "inside", frame: inside.detail }]
  const { frame: after } = panelOf(withDivision({ panels }, "meta", detailFraction), "date")
  return { frames: { index: [index.x, index.y, after.x - index.x, index.height], detail: row(after) } }
}

/** Panels that are pinned to the right, in a window of another size. */
function column({ container: [width, height], newContainer }, { frames }) {
  const ids = Object.keys(frames), part = height / ids.length, left = width - 320
  const window = { width, height, insets: {}, body: frame([0, 0, left, height]), separators: [],
    panels: ids.map((id, index) => ({ id, place: "pinned", side: "right", index, frame: frame([left, index * part, 320, part]) })) }
  return found(atSize(window, { ...size(newContainer), insets: {} }))
}

/** What the last step of a play does, on the window in which the play of that name begins. */
function side({ program, window: { container }, steps }, _, rows) {
  const first = rows.find(({ id }) => id === "play.sides")
  if (!first) return {}
  const { expect: { frames, content, separators } } = first
  const counts = {}, pinned = steps.filter(({ command }) => command === "pin").map(({ panel, side }) => {
    counts[side] = (counts[side] ?? -1) + 1
    const { adjustsForKeyboard } = program.panels.find(({ id }) => id === panel)
    return { id: panel, place: "pinned", side, index: counts[side], frame: frame(frames[panel]), adjustsForKeyboard }
  })
  const before = { ...size(container), insets: {}, body: frame(content), panels: pinned,
    separators: Object.entries(separators).map(([id, value]) => separator(id, value, pinned)) }
  return found(after(before, steps.at(-1)))
}

function separator(id, value, pinned) {
  const [side, place = 0] = id.split("/")
  const controls = pinned.find(one => one.side === side && one.index === Math.max(0, place - 1)).id
  return { id, side, value, controls, orientation: isColumn(side) === !place ? "vertical" : "horizontal",
    frame: frame([0, 0, 8, 8]) }
}

function after(before, { command, window, panel, side, value }) {
  if (command === "pin") return before
  if (!window) {
    const held = before.separators.find(({ id, controls }) => command === "share" ? id.includes("/") && controls === panel : id === side)
    return withSplitter(before, held, value)
  }
  const { container, insets = {}, keyboard } = window
  return withKeyboard(atSize(before, { ...size(container), insets }), keyboard && frame(keyboard))
}

const found = ({ body, panels, separators }) => ({
  content: row(body), frames: Object.fromEntries(panels.map(({ id, frame }) => [id, row(frame)])),
  separators: Object.fromEntries(separators.map(({ id, value }) => [id, value])),
})

/**
 * By the beginning of a row's id. Of a frame that is beyond the room already (`pk.resize.3`) the page knows better: it
 * is not pulled back.
 */
export const earlyChecks = {
  "pk.clamp.": clamp, "en.clamp.": clamp, "pk.resize.1": resize, "pk.resize.2": resize, "en.class.": compact,
  "id.split.": division, "pk.containerResize.pinned.": column, "play.sides": side,
}
