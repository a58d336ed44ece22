import { tabsOf } from "./panel-stacks.js"
import { hasNoRoom, isShown, panelOf, placeInWords, showCommand } from "./panels.js"

/**
 * The menus of panels, for `<command-menu>`. The daemon decides which items a panel's own menu has and why an item is
 * disabled; this module adds icons and keys.
 * @typedef {{id: string, title: string, icon?: string, keys?: string, command?: object, checked?: boolean,
 *   reason?: string, about?: string, menu?: string, detail?: string, pageCommand?: string}} MenuItem `about` says what
 *   it does; `pageCommand` is the id of a command of the page
 * @typedef {{title: string, isRow?: boolean, isHeaded?: boolean, items: MenuItem[]}} MenuSection
 */

const arrows = {
  left: "ArrowLeft", right: "ArrowRight", top: "ArrowUp", bottom: "ArrowDown", up: "ArrowUp", down: "ArrowDown",
  wider: "ArrowRight", narrower: "ArrowLeft", taller: "ArrowDown", shorter: "ArrowUp",
}
/** How to draw items of which there are several, by the part of the id before the dot. */
const families = {
  pin: name => ({ icon: `pin-${name}`, keys: `Alt+Shift+${arrows[name]}` }),
  move: name => ({ icon: `move-${name}`, keys: `Shift+${arrows[name]}` }),
  resize: name => ({ icon: name, keys: `Mod+Shift+${arrows[name]}` }),
  sheet: name => ({ icon: `sheet-${name}` }),
  tab: name => name === "next" ? { icon: "move-right", keys: "Alt+Shift+PageDown" }
    : { icon: "move-left", keys: "Alt+Shift+PageUp" },
  order: (name, { direction }) => ({ icon: `move-${direction}` }),
}
const drawings = {
  float: { icon: "float" }, stack: { icon: "stack", menu: "mates" }, unstack: { icon: "unstack" },
  collapseSide: { icon: "strip", keys: "Mod+Enter" }, popOut: { icon: "window" }, collapse: { icon: "collapse" },
  fill: { icon: "maximise", keys: "Mod+Alt+M" }, putBack: { icon: "restore", keys: "Mod+Alt+M" },
  lock: { icon: "lock" }, unlock: { icon: "unlock" }, close: { icon: "close" }, reset: { icon: "reset" },
}

/** An item of the daemon's; one that this page does not know has only its title. */
function drawn({ id, title, command, isChecked, reason }) {
  const [family, name] = id.split(".")
  const drawing = drawings[id] ?? (name && families[family]?.(name, command)) ?? {}
  return { id, title, command, checked: isChecked, reason, ...drawing }
}

const section = ({ title, isRow = false, items }) => ({ title, isRow, items: items.map(drawn) })

/**
 * The menu alternatives to dragging, and further commands.
 * @param {{sections: object[]}} menu the daemon's `PanelMenuBody`
 */
export const moveMenu = (window, menu) =>
  [...menu.sections.map(section), ...window.class === "compact" ? [] : [windowSection(window)]]

/** The menu behind “Stack with…”. */
export function matesMenu(window, { mates: { title, items } }) {
  const isStack = id => panelOf(window, id)?.stack !== undefined
  return [{ title, items: items.map(item =>
    ({ ...drawn(item), ...isStack(item.command.with) && { detail: "Stack" } })) }]
}

/**
 * The panels that can be shown temporarily where the menu stands: all that are not visible. @returns {MenuSection[]}
 */
export const lookMenu = window => [{
  title: "Look at", items: window.panels
    .filter(panel => !isShown(panel) && ["closed", "meta", "strip"].includes(panel.place))
    .map(({ id, title }) => ({ id: `look.${id}`, title, popover: id })),
}]

/** The tabs of a stack as a menu. */
export const tabsMenu = (window, panel) => [{
  title: "Tabs", items: tabsOf(window, panel).map(({ id, title, isSelected }) => ({
    id: `tab.${id}`, title, checked: isSelected, command: { command: "raise", panel: id },
  })),
}]

/** Whose arrangement this is: the desk's, which all windows share, or this window's own. */
export function windowSection(window) {
  const isOwn = window.follows == null
  return {
    title: "Arrangement", items: [
      {
        id: "detach", title: "This window only", checked: isOwn, command: { command: "detach" },
        ...isOwn && { reason: "This window has its own arrangement already." },
      },
      {
        id: "attach", title: "Follow the desk", checked: !isOwn, command: { command: "attach" },
        ...!isOwn && { reason: "This window follows the desk already." },
      },
      {
        id: "everywhere", title: "Use everywhere", command: { command: "useEverywhere" },
        ...!isOwn && { reason: "Every window that follows the desk looks like this already." },
      },
    ],
  }
}

/** The daemon's further offers for the whole arrangement. */
export const offeredItems = window => (window.offers ?? [])
  .map(({ says, ...command }) => ({ id: `offer.${command.command}`, title: says, command }))

/** What the panels are for, in the groups of the toolbar's menu. */
const groups = [
  { title: "The text", panels: {
    title: "Headline, address and summary", preview: "What readers will see",
    outline: "The headings, to go to and move", notes: "Notes for you alone", history: "The versions of the post",
    media: "The pictures of all posts",
  } },
  { title: "The post", panels: {
    date: "When it is sent", tags: "What it is about", details: "Language, author, addresses",
    targets: "Where it goes",
  } },
  { title: "The desk", panels: {
    posts: "All posts, to find and open", queue: "What is sent when",
    settings: "Typeface, colours, focus, spelling", meta: "The panels that are put away",
  } },
]

/** The panels for which this page has an element: `ID-panel`. */
export const knownPanels = groups.flatMap(({ panels }) => Object.keys(panels))

/**
 * The toolbar's list of panels, in groups: the command that choosing one runs, and its state. The last group also has
 * the panels that this page does not know.
 */
export function panelSections(window) {
  const listed = window.panels.filter(panel => panel.id !== "meta" || window.class !== "compact")
  const groupOf = ({ id }) => groups.find(({ panels }) => Object.hasOwn(panels, id)) ?? groups.at(-1)
  return groups.map(group => ({ title: group.title, isHeaded: true,
    items: listed.filter(panel => groupOf(panel) === group).map(panel => ({
      id: panel.id, title: panel.title, detail: window.class === "compact" ? "" : placeInWords(panel), checked: isShown(panel), about: group.panels[panel.id],
      ...hasNoRoom(panel) ? { popover: panel.id }
        : { command: isShown(panel) ? { command: "close", panel: panel.id } : showCommand(window, panel) },
    })) })).filter(({ items }) => items.length)
}

/**
 * Saving under a name, which the page asks for, and loading a saved arrangement; the desk's is followed, not loaded.
 */
export const savedItems = window => [
  { id: "save", title: "Save arrangement as…", needsName: true, command: { command: "saveAs" } },
  ...(window.names ?? []).filter(name => name !== "desk")
    .map(name => ({ id: `load.${name}`, title: `Load “${name}”`, command: { command: "load", name } })),
]
