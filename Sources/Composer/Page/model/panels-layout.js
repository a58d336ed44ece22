import { isColumn, isShown, pinnedTo, sides } from "./panels.js"
import { clamped } from "./panel-drag.js"

/**
 * The window drawn again by its own frames, without asking the daemon: while a splitter is held, and while the daemon
 * is away. Sides keep their thickness and panels their share of a side; the body takes what is left.
 * @param {DeskWindow} window
 * @param {{width?: number, height?: number, thickness?: Object<string, number>,
 *   lengths?: Object<string, number[]>}} change a side's new thickness, or its panels' new lengths in px
 * @returns {DeskWindow} a new value of the same shape
 */
export function layOut(window, change = {}) {
  const width = change.width ?? window.width, height = change.height ?? window.height
  const room = inner(width, height, window.insets)
  const thickness = Object.fromEntries(sides.map(side => [side, thicknessOf(window, side, change)]))
  const body = {
    x: room.x + thickness.left, y: room.y + thickness.top,
    width: Math.max(0, room.width - thickness.left - thickness.right),
    height: Math.max(0, room.height - thickness.top - thickness.bottom),
  }
  const frames = new Map(sides.flatMap(side => sideFrames(window, side, room, body, thickness[side], change)))
  const panels = window.panels.map(panel => {
    if (frames.has(panel.id)) return { ...panel, frame: frames.get(panel.id) }
    return isShown(panel) ? { ...panel, frame: clamped(panel.frame, room) } : panel
  })
  const next = { ...window, width, height, body, panels }
  return { ...next, separators: window.separators.map(separator => separatorIn(next, separator)).filter(Boolean) }
}

/** The part of a container that insets leave. */
export function inner(width, height, insets = {}) {
  const { left = 0, right = 0, top = 0, bottom = 0 } = insets ?? {}
  return { x: left, y: top, width: Math.max(0, width - left - right), height: Math.max(0, height - top - bottom) }
}

function thicknessOf(window, side, change) {
  const first = pinnedTo(window, side)[0]
  if (!first) return 0
  return change.thickness?.[side] ?? (isColumn(side) ? first.frame.width : first.frame.height)
}

/** Columns have the whole height, rows stand between them. */
function sideFrames(window, side, room, body, thickness, change) {
  const panels = pinnedTo(window, side)
  const length = isColumn(side) ? room.height : body.width
  const wanted = change.lengths?.[side] ?? panels.map(panel => isColumn(side) ? panel.frame.height : panel.frame.width)
  let along = isColumn(side) ? room.y : body.x
  return divided(length, wanted).map((part, index) => {
    const start = along
    along += part
    return [panels[index].id, isColumn(side)
      ? { x: side === "left" ? room.x : room.x + room.width - thickness, y: start, width: thickness, height: part }
      : { x: start, y: side === "top" ? room.y : room.y + room.height - thickness, width: part, height: thickness }]
  })
}

/** `length` in whole px in proportion to `parts`; no px is lost. */
export function divided(length, parts) {
  const sum = parts.reduce((total, part) => total + part, 0)
  let given = 0, passed = 0
  return parts.map(part => {
    passed += part
    const end = sum > 0 ? Math.round(length * passed / sum) : 0
    const size = end - given
    given = end
    return size
  })
}

function separatorIn(window, separator) {
  const panels = pinnedTo(window, separator.side)
  const at = separator.id.split("/")[1]
  const panel = panels[at == null ? 0 : Number(at) - 1]
  if (!panel) return null
  const between = at != null, column = isColumn(separator.side)
  const value = column === between ? panel.frame.height : panel.frame.width
  const half = { x: separator.frame.width / 2, y: separator.frame.height / 2 }
  const { body } = window, frame = { ...separator.frame }
  const { x, y, width, height } = panel.frame
  if (between && column) Object.assign(frame, { x, width, y: y + height - half.y })
  else if (between) Object.assign(frame, { y, height, x: x + width - half.x })
  else if (column) {
    const edge = separator.side === "left" ? body.x : rightOf(body)
    Object.assign(frame, { x: edge - half.x, height: panels.reduce((sum, one) => sum + one.frame.height, 0) })
  } else {
    const edge = separator.side === "top" ? body.y : bottomOf(body)
    Object.assign(frame, { y: edge - half.y, x: body.x, width: body.width })
  }
  return { ...separator, frame, value }
}

const rightOf = frame => frame.x + frame.width
const bottomOf = frame => frame.y + frame.height

/** The window while a splitter is held at `value`. A border inside a side moves only the two panels it parts. */
export function withSplitter(window, separator, value) {
  const { side } = separator
  const [, at] = separator.id.split("/")
  if (at == null) return layOut(window, { thickness: { [side]: value } })
  const lengths = pinnedTo(window, side).map(panel => isColumn(side) ? panel.frame.height : panel.frame.width)
  const first = Number(at) - 1
  if (first + 1 >= lengths.length) return window
  const both = lengths[first] + lengths[first + 1]
  lengths[first] = Math.max(0, Math.min(value, both))
  lengths[first + 1] = both - lengths[first]
  return layOut(window, { lengths: { [side]: lengths } })
}

/** The window while the border between an index and its detail is held: the panel that is shown inside gives way. */
export function withDivision(window, id, fraction) {
  const { frame, inside } = window.panels.find(panel => panel.id === id) ?? {}
  const shown = inside?.items.at(-1)
  if (!frame || !inside?.index || !inside.detail) return window
  const length = inside.index.width + inside.detail.width, width = length * fraction
  const isFirst = inside.detail.x < inside.index.x
  const start = Math.min(inside.index.x, inside.detail.x)
  const panels = window.panels.map(panel => panel.id !== shown || panel.place !== "inside" ? panel
    : { ...panel, frame: { ...panel.frame, x: isFirst ? start : start + length - width, width } })
  return { ...window, panels }
}
