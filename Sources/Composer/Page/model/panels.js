/** The daemon's answer for a window, and what lists and commands of panels read from it. */

/**
 * What the page knows of its window: the daemon's answer of `/v1/windows/{id}`, never changed here.
 * @typedef {{x: number, y: number, width: number, height: number}} Frame in CSS px, from the layer's corner
 * @typedef {{id: string, title: string, place: "floating"|"pinned"|"sheet"|"stacked"|"strip"|"popover"|"away"|"meta"|
 *   "open"|"closed", side: string|null, index: number|null, frame: Frame|null, z: number, resize: string[], reason:
 *   string|null}} Panel
 * @typedef {{id: string, side: string, orientation: string, frame: Frame, value: number, minimum: number, maximum:
 *   number, controls: string, label: string}} Separator
 * @typedef {{id: string, follows: string|null, revision: number, class: string, width: number, height: number, insets:
 *   object, body: Frame, panels: Panel[], separators: Separator[], canUndo: boolean, canRedo: boolean}} DeskWindow
 */

/**
 * Whether the daemon shows one panel at a time in a layer of this size: in a narrow one, and on a phone on its side. The
 * same rule as the daemon's (`SizeClass.swift`).
 */
export const isCompact = ({ width, height }) => width < 640 || width < 1000 && height < 440

/** A border's place within its side, from 1; 0 for the one beside the body. */
export const borderPlace = ({ id }) => Number(id.split("/")[1] ?? 0)

/** Whether a side is a column beside the body, rather than a row above or below it. */
export const isColumn = side => side === "left" || side === "right"

export const panelOf = (window, id) => window.panels.find(panel => panel.id === id)

/** Whether a panel is on the screen, as opposed to closed or in Meta. */
export const isShown = panel => panel.frame != null && panel.place !== "meta" && panel.place !== "closed"

/** The sheet that makes everything else inert, or undefined. */
export const modalSheet = window => window.panels.find(panel => panel.sheet?.isModal && isShown(panel))

/** The sheets at a point of the layer, also those that are still on their way there. */
export const sheetsAt = (window, x, y) => window.panels.filter(panel => panel.sheet && isShown(panel)
  && x >= panel.frame.x && x < panel.frame.x + panel.frame.width
  && y >= panel.frame.y && y < panel.frame.y + panel.frame.height)

/** Whether a panel is visible, so that the document need not show the same: the title, the date, the tags. */
export function isInPanel(window, id) {
  const panel = panelOf(window, id)
  return panel !== undefined && isShown(panel) && !window.view?.isZen
}

/** The pinned panels of a side, in order. */
export const pinnedTo = (window, side) => window.panels
  .filter(panel => isShown(panel) && panel.place === "pinned" && panel.side === side)
  .sort((one, other) => one.index - other.index)

/** The visible panels in reading order: columns and rows around the body, then floating panels, lowest first. */
export function readingOrder(window) {
  const isFromRight = window.direction === "rtl"
  const order = isFromRight ? ["right", "top", "left", "bottom"] : ["left", "top", "right", "bottom"]
  const pinned = order.flatMap(side => isFromRight && !isColumn(side)
    ? pinnedTo(window, side).reverse() : pinnedTo(window, side))
  const others = window.panels.filter(panel => isShown(panel) && panel.place !== "pinned")
  // A panel shown in Meta lies in front of it.
  const depth = panel => panel.z + (panel.place === "inside" ? 0.5 : 0)
  return [...pinned, ...others.sort((one, other) => depth(one) - depth(other))]
}

/** The floating panel on top, or undefined. */
export const topmost = window => readingOrder(window).filter(panel => panel.place === "floating").at(-1)

/** The next pane for F6, body first: a panel's id, or null for the body. */
export function paneAfter(window, current, step) {
  const { maximised, isZen } = window.view ?? {}
  if (maximised || isZen) return maximised ?? null
  const strips = (window.strips ?? []).map(strip => `strip-${strip.side}`)
  const panes = [null, ...readingOrder(window).map(panel => panel.id), ...strips]
  const from = Math.max(0, panes.indexOf(current))
  return panes[(from + step + panes.length) % panes.length]
}

/** Commands that bring a panel of this window onto the screen; `return` brings one from a window of its own. */
export const opening = ["open", "restore", "takeOut", "popover", "peek"]

