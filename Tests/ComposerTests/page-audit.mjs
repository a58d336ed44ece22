// WCAG 2.2's requirements for pointer targets, and an audit of the page, which scenarios run in a browser.

/** 2.5.8: width and height in CSS px. */
const targetMin = 24

/**
 * Whether a control is large enough, or far enough from the others that a circle of 24 px around its middle touches
 * none of theirs.
 * @param {{width: number, height: number}} size
 */
export const isLargeEnough = ({ width, height }, isSpaced = false) =>
  isSpaced || (width >= targetMin && height >= targetMin)

/**
 * Whether an undersized control is spaced: the circle around its middle touches neither a control of sufficient size
 * nor the circle around another undersized one.
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
 * 2.5.7: whether a pointer can do without dragging what dragging does. A key does not count.
 * @param {string[]} ways such as "pointer drag", "keyboard arrows", "menu"
 */
export const hasSimpleWay = ways => ways.some(way => !/\bdrag|\bkey|\bgesture|\bswipe|\bfling/i.test(way))

/**
 * Everything that can be dragged on this page, with all alternatives; the Move menu and the buttons beside it must
 * provide them.
 */
export const drags = {
  ".panel-bar": ["pointer drag", "keyboard arrows", "Move menu"],
  ".panel-tab": ["pointer drag", "Alt+Shift+PageUp and PageDown keys", "Move menu"],
  ".meta-row": ["pointer drag", "Take out button", "Move menu of Meta's panel"],
  ".strip-name": ["pointer drag", "arrow and Enter keys", "press, then the Float button of what is shown"],
  ".panel-edge": ["pointer drag", "keyboard arrows", "Move menu"],
  "splitter-bar": ["pointer drag", "keyboard arrows", "Move menu", "double click"],
  ".post-row": ["swipe", "Delete key", "Delete button"],
}

// A splitter may be thin because the Move menu does the same: WCAG allows that exception.
const controls = "button, select, input, textarea, summary, a[href], [role=tab], [role=menuitem]"

/**
 * Measures the controls that can be pressed at the moment.
 * @returns {{count: number, small: string[], dragOnly: string[]}} the number of controls, those that are too small and
 *   too close to others, and those that can only be dragged
 */
export function audit() {
  const seen = [...document.querySelectorAll(controls)].filter(isSeen)
  const frames = seen.map(element => element.getBoundingClientRect())
  const small = seen.filter((element, index) => {
    const others = frames.filter((_, other) => other !== index && !seen[other].contains(element))
    return !isInText(element) && !isLargeEnough(reach(element, frames[index]), isSpaced(frames[index], others))
  })
  const dragOnly = Object.entries(drags).filter(([place, ways]) => document.querySelector(place) && !hasSimpleWay(ways))
  return { count: seen.length, small: small.map(named), dragOnly: dragOnly.map(([place]) => place) }
}

const isSeen = element => !element.closest("[inert]") && !element.disabled
  && element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: false })
  && element.getBoundingClientRect().width > 0

/** Pressing a label presses its box; the area around a thin bar belongs to the bar. */
function reach(element, frame) {
  const label = element.labels?.[0] ?? element.closest("label")
  const around = label && isSeen(label) ? label.getBoundingClientRect() : frame
  const grip = getComputedStyle(element, "::before")
  const extra = grip.content === "none" ? { width: 0, height: 0 }
    : { width: Number.parseFloat(grip.width) || 0, height: Number.parseFloat(grip.height) || 0 }
  return { width: Math.max(around.width, frame.width, extra.width),
    height: Math.max(around.height, frame.height, extra.height) }
}

/** A link within a sentence may be as low as its line. */
const isInText = element => element.matches("p a, li a, p button.link-button")

const named = element => element.ariaLabel || element.title || element.textContent.trim().slice(0, 30)
  || element.id || element.localName
