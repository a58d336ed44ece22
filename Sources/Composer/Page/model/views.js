import { leaderOf } from "./panel-stacks.js"
import { isShown } from "./panels.js"

/**
 * How this window looks at its arrangement for a while, as the daemon tells it in `window.view`: a panel fills it, all
 * panels are spread out, or none is there. A daemon that says nothing about it shows everything plainly.
 * @typedef {{maximised: string|null, isExposed: boolean, isZen: boolean}} View
 */
export const plainView = { maximised: null, isExposed: false, isZen: false }

/** @returns {View} */
export const viewOf = window => ({ ...plainView, ...window?.view })

/** Whether something lies over the panel, or it is off the screen: nothing in it can be used. */
export function isCovered(view, id) {
  return view.isZen || view.isExposed || (view.maximised !== null && view.maximised !== id)
}

/**
 * Whether a press on this part of a panel begins a drag: its title bar and its edges do, its content never, and none
 * of them while all panels are spread out to choose one.
 * @param {"title bar"|"edge"|"splitter"|"content"} part
 */
export const startsDrag = (part, { isExposed = false } = {}) => part !== "content" && !isExposed

/** Looking in another way, and locks of everything, for the toolbar's list. */
export function viewItems(window) {
  const view = viewOf(window)
  const none = window.panels.some(isShown) || view.isExposed || view.isZen ? null : "No panel is open."
  return [
    { id: "expose", title: view.isExposed ? "Put the panels back" : "All panels side by side", keys: "Mod+Alt+E",
      isGlobal: true, command: { command: "expose" }, ...none && { reason: none } },
    { id: "zen", title: "Only the text", keys: "Mod+Alt+Z", isGlobal: true, checked: view.isZen,
      command: { command: "zen" }, ...none && { reason: none } },
    ...window.class === "compact" ? [] : [
      { id: "lock-all", title: "Lock the panels", checked: window.isLocked === true,
        command: { command: window.isLocked ? "unlock" : "lock" } },
    ],
    { id: "direction", title: "Right to left", checked: window.direction === "rtl",
      command: { command: "direction", direction: window.direction === "rtl" ? "ltr" : "rtl" } },
  ]
}

/** What takes the lock away that keeps this panel where it is. */
export function unlockCommand(window, panel) {
  if (window.isLocked) return { command: "unlock" }
  if (panel.place === "pinned" && window.lockedSides?.includes(panel.side)) {
    return { command: "unlock", side: panel.side }
  }
  return { command: "unlock", panel: leaderOf(panel) }
}

/** Undoing, redoing and starting over, for the toolbar's list. */
export function arrangingItems(window) {
  return [
    { id: "undo", title: "Undo arranging", icon: "undo", command: { command: "undo" },
      ...!window.canUndo && { reason: "There is nothing to undo." } },
    { id: "redo", title: "Redo arranging", icon: "redo", command: { command: "redo" },
      ...!window.canRedo && { reason: "There is nothing to redo." } },
    { id: "reset-all", title: "Reset all panels", icon: "reset", command: { command: "reset", scope: "class" } },
  ]
}
