/** The arithmetic of splitters, for pointers and keys. */

/** The value of a splitter that was dragged, within its limits. */
export function splitterValue(separator, down, pointer) {
  const along = separator.orientation === "vertical" ? pointer.x - down.x : pointer.y - down.y
  const grows = !separator.id.includes("/") && (separator.side === "right" || separator.side === "bottom") ? -1 : 1
  return limited(separator, separator.value + grows * along)
}

/** `value` within a separator's limits; the minimum wins when they cross. */
export const limited = (separator, value) =>
  Math.max(separator.minimum, Math.min(value, separator.maximum))

/** The value after a key on a focused splitter, or null when the key means nothing there. */
export const splitterKey = (separator, key, hasShift) => splitterStep(separator, key, hasShift ? 64 : 16)

/**
 * What Enter makes of a splitter's value: the least, and from there what it was before.
 * @param {number|null} before nobody knows: null, and the value stays
 */
export const splitterToggle = ({ value, minimum }, before) => value > minimum ? minimum : before

/** The same with a step of so many pixels. */
export function splitterStep(separator, key, step) {
  const [back, forth] = separator.orientation === "vertical" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"]
  const grows = !separator.id.includes("/") && (separator.side === "right" || separator.side === "bottom") ? -1 : 1
  switch (key) {
  case back: return limited(separator, separator.value - grows * step)
  case forth: return limited(separator, separator.value + grows * step)
  case "Home": return separator.minimum
  case "End": return separator.maximum
  default: return null
  }
}
