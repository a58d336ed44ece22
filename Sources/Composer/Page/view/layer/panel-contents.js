/** The contents of panels, and the commands that show them. */
import "../panels/date-panel.js"
import "../panels/details-panel.js"
import "../panels/history-panel.js"
import "../panels/media-panel.js"
import "../panels/meta-panel.js"
import "../panels/notes-panel.js"
import "../panels/outline-panel.js"
import "../panels/posts-panel.js"
import "../panels/preview-panel.js"
import "../panels/queue-panel.js"
import "../panels/settings-panel.js"
import "../panels/tags-panel.js"
import "../panels/targets-panel.js"
import "../panels/title-panel.js"
import { knownPanels } from "../../model/panel-menu.js"
import { hasNoRoom, isShown, panelOf, showCommand } from "../../model/panels.js"
import { arrangingItems, viewItems } from "../../model/views.js"
import { make } from "../markup.js"

/**
 * Creates a panel's content, once for the lifetime of the page. For a panel that this page does not know, the content
 * says so.
 * @param {Page} page
 */
export function makeContent(id, page) {
  const content = Object.assign(document.createElement(`${id}-panel`), { page })
  if (!knownPanels.includes(id)) {
    content.append(make("p", { class: "meta-empty" }, "This page has nothing to show here. Load the page again."))
  }
  return content
}

const panelKeys = {
  posts: ["Mod+Alt+P"], preview: ["Mod+Alt+V"], queue: ["Mod+Alt+Q"], outline: ["Mod+Alt+O"], settings: ["Mod+,"],
}
const nothing = { class: "wide", panels: [], canUndo: true, canRedo: true }

/** The panel commands that have a key or are in the toolbar, for the page's list of commands. */
export function panelCommands(layer) {
  const { arranging } = layer
  const isEnabled = () => arranging.window !== null
  return [
    { id: "panel.next", title: "Next pane", keys: ["F6"], run: () => layer.cycle(1), isEnabled },
    { id: "panel.previous", title: "Previous pane", keys: ["Shift+F6"], run: () => layer.cycle(-1), isEnabled },
    {
      id: "panel.menu", title: "Panel: Move menu", run: () => layer.openMenu(),
      isEnabled: () => layer.current !== undefined,
    },
    {
      id: "panel.fill", title: "Panel: Fill the window", keys: ["Mod+Alt+M"],
      run: detail => layer.run({ command: "maximise", panel: detail?.panel ?? layer.current.id }),
      isEnabled: () => layer.current !== undefined && arranging.window.class !== "compact",
    },
    ...itemsOf(nothing).map(item => ({
      id: `arrangement.${item.id}`, title: item.title, ...item.isGlobal && { keys: [item.keys] },
      run: () => layer.run(currentItem(arranging.window, item.id).command),
      isEnabled: () => isEnabled() && canRun(currentItem(arranging.window, item.id)),
    })),
    ...knownPanels.map(id => ({
      id: `panel.${id}`, keys: panelKeys[id], run: detail => toggle(layer, id, detail?.byKey), isEnabled,
      isOn: () => arranging.window?.panels.some(panel => panel.id === id && isShown(panel)) ?? false,
      get title() { return `${arranging.window ? panelOf(arranging.window, id)?.title : id} panel` },
    })),
  ]
}

const itemsOf = window => [...arrangingItems(window), ...viewItems(window)]
const currentItem = (window, id) => itemsOf(window).find(item => item.id === id)
// Some commands exist only in a window that is not compact.
const canRun = item => item !== undefined && !item.reason

/** @param {boolean} [byKey] whether the keyboard goes on in the opened panel, if that has a field to begin with */
async function toggle(layer, id, byKey) {
  const { arranging } = layer, panel = panelOf(arranging.window, id)
  if (!panel) return
  if (panel.place === "popover") return layer.run({ command: "popover" })
  if (isShown(panel)) return arranging.run({ command: "close", panel: id })
  const isOpen = hasNoRoom(panel)
    ? await layer.popOver(id, document.querySelector(".panels-button"))
    : await arranging.run(showCommand(arranging.window, panel))
  if (isOpen && byKey) layer.querySelector(`${id}-panel`).begin?.()
}
