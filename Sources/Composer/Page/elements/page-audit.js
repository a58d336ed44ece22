import { drags, hasSimpleWay, isLargeEnough, isSpaced } from "../model/reach.js"

// A splitter is thin, for what it does the Move menu does as well: WCAG lets such a one be.
const controls = "button, select, input, textarea, summary, a[href], [role=tab], [role=menuitem]"

/**
 * Measures what can be pressed at the moment.
 * @returns {{count: number, small: string[], dragOnly: string[]}} how many there are, those that are too small and too
 *   near to others, and those that can only be dragged
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

/** The same in a sentence, for the command of that name. */
export function auditWords() {
  const { count, small, dragOnly } = audit()
  if (small.length === 0 && dragOnly.length === 0) return `All ${count} controls are large enough to hit.`
  const names = [...new Set([...small, ...dragOnly])].slice(0, 5).join(", ")
  return `${small.length + dragOnly.length} of ${count} controls are hard to hit: ${names}.`
}

const isSeen = element => !element.closest("[inert]") && !element.disabled
  && element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: false })
  && element.getBoundingClientRect().width > 0

/** A label that is pressed presses its box; what lies around a thin bar belongs to it. */
function reach(element, frame) {
  const label = element.labels?.[0] ?? element.closest("label")
  const around = label && isSeen(label) ? label.getBoundingClientRect() : frame
  const grip = getComputedStyle(element, "::before")
  const extra = grip.content === "none" ? { width: 0, height: 0 }
    : { width: Number.parseFloat(grip.width) || 0, height: Number.parseFloat(grip.height) || 0 }
  return { width: Math.max(around.width, frame.width, extra.width),
    height: Math.max(around.height, frame.height, extra.height) }
}

/** A link within a sentence is as high as its line, and may be. */
const isInText = element => element.matches("p a, li a, p button.link-button")

const named = element => element.getAttribute("aria-label") || element.title || element.textContent.trim().slice(0, 30)
  || element.id || element.localName
