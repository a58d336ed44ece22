import { isColumn } from "./panels.js"
import { holds, stackFor } from "./panel-stacking.js"

/**
 * The arithmetic of dragging: from where a drag began and where the pointer is now to what is drawn. The daemon sends
 * its hints once, when the drag begins, and decides again when the panel is let go; in between nobody asks it.
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
 * The slot that a panel let go of here would be pinned to, or null; the daemon's own rule (`Drag+Ending.swift`). An
 * edge of the bounds attracts what comes within the zone. A panel that is near two opposite edges goes where the pointer is,
 * else a large panel could never be let go of.
 * @param {Frame} frame where the panel stands
 * @returns {{side: string, index: number, frame: Frame}|null}
 */
export function slotFor(frame, pointer, { bounds, slots = [], zone = defaults.zone }) {
  const slot = slots.find(({ side, frames }) => frames.length > 0 && attracts(side, frame, pointer, bounds, zone))
  if (!slot) return null
  const index = nearest(slot.frames, frame, slot.side)
  return { side: slot.side, index, frame: slot.frames[index] }
}

function attracts(side, frame, pointer, bounds, zone) {
  const isAt = {
    left: x => x <= bounds.x + zone, right: x => x >= bounds.x + bounds.width - zone,
    top: y => y <= bounds.y + zone, bottom: y => y >= bounds.y + bounds.height - zone,
  }
  const isNear = {
    left: isAt.left(frame.x), right: isAt.right(frame.x + frame.width),
    top: isAt.top(frame.y), bottom: isAt.bottom(frame.y + frame.height),
  }
  return isNear[side] && (!isNear[opposite[side]] || isAt[side](isColumn(side) ? pointer.x : pointer.y))
}

const opposite = { left: "right", right: "left", top: "bottom", bottom: "top" }

/** The slot whose middle is nearest to the panel's; of two that are equally near, the later. */
function nearest(frames, { x, y, width, height }, side) {
  const distance = frame => isColumn(side)
    ? Math.abs(frame.y + frame.height / 2 - y - height / 2) : Math.abs(frame.x + frame.width / 2 - x - width / 2)
  return frames.reduce((best, frame, index) => distance(frame) <= distance(frames[best]) ? index : best, 0)
}

/**
 * Where a moved panel stands now.
 * @param {{start: Frame, size: {width, height}, down: Point, side: string|null, isFree: boolean}} drag
 *   `size` is its size once it floats, `side` the side it was pinned to, `isFree` whether it came off already
 * @returns {{isFree: boolean, frame: Frame, slot: object|null}}
 */
export function moved(drag, pointer, hints, isPinSuppressed = false) {
  const isFree = drag.isFree || drag.side == null
    || inward(drag.side, drag.down, pointer) >= (hints.unpin ?? defaults.unpin)
  if (!isFree) return { isFree, frame: drag.start, slot: null }
  const wanted = underGrip(drag.size, drag.start, drag.down, pointer)
  const bounds = isPinSuppressed ? hints.room ?? hints.bounds : hints.bounds
  const frame = clamped(wanted, bounds, hints.minimum)
  // Over where it came from it goes back there.
  const isLoose = isPinSuppressed || (hints.origin && holds(hints.origin, pointer))
  return { isFree, frame, slot: isLoose ? null : stackFor(pointer, hints) ?? slotFor(frame, pointer, hints) }
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
