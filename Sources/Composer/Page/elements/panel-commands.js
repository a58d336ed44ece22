import { panelContents } from "./panel-contents.js"
import { isShown, panelOf } from "../model/panels.js"
import { arrangingItems, moveMenu, showCommand, windowSection } from "../model/panel-menu.js"
import { viewItems } from "../model/views.js"

const panelKeys = { posts: ["Mod+Alt+P"], preview: ["Mod+Alt+V"], queue: ["Mod+Alt+Q"] }

const sampleSheet = {
  edge: "bottom", state: "", states: ["tip", "half", "full"].map((name, order) => ({ name, order })), isModal: false,
}

/**
 * What can be done to panels, for the page's one list of commands: the same that the Move menu and the toolbar offer. A
 * command about a panel means `detail.panel`, or the panel that had the focus last.
 * @param {PanelLayerElement} layer
 * @returns {Command[]}
 */
export function panelCommands(layer) {
  const { arranging } = layer
  const sample = { id: "", title: "", place: "pinned", side: "right", index: 0, frame: {}, z: 1, resize: [], sheet: sampleSheet }
  const nothing = { class: "wide", follows: "desk", panels: [], separators: [], canUndo: true, canRedo: true }
  const ofWindow = [...arrangingItems(nothing), ...viewItems(nothing), ...windowSection(nothing).items]
  const isOfWindow = new Set(ofWindow.map(item => item.id))
  const ofPanel = moveMenu(nothing, sample).flatMap(section => section.items).filter(item => !isOfWindow.has(item.id))
  const isEnabled = () => arranging.window !== null
  return [
    { id: "panel.next", title: "Next pane", keys: ["F6"], run: () => layer.cycle(1), isEnabled },
    { id: "panel.previous", title: "Previous pane", keys: ["Shift+F6"], run: () => layer.cycle(-1), isEnabled },
    {
      id: "panel.menu", title: "Panel: Move menu", run: () => layer.openMenu(),
      isEnabled: () => layer.itemOf("close") !== undefined,
    },
    ...ofPanel.map(item => ({
      id: `panel.${item.id}`, title: `Panel: ${item.title}`, ...item.isGlobal && { keys: [item.keys] },
      run: detail => layer.act(item.id, detail?.panel),
      isEnabled: () => { const found = layer.itemOf(item.id); return !!found && !found.reason },
    })),
    ...ofWindow.map(item => ({
      id: `arrangement.${item.id}`, title: item.title, ...item.isGlobal && { keys: [item.keys] },
      run: () => layer.run(currentItem(arranging.window, item.id).command),
      isEnabled: () => isEnabled() && !currentItem(arranging.window, item.id)?.reason,
    })),
    ...[...Object.keys(panelContents), "meta"].map(id => ({
      id: `panel.${id}`, keys: panelKeys[id], run: () => toggle(arranging, id), isEnabled,
      get title() { return `${arranging.window ? panelOf(arranging.window, id)?.title : id} panel` },
    })),
  ]
}

const currentItem = (window, id) =>
  [...arrangingItems(window), ...viewItems(window), ...windowSection(window).items].find(item => item.id === id)

function toggle(arranging, id) {
  const panel = panelOf(arranging.window, id)
  if (panel) arranging.run(isShown(panel) ? { command: "close", panel: id } : showCommand(arranging.window, panel))
}
