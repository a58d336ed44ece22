import { isColumn, pinnedTo } from "./panels.js"

/** Why an item in a panel's menu would do nothing; undefined if it does something, or if only the daemon can tell. */

const isAlong = direction => direction === "up" || direction === "down"
const outward = { left: "left", right: "right", top: "up", bottom: "down" }

/** The edge of a sheet, even while it fills the window. */
export const edgeOf = panel => panel.place === "sheet" ? panel.side : null

/** For a panel that is shown only temporarily: beside its strip, at a button, in Meta. */
export function visitReason({ title, place }) {
  if (place === "inside") return `${title} is in Meta. Take it out first.`
  return place === "strip" || place === "popover"
    ? `${title} is shown for a while only. Pin it or let it float first.` : undefined
}

export function moveReason(window, panel, direction) {
  const { title, place, side } = panel, edge = edgeOf(panel)
  if (edge) {
    return isColumn(edge) === isAlong(direction)
      ? `${title} is a sheet: it moves ${isColumn(edge) ? "left and right" : "up and down"}.` : undefined
  }
  if (place !== "pinned") return visitReason(panel)
  if (isColumn(side) === isAlong(direction)) {
    return orderReason(window, panel, direction === "left" || direction === "up" ? -1 : 1)
  }
  return outward[side] === direction ? `${title} is at the edge already.` : undefined
}

/** @param {boolean} isWidth whether the width is meant, else the height */
export function sizeReason(window, panel, isWidth) {
  const { title, place, side } = panel, edge = edgeOf(panel)
  if (edge) {
    return isColumn(edge) === isWidth ? undefined
      : `${title} is a sheet: only its ${isColumn(edge) ? "width" : "height"} changes.`
  }
  if (place !== "pinned") return visitReason(panel)
  return isColumn(side) !== isWidth && pinnedTo(window, side).length < 2 ? `${title} has the whole side.` : undefined
}

/** @param {number} by 1 for the next place of its side, -1 for the previous one */
export function orderReason(window, panel, by) {
  const { title, place, side, index } = panel
  if (place !== "pinned") return `${title} is not pinned.`
  const count = pinnedTo(window, side).length
  if (count < 2) return `${title} is alone on its side.`
  if (index + by >= 0 && index + by < count) return undefined
  return `${title} is the ${by < 0 ? "first" : "last"} of its side.`
}
