/** Drawing without the daemon: a held splitter, an unreachable daemon, an on-screen keyboard, growing contents. */
import { clamped } from "./panel-drag.js"
import { borderPlace, isColumn, isCompact, isShown, opening, panelOf, pinnedTo, sides } from "./panels.js"

/**
 * Draws the window from its own frames, without asking the daemon: while a splitter is held, and while the daemon is
 * unreachable. Sides keep their thickness and panels their share of a side; the body takes the rest.
 * @param {{width?: number, height?: number, thickness?: Object<string, number>, lengths?: Object<string, number[]>}}
 *   change a side's new thickness, or its panels' new lengths in px
 * @returns {DeskWindow} a new value of the same shape
 */
export function layOut(window, change = {}) {
  const width = change.width ?? window.width, height = change.height ?? window.height
  const room = inner(width, height, window.insets)
  const thickness = Object.fromEntries(sides.map(side => [side, thicknessOf(window, side, change)]))
  const body = {
    x: room.x + thickness.left, y: room.y + thickness.top,
    width: Math.max(0, room.width - thickness.left - thickness.right),
    height: Math.max(0, room.height - thickness.top - thickness.bottom),
  }
  const frames = new Map(sides.flatMap(side => sideFrames(window, side, room, body, thickness[side], change)))
  const panels = window.panels.map(panel => {
    if (frames.has(panel.id)) return { ...panel, frame: frames.get(panel.id) }
    return isShown(panel) ? { ...panel, frame: clamped(panel.frame, room) } : panel
  })
  const next = { ...window, width, height, body, panels }
  return { ...next, separators: window.separators.map(separator => separatorIn(next, separator)).filter(Boolean) }
}

/** The part of a container inside its insets. */
export function inner(width, height, insets = {}) {
  const { left = 0, right = 0, top = 0, bottom = 0 } = insets ?? {}
  return { x: left, y: top, width: Math.max(0, width - left - right), height: Math.max(0, height - top - bottom) }
}

function thicknessOf(window, side, change) {
  const first = pinnedTo(window, side)[0]
  if (!first) return 0
  return change.thickness?.[side] ?? (isColumn(side) ? first.frame.width : first.frame.height)
}

const lengthsOf = (panels, side) => panels.map(({ frame }) => isColumn(side) ? frame.height : frame.width)

/** Columns have the full height, rows stand between them. */
function sideFrames(window, side, room, body, thickness, change) {
  const panels = pinnedTo(window, side)
  const length = isColumn(side) ? room.height : body.width
  const wanted = change.lengths?.[side] ?? lengthsOf(panels, side)
  let along = isColumn(side) ? room.y : body.x
  return divided(length, wanted).map((part, index) => {
    const start = along
    along += part
    return [panels[index].id, isColumn(side)
      ? { x: side === "left" ? room.x : room.x + room.width - thickness, y: start, width: thickness, height: part }
      : { x: start, y: side === "top" ? room.y : room.y + room.height - thickness, width: part, height: thickness }]
  })
}

/** Divides `length` into whole px in proportion to `parts`; loses no px. */
export function divided(length, parts) {
  const sum = parts.reduce((total, part) => total + part, 0)
  let given = 0, passed = 0
  return parts.map(part => {
    passed += part
    const end = sum > 0 ? Math.round(length * passed / sum) : 0
    const size = end - given
    given = end
    return size
  })
}

function separatorIn(window, separator) {
  const panels = pinnedTo(window, separator.side), at = borderPlace(separator)
  const between = at > 0, column = isColumn(separator.side)
  const panel = panels[between ? at - 1 : 0]
  if (!panel) return null
  const value = column === between ? panel.frame.height : panel.frame.width
  const half = { x: separator.frame.width / 2, y: separator.frame.height / 2 }
  const { body } = window, frame = { ...separator.frame }
  const { x, y, width, height } = panel.frame
  if (between && column) Object.assign(frame, { x, width, y: y + height - half.y })
  else if (between) Object.assign(frame, { y, height, x: x + width - half.x })
  else if (column) {
    const edge = separator.side === "left" ? body.x : rightOf(body)
    Object.assign(frame, { x: edge - half.x, height: panels.reduce((sum, one) => sum + one.frame.height, 0) })
  } else {
    const edge = separator.side === "top" ? body.y : bottomOf(body)
    Object.assign(frame, { y: edge - half.y, x: body.x, width: body.width })
  }
  return { ...separator, frame, value }
}

const rightOf = frame => frame.x + frame.width
const bottomOf = frame => frame.y + frame.height

/** The window while a splitter is held at `value`. A border within a side moves only its two neighbours. */
export function withSplitter(window, separator, value) {
  const { side } = separator, at = borderPlace(separator)
  if (!at) return layOut(window, { thickness: { [side]: value } })
  const lengths = lengthsOf(pinnedTo(window, side), side), first = at - 1
  if (first + 1 >= lengths.length) return window
  const both = lengths[first] + lengths[first + 1]
  lengths[first] = Math.max(0, Math.min(value, both))
  lengths[first + 1] = both - lengths[first]
  return layOut(window, { lengths: { [side]: lengths } })
}

