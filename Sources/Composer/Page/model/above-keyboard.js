import { isShown } from "./panels.js"

/** What is left of a panel above a keyboard must hold its title. */
const leastHeight = 24

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
