import { keepingItems } from "./panel-keeping.js"
import { edgeItems, sheetItems } from "./panel-keys.js"
import { moveReason, orderReason, sizeReason, visitReason } from "./panel-reasons.js"
import { leaderOf, matesOf, tabItems, tabsOf } from "./panel-stacks.js"
import { isColumn, isShown, placeInWords, showCommand } from "./panels.js"

/**
 * The menu alternatives to dragging: one item for each thing that a drag can do, and further commands. An item with a
 * `reason` is shown but disabled; where only the daemon can refuse, the item is enabled and the daemon answers.
 * @typedef {{id: string, title: string, icon?: string, keys?: string, command: object, checked?: boolean, reason?:
 *   string}} MenuItem
 * @typedef {{title: string, isRow: boolean, items: MenuItem[]}} MenuSection
 */

const step = 64
const arrowNames = {
  left: "ArrowLeft", right: "ArrowRight", top: "ArrowUp", bottom: "ArrowDown", up: "ArrowUp", down: "ArrowDown",
}

/**
 * @param {DeskWindow} window
 * @param {Panel} panel
 * @returns {MenuSection[]}
 */
export function moveMenu(window, panel) {
  const sheet = panel.sheet ? [{ title: "Sheet", isRow: false, items: sheetItems(panel) }] : []
  if (window.class === "compact") return [...sheet, lastSection(window, panel)]
  // The whole stack moves, and its leader represents it.
  const stack = { ...panel, id: leaderOf(panel) }
  return [
    { title: "Pin", isRow: true, items: ["left", "right", "top", "bottom"].map(side => pinItem(stack, side)) },
    { title: "Move", isRow: true, items: moveItems(window, stack) },
    { title: "Size", isRow: true, items: sizeItems(window, stack) },
    ...panel.stack ? [{ title: "Tab", isRow: true, items: tabItems(panel) }] : [],
    { title: "Sheet", isRow: true, items: edgeItems(panel) },
    ...sheet,
    { title: "Place", isRow: false, items: [
      floatItem(stack), ...orderItems(window, stack), stackItem(window, panel), unstackItem(panel), sideItem(panel),
      popOutItem(panel)] },
    lastSection(window, panel), windowSection(window),
  ]
}

function pinItem(panel, side) {
  const isThere = panel.place === "pinned" && panel.side === side
  return {
    id: `pin.${side}`, title: `Pin ${side}`, icon: `pin-${side}`, keys: `Alt+Shift+${arrowNames[side]}`,
    command: { command: "pin", panel: panel.id, side },
    ...isThere && { reason: `${panel.title} is pinned ${side} already.` },
  }
}

/** Disables an item if there is a reason. */
const unless = (reason, item) => reason ? { ...item, reason } : item

function moveItems(window, panel) {
  const directions = { left: [-step, 0], right: [step, 0], up: [0, -step], down: [0, step] }
  return Object.entries(directions).map(([direction, [dx, dy]]) => unless(moveReason(window, panel, direction), {
    id: `move.${direction}`, title: `Move ${direction}`, icon: `move-${direction}`,
    keys: `Shift+${arrowNames[direction]}`,
    command: panel.place === "floating"
      ? { command: "move", panel: panel.id, dx, dy } : { command: "move", panel: panel.id, direction },
  }))
}

function sizeItems(window, panel) {
  const sizes = {
    Wider: [step, 0, "right"], Narrower: [-step, 0, "left"], Taller: [0, step, "down"], Shorter: [0, -step, "up"],
  }
  return Object.entries(sizes).map(([title, [dw, dh, arrow]]) => unless(sizeReason(window, panel, dw !== 0), {
    id: `resize.${title.toLowerCase()}`, title, icon: title.toLowerCase(), keys: `Mod+Shift+${arrowNames[arrow]}`,
    command: { command: "resize", panel: panel.id, dw, dh },
  }))
}

function floatItem(panel) {
  return {
    id: "float", title: "Float", icon: "float", command: { command: "float", panel: panel.id },
    ...panel.place === "floating" && { reason: `${panel.title} floats already.` },
  }
}

/** Opens a second menu, of the panels to stack with. */
function stackItem(window, panel) {
  return {
    id: "stack", title: "Stack with…", icon: "stack", menu: "mates", panel: panel.id,
    ...matesOf(window, panel).length === 0 && { reason: "No other panel is open." },
  }
}

function unstackItem(panel) {
  return {
    id: "unstack", title: "Take out of the stack", icon: "unstack", command: { command: "unstack", panel: panel.id },
    ...!panel.stack && { reason: `${panel.title} is in no stack.` },
  }
}

function popOutItem({ id }) {
  const command = { command: "popOut", panel: id }
  return { id: "popOut", title: "Pop out into a window", icon: "window", command }
}

