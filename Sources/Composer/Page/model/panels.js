/**
 * What the page knows of its window: the daemon's answer of `/v1/windows/{id}`, never changed here.
 * @typedef {{x: number, y: number, width: number, height: number}} Frame in CSS px, from the layer's corner
 * @typedef {{id: string, title: string, place: "floating"|"pinned"|"sheet"|"stacked"|"strip"|"popover"|"away"|"meta"|
 *   "open"|"closed", side: string|null,
 *   index: number|null, frame: Frame|null, z: number, resize: string[], reason: string|null}} Panel
 * @typedef {{id: string, side: string, orientation: string, frame: Frame, value: number, minimum: number,
 *   maximum: number, controls: string, label: string}} Separator
 * @typedef {{id: string, follows: string|null, revision: number, class: string, width: number, height: number,
 *   insets: object, body: Frame, panels: Panel[], separators: Separator[], canUndo: boolean,
 *   canRedo: boolean}} DeskWindow
 */

/** Below this width the daemon shows one panel at a time. */
export const compactBelow = 640

export const sides = ["left", "right", "top", "bottom"]

/** A column beside the body (true) or a row above or below it (false). */
export const isColumn = side => side === "left" || side === "right"

/** The panel with that id, or undefined. */
export const panelOf = (window, id) => window.panels.find(panel => panel.id === id)

/** Whether a panel stands on the screen, as opposed to being closed or in Meta. */
export const isShown = panel => panel.frame != null && panel.place !== "meta" && panel.place !== "closed"

/** The pinned panels of a side, in their order. */
export const pinnedTo = (window, side) => window.panels
  .filter(panel => isShown(panel) && panel.place === "pinned" && panel.side === side)
  .sort((one, other) => one.index - other.index)

/** The shown panels as one reads them: columns and rows around the body, then what floats, lowest first. */
export function readingOrder(window) {
  const isFromRight = window.direction === "rtl"
  const order = isFromRight ? ["right", "top", "left", "bottom"] : ["left", "top", "right", "bottom"]
  const pinned = order.flatMap(side => isFromRight && !isColumn(side)
    ? pinnedTo(window, side).reverse() : pinnedTo(window, side))
  const others = window.panels.filter(panel => isShown(panel) && panel.place !== "pinned")
  // What stands in Meta stands in front of it.
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

/** How a panel that is not on the screen gets there. */
export const showCommand = (window, panel) => panel.place === "away" ? { command: "return", panel: panel.id }
  : ({ command: panel.place === "meta" && window.class !== "compact" ? "restore" : "open", panel: panel.id })
