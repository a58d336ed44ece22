/** Temporary views: one panel, all or none. */
import { leaderOf } from "./panel-stacks.js"
import { isShown, panelOf } from "./panels.js"

/**
 * How this window temporarily shows its arrangement, as the daemon's `window.view` says: one panel fills it, all panels
 * are spread out, or all are hidden. Without that value everything is shown normally.
 * @typedef {{maximised: string|null, isExposed: boolean, isZen: boolean}} View
 */
export const plainView = { maximised: null, isExposed: false, isZen: false }

export const viewOf = window => ({ ...plainView, ...window?.view })

/** Whether the panel is covered or off the screen, so that it must be inert. */
export function isCovered(view, id) {
  return view.isZen || view.isExposed || (view.maximised !== null && view.maximised !== id)
}

/**
 * Whether a press on this part of a panel begins a drag: its title bar and its edges do, its content never, and none of
 * them while all panels are spread out.
 */
export const startsDrag = (part, { isExposed = false } = {}) => part !== "content" && !isExposed

/** The command that ends the temporary view in front; null without one. */
export function exitCommand(view) {
  const { peek, popover, isExposed, maximised, isZen } = view ?? plainView
  if (peek || popover) return { command: peek ? "peek" : "popover" }
  if (isExposed) return { command: "expose" }
  if (maximised) return { command: "maximise", panel: maximised }
  return isZen ? { command: "zen" } : null
}

/** The ids of the panels that lie over the text, or over Meta's list, and can be closed. */
export function closablePanels(window) {
  const isOverList = panelOf(window, "meta")?.inside?.index === null
  return window.panels.filter(panel => isShown(panel) && !panel.isLocked && (panel.sheet || panel.place === "open"
    || (isOverList && panel.place === "inside"))).map(({ id }) => id)
}

/** Items for the toolbar's list: changing the view, and locking everything. */
export function viewItems(window) {
  const view = viewOf(window)
  const none = window.panels.some(isShown) || view.isExposed || view.isZen ? {} : { reason: "No panel is open." }
  return [
    { id: "expose", title: view.isExposed ? "Put the panels back" : "All panels side by side", keys: "Mod+Alt+E",
      isGlobal: true, command: { command: "expose" }, about: "Choose one to go to it", ...none },
    { id: "zen", title: "Only the text", keys: "Mod+Alt+Z", isGlobal: true, checked: view.isZen,
      command: { command: "zen" }, about: "Hides the panels; again brings them back", ...none },
    ...window.class === "compact" ? [] : [
      { id: "lock-all", title: "Lock the panels", checked: window.isLocked === true,
        about: "No drag moves them by accident", command: { command: window.isLocked ? "unlock" : "lock" } },
    ],
    { id: "direction", title: "Right to left", checked: window.direction === "rtl",
      command: { command: "direction", direction: window.direction === "rtl" ? "ltr" : "rtl" } },
  ]
}

/** The command that removes the lock which holds this panel. */
export function unlockCommand(window, panel) {
  if (window.isLocked) return { command: "unlock" }
  if (panel.place === "pinned" && window.lockedSides?.includes(panel.side)) {
    return { command: "unlock", side: panel.side }
  }
  return { command: "unlock", panel: leaderOf(panel) }
}

/** The arrangement that comes with Galley (`PanelCatalogue.composer`). */
export const withPanels = "With panels"

/** Items for the toolbar's list: undo, redo, what to stand around the text, and reset. */
export function arrangingItems(window) {
  return [
    ...window.class === "compact" ? [] : [
      { id: "with-panels", title: withPanels, about: "Preview, date and tags around the text",
        command: { command: "load", name: withPanels } },
    ],
    { id: "undo", title: "Undo arranging", icon: "undo", command: { command: "undo" }, about: "Takes back the last change of panels",
      ...!window.canUndo && { reason: "There is nothing to undo." } },
    { id: "redo", title: "Redo arranging", icon: "redo", command: { command: "redo" }, about: "Makes it once more",
      ...!window.canRedo && { reason: "There is nothing to redo." } },
    { id: "reset-all", title: "Reset all panels", icon: "reset", about: "Back to where they stood at first",
      command: { command: "reset", scope: "class" } },
  ]
}

/** Heights of title bars, in CSS px; a sheet's includes the grabber above it. */
const barHeight = 32
const sheetBarHeight = 56

/** The visible panels of an exposé with their places there, in reading order: from the top, then from the left. */
export const exposedCards = window => window.panels.filter(panel => isShown(panel) && panel.exposed)
  .map(({ id, title, frame, exposed, sheet }) =>
    ({ id, title, frame, exposed, bar: sheet?.edge === "bottom" ? sheetBarHeight : barHeight }))
  .sort((one, other) => Math.round((one.exposed.y - other.exposed.y) / 24) || one.exposed.x - other.exposed.x)

/** The command for choosing a panel of an exposé, or (null) for a press beside them. */
export const choiceCommand = id => id === null ? { command: "expose" } : { command: "expose", panel: id }

/**
 * The card to which an arrow key leads: the nearest one in its direction; sideways distance counts double.
 * @returns {string|null} its id, or null if there is none in that direction
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

/** Two taps with three fingers in quick succession: PanelKit's gesture for seeing all panels at once. */
const tapRule = { fingers: 3, taps: 2, pauseMilliseconds: 600, tapMilliseconds: 350 }

/**
 * Counts taps with several fingers. A long press, or one with another number of fingers, resets the count.
 * @returns {{down: (fingers: number, at: number) => void, up: (fingers: number, at: number) => boolean}} `up` takes the
 *   number of fingers left, and returns whether that was the last of the taps
 */
export function fingerTaps() {
  let most = 0, began = 0, taps = 0, ended = -Infinity
  return {
    down(fingers, at) {
      if (fingers === 1 || most === 0) began = at
      most = Math.max(most, fingers)
    },
    up(fingers, at) {
      if (fingers > 0) return false
      const isTap = most === tapRule.fingers && at - began <= tapRule.tapMilliseconds
      taps = isTap ? (began - ended <= tapRule.pauseMilliseconds ? taps + 1 : 1) : 0
      most = 0
      ended = at
      if (taps < tapRule.taps) return false
      taps = 0
      return true
    },
  }
}
