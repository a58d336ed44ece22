import { holds, stackFor } from "./panel-stacks.js"
import { isColumn } from "./panels.js"

/**
 * The arithmetic of dragging: from where a drag began and where the pointer is now to what is drawn, and to the command that
 * says so. The daemon sends its hints when the drag begins; in between nobody asks it.
 */

/** What holds until the hints are here, and for a hint that is missing. */
export const defaults = { start: 5, unpin: 16, zone: 24, minimum: { width: 120, height: 80 } }

/** Whether the pointer has gone far enough for this to be a drag and not a click. */
export const hasStarted = (down, pointer, distance = defaults.start) =>
  Math.hypot(pointer.x - down.x, pointer.y - down.y) >= distance

/** `frame` inside `bounds`: shrunk to the room but not below `minimum`; when it does not fit, the near edge wins. */
export function clamped(frame, bounds, minimum = { width: 0, height: 0 }) {
  const [x, width] = clampedAxis(frame.x, frame.width, bounds.x, bounds.width, minimum.width)
  const [y, height] = clampedAxis(frame.y, frame.height, bounds.y, bounds.height, minimum.height)
  return { x, y, width, height }
}

function clampedAxis(start, length, boundsStart, room, minimum) {
  const size = Math.min(length, Math.max(minimum, room))
  return [Math.max(boundsStart, Math.min(start, boundsStart + room - size)), size]
}

/** How far a pinned panel was pulled away from its side. */
export function inward(side, down, pointer) {
  switch (side) {
  case "left": return pointer.x - down.x
  case "right": return down.x - pointer.x
  case "top": return pointer.y - down.y
  default: return down.y - pointer.y
  }
}

/** A frame of `size` under the pointer, held where `start` was held: as far along its width, as deep in its bar. */
export function underGrip(size, start, down, pointer) {
  const along = start.width > 0 ? (down.x - start.x) / start.width : 0.5
  const depth = Math.min(down.y - start.y, size.height)
  return { x: pointer.x - along * size.width, y: pointer.y - depth, width: size.width, height: size.height }
}

/**
 * The side that a panel let go of here is meant for, or null. The pointer decides: it is over the side's panels, or within the zone of its edge, and has come nearer to it since the press. What was
 * taken from a side may go back to it, and to its own place among others there.
 */
export function sideAt(down, pointer, hints) {
  const { bounds } = hints
  const meant = sides.filter(side => attracts(side, down, pointer, hints))
  // Within the body the nearer edge is meant.
  return sideOver(pointer, bounds, meant) ?? meant.reduce((best, side) =>
    best && beyond(best, pointer, bounds) >= beyond(side, pointer, bounds) ? best : side, null)
}

function attracts(side, down, pointer, hints) {
  const { bounds, room = bounds, frame, freed, home, start = defaults.start, zone = defaults.zone } = hints
  const depth = beyond(side, pointer, bounds)
  if (side !== home) return depth >= -zone && depth - beyond(side, down, bounds) >= start
  const corners = [room, { x: room.x + room.width, y: room.y + room.height }]
  const hasOthers = corners.some(corner => beyond(side, corner, bounds) > 0)
  // The frame of a name that leaves its strip hangs from the pointer, and is no place of its own.
  return depth >= -zone || (hasOthers && !isSame(frame, freed) && holds(frame, pointer))
}

/** The side over whose panels a point lies. Columns are as high as the room, rows lie between them. */
const sideOver = (point, bounds, among) => among.find(side => isColumn(side) && beyond(side, point, bounds) > 0)
  ?? among.find(side => beyond(side, point, bounds) > 0) ?? null

/** In the daemon's order. */
const sides = ["right", "left", "top", "bottom"]

/** How far a point lies beyond an edge of the bounds; less than 0 inside. */
function beyond(side, { x, y }, bounds) {
  switch (side) {
  case "left": return bounds.x - x
  case "right": return x - bounds.x - bounds.width
  case "top": return bounds.y - y
  default: return y - bounds.y - bounds.height
  }
}

/**
 * Where a panel let go of here would be pinned, or null.
 * @returns {{side: string, index: number, frame: Frame}|null}
 */
export function slotFor(down, pointer, hints) {
  const side = sideAt(down, pointer, hints)
  const slot = hints.slots?.find(slot => slot.side === side && slot.frames.length > 0)
  if (!slot) return null
  const index = nearest(slot.frames, pointer, side)
  return { side, index, frame: slot.frames[index] }
}

/**
 * Why the side that a panel let go of here is meant for does not take it, and where that is to be seen; or null.
 * @returns {{side: "refused", index: string, frame: Frame, reason: string}|null}
 */
