import { compactBelow, isShown, pinnedTo } from "./panels.js"
import { layOut } from "./panels-layout.js"

/** The smallest body the daemon would leave. */
export const bodyMinimum = { width: 320, height: 200 }
const noRoom = "There is no room for it until the daemon arranges the panels again."

/**
 * The window at another size while the daemon cannot be asked: sides keep their thickness, the body shrinks, and a side
 * that would leave the body too little is put away. Always reckoned from the daemon's last answer, so that a window
 * which comes back to its size looks as before.
 * @param {DeskWindow} window the daemon's last answer
 * @param {{width: number, height: number}} size
 */
export function layOutOffline(window, size) {
  const isTooNarrow = size.width < compactBelow && window.class !== "compact"
  let next = isTooNarrow ? withoutPanels(window, () => true) : window
  for (const side of ["right", "left", "bottom", "top"]) {
    const laid = layOut(next, size)
    const isTight = side === "right" || side === "left"
      ? laid.body.width < bodyMinimum.width : laid.body.height < bodyMinimum.height
    if (isTight && pinnedTo(next, side).length > 0) next = withoutPanels(next, panel => panel.side === side)
  }
  return window.class === "compact" ? withOpenPanel(window, size) : layOut(next, size)
}

function withoutPanels(window, leaves) {
  const panels = window.panels.map(panel => isShown(panel) && leaves(panel)
    ? { ...panel, place: "meta", side: null, index: null, frame: null, reason: noRoom } : panel)
  const left = new Set(panels.filter(panel => panel.place === "pinned").map(panel => panel.side))
  return { ...window, panels, separators: window.separators.filter(separator => left.has(separator.side)) }
}

/** On a compact window the open panel keeps its height at the foot, the body takes the rest. */
function withOpenPanel(window, size) {
  const bare = layOut({ ...window, panels: [], separators: [] }, size)
  const open = window.panels.find(panel => panel.place === "open" && panel.frame)
  if (!open) return { ...bare, panels: window.panels }
  const { body } = bare
  const height = Math.min(open.frame.height, Math.max(body.height - bodyMinimum.height, body.height / 2))
  const frame = { x: body.x, y: body.y + body.height - height, width: body.width, height }
  return {
    ...bare, body: { ...body, height: body.height - height },
    panels: window.panels.map(panel => panel === open ? { ...panel, frame } : panel),
  }
}
