/**
 * Snapping: an edge of a moving panel aligns with an edge of the room or of another floating panel. The daemon sends
 * the lines with its hints when a drag begins.
 * @typedef {{axis: "x"|"y", position: number, from: number, to: number, edge: "near"|"far", isAligned: boolean}}
 *   SnapLine
 */

/** The fraction of the shorter edge that must lie beside the other. */
const overlap = 0.5
const other = { x: "y", y: "x" }
const length = { x: "width", y: "height" }

/**
 * @param {Frame} frame the panel's frame without snapping
 * @param {{snaps?: SnapLine[], snap?: number, release?: number}} hints
 * @param {{x: SnapLine|null, y: SnapLine|null}} held the lines that hold it already: releasing takes a longer way than
 *   snapping
 * @param {string|null} edge the dragged edge or corner; null if the whole panel moves
 */
export function snapped(frame, { snaps = [], snap = 0, release = 0 }, held, edge = null) {
  const reach = line => isSame(line, held[line.axis]) ? snap + release : snap
  const far = line => line.position - (line.edge === "near" ? frame[line.axis] : endOf(frame, line.axis))
  const found = { x: null, y: null }
  const choose = lines => {
    for (const line of lines) {
      const best = found[line.axis]
      const isBetter = !best || Math.abs(far(line)) < Math.abs(far(best))
      if (isBetter && Math.abs(far(line)) <= reach(line) && isDragged(line, edge)) found[line.axis] = line
    }
  }
  choose(snaps.filter(line => !line.isAligned && isBeside(frame, line)))
  // Next to another panel without a gap, the corresponding edges of both snap, too.
  const facing = { ...found }
  choose(snaps.filter(line => line.isAligned && !facing[line.axis] && isFlush(line, facing[other[line.axis]])))
  let result = frame
  for (const line of Object.values(found)) if (line) result = pulled(result, line, far(line), edge)
  return { frame: result, held: found }
}

const endOf = (frame, axis) => frame[axis] + frame[length[axis]]

const isSame = (one, two) => !!two && one.position === two.position && one.edge === two.edge
  && one.from === two.from && one.to === two.to

function isDragged({ axis, edge: at }, edge) {
  if (edge === null) return true
  const names = axis === "x" ? { near: "left", far: "right" } : { near: "top", far: "bottom" }
  return edge.includes(names[at])
}

/** Whether at least half of the shorter one lies along the other. */
function isBeside(frame, { axis, from, to }) {
  const across = other[axis], end = endOf(frame, across)
  const shared = Math.min(end, to) - Math.max(frame[across], from)
  return shared >= overlap * Math.min(frame[length[across]], to - from)
}

const isFlush = (line, facing) => facing !== null && !facing.isAligned
  && (facing.position === line.from || facing.position === line.to)
  && (line.position === facing.from || line.position === facing.to)

function pulled(frame, { axis, edge: at }, by, edge) {
  if (edge === null) return { ...frame, [axis]: frame[axis] + by }
  const size = length[axis]
  return at === "far" ? { ...frame, [size]: frame[size] + by }
    : { ...frame, [axis]: frame[axis] + by, [size]: frame[size] - by }
}

/** The visible part of a line that holds: it spans both panels. */
export function drawnLine(frame, line) {
  const across = other[line.axis]
  const from = Math.min(line.from, frame[across]), to = Math.max(line.to, endOf(frame, across))
  return line.axis === "x" ? { x: line.position - 0.5, y: from, width: 1, height: to - from }
    : { x: from, y: line.position - 0.5, width: to - from, height: 1 }
}