export function refusalFor(down, pointer, hints) {
  const side = sideAt(down, pointer, hints), reason = hints.reasons?.[side]
  return reason ? { side: "refused", index: side, frame: strip(side, hints), reason } : null
}

/** What a side takes of the room, and enough of it for a few words. */
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

/** The slot whose middle is nearest to the pointer; of two that are equally near, the later. */
function nearest(frames, pointer, side) {
  const distance = frame => isColumn(side)
    ? Math.abs(frame.y + frame.height / 2 - pointer.y) : Math.abs(frame.x + frame.width / 2 - pointer.x)
  return frames.reduce((best, frame, index) => distance(frame) <= distance(frames[best]) ? index : best, 0)
}

/**
 * Where a moved panel stands now.
 * @param {{start: Frame, size: {width, height}, down: Point, side: string|null, isFree: boolean}} drag
 *   `size` is its size once it floats, `side` the side it was pinned to, `isFree` whether it came off already
 * @returns {{isFree: boolean, frame: Frame, slot: object|null, refused?: object|null}} `refused`: why it will float where
 *   it is let go
 */
export function moved(drag, pointer, hints, isPinSuppressed = false) {
  const isFree = drag.isFree || drag.side == null
    || inward(drag.side, drag.down, pointer) >= (hints.unpin ?? defaults.unpin)
  if (!isFree) return { isFree, frame: drag.start, slot: null }
  const wanted = underGrip(drag.size, drag.start, drag.down, pointer)
  const bounds = isPinSuppressed ? hints.room ?? hints.bounds : hints.bounds
  const frame = clamped(wanted, bounds, hints.minimum)
  // Over where it came from it goes back there.
  if (isPinSuppressed || (hints.origin && holds(hints.origin, pointer))) return { isFree, frame, slot: null }
  const slot = stackFor(pointer, hints) ?? slotFor(drag.down, pointer, hints)
  return { isFree, frame, slot, refused: slot ? null : refusalFor(drag.down, pointer, hints) }
}

/**
 * A frame resized by an edge ("left", "top"…) or a corner ("bottom-right"…); the opposite edge stays where it is.
 * Maximum first, minimum after it, so that too little room never makes a panel smaller than it may be.
 */
export function resized(start, edge, delta, hints) {
  const { bounds, maximum = { width: Infinity, height: Infinity }, minimum = defaults.minimum } = hints
  const [x, width] = resizedAxis(start.x, start.width, sense(edge, "left", "right"), delta.x,
    bounds.x, bounds.width, minimum.width, maximum.width)
  const [y, height] = resizedAxis(start.y, start.height, sense(edge, "top", "bottom"), delta.y,
    bounds.y, bounds.height, minimum.height, maximum.height)
  return { x, y, width, height }
}

/** -1 when the near edge is held, 1 when the far edge is, 0 when neither. Corners name both, in either order. */
function sense(edge, near, far) {
  const name = edge.toLowerCase()
  return name.includes(near) ? -1 : name.includes(far) ? 1 : 0
}

function resizedAxis(start, length, direction, delta, boundsStart, room, minimum, maximum) {
  if (direction === 0) return [start, length]
  const end = start + length
  // What is beyond the bounds already is not drawn back by being taken hold of.
  const free = Math.max(length, direction > 0 ? boundsStart + room - start : end - boundsStart)
  const size = Math.max(minimum, Math.min(length + direction * delta, maximum, free))
  return direction > 0 ? [start, size] : [end - size, size]
}

/**
 * The command that says what was previewed; null when nothing would change.
 * @param {{frame: Frame, slot: object|null, tab?: number|null}} result as `moved` or `resized` has it; `tab`: the place
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
  // What is as large as its room cannot be moved in it, only out of it.
  if (!unstacks && isSame(frame, hints.frame) && !isSame(frame, hints.freed)) return null
  const over = isPinSuppressed && !isInside(frame, hints.bounds) ? { overSides: true } : {}
  return { command: unstacks ? "unstack" : "float", panel, frame, ...over }
}

function sizeCommand({ width, height }, { panel, frame }, edge) {
  const isWider = sense(edge, "left", "right") !== 0 && width !== frame.width
  const isHigher = sense(edge, "top", "bottom") !== 0 && height !== frame.height
  const size = { ...isWider && { width }, ...isHigher && { height } }
  return Object.keys(size).length > 0 ? { command: "resize", panel, ...size, edge } : null
}

/** Whether what was previewed is among other hints, too: its slot, the title or list it was held over, the tab's place. */
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
