import { holds, stackFor } from "./panel-stacks.js"
import { isColumn } from "./panels.js"

/**
 * The arithmetic of dragging: from the start of a drag and the pointer's position to the preview, and to the command
 * for it. The daemon sends its hints when the drag begins; until it ends, the page asks nothing more.
 */

/** In px, until the hints arrive: how far a press moves to become a drag, and inward to free a pinned panel. */
export const distances = { start: 5, unpin: 16 }

/** Whether the pointer has moved far enough for a drag rather than a click. */
export const hasStarted = (down, pointer) => Math.hypot(pointer.x - down.x, pointer.y - down.y) >= distances.start

const none = { width: 0, height: 0 }

/** `frame` moved inside `bounds` and shrunk to fit, but not below `minimum`; if it does not fit, the near edge wins. */
export function clamped(frame, bounds, minimum = none) {
  const [x, width] = clampedAxis(frame.x, frame.width, bounds.x, bounds.width, minimum.width)
  const [y, height] = clampedAxis(frame.y, frame.height, bounds.y, bounds.height, minimum.height)
  return { x, y, width, height }
}

function clampedAxis(start, length, boundsStart, room, minimum) {
  const size = Math.min(length, Math.max(minimum, room))
  return [Math.max(boundsStart, Math.min(start, boundsStart + room - size)), size]
}

/** How far a pinned panel was pulled away from its side. */
export const inward = (side, down, pointer, bounds = { x: 0, y: 0, ...none }) =>
  beyond(side, down, bounds) - beyond(side, pointer, bounds)

/**
 * A frame of `size` under the pointer, held where `start` was held: at the same fraction of its width, at the same
 * depth in its title bar.
 */
function underGrip(size, start, down, pointer) {
  const along = start.width > 0 ? (down.x - start.x) / start.width : 0.5
  const depth = Math.min(down.y - start.y, size.height)
  return { x: pointer.x - along * size.width, y: pointer.y - depth, width: size.width, height: size.height }
}

/**
 * The side at which dropping a panel here aims, or null. The pointer decides: it is over the side's panels, or within
 * the zone at its edge, and has come nearer to it since the press. A panel taken from a side may return to it, and to
 * its original place among others there.
 */
export function sideAt(down, pointer, hints) {
  const { bounds } = hints
  const meant = sides.filter(side => attracts(side, down, pointer, hints))
  // Within the body the nearer edge counts.
  return sideOver(pointer, bounds, meant) ?? meant.reduce((best, side) =>
    best && beyond(best, pointer, bounds) >= beyond(side, pointer, bounds) ? best : side, null)
}

function attracts(side, down, pointer, hints) {
  const { bounds, room = bounds, frame, hangs = false, home, start, zone } = hints
  const depth = beyond(side, pointer, bounds)
  if (side !== home) return depth >= -zone && depth - beyond(side, down, bounds) >= start
  const corners = [room, { x: room.x + room.width, y: room.y + room.height }]
  const hasOthers = corners.some(corner => beyond(side, corner, bounds) > 0)
  // The frame that hangs from the pointer after a name left its strip is not a place in that side.
  return depth >= -zone || (hasOthers && !hangs && holds(frame, pointer))
}

/** The side whose panels contain a point. Columns have the full height, rows lie between them. */
const sideOver = (point, bounds, among) => among.find(side => isColumn(side) && beyond(side, point, bounds) > 0)
  ?? among.find(side => beyond(side, point, bounds) > 0) ?? null

/** In the daemon's order. */
const sides = ["right", "left", "top", "bottom"]

/** How far a point lies beyond an edge of the bounds; negative inside. */
function beyond(side, { x, y }, bounds) {
  switch (side) {
  case "left": return bounds.x - x
  case "right": return x - bounds.x - bounds.width
  case "top": return bounds.y - y
  default: return y - bounds.y - bounds.height
  }
}

/** Where a panel dropped here would be pinned, or null. */
export function slotFor(down, pointer, hints) {
  const side = sideAt(down, pointer, hints)
  const slot = hints.slots?.find(slot => slot.side === side && slot.frames.length > 0)
  if (!slot) return null
  const along = isColumn(side) ? pointer.y : pointer.x
  const index = Math.min(slot.borders.filter(border => border <= along).length, slot.frames.length - 1)
  return { side, index, frame: slot.frames[index] }
}

/** Why the side at which the panel is aimed refuses it, and where to show that; or null. */
export function refusalFor(down, pointer, hints) {
  const side = sideAt(down, pointer, hints), reason = hints.reasons?.[side]
  return reason ? { side: "refused", index: side, frame: strip(side, hints), reason } : null
}

/** The part of the room that a side occupies, at least large enough for a few words. */
function strip(side, { bounds, room = bounds }) {
  const [wide, high] = [Math.min(180, bounds.width), Math.min(64, bounds.height)]
  const right = room.x + room.width, bottom = room.y + room.height
  switch (side) {
  case "left": return { ...room, width: Math.max(bounds.x - room.x, wide) }
  case "right": {
    const width = Math.max(right - bounds.x - bounds.width, wide)
    return { ...room, x: right - width, width }
  }
  case "top": return { ...bounds, y: room.y, height: Math.max(bounds.y - room.y, high) }
  default: {
    const height = Math.max(bottom - bounds.y - bounds.height, high)
    return { ...bounds, y: bottom - height, height }
  }
  }
}