function sideItem(panel) {
  const isPinned = panel.place === "pinned"
  return {
    id: "collapseSide", title: isPinned ? `Shrink the ${panel.side} side to a strip` : "Shrink the side to a strip", icon: "strip",
    keys: "Mod+Enter", command: { command: "collapseSide", side: panel.side },
    ...!isPinned && { reason: `${panel.title} is not pinned.` },
  }
}

/**
 * The panels that can be shown temporarily where the menu stands: all that are not visible. @returns {MenuSection[]}
 */
export const lookMenu = window => [{
  title: "Look at", isRow: false, items: window.panels
    .filter(panel => !isShown(panel) && ["closed", "meta", "strip"].includes(panel.place))
    .map(({ id, title }) => ({ id: `look.${id}`, title, popover: id })),
}]

/** The menu behind “Stack with…”. @returns {MenuSection[]} */
export const matesMenu = (window, panel) => [{
  title: "Stack with", isRow: false, items: matesOf(window, panel).map(({ id, title, stack }) => ({
    id: `stack.${id}`, title, detail: stack ? "Stack" : undefined,
    command: { command: "stack", panel: leaderOf(panel), with: id },
  })),
}]

/** The tabs of a stack as a menu. @returns {MenuSection[]} */
export const tabsMenu = (window, panel) => [{
  title: "Tabs", isRow: false, items: tabsOf(window, panel).map(({ id, title, isSelected }) => ({
    id: `tab.${id}`, title, checked: isSelected, command: { command: "raise", panel: id },
  })),
}]

function orderItems(window, panel) {
  return [["previous", -1], ["next", 1]].map(([name, by]) => unless(orderReason(window, panel, by), {
    id: `order.${name}`, title: name === "next" ? "Next place" : "Previous place",
    icon: panel.place === "pinned" && isColumn(panel.side)
      ? (by < 0 ? "move-up" : "move-down") : (by < 0 ? "move-left" : "move-right"),
    command: { command: "pin", panel: panel.id, side: panel.side, index: panel.index + by },
  }))
}

function lastSection(window, panel) {
  const isCompact = window.class === "compact"
  return {
    title: panel.title, isRow: false, items: [
      ...isCompact || panel.id === "meta" ? [] : collapseItems(panel),
      ...keepingItems(window, panel),
      ...offeredItems(window, leaderOf(panel)),
      {
        id: "close", title: panel.stack ? `Close ${panel.title}` : "Close", icon: "close",
        // A panel shown at a button has no place that it could leave: the command returns it.
        command: panel.place === "popover" ? { command: "popover" } : { command: "close", panel: panel.id },
      },
      {
        id: "reset", title: "Reset this panel", icon: "reset",
        command: { command: "reset", scope: "panel", panel: panel.id },
      },
    ],
  }
}

/** Moves only the front tab into Meta; the others stay. */
export const aloneItem = ({ id }) => ({
  id: "collapse.alone", title: "Collapse only this tab into Meta", command: { command: "collapse", panel: id, alone: true },
})

function collapseItems(panel) {
  const isThere = panel.place === "inside" ? `${panel.title} is in Meta already.` : undefined
  return [
    unless(isThere ?? (panel.place === "popover" ? visitReason(panel) : undefined), {
      id: "collapse", title: panel.stack ? "Collapse the stack into Meta" : "Collapse into Meta", icon: "collapse",
      command: { command: "collapse", panel: leaderOf(panel) },
    }),
    ...panel.stack ? [aloneItem(panel)] : [],
  ]
}

/** Whose arrangement this is: the desk's, which all windows share, or this window's own. */
export function windowSection(window) {
  const isOwn = window.follows == null
  return {
    title: "Arrangement", isRow: false, items: [
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

/**
 * The daemon's further offers: for a panel, or for the whole arrangement if no panel is given. @returns {MenuItem[]}
 */
export const offeredItems = (window, panel = undefined) => (window.offers ?? [])
  .filter(offer => offer.panel === panel)
  .map(({ says, ...command }) => ({ id: `offer.${command.command}`, title: says, command }))

/**
 * The toolbar's list of panels: the command that choosing one runs, and its state.
 * @returns {{id: string, title: string, state: string, isShown: boolean, command: object}[]}
 */
export function panelList(window) {
  return window.panels.filter(panel => panel.id !== "meta" || window.class !== "compact").map(panel => ({
    id: panel.id, title: panel.title, state: placeInWords(panel), isShown: isShown(panel),
    command: isShown(panel) ? { command: "close", panel: panel.id } : showCommand(window, panel),
  }))
}

/**
 * Saving under a name, which the page asks for, and loading a saved arrangement; the desk's is followed, not loaded.
 */
export const savedItems = window => [
  { id: "save", title: "Save arrangement as…", needsName: true, command: { command: "saveAs" } },
  ...(window.names ?? []).filter(name => name !== "desk")
    .map(name => ({ id: `load.${name}`, title: `Load “${name}”`, command: { command: "load", name } })),
]
