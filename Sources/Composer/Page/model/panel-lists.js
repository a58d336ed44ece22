import { isColumn } from "./panels.js"

/** What stands in lists of panels, which come with the first of them. */

/** What Meta lists: what was put there or has no room; on a compact window every panel but Meta itself. */
export const metaEntries = window => window.panels.filter(panel => panel.id !== "meta"
  && (["meta", "inside"].includes(panel.place) || (window.class === "compact" && panel.place === "open")))

/** Where a panel is, in a few words for a list. */
export function placeInWords(panel) {
  switch (panel.place) {
  case "floating": return "Floating"
  case "strip": return `Collapsed ${panel.side}`
  case "popover": return "Open for a while"
  case "away": return "In its own window"
  case "stacked": return panel.isWanted ? "A tab" : "In Meta"
  case "pinned": return `Pinned ${panel.side}`
  case "meta": return panel.reason ? "No room" : "In Meta"
  case "inside": return "Shown in Meta"
  case "open": return "Open"
  case "sheet": return isColumn(panel.side) ? `Sheet on the ${panel.side}` : `Sheet at the ${panel.side}`
  default: return "Closed"
  }
}