/** The window while the border between an index and its detail is held: the panel shown inside makes room. */
export function withDivision(window, id, fraction) {
  const { frame, inside } = panelOf(window, id) ?? {}
  const shown = inside?.items.at(-1)
  if (!frame || !inside?.index || !inside.detail) return window
  const length = inside.index.width + inside.detail.width, width = length * fraction
  const isFirst = inside.detail.x < inside.index.x
  const start = Math.min(inside.index.x, inside.detail.x)
  const panels = window.panels.map(panel => panel.id !== shown || panel.place !== "inside" ? panel
    : { ...panel, frame: { ...panel.frame, x: isFirst ? start : start + length - width, width } })
  return { ...window, panels }
}

/** The smallest body that the daemon allows. */
const bodyMinimum = { width: 320, height: 200 }
const noRoom = "There is no room for it until the daemon arranges the panels again."

/**
 * The window at another size while the daemon is unreachable: sides keep their thickness, the body shrinks, and a side
 * that would leave the body too little room is hidden. Always computed from the daemon's last answer, so that a window
 * that returns to its size looks as before.
 * @param {DeskWindow} window the daemon's last answer
 * @param {{width: number, height: number}} size
 */
export function layOutOffline(window, size) {
  if (window.class === "compact") return withOpenPanel(window, size)
  // A window that only becomes lower keeps its class (`SizeClass.swift`).
  let next = isCompact(size) && size.width !== window.width ? withoutPanels(window, () => true) : window
  for (const side of ["right", "left", "bottom", "top"]) {
    const laid = layOut(next, size)
    const isTight = isColumn(side) ? laid.body.width < bodyMinimum.width : laid.body.height < bodyMinimum.height
    if (isTight && pinnedTo(next, side).length > 0) next = withoutPanels(next, panel => panel.side === side)
  }
  return layOut(next, size)
}

function withoutPanels(window, leaves) {
  const panels = window.panels.map(panel => isShown(panel) && leaves(panel)
    ? { ...panel, place: "meta", side: null, index: null, frame: null, reason: noRoom } : panel)
  const left = new Set(panels.filter(panel => panel.place === "pinned").map(panel => panel.side))
  return { ...window, panels, separators: window.separators.filter(separator => left.has(separator.side)) }
}

/** On a compact window the open panel keeps its height at the foot, and the body takes the rest. */
function withOpenPanel(window, size) {
  const bare = layOut({ ...window, panels: [], separators: [] }, size)
  const open = window.panels.find(panel => panel.place === "open" && panel.frame)
  if (!open) return { ...bare, panels: window.panels }
  const { body } = bare
  const least = Math.min(bodyMinimum.height, body.height / 2)
  // A sheet in which one chooses may cover the text's minimum.
  const left = Math.min(least, Math.max(0, open.frame.y - (window.insets?.top ?? 0)))
  const height = Math.min(open.frame.height, body.height - left)
  const frame = { x: body.x, y: body.y + body.height - height, width: body.width, height }
  return {
    ...bare, body: { ...body, height: Math.max(least, body.height - height) },
    panels: window.panels.map(panel => panel === open ? { ...panel, frame } : panel),
  }
}

const floatingSize = { width: 380, height: 560 }
/** CSS px between a floating panel and the edges of the text. */
const margin = 12

/**
 * The window after a command while the daemon is unreachable: a panel opens over the text, and closes again. The next
 * answer of the daemon takes its place.
 * @param {{command: string, panel?: string}} command
 * @returns {DeskWindow|null} null for everything that only the daemon can do
 */
export function doneOffline(window, { command, panel: id }) {
  const panel = panelOf(window, id)
  if (!panel) return null
  const gone = { place: "closed", frame: null }
  if (command === "close" && ["floating", "open"].includes(panel.place)) return relaid(window, id, gone)
  if (!opening.includes(command) || isShown(panel)) return null
  if (window.class === "compact") {
    const bare = relaid(window, window.panels.find(one => one.place === "open")?.id, gone)
    return relaid(bare, id, { place: "open", frame: { ...bare.body, height: Math.round(bare.body.height * 0.6) } })
  }
  const { body } = window
  const width = Math.min(floatingSize.width, body.width - 2 * margin)
  const height = Math.min(floatingSize.height, body.height - 2 * margin)
  const frame = { x: body.x + body.width - width - margin, y: body.y + margin, width, height }
  return relaid(window, id, { place: "floating", side: null, index: null, reason: null, frame })
}

function relaid(window, id, change) {
  const panels = window.panels.map(panel => panel.id === id ? { ...panel, ...change } : panel)
  return window.class === "compact" ? withOpenPanel({ ...window, panels }, window) : { ...window, panels }
}

/**
 * The window as a page may show it that has no answer of the daemon yet: nothing is in another browser window or only
 * looked at.
 */
