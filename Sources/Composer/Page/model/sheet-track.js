/**
 * A sheet's way: where its moving edge may stay, and where a drag takes it. The daemon has decided the places and decides
 * where the sheet comes to rest; here is what can be seen meanwhile (`reference/panels.md`, 6.2 to 6.6 and 6.18).
 * @typedef {{name: string, order: number, position: number, backdrop: number}} SheetStop
 * @typedef {{edge: "left"|"right"|"top"|"bottom", state: string, states: SheetStop[], hiddenPosition: number,
 *   contentMode: "static"|"fitToBounds", isModal: boolean, isRemovable: boolean, removal: number, rate: number,
 *   rubberBand: string[], boundary: {low: number, high: number}|null, scrolls: string[]|undefined}} Sheet
 */

/** Whether the sheet moves left and right. */
export const isAcross = sheet => sheet.edge === "left" || sheet.edge === "right"
/** Whether it comes from the edge at which coordinates are large. */
export const isFar = sheet => sheet.edge === "right" || sheet.edge === "bottom"

/** By how much a pull beyond the end is seen: less and less, and never by `dimension`. */
export function stretched(excess, dimension, stiffness = 0.55) {
  return dimension > 0 ? (1 - 1 / (stiffness * excess / dimension + 1)) * dimension : 0
}

/** How far something goes that is let go at `velocity` (px/s) and slows down by itself. */
export const projection = (velocity, rate) => velocity / 1000 * rate / (1 - rate)

/** The stops, the most expanded first; equal orders go by name. */
const byOrder = states => [...states].sort((one, other) => other.order - one.order || (one.name < other.name ? -1 : 1))

/** The stops in the order of their coordinates. */
export function ascending(sheet) {
  const stops = byOrder(sheet.states)
  return isFar(sheet) ? stops : stops.reverse()
}

export const mostExpanded = sheet => byOrder(sheet.states)[0]

/** With a single place to stay at, the other end of the way is out of sight. */
export function leastExpanded(sheet) {
  return sheet.states.length > 1 ? byOrder(sheet.states).at(-1)
    : { name: "hidden", order: 0, position: sheet.hiddenPosition, backdrop: 0 }
}

export const stopOf = (sheet, state) => sheet.states.find(stop => stop.name === state)

/** The whole way, from its low to its high end. */
export function reach(sheet) {
  const ends = [mostExpanded(sheet).position, leastExpanded(sheet).position]
  return { low: Math.min(...ends), high: Math.max(...ends) }
}

/**
 * Where the moving edge is after the pointer took it so far from `start`.
 * @param {number} length of the container, on the axis
 * @param {boolean} isScrolling the finger moves it by its content, which ends where the sheet does
 */
export function dragged(sheet, start, translation, length, isScrolling = false) {
  const place = start + translation, { low, high } = reach(sheet)
  if (isScrolling) return Math.min(Math.max(place, low), high)
  let drawn = place
  if (place < low && sheet.rubberBand.includes("low")) drawn = low - stretched(low - place, length)
  else if (place > high && sheet.rubberBand.includes("high")) drawn = high + stretched(place - high, length)
  const { boundary } = sheet
  return boundary ? Math.min(Math.max(drawn, boundary.low), boundary.high) : drawn
}

/** The stops around a place, as one meets them going forward (to larger coordinates) or back. */
export function segment(sheet, location, isForward) {
  const stops = ascending(sheet)
  const index = stops.findIndex(stop => isForward ? location < stop.position : location <= stop.position)
  return index < 0 ? { lower: stops.at(-1), upper: undefined } : { lower: stops[index - 1], upper: stops[index] }
}

/** How dark it is behind the sheet while its moving edge is there, having come this way. */
export function backdropAt(sheet, location, translation) {
  const isForward = translation >= 0
  const found = segment(sheet, location, isForward)
  const lower = found.lower ?? mostExpanded(sheet), upper = found.upper ?? leastExpanded(sheet)
  const [from, to] = isForward ? [lower, upper] : [upper, lower]
  const way = to.position - from.position
  if (way === 0) return from.backdrop
  const gone = Math.min(Math.max(1 - (to.position - location) / way, 0), 1)
  return from.backdrop + gone * (to.backdrop - from.backdrop)
}

/** Where it will probably come to rest: seen before the daemon has decided, which may take a moment. */
export function likelyRest(sheet, location, velocity) {
  if (isRemoved(sheet, location, velocity)) return sheet.hiddenPosition
  const { lower, upper } = segment(sheet, location, velocity > 0)
  const near = [lower, upper].filter(Boolean), rolled = location + projection(velocity, sheet.rate)
  return near.sort((one, other) => Math.abs(one.position - rolled) - Math.abs(other.position - rolled))[0].position
}

/** How fast a fling has to be there to close the sheet, in px/s. */
export const removalVelocity = (sheet, location) => sheet.removal * Math.abs(location - sheet.hiddenPosition)

/** Whether a fling closes the sheet; the daemon has the last word. */
export function isRemoved(sheet, location, velocity) {
  const outward = isFar(sheet) ? velocity : -velocity
  return sheet.isRemovable && outward > 0 && outward >= removalVelocity(sheet, location)
}
