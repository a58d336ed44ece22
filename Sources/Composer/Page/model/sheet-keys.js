/** Keys and words for how far a sheet is out. */
import { isAcross, leastExpanded, mostExpanded } from "./sheet-track.js"

const outward = { bottom: "ArrowUp", top: "ArrowDown", left: "ArrowRight", right: "ArrowLeft" }
const inward = { bottom: "ArrowDown", top: "ArrowUp", left: "ArrowLeft", right: "ArrowRight" }

/** As a person says it: a tip is low. */
export const extentOf = state => state === "tip" ? "low" : state

/** Whether it is as far out as it goes. */
export const isOut = sheet => mostExpanded(sheet).name === sheet.state

/** The command of an arrow along the way of a sheet, or null. */
export function detentForArrow(key, panel) {
  const { edge } = panel.sheet
  const state = key === outward[edge] ? "more" : key === inward[edge] ? "less" : null
  return state && { command: "detent", panel: panel.id, state }
}

/** On the grabber: arrows step, Home and End go to the ends, Enter and Space go on. */
export function commandForGrabber(event, panel) {
  if (event.ctrlKey || event.metaKey || event.altKey) return null
  const { sheet, id } = panel
  const to = state => ({ command: "detent", panel: id, state })
  switch (event.key) {
  case "Home": return to(leastExpanded(sheet).name)
  case "End": return to(mostExpanded(sheet).name)
  case "Enter": case " ": return to(isOut(sheet) ? "less" : "more")
  default: return detentForArrow(event.key, panel)
  }
}

/** What a press on the darkness behind a sheet asks for: the furthest place without it, else to be closed. */
export function dismissal(panel) {
  const { sheet } = panel
  const light = [...sheet.states].sort((one, other) => other.order - one.order).find(state => state.backdrop === 0)
  if (sheet.isModal || !light) return { command: "close", panel: panel.id }
  return { command: "detent", panel: panel.id, state: light.name }
}

/** The items of the Move menu for a sheet: where it may stay, and whether the rest waits. */
export function sheetItems(panel) {
  const { sheet } = panel, noun = isAcross(sheet) ? "Width" : "Height"
  const states = [...sheet.states].filter(state => state.name !== "hidden").sort((one, other) => one.order - other.order)
  return [
    ...states.map(({ name }) => ({
      id: `detent.${name}`, title: `${noun}: ${extentOf(name)}`, checked: name === sheet.state,
      command: { command: "detent", panel: panel.id, state: name },
      ...name === sheet.state && { reason: `${panel.title} is at ${extentOf(name)} ${noun.toLowerCase()} already.` },
    })),
    {
      id: "sheet.modal", title: "In front of everything", checked: sheet.isModal,
      command: { command: "sheet", panel: panel.id, edge: sheet.edge, state: sheet.state, isModal: !sheet.isModal },
    },
  ]
}

/** The Move menu's row of edges from which a panel may come as a sheet. */
export const edgeItems = panel => ["left", "right", "top", "bottom"].map(edge => ({
  id: `sheet.${edge}`, title: `Sheet ${edge}`, icon: `sheet-${edge}`,
  command: { command: "sheet", panel: panel.id, edge },
  ...panel.place === "sheet" && panel.sheet?.edge === edge
    && { reason: `${panel.title} is a sheet ${edge} already.` },
}))
