/** Stacks of panels: one frame with a tab for each panel. The daemon gives the frame to the first panel, the leader. */
import { panelOf } from "./panels.js"

/** The panel that represents the whole stack: its leader, or the panel itself if it stands alone. */
export const leaderOf = panel => panel.stack?.panels[0] ?? panel.id

/** The tabs of a panel's stack; empty without a stack. */
export const tabsOf = (window, panel) => (panel.stack?.panels ?? []).map(id => ({
  id, title: panelOf(window, id)?.title ?? id, isSelected: id === panel.stack.selected,
}))

/**
 * The window with the frame of every stack given to its front panel, which is the visible one.
 * @param {DeskWindow} window the daemon's answer
 */
export function withFrontPanels(window) {
  const fronts = new Map()
  for (const { id, stack, frame } of window.panels) {
    if (stack && frame && stack.selected !== id) fronts.set(id, stack.selected)
  }
  if (fronts.size === 0) return window
  const swapped = new Map([...fronts].flatMap(([leader, front]) => [[leader, front], [front, leader]]))
  const panels = window.panels.map(panel =>
    swapped.has(panel.id) ? placedAs(panel, panelOf(window, swapped.get(panel.id))) : panel)
  const separators = window.separators.map(separator =>
    ({ ...separator, controls: fronts.get(separator.controls) ?? separator.controls }))
  return { ...window, panels, separators }
}

/** `panel` at the place of `other`. */
const placedAs = (panel, { place, side, index, frame, z, resize, reason, isLocked, exposed }) =>
  ({ ...panel, place, side, index, frame, z, resize, reason, isLocked, exposed })

/** The command that moves the front tab one place on (1) or back (-1); null at the ends of its stack's bar. */
export function tabStep({ panels, selected }, by) {
  const index = panels.indexOf(selected) + by
  return panels[index] ? { command: "tab", panel: selected, index } : null
}

// MARK: Dragging out of a stack or into one

/**
 * The window while a tab is dragged out of its stack: the panel floats at `frame`, and its neighbour is in front
 * instead.
 * @param {DeskWindow} window with the front panels of its stacks
 */
export function withoutTab(window, id, frame) {
  const { panels: all, selected } = panelOf(window, id).stack
  const rest = all.filter(one => one !== id)
  const front = selected === id ? rest[Math.min(all.indexOf(id), rest.length - 1)] : selected
  const stack = rest.length > 1 ? { panels: rest, selected: front } : undefined
  const shown = panelOf(window, selected)
  return {
    ...window, panels: window.panels.map(one => {
      if (one.id === id) return { ...floatingAt(one, frame), stack: undefined }
      if (one.id === front) return { ...placedAs(one, shown), stack }
      return rest.includes(one.id) ? { ...one, stack } : one
    }),
  }
}

/** The window while a panel is dragged out of Meta: it floats at `frame`. */
export const takenOut = (window, id, frame) =>
  ({ ...window, panels: window.panels.map(one => one.id === id ? floatingAt(one, frame) : one) })

const floatingAt = (panel, frame) => ({ ...panel, place: "floating", side: null, index: null, frame, resize: [] })

/**
 * The panel or list that a panel dropped here would join: the panel whose title is under the pointer, or Meta's list,
 * unless another panel covers it.
 * @returns {{side: "stack"|"meta", index: string, frame: Frame}|null} in the form of a slot
 */
export function stackFor(pointer, { targets = [], origin = null }) {
  if (origin && holds(origin, pointer)) return null
  const target = targets.find(({ frame }) => holds(frame, pointer))
  if (target?.title && holds(target.title, pointer)) return { side: "stack", index: target.panel, frame: target.frame }
  return target?.room && holds(target.room, pointer) ? { side: "meta", index: target.panel, frame: target.room } : null
}

export const holds = ({ x, y, width, height }, point) =>
  point.x >= x && point.y >= y && point.x < x + width && point.y < y + height

// MARK: Dragging a tab along its stack's bar; spans are in the order of the tabs, in CSS px

/**
 * The held tab's index for a position of the pointer: after every other tab whose middle the pointer has passed.
 * @param {{start: number, end: number}[]} spans of all tabs at the start of the drag
 * @param {number} held the index of the dragged tab
 * @param {number} pointer along the bar
 * @param {number} places how many of the first tabs can change places
 * @param {boolean} isFromRight the first tab is the rightmost
 */
export function tabPlace(spans, held, pointer, places, isFromRight = false) {
  const isPassed = ({ start, end }) => isFromRight ? pointer < (start + end) / 2 : pointer > (start + end) / 2
  const passed = spans.filter((span, index) => index !== held && index < places && isPassed(span)).length
  return Math.min(passed, places - 1)
}

/** How far each tab moves aside if the held one gets index `place`: those in between make room by its length. */
export function tabShifts(spans, held, place, isFromRight = false) {
  const length = spans[held].end - spans[held].start
  const away = isFromRight ? -length : length
  return spans.map((_, index) => {
    if (index > held && index <= place) return -away
    if (index < held && index >= place) return away
    return 0
  })
}

/** How far the held tab follows the pointer: never beyond the ends of the tabs that can change places. */
export function tabShift(spans, held, way, places) {
  const movable = spans.slice(0, places)
  const first = Math.min(...movable.map(span => span.start)), last = Math.max(...movable.map(span => span.end))
  return Math.max(first - spans[held].start, Math.min(last - spans[held].end, way))
}
