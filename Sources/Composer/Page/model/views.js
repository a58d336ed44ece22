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

/** The shown panels of an exposé and where each is seen, in reading order: from the top, then from the left. */
export const exposedCards = window => window.panels.filter(panel => isShown(panel) && panel.exposed)
  .map(({ id, title, frame, exposed }) => ({ id, title, frame, exposed }))
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

/** Filling the window, and the locks that keep a panel where it is, for its Move menu. */
export function keepingItems(window, panel) {
  const isFilling = viewOf(window).maximised === panel.id
  const fill = {
    id: "fill", title: isFilling ? "Put back" : "Fill the window", icon: isFilling ? "restore" : "maximise",
    keys: "Mod+Alt+M", isGlobal: true, command: { command: "maximise", panel: panel.id },
  }
  if (window.class === "compact") return []
  const isSide = panel.place === "pinned" && window.lockedSides?.includes(panel.side)
  const isWhole = window.isLocked === true
  const own = panel.isLocked === true && !isSide && !isWhole
  return [
    fill,
    { id: "lock", title: own ? "Unlock" : "Lock", icon: own ? "unlock" : "lock",
      command: { command: own ? "unlock" : "lock", panel: panel.id },
      ...(isSide || isWhole) && { reason: isWhole ? "All panels are locked." : `The ${panel.side} side is locked.` } },
    ...panel.place !== "pinned" ? [] : [{
      id: "lock-side", title: `${isSide ? "Unlock" : "Lock"} the ${panel.side} side`,
      command: { command: isSide ? "unlock" : "lock", side: panel.side },
      ...isWhole && { reason: "All panels are locked." },
    }],
  ]
}

/** What takes the lock away that keeps this panel where it is. */
export function unlockCommand(window, panel) {
  if (window.isLocked) return { command: "unlock" }
  if (panel.place === "pinned" && window.lockedSides?.includes(panel.side)) {
    return { command: "unlock", side: panel.side }
  }
  return { command: "unlock", panel: panel.id }
}
