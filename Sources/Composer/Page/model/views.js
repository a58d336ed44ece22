/** One panel, all of them or none for a while. */
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

/** How high title bars are, CSS pixels; that of a sheet has its grabber above. */
const barHeight = 32
const sheetBarHeight = 56

/** The shown panels of an exposé and where each is seen, in reading order: from the top, then from the left. */
export const exposedCards = window => window.panels.filter(panel => isShown(panel) && panel.exposed)
  .map(({ id, title, frame, exposed, sheet }) =>
    ({ id, title, frame, exposed, bar: sheet?.edge === "bottom" ? sheetBarHeight : barHeight }))
  .sort((one, other) => Math.round((one.exposed.y - other.exposed.y) / 24) || one.exposed.x - other.exposed.x)

/** What is asked for when a panel of an exposé is chosen, or (null) when the press went beside them. */
export const choiceCommand = id => id === null ? { command: "expose" } : { command: "expose", panel: id }

/**
 * The card that an arrow leads to: the nearest one that way; what lies off to the side counts double.
 * @returns {string|null} its id, or null when there is none that way
 */
export function cardToward(cards, from, key) {
  const start = cards.find(card => card.id === from)
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key]
  if (!start || !way) return null
  const origin = middle(start.exposed)
  const found = cards.filter(card => card !== start).map(card => {
    const to = middle(card.exposed)
    const dx = to.x - origin.x, dy = to.y - origin.y
    const along = dx * way[0] + dy * way[1]
    return { id: card.id, along, distance: along + 2 * Math.abs(dx * way[1] + dy * way[0]) }
  }).filter(card => card.along > 1)
  return found.sort((one, other) => one.distance - other.distance)[0]?.id ?? null
}

const middle = frame => ({ x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 })

/** Two taps with three fingers, soon after each other: PanelKit's way to see all panels at once. */
export const tapRule = { fingers: 3, taps: 2, pauseMilliseconds: 600, tapMilliseconds: 350 }

/**
 * Counts the taps of several fingers. A press that lasts, or with other fingers, begins anew.
 * @returns {{down: (fingers: number, at: number) => void, up: (fingers: number, at: number) => boolean}} `up` is told
 *   how many fingers are left, and answers whether that was the last of the taps
 */
export function fingerTaps(rule = tapRule) {
  let most = 0, began = 0, taps = 0, ended = -Infinity
  return {
    down(fingers, at) {
      if (fingers === 1 || most === 0) began = at
      most = Math.max(most, fingers)
    },
    up(fingers, at) {
      if (fingers > 0) return false
      const isTap = most === rule.fingers && at - began <= rule.tapMilliseconds
      taps = isTap ? (began - ended <= rule.pauseMilliseconds ? taps + 1 : 1) : 0
      most = 0
      ended = at
      if (taps < rule.taps) return false
      taps = 0
      return true
    },
  }
}
