import { isShown } from "./panels.js"

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