export const withoutTemporary = window => ({
  ...window, view: null,
  panels: window.panels.map(panel => ["away", "popover", "strip"].includes(panel.place)
    ? { ...panel, place: "closed", frame: null } : panel),
})

/** The part of a panel above a keyboard must have room for its title. */
const leastHeight = 24

/**
 * A panel's frame above a keyboard that would cover it: at most as high as the room, bottom edge on the keyboard. The
 * same rule as the daemon's (`Keyboard.swift`).
 */
export function aboveKeyboard(frame, keyboard, size, insetTop = 0) {
  if (!overlaps(frame, keyboard)) return frame
  const height = Math.min(frame.height, size.height - keyboard.height, keyboard.y)
  if (height - insetTop < leastHeight) return frame
  return { ...frame, y: keyboard.y - height + insetTop, height: height - insetTop }
}

/**
 * The window with an on-screen keyboard until the daemon has answered: panels that accept input move above it, and the
 * text ends where it begins.
 */
export function withKeyboard(window, keyboard) {
  if (!keyboard || window.class === "compact") return window
  const { body } = window
  const isOver = overlaps(body, keyboard) && keyboard.y - body.y >= leastHeight
  return {
    ...window, body: isOver ? { ...body, height: keyboard.y - body.y } : body,
    panels: window.panels.map(panel => panel.adjustsForKeyboard && isShown(panel)
      ? { ...panel, frame: aboveKeyboard(panel.frame, keyboard, window, window.insets?.top ?? 0) } : panel),
  }
}

function overlaps(one, other) {
  return one.x < other.x + other.width && other.x < one.x + one.width
    && one.y < other.y + other.height && other.y < one.y + one.height
}

/**
 * Where the on-screen keyboard covers the layer. Browsers report it in two ways: as a rectangle, or as the part of the
 * page that remains. A page that is zoomed in by pinching reports none.
 * @param {{left: number, top: number, width: number, bottom: number}} layer on the page
 * @param {{offsetTop: number, height: number, scale: number}} [view] `visualViewport`
 * @param {{x: number, y: number, width: number, height: number}} [reported] `navigator.virtualKeyboard.boundingRect`
 * @returns {Frame|null} from the layer's corner, in whole CSS px
 */
export function keyboardOver(layer, view, reported) {
  if (reported?.width > 0 && reported.height > 0) {
    const y = Math.round(reported.y - layer.top)
    if (y >= layer.bottom - layer.top) return null
    return { x: Math.round(reported.x - layer.left), y, width: Math.round(reported.width), height: Math.round(reported.height) }
  }
  if (!view || Math.abs(view.scale - 1) > 0.01) return null
  const height = Math.round(layer.bottom - view.offsetTop - view.height)
  if (height <= 0) return null
  return { x: 0, y: Math.round(layer.bottom - layer.top) - height, width: Math.round(layer.width), height }
}

/** The least height of an on-screen keyboard, in CSS px. The bars of browsers, which come and go, are lower. */
const keyboardMin = 120

/**
 * Decides whether the on-screen keyboard is open. In some browsers it covers the page; others make the page lower, and
 * then only the height before tells.
 */
export class KeyboardWatch {
  #width = 0
  #height = 0
  #wasOpen = false

  /**
   * @param {{width: number, height: number}} page its visible part, in CSS px
   * @param {number} covered the height of what covers the page
   * @param {boolean} isTyping whether a field has the focus; without one no keyboard is open
   */
  isOpen({ width, height }, covered, isTyping) {
    // A phone turned while it is open: how high the page was is not known.
    const isTurned = isTyping && this.#wasOpen && width !== this.#width
    if (!isTyping || width !== this.#width || height > this.#height) {
      this.#width = width
      this.#height = height + (isTurned ? keyboardMin : 0)
    }
    return this.#wasOpen = isTyping && Math.max(covered, this.#height - height) >= keyboardMin
  }
}

const settledMax = 6

/**
 * Decides when to send a content's height to the daemon. The daemon answers with another height of the panel and never
 * with another width, and at one width a height that alternates is not sent again. So measuring always ends, even if a
 * scroll bar appears and disappears with the height.
 */
export class NaturalSizes {
  #sent = new Map()

  /**
   * @param {{width: number, height: number}} size of the content: its current width, its preferred height
   * @returns {{width: number, height: number}|null} the size to send, or null
   */
  news(panel, { width, height }) {
    const size = { width: Math.round(width), height: Math.ceil(height) }
    const sent = this.#sent.get(panel)
    if (sent?.width !== size.width) {
      this.#sent.set(panel, { width: size.width, heights: [size.height] })
      return size
    }
    if (sent.heights.at(-1) === size.height) return null
    // Alternating between the same two heights is a loop, not a growing text.
    const { heights } = sent
    const isLoop = heights.length >= settledMax && new Set([...heights.slice(1 - settledMax), size.height]).size <= 2
    if (isLoop) return null
    heights.push(size.height)
    if (heights.length > settledMax) heights.shift()
    return size
  }

  /** The daemon did not accept it: the next measurement is sent again. */
  forget(panel) { this.#sent.delete(panel) }
}
