import { visitReason } from "./panel-reasons.js"
import { leaderOf } from "./panel-stacks.js"
import { viewOf } from "./views.js"

/** Items of the Move menu: filling the window, and the locks that keep a panel in place. */
export function keepingItems(window, panel) {
  const isFilling = viewOf(window).maximised === panel.id
  const visit = visitReason(panel)
  const fill = {
    id: "fill", title: isFilling ? "Put back" : "Fill the window", icon: isFilling ? "restore" : "maximise",
    keys: "Mod+Alt+M", isGlobal: true, command: { command: "maximise", panel: panel.id },
    ...visit && { reason: visit },
  }
  if (window.class === "compact") return []
  const isSide = panel.place === "pinned" && window.lockedSides?.includes(panel.side)
  const isWhole = window.isLocked === true
  const own = panel.isLocked === true && !isSide && !isWhole
  return [
    fill,
    // A stack moves as a whole, and its leader's lock holds it.
    { id: "lock", title: `${own ? "Unlock" : "Lock"}${panel.stack ? " the stack" : ""}`, icon: own ? "unlock" : "lock",
      command: { command: own ? "unlock" : "lock", panel: leaderOf(panel) },
      ...visit && { reason: visit },
      ...(isSide || isWhole) && { reason: isWhole ? "All panels are locked." : `The ${panel.side} side is locked.` } },
    ...panel.place !== "pinned" ? [] : [{
      id: "lock-side", title: `${isSide ? "Unlock" : "Lock"} the ${panel.side} side`,
      command: { command: isSide ? "unlock" : "lock", side: panel.side },
      ...isWhole && { reason: "All panels are locked." },
    }],
  ]
}