/** The command that brings a hidden panel onto the screen. */
export const showCommand = (window, panel) => panel.place === "away" ? { command: "return", panel: panel.id }
  : ({ command: panel.place === "meta" && window.class !== "compact" ? "restore" : "open", panel: panel.id })

/**
 * Whether a pinned panel has no room in this window, so that it can only be looked at for a while: it is in Meta, with
 * the side to which it returns. One that waits behind a sheet has no side, and comes to the front.
 */
export const hasNoRoom = panel => panel.place === "meta" && panel.side != null

// MARK: Lists of panels

/** Meta's list: panels that were put there or have no room; on a compact window every panel but Meta itself. */
export const metaEntries = window => window.panels.filter(panel => panel.id !== "meta"
  && (["meta", "inside"].includes(panel.place) || (window.class === "compact" && panel.place === "open")))

/** A panel's place, in a few words for a list. */
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

/**
 * The command that makes a panel wider, narrower, taller or shorter in its place. The daemon resizes a floating panel
 * by the edge in the command: the far one, or the near one if there is no room beyond the far one. A pinned panel has
 * its side's thickness, and its share of the side's length.
 * @param {{command: "resize", panel: string, dw: number, dh: number}} command along one axis; any other comes back
 *   unchanged, and so does one that has its edge
 */
export function sizeCommand(window, command) {
  const panel = command.command === "resize" && !command.edge ? shownFor(window, command.panel) : undefined
  if (!panel?.frame) return command
  return panel.place === "pinned" ? pinnedSize(panel, command) : { ...command, edge: edgeOf(window, panel, command) }
}

/** The panel itself; for a stack the front panel, which has the frame. */
function shownFor(window, id) {
  const panel = panelOf(window, id)
  return panel?.frame ? panel : window.panels.find(one => one.frame && one.stack?.panels.includes(id)) ?? panel
}

function pinnedSize(panel, { dw = 0, dh = 0 }) {
  const { id, side, frame } = panel
  const [across, along] = isColumn(side) ? [dw, dh] : [dh, dw]
  const [thickness, length] = isColumn(side) ? [frame.width, frame.height] : [frame.height, frame.width]
  return across !== 0 ? { command: "thickness", side, value: thickness + across }
    : { command: "share", panel: id, value: length + along }
}

function edgeOf({ body }, { frame }, { dw = 0, dh = 0 }) {
  if (dw !== 0) return isBlocked(frame.x, frame.width, body.x, body.width, dw) ? "left" : "right"
  return isBlocked(frame.y, frame.height, body.y, body.height, dh) ? "top" : "bottom"
}

/** Whether there is no room to grow beyond the far edge but some before the near one. */
function isBlocked(start, length, roomStart, room, by) {
  return by > 0 && start + length + by > roomStart + room && start > roomStart
}

/** Window sizes in which an author may want to see the arrangement, in CSS px. */
export const otherSizes = [
  { id: "phone", title: "Phone", width: 390, height: 844 },
  { id: "tablet", title: "Tablet, upright", width: 820, height: 1180 },
  { id: "tablet-across", title: "Tablet, across", width: 1180, height: 820 },
  { id: "laptop", title: "Laptop", width: 1366, height: 900 },
  { id: "screen", title: "Large screen", width: 1920, height: 1080 },
  { id: "large", title: "Very large screen", width: 2560, height: 1440 },
]

/**
 * The contents of a drawing of the window: the text and every panel on the screen, from back to front.
 * @param {DeskWindow} window as the daemon simulates it
 */
export function pieces(window) {
  const shown = window.panels.filter(isShown).sort((one, other) => (one.z ?? 0) - (other.z ?? 0))
  const titleOf = id => panelOf(window, id)?.title ?? id
  return [
    { title: "Text", frame: window.body, isText: true },
    ...shown.map(({ title, frame, stack }) =>
      ({ title: stack ? stack.panels.map(titleOf).join(" · ") : title, frame, isText: false })),
  ]
}

/** The same in words, panels on the screen first: “Preview: Pinned left”. Omits closed panels. */
export function piecesInWords(window) {
  if (window.class === "compact") return ["One panel at a time, below the text."]
  const open = window.panels.filter(panel => panel.place !== "closed")
  return [...open.filter(isShown), ...open.filter(panel => !isShown(panel))].map(panel =>
    `${panel.title}: ${placeInWords(panel)}${panel.reason ? `. ${panel.reason}` : ""}`)
}
