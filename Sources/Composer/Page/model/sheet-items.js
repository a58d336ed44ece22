import { edgeOf } from "./panel-reasons.js"
import { isColumn } from "./panels.js"
import { extentOf } from "./sheet-keys.js"

/** The items of the Move menu for a sheet: where it may stay, and whether the rest waits. */
export function sheetItems(panel) {
  const { sheet } = panel, noun = isColumn(sheet.edge) ? "Width" : "Height"
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
  ...edgeOf(panel) === edge && { reason: `${panel.title} is a sheet ${edge} already.` },
}))
