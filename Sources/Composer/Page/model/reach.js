/**
 * What a pointer needs, by WCAG 2.2: the page measures its own controls by these rules (`elements/page-audit.js`).
 */

/** 2.5.8: in CSS px, each way. */
export const targetMin = 24

/**
 * Whether a control can be hit: it is large enough, or it stands so far from the others that a circle of 24 px around
 * its middle meets none of theirs.
 * @param {{width: number, height: number}} size
 */
export const isLargeEnough = ({ width, height }, isSpaced = false) =>
  isSpaced || (width >= targetMin && height >= targetMin)

/**
 * Whether a control that is too small is spaced: the circle around its middle meets neither a control that is large
 * enough nor the circle around another that is not.
 * @param {{x: number, y: number, width: number, height: number}} frame
 * @param {{x: number, y: number, width: number, height: number}[]} others
 */
export function isSpaced(frame, others) {
  const middle = { x: frame.x + frame.width / 2, y: frame.y + frame.height / 2 }
  return others.every(other => {
    const nearest = isLargeEnough(other)
      ? { x: within(middle.x, other.x, other.width), y: within(middle.y, other.y, other.height) }
      : { x: other.x + other.width / 2, y: other.y + other.height / 2 }
    const distance = Math.hypot(middle.x - nearest.x, middle.y - nearest.y)
    return distance >= (isLargeEnough(other) ? targetMin / 2 : targetMin)
  })
}

const within = (value, start, length) => Math.max(start, Math.min(start + length, value))

/**
 * 2.5.7: whether what is done by dragging can be done by a pointer that only presses. A key is no such way.
 * @param {string[]} ways such as "pointer drag", "keyboard arrows", "menu"
 */
export const hasSimpleWay = ways => ways.some(way => !/\bdrag|\bkey|\bgesture|\bswipe|\bfling/i.test(way))

/** What can be dragged on this page, and every way to the same; the Move menu and the buttons beside it hold to it. */
export const drags = {
  ".panel-bar": ["pointer drag", "keyboard arrows", "Move menu"],
  ".panel-tab": ["pointer drag", "Alt+Shift+PageUp and PageDown keys", "Move menu"],
  ".meta-row": ["pointer drag", "Take out button", "Move menu of Meta's panel"],
  ".strip-name": ["pointer drag", "arrow and Enter keys", "press, then the Float button of what is shown"],
  ".panel-edge": ["pointer drag", "keyboard arrows", "Move menu"],
  "splitter-bar": ["pointer drag", "keyboard arrows", "Move menu", "double click"],
  ".post-row": ["swipe", "Delete key", "Delete button"],
}
