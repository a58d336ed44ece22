import { leaderOf } from "./panel-stacks.js"
import { detentForArrow } from "./sheet-keys.js"

/**
 * Keys on a focused title bar. Elsewhere none of them means anything to panels, so that typing is never taken for a
 * command; Ctrl may be ⌘ on a Mac.
 *
 * | Keys | What they do |
 * |---|---|
 * | arrows (with Shift) | move 16 px (64 px); a pinned panel one place along its side |
 * | arrows, on a sheet | one place further out or in |
 * | Ctrl + arrows (with Shift) | wider, narrower, taller, shorter by 16 px (64 px) |
 * | Alt + Shift + arrows | pin to that side |
 * | Ctrl + Z, Ctrl + Shift + Z | undo and redo of arranging |
 * | Ctrl + Enter | collapse the side that it is pinned to |
 * | Enter, Space | the Move menu |
 * | Escape | back to the text |
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
 * The command that a key on a panel's focused title bar stands for, or null.
 * @param {{key: string, shiftKey: boolean, ctrlKey: boolean, metaKey: boolean, altKey: boolean}} event
 * @param {Panel} panel
 */
export function commandForKey(event, panel) {
  const hasControl = event.ctrlKey || event.metaKey
  if (hasControl && !event.altKey && event.key.toLowerCase() === "z") {
    return { command: event.shiftKey ? "redo" : "undo" }
  }
  if (hasControl && event.key === "Enter" && panel.place === "pinned") {
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
  // A pinned panel changes places along its side, and across it goes to the next side; the daemon knows which.
  return panel.place === "pinned" ? { command: "move", panel: panel.id, direction: directions[arrow.side] }
    : { command: "move", panel: panel.id, dx: arrow.x * step, dy: arrow.y * step }
}