/**
 * The current position of a dragged panel.
 * @param {{start: Frame, size: {width, height}, down: Point, side: string|null, isFree: boolean}} drag `size` is its
 *   size as a floating panel, `side` the side to which it was pinned, `isFree` whether it has come off already
 * @returns {{isFree: boolean, frame: Frame, slot: object|null, refused?: object|null}} `refused`: why it will float
 *   where it is dropped
 */
export function moved(drag, pointer, hints, isPinSuppressed = false) {
  const isFree = drag.isFree || drag.side == null
    || inward(drag.side, drag.down, pointer) >= (hints.unpin ?? distances.unpin)
  if (!isFree) return { isFree, frame: drag.start, slot: null }
  const wanted = underGrip(drag.size, drag.start, drag.down, pointer)
  const bounds = isPinSuppressed ? hints.room ?? hints.bounds : hints.bounds
  const frame = clamped(wanted, bounds, hints.minimum)
  // Over its original place it returns there.
  if (isPinSuppressed || (hints.origin && holds(hints.origin, pointer))) return { isFree, frame, slot: null }
  const slot = stackFor(pointer, hints) ?? slotFor(drag.down, pointer, hints)
  return { isFree, frame, slot, refused: slot ? null : refusalFor(drag.down, pointer, hints) }
}

/**
 * A frame resized by an edge ("left", "top"…) or a corner ("bottom-right"…); the opposite edge stays in place. The
 * maximum is applied first and the minimum last, so that too little room never makes a panel smaller than allowed.
 */
export function resized(start, edge, delta, hints) {
  const { bounds, maximum = { width: Infinity, height: Infinity }, minimum = none } = hints
  const [x, width] = resizedAxis(start.x, start.width, sense(edge, "left", "right"), delta.x,
    bounds.x, bounds.width, minimum.width, maximum.width)
  const [y, height] = resizedAxis(start.y, start.height, sense(edge, "top", "bottom"), delta.y,
    bounds.y, bounds.height, minimum.height, maximum.height)
  return { x, y, width, height }
}

/** -1 if the near edge is held, 1 for the far edge, 0 for neither. Corners name both, in either order. */
function sense(edge, near, far) {
  const name = edge.toLowerCase()
  return name.includes(near) ? -1 : name.includes(far) ? 1 : 0
}

function resizedAxis(start, length, direction, delta, boundsStart, room, minimum, maximum) {
  if (direction === 0) return [start, length]
  const end = start + length
  // Taking hold of a frame that already exceeds the bounds does not pull it back.
  const free = Math.max(length, direction > 0 ? boundsStart + room - start : end - boundsStart)
  const size = Math.max(minimum, Math.min(length + direction * delta, maximum, free))
  return direction > 0 ? [start, size] : [end - size, size]
}

/**
 * The command for the preview; null if nothing would change.
 * @param {{frame: Frame, slot: object|null, tab?: number|null}} result as from `moved` or `resized`; `tab`: the index
 *   along its own bar
 * @param {object} hints of the drag
 * @param {{edge?: string, isPinSuppressed?: boolean}} how
 */
export function dropCommand({ frame, slot, tab = null }, hints, { edge, isPinSuppressed = false }) {
  const { panel, unstacks } = hints, alone = unstacks ? { alone: true } : {}
  if (tab !== null) return { command: "tab", panel, index: tab }
  if (edge) return sizeCommand(frame, hints, edge)
  if (slot?.side === "stack") return { command: "stack", panel, with: slot.index, ...alone }
  if (slot?.side === "meta") return { command: "collapse", panel, ...alone }
  if (slot) return { command: unstacks ? "unstack" : "pin", panel, side: slot.side, index: slot.index }
  // A panel as large as its room cannot be moved within it, only out of it.
  if (!unstacks && isSame(frame, hints.frame) && !hints.hangs) return null
  const over = isPinSuppressed && !isInside(frame, hints.bounds) ? { overSides: true } : {}
  return { command: unstacks ? "unstack" : "float", panel, frame, ...over }
}

function sizeCommand({ width, height }, { panel, frame }, edge) {
  const isWider = sense(edge, "left", "right") !== 0 && width !== frame.width
  const isHigher = sense(edge, "top", "bottom") !== 0 && height !== frame.height
  const size = { ...isWider && { width }, ...isHigher && { height } }
  return Object.keys(size).length > 0 ? { command: "resize", panel, ...size, edge } : null
}

/** Whether other hints contain the preview too: its slot, the title or list over which it was held, the tab's place. */
export function isStillThere({ slot, tab = null }, { slots = [], targets = [], tabPlaces = 0 }) {
  if (tab !== null) return tab < tabPlaces
  if (!slot) return true
  if (slot.side === "stack") return targets.some(target => target.panel === slot.index && target.title)
  if (slot.side === "meta") return targets.some(target => target.panel === slot.index && target.room)
  return slots.some(({ side, frames }) => side === slot.side && slot.index < frames.length)
}

const isSame = (one, two) => !!two && ["x", "y", "width", "height"].every(key => one[key] === two[key])

const isInside = (frame, bounds) => frame.x >= bounds.x && frame.y >= bounds.y
  && frame.x + frame.width <= bounds.x + bounds.width && frame.y + frame.height <= bounds.y + bounds.height
