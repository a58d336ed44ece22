/**
 * The parts of a sheet, in the coordinates of its surface: the grabber and its area at the moving edge, the backing
 * under the surface, and its content (`reference/panels.md`, 2.2.8, 6.19 and 6.21).
 */
import { isColumn } from "./panels.js"
import { isAcross, isFar, mostExpanded, stopOf } from "./sheet-motion.js"

/** The grabber and the area that responds to it, in px. */
const grabberSize = { length: 36, thickness: 5, padding: 6, area: 36 }

/** The bar itself, centred on the moving edge. */
export function grabberFrame(surface, edge, { padding = grabberSize.padding, length = grabberSize.length,
  thickness = grabberSize.thickness } = {}) {
  const [width, height] = isColumn(edge) ? [thickness, length] : [length, thickness]
  const x = edge === "left" ? surface.width - padding - width : edge === "right" ? padding : (surface.width - width) / 2
  const y = edge === "top" ? surface.height - padding - height : edge === "bottom" ? padding
    : (surface.height - height) / 2
  return { x, y, width, height }
}

/** The strip along the moving edge. */
export function grabberArea(surface, edge, offset = grabberSize.area) {
  const { width, height } = surface
  switch (edge) {
  case "bottom": return { x: 0, y: 0, width, height: offset }
  case "top": return { x: 0, y: height - offset, width, height: offset }
  case "right": return { x: 0, y: 0, width: offset, height }
  default: return { x: width - offset, y: 0, width: offset, height }
  }
}

/** Whether a press counts as one on the grabber: even slightly outside, beyond the moving edge. */
export function isOnGrabber(surface, edge, point, offset = grabberSize.area) {
  const { x, y, width, height } = grabberArea(surface, edge, offset)
  const along = isColumn(edge) ? point.y >= y && point.y <= y + height : point.x >= x && point.x <= x + width
  const distance = { bottom: point.y - offset, right: point.x - offset, top: surface.height - offset - point.y,
    left: surface.width - offset - point.x }[edge]
  return along && distance <= 0 && distance >= -2 * offset
}

/** The backing under the surface: it extends further at the far end, so that a rubber band shows no gap. */
export function backing(surface, edge, overflow = 0, margins = 0) {
  const { width, height } = surface
  const inner = { x: margins, y: margins, width: width - 2 * margins, height: height - 2 * margins }
  // With margins the sheet is a separate card, and the backing ends where the surface does.
  if (margins > 0) return inner
  switch (edge) {
  case "bottom": return { ...inner, height: height + overflow }
  case "top": return { ...inner, y: -overflow, height: height + overflow }
  case "right": return { ...inner, width: width + overflow }
  default: return { ...inner, x: -overflow, width: width + overflow }
  }
}

/** The content's frame in the surface. */
export function contentFrame(surface, { margins = 0, padding = 0 } = {}) {
  const inset = margins + padding
  return { x: inset, y: inset, width: surface.width - 2 * inset, height: surface.height - 2 * inset }
}

/** How the sheet's edge is drawn: without rounded corners nothing needs clipping. */
export function appearance({ cornerRadius = 0, border = 0 } = {}) {
  return { cornerRadius, masksToBounds: cornerRadius > 0, borderWidth: border }
}

/** The visible part of the surface while the moving edge is at `location`, in the container's coordinates. */
export function drawnFrame(sheet, rest, location, least) {
  const seen = Math.max(Math.abs(fixedEdge(sheet, rest) - location), least)
  const from = isFar(sheet) ? location : location - seen
  return isAcross(sheet) ? { ...rest, x: from, width: seen } : { ...rest, y: from, height: seen }
}

/** Where the sheet begins and ends along its axis. */
const ends = (sheet, { x, y, width, height }) => isAcross(sheet) ? [x, x + width] : [y, y + height]

/** The location of the moving edge for this frame of the sheet. */
export const locationOf = (sheet, frame) => ends(sheet, frame)[isFar(sheet) ? 0 : 1]

/** The location of the other edge, from which the sheet appears. */
export const fixedEdge = (sheet, frame) => ends(sheet, frame)[isFar(sheet) ? 1 : 0]

// Scrolling

/** Whether a finger scrolls the content in that state rather than moving the sheet. */
export function canScroll(sheet, state) {
  return sheet.scrolls ? sheet.scrolls.includes(state) : mostExpanded(sheet).name === state
}

/** How a scrolling content behaves in a state: it does not bounce while a finger would move the sheet. */
export function scrollLook(sheet, state) {
  const isFree = canScroll(sheet, state)
  return { showsIndicator: isFree, bounces: isFree }
}

/**
 * The extra space at the content's ends, so that all of it can be scrolled into view: a static content extends beyond
 * the edge.
 * @param {{top: number, left: number, bottom: number, right: number}} safe the display's safe-area insets
 */
export function scrollInsets(sheet, state, safe) {
  const insets = { top: 0, left: 0, bottom: 0, right: 0 }
  const { edge } = sheet
  if (sheet.contentMode === "fitToBounds") return { ...insets, [edge]: safe[edge] }
  if (!sheet.scrolls?.includes(state)) return insets
  const concealed = Math.abs(stopOf(sheet, state).position - mostExpanded(sheet).position)
  return { ...insets, [edge]: safe[edge] + concealed }
}
