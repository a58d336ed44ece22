import { isColumn, panelOf } from "./panels.js"

/**
 * The command that makes a panel wider, narrower, taller or shorter where it stands. The daemon resizes what floats, by
 * the edge it is told: the far one, or the near one when there is no room beyond the far one. A pinned panel is as
 * thick as its side, and as long as its share of it.
 * @param {DeskWindow} window
 * @param {{command: "resize", panel: string, dw: number, dh: number}} command along one axis; any other comes back
 */
export function sizeCommand(window, command) {
  const panel = command.command === "resize" ? shownFor(window, command.panel) : undefined
  if (!panel?.frame) return command
  return panel.place === "pinned" ? pinnedSize(panel, command) : { ...command, edge: edgeOf(window, panel, command) }
}

/** The panel itself; of a stack the one in front, which has the frame. */
function shownFor(window, id) {
  const panel = panelOf(window, id)
  return panel?.frame ? panel : window.panels.find(one => one.frame && one.stack?.panels.includes(id)) ?? panel
}

function pinnedSize(panel, { dw = 0, dh = 0 }) {
  const { id, side, frame } = panel
  const [across, along] = isColumn(side) ? [dw, dh] : [dh, dw]
  const [thickness, length] = isColumn(side) ? [frame.width, frame.height] : [frame.height, frame.width]
  return across !== 0 ? { command: "thickness", side, value: thickness + across }
    : { command: "share", panel: id, value: length + along }
}

function edgeOf({ body }, { frame }, { dw = 0, dh = 0 }) {
  if (dw !== 0) return isBlocked(frame.x, frame.width, body.x, body.width, dw) ? "left" : "right"
  return isBlocked(frame.y, frame.height, body.y, body.height, dh) ? "top" : "bottom"
}

/** Whether growing has no room beyond the far edge and some before the near one. */
function isBlocked(start, length, roomStart, room, by) {
  return by > 0 && start + length + by > roomStart + room && start > roomStart
}
