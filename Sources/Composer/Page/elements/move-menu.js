import { aloneItem, matesMenu, moveMenu, tabsMenu, windowSection } from "../model/panel-menu.js"
import { tabItems } from "../model/panel-stacks.js"
import { isShown, panelOf } from "../model/panels.js"

const menus = { move: moveMenu, mates: matesMenu, tabs: tabsMenu }

/** @param {"move"|"mates"|"tabs"} kind @returns {MenuSection[]} of a panel's menu */
export const sectionsOf = (window, panel, kind) => menus[kind](window, panel)

/** The Move menu's item for a panel, or undefined when there is none. */
export function itemOf(window, panelId, id) {
  const panel = window && panelOf(window, panelId)
  if (!panel || !isShown(panel)) return undefined
  return moveMenu(window, panel).flatMap(section => section.items).find(item => item.id === id)
}

const sampleSheet = {
  edge: "bottom", state: "", states: ["tip", "half", "full"].map((name, order) => ({ name, order })), isModal: false,
}
const sample = { id: "", title: "", place: "pinned", side: "right", index: 0, frame: {}, z: 1, resize: [], sheet: sampleSheet }
const nothing = { class: "wide", follows: "desk", panels: [], separators: [] }

/**
 * What the Move menu offers, for the page's list of commands. A command about a panel means `detail.panel`, or the panel
 * that had the focus last.
 * @param {PanelLayerElement} layer
 * @returns {Command[]}
 */
export function menuCommands(layer) {
  const { arranging } = layer
  const ofWindow = windowSection(nothing).items
  const ofWindowIds = new Set(ofWindow.map(item => item.id))
  const ofPanel = [...moveMenu(nothing, sample).flatMap(section => section.items), ...tabItems(sample), aloneItem(sample)]
    .filter(item => !ofWindowIds.has(item.id) && !item.isGlobal)
  const current = id => windowSection(arranging.window).items.find(item => item.id === id)
  return [
    ...ofPanel.map(({ id, title }) => ({
      id: `panel.${id}`, title: `Panel: ${title}`, run: detail => layer.act(id, detail?.panel),
      isEnabled: () => { const found = itemOf(arranging.window, layer.current?.id, id); return !!found && !found.reason },
    })),
    ...ofWindow.map(({ id, title }) => ({
      id: `arrangement.${id}`, title, run: () => layer.run(current(id).command),
      isEnabled: () => arranging.window !== null && !current(id).reason,
    })),
  ]
}
