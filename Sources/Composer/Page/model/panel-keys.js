/** Keys of panels and of sheets. */
import { leaderOf } from "./panel-stacks.js"
import { leastExpanded, mostExpanded } from "./sheet-motion.js"

const outward = { bottom: "ArrowUp", top: "ArrowDown", left: "ArrowRight", right: "ArrowLeft" }
const inward = { bottom: "ArrowDown", top: "ArrowUp", left: "ArrowLeft", right: "ArrowRight" }

/** The word for an extent: a tip is “low”. */
export const extentOf = state => state === "tip" ? "low" : state

/** The command for an arrow key along a sheet's axis, or null. */
function detentForArrow(key, panel) {
  const { edge } = panel.sheet
  const state = key === outward[edge] ? "more" : key === inward[edge] ? "less" : null
  return state && { command: "detent", panel: panel.id, state }
}

/**
 * Keys on a focused title bar (`Panels.md` lists them). Panels handle them nowhere else, so that typing is never mistaken
 * for a command; Ctrl may be ⌘ on a Mac.
 */
export const titleBarKeys =
  "ArrowLeft ArrowRight ArrowUp ArrowDown Control+ArrowLeft Control+ArrowRight Control+ArrowUp Control+ArrowDown " +
  "Alt+Shift+ArrowLeft Alt+Shift+ArrowRight Alt+Shift+ArrowUp Alt+Shift+ArrowDown"

const arrows = {
  ArrowLeft: { side: "left", x: -1, y: 0 }, ArrowRight: { side: "right", x: 1, y: 0 },
  ArrowUp: { side: "top", x: 0, y: -1 }, ArrowDown: { side: "bottom", x: 0, y: 1 },
}
const directions = { left: "left", right: "right", top: "up", bottom: "down" }

/**
 * The command for a key on a panel's focused title bar, or null.
 * @param {{key: string, shiftKey: boolean, ctrlKey: boolean, metaKey: boolean, altKey: boolean}} event
 */
export function commandForKey(event, panel) {
  const hasControl = event.ctrlKey || event.metaKey
  if (hasControl && !event.altKey && event.key.toLowerCase() === "z") {
    return { command: event.shiftKey ? "redo" : "undo" }
  }
  // With Shift it publishes, from anywhere.
  if (hasControl && !event.shiftKey && !event.altKey && event.key === "Enter" && panel.place === "pinned") {
    return { command: "collapseSide", side: panel.side }
  }
  const arrow = arrows[event.key]
  if (!arrow || (event.ctrlKey && event.metaKey)) return null
  const step = event.shiftKey ? 64 : 16
  if (event.altKey) {
    return event.shiftKey && !hasControl ? { command: "pin", panel: leaderOf(panel), side: arrow.side } : null
  }
  if (hasControl) return { command: "resize", panel: panel.id, dw: arrow.x * step, dh: arrow.y * step }
  if (panel.sheet) return detentForArrow(event.key, panel)
  // A pinned panel moves by one place along its side, and across it to the next side; the daemon decides.
  return panel.place === "pinned" ? { command: "move", panel: panel.id, direction: directions[arrow.side] }
    : { command: "move", panel: panel.id, dx: arrow.x * step, dy: arrow.y * step }
}

// MARK: The grabber and the backdrop of a sheet

/** On the grabber: arrow keys step, Home and End go to the ends, Enter and Space go to the next place. */
export function commandForGrabber(event, panel) {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const { sheet, id } = panel
  const to = state => ({ command: "detent", panel: id, state })
  switch (event.key) {
  case "Home": return to(leastExpanded(sheet).name)
  case "End": return to(mostExpanded(sheet).name)
  case "Enter": case " ": return to(mostExpanded(sheet).name === sheet.state ? "less" : "more")
  default: return detentForArrow(event.key, panel)
  }
}

/** The command for a press on the backdrop: the most extended state without a backdrop, else close. */
export function dismissal(panel) {
  const { sheet } = panel
  const light = sheet.states.toSorted((one, other) => other.order - one.order).find(state => state.backdrop === 0)
  if (sheet.isModal || !light) return { command: "close", panel: panel.id }
  return { command: "detent", panel: panel.id, state: light.name }
}
