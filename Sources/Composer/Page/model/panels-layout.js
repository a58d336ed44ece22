/** How the panels stand before the daemon answers: at a held border, in another size, over a keyboard, without it. */
import { clamped } from "./panel-drag.js"
import { borderPlace, isColumn, isShown, opening, panelOf, pinnedTo } from "./panels.js"

const lengths = { x: "width", y: "height" }
const ends = (frame, axis) => [frame[axis], frame[axis] + frame[lengths[axis]]]

/** The part of a window inside its insets. */
export function inner({ width, height, insets }) {
  const { left = 0, right = 0, top = 0, bottom = 0 } = insets ?? {}
  return { x: left, y: top, width: Math.max(0, width - left - right), height: Math.max(0, height - top - bottom) }
}

const grown = ({ x, y, width, height }, by) =>
  ({ x: x - by.x, y: y - by.y, width: width + 2 * by.x, height: height + 2 * by.y })

/** Moves the places `from` to the places `to`, and what lies between in proportion, by whole px. */
const stretch = (from, to) => at => {
  const next = from.findIndex(place => at < place)
  if (next < 1) return at + (next < 0 ? to.at(-1) - from.at(-1) : to[0] - from[0])
  const part = (at - from[next - 1]) / (from[next] - from[next - 1])
  return to[next - 1] + Math.round(part * (to[next] - to[next - 1]))
}

