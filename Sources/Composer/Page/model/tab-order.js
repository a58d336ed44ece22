/** The arithmetic of a tab that is dragged along its stack's bar. Spans are in the order of the tabs, in CSS px. */

/**
 * The place that the held tab has when the pointer is here: behind every other tab whose middle the pointer has passed.
 * @param {{start: number, end: number}[]} spans of all tabs, as they stood when the drag began
 * @param {number} held the index of the one that is dragged
 * @param {number} pointer along the bar
 * @param {number} places how many of the first tabs can change places
 * @param {boolean} isFromRight the first tab is the rightmost
 */
export function tabPlace(spans, held, pointer, places, isFromRight = false) {
  const isPassed = ({ start, end }) => isFromRight ? pointer < (start + end) / 2 : pointer > (start + end) / 2
  const passed = spans.filter((span, index) => index !== held && index < places && isPassed(span)).length
  return Math.min(passed, places - 1)
}

/** How far each tab stands aside while the held one is to have `place`: those between give way by its length. */
export function tabShifts(spans, held, place, isFromRight = false) {
  const length = spans[held].end - spans[held].start
  const away = isFromRight ? -length : length
  return spans.map((_, index) => {
    if (index > held && index <= place) return -away
    if (index < held && index >= place) return away
    return 0
  })
}

/** How far the held tab goes with the pointer: never beyond the ends of those that can change places. */
export function tabShift(spans, held, way, places) {
  const movable = spans.slice(0, places)
  const first = Math.min(...movable.map(span => span.start)), last = Math.max(...movable.map(span => span.end))
  return Math.max(first - spans[held].start, Math.min(last - spans[held].end, way))
}
