/** Keys and words for how far a sheet is out, as far as the title bar and the menus have them. */

const outward = { bottom: "ArrowUp", top: "ArrowDown", left: "ArrowRight", right: "ArrowLeft" }
const inward = { bottom: "ArrowDown", top: "ArrowUp", left: "ArrowLeft", right: "ArrowRight" }

/** As a person says it: a tip is low. */
export const extentOf = state => state === "tip" ? "low" : state

/** The command of an arrow along the way of a sheet, or null. */
export function detentForArrow(key, panel) {
  const { edge } = panel.sheet
  const state = key === outward[edge] ? "more" : key === inward[edge] ? "less" : null
  return state && { command: "detent", panel: panel.id, state }
}