function stretched(frame, { x, y }) {
  const [[left, right], [top, bottom]] = [ends(frame, "x").map(x), ends(frame, "y").map(y)]
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Whether a panel takes room from the text. The open one of a narrow window stands as if it were pinned at the foot. */
const isBeside = panel => isShown(panel) && ["pinned", "open"].includes(panel.place)

/** The window with what stands beside its text moved. @param {(frame: Frame, side: string) => Frame} moved */
function withSides(window, moved) {
  const panels = window.panels.map(panel => isBeside(panel) ? { ...panel, frame: moved(panel.frame, panel.side) } : panel)
  const separators = window.separators.map(separator => {
    const { frame, orientation, side, controls } = separator, isVertical = orientation === "vertical"
    const half = { x: isVertical ? frame.width / 2 : 0, y: isVertical ? 0 : frame.height / 2 }
    const { width, height } = panelOf({ panels }, controls).frame
    const line = moved(grown(frame, { x: -half.x, y: -half.y }), side)
    return { ...separator, frame: grown(line, half), value: isVertical ? width : height }
  })
  const strips = window.strips?.map(strip => ({ ...strip, frame: moved(strip.frame, strip.side) }))
  return { ...window, panels, separators, ...strips && { strips } }
}

/** Along an axis: where the room begins, the text begins and ends, and the room ends. */
function places(room, text, axis) {
  const [start, end] = ends(room, axis)
  return [start, ...ends(text, axis), end]
}

/** The window with another body, and what stands beside it. Columns have the full height, rows lie between them. */
function withBody(window, body, size = window) {
  const before = inner(window), after = inner(size)
  const along = axis => stretch(places(before, window.body, axis), places(after, body, axis))
  const x = along("x"), y = along("y"), down = stretch(ends(before, "y"), ends(after, "y"))
  return { ...withSides(window, (frame, side) => stretched(frame, { x, y: isColumn(side) ? down : y })), body }
}

/** The window while a splitter is held at `value`. A border within a side moves only its two neighbours. */
export function withSplitter(window, separator, value) {
  const { side } = separator, at = borderPlace(separator), by = value - separator.value
  const axis = isColumn(side) === !at ? "x" : "y"
  if (!at) {
    const { body } = window, length = lengths[axis], isNear = side === "left" || side === "top"
    return withBody(window, { ...body, [axis]: body[axis] + (isNear ? by : 0), [length]: body[length] - by })
  }
  const [one, next] = pinnedTo(window, side).slice(at - 1, at + 1)
  if (!next) return window
  const [start, border] = ends(one.frame, axis), [, end] = ends(next.frame, axis), still = place => place
  const along = { x: still, y: still, [axis]: stretch([start, border, end], [start, border + by, end]) }
  return withSides(window, (frame, among) => among === side ? stretched(frame, along) : frame)
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

/** What the text keeps of a window, and at least half of a small one. */
const bodyMin = { x: 320, y: 200 }

/**
 * The window at another size until the daemon answers: sides keep their thickness, and the text takes the rest. If that
 * is too little, the sides become thinner; no panel leaves, so that the one in which the user types stays.
 * @param {DeskWindow} window the daemon's last answer, so that a window that returns to its size looks as before
 * @param {{width: number, height: number, insets: object}} size
 */
export function atSize(window, { width, height, insets }) {
  const size = { width, height, insets }, before = inner(window), room = inner(size), body = {}
  for (const [axis, length] of Object.entries(lengths)) {
    const [start, textStart, textEnd, end] = places(before, window.body, axis)
    const most = room[length] - Math.min(bodyMin[axis], room[length] / 2)
    const part = Math.min(1, most / Math.max(1, textStart - start + end - textEnd))
    body[axis] = room[axis] + Math.round((textStart - start) * part)
    body[length] = room[axis] + room[length] - Math.round((end - textEnd) * part) - body[axis]
  }
  const next = withBody(window, body, size)
  const panels = next.panels.map(panel => isShown(panel) && !isBeside(panel) && overlaps(panel.frame, before)
    ? { ...panel, frame: clamped(panel.frame, room) } : panel)
  return { ...next, ...size, panels }
}

const floatingSize = { width: 380, height: 560 }
/** CSS px between a floating panel and the edges of the text. */
const margin = { x: 12, y: 12 }

/**
 * The window after a command while the daemon is unreachable: a panel opens over the text, and closes again. The next
 * answer of the daemon takes its place.
 * @param {{command: string, panel?: string}} command
 * @returns {DeskWindow|null} null for everything that only the daemon can do
 */
export function doneOffline(window, { command, panel: id }) {
  const panel = panelOf(window, id)
  if (!panel) return null
  const { body } = window, room = inner(window), isCompact = window.class === "compact"
  const gone = { place: "closed", frame: null }
  const withPanel = (change, text) => ({ ...window, body: text, panels: window.panels.map(one =>
    one === panel ? { ...one, ...change } : one.place === "open" ? { ...one, ...gone } : one) })
  if (command === "close") {
    if (panel.place === "pinned") return withoutPinned(window, panel, gone)
    return isShown(panel) ? withPanel(gone, isCompact ? room : body) : null
  }
  if (!opening.includes(command) || isShown(panel)) return null
  if (isCompact) {
    const height = Math.round(room.height * 0.6), rest = room.height - height
    return withPanel({ place: "open", frame: { ...room, y: room.y + rest, height } }, { ...room, height: rest })
  }
  const area = grown(body, { x: -margin.x, y: -margin.y })
  const frame = clamped({ ...floatingSize, x: area.x + area.width, y: area.y }, area)
  return withPanel({ place: "floating", side: null, index: null, reason: null, frame }, body)
}

/** A panel of its side takes the room of one that closes; after the last one, the text. */
function withoutPinned(window, panel, gone) {
  const { side } = panel, others = pinnedTo(window, side), at = others.indexOf(panel)
  const heir = others[at - 1] ?? others[at + 1]
  const { x, y } = axes(heir?.frame ?? window.body, panel.frame)
  const room = { x: x[0], y: y[0], width: x[1] - x[0], height: y[1] - y[0] }
  const left = { ...window, separators: window.separators.filter(separator => separator.side !== side) }
  const next = heir ? left : withBody(left, room)
  return { ...next, panels: next.panels.map(one => one.id === panel.id ? { ...one, ...gone, side: null, index: null }
    : one.id === heir?.id ? { ...one, frame: room } : one) }
}

/** Where two frames begin and end together. */
const axes = (one, other) => Object.fromEntries(Object.keys(lengths).map(axis => {
  const [[start, end], [from, to]] = [ends(one, axis), ends(other, axis)]
  return [axis, [Math.min(start, from), Math.max(end, to)]]
}))

/**
 * The window as a page may show it that has no answer of the daemon yet: nothing is in another browser window or only
 * looked at.
 */
export const withoutTemporary = window => ({
  ...window, view: null,
  panels: window.panels.map(panel => ["away", "popover", "strip"].includes(panel.place)
    ? { ...panel, place: "closed", frame: null } : panel),
})

/** What is left above a keyboard must have room for a title. */
const leastHeight = 24

/** A panel's frame above a keyboard that would cover it. The same rule as the daemon's (`Keyboard.swift`). */
export const aboveKeyboard = (frame, keyboard) => overlaps(frame, keyboard) && keyboard.y >= leastHeight
  ? clamped(frame, { ...frame, y: 0, height: keyboard.y }) : frame

/**
 * The window with an on-screen keyboard until the daemon has answered: panels that accept input move above it, and the
 * text ends where it begins.
 */
export function withKeyboard(window, keyboard) {
  // What is open in a narrow window stands below the text, which would end beneath it.
  if (!keyboard || window.panels.some(({ place }) => place === "open")) return window
  const { body } = window
  const isOver = overlaps(body, keyboard) && keyboard.y - body.y >= leastHeight
  return {
    ...window, body: isOver ? { ...body, height: keyboard.y - body.y } : body,
    panels: window.panels.map(panel => panel.adjustsForKeyboard && isShown(panel)
      ? { ...panel, frame: aboveKeyboard(panel.frame, keyboard) } : panel),
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
