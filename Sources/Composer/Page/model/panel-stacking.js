/** Panels on their way out of a stack, or into one. */
import { standing } from "./panel-stacks.js"

/**
 * The window while a tab is dragged out of its stack: the panel floats at `frame`, its neighbour is in front instead.
 * @param {DeskWindow} window with its stacks faced
 */
export function withoutTab(window, id, frame) {
  const panel = window.panels.find(one => one.id === id)
  const { panels: all, selected } = panel.stack
  const rest = all.filter(one => one !== id)
  const front = selected === id ? rest[Math.min(all.indexOf(id), rest.length - 1)] : selected
  const stack = rest.length > 1 ? { panels: rest, selected: front } : undefined
  const shown = window.panels.find(one => one.id === selected)
  return {
    ...window, panels: window.panels.map(one => {
      if (one.id === id) return { ...one, place: "floating", side: null, index: null, frame, resize: [], stack: undefined }
      if (one.id === front) return { ...standing(one, shown), stack }
      return rest.includes(one.id) ? { ...one, stack } : one
    }),
  }
}

/** The window while a panel is dragged out of Meta: it floats at `frame`. */
export function takenOut(window, id, frame) {
  const panels = window.panels.map(one => one.id !== id ? one
    : { ...one, place: "floating", side: null, index: null, frame, resize: [] })
  return { ...window, panels }
}

/**
 * What a panel that is let go of here would be stacked with, or (Meta) put into: the panel whose title is under the
 * pointer, or Meta's list, unless another one lies over it (the daemon's own rule, `Drag+Ending.swift`).
 * @returns {{side: "stack"|"meta", index: string, frame: Frame}|null} like a slot
 */
export function stackFor(pointer, { targets = [], origin = null }) {
  if (origin && holds(origin, pointer)) return null
  const target = targets.find(({ frame }) => holds(frame, pointer))
  if (target?.title && holds(target.title, pointer)) return { side: "stack", index: target.panel, frame: target.frame }
  return target?.room && holds(target.room, pointer) ? { side: "meta", index: target.panel, frame: target.room } : null
}

export const holds = ({ x, y, width, height }, point) =>
  point.x >= x && point.y >= y && point.x < x + width && point.y < y + height

/** What the panel can be stacked with: everything else that is seen. */
export const matesOf = (window, panel) => window.panels.filter(one => one.id !== panel.id && one.frame
  && one.place !== "meta" && one.place !== "open" && !one.stack?.panels.includes(panel.id))
