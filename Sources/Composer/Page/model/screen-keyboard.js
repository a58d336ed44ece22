import { isShown } from "./panels.js"

/** What is left of a panel above a keyboard must hold its title. */
const leastHeight = 24

/**
 * Where the keyboard on the screen lies over the layer. Browsers tell it in two ways: as a rectangle, or by the part of
 * the page that is left. A page that is zoomed in by pinching has none to speak of.
 * @param {{left: number, top: number, width: number, bottom: number}} layer on the page
 * @param {{offsetTop: number, height: number, scale: number}} [view] `visualViewport`
 * @param {{x: number, y: number, width: number, height: number}} [told] `navigator.virtualKeyboard.boundingRect`
 * @returns {Frame|null} from the layer's corner, in whole CSS px
 */
export function keyboardOver(layer, view, told) {
  if (told && told.width > 0 && told.height > 0) {
    const y = Math.round(told.y - layer.top)
    if (y >= layer.bottom - layer.top) return null
    return { x: Math.round(told.x - layer.left), y, width: Math.round(told.width), height: Math.round(told.height) }
  }
  if (!view || Math.abs(view.scale - 1) > 0.01) return null
  const height = Math.round(layer.bottom - view.offsetTop - view.height)
  if (height <= 0) return null
  return { x: 0, y: Math.round(layer.bottom - layer.top) - height, width: Math.round(layer.width), height }
}

/**
 * A panel's frame above the keyboard, when that lies on it: not higher than the room, standing on the keyboard. The
 * daemon's own rule (`Keyboard.swift`).
 */
export function aboveKeyboard(frame, keyboard, size, insetTop = 0) {
  if (!overlaps(frame, keyboard)) return frame
  const height = Math.min(frame.height, size.height - keyboard.height, keyboard.y)
  if (height - insetTop < leastHeight) return frame
  return { ...frame, y: keyboard.y - height + insetTop, height: height - insetTop }
}

/**
 * The window as it is while a keyboard is there, until the daemon has said it: panels in which one writes go above it,
 * the text ends where it begins.
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
