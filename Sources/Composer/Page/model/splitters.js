/** Borders that can be moved: what a pull or a key makes of them. */

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

/** The command that gives a splitter a value; null for a side as thick as its panels want. */
export const splitterCommand = ({ id, side, controls }, value) => id.includes("/")
  ? { command: "share", panel: controls, value } : { command: "thickness", side, value }

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

/**
 * The border between an index and the detail of what is chosen in it. The detail's part of the length is what the daemon
 * keeps (`IndexRule.fractions`); the index has the rest, and is what a splitter speaks of.
 */
export const fractions = { least: 0.2, most: 0.8 }

const within = fraction => Math.min(fractions.most, Math.max(fractions.least, fraction))

/** The detail's part once the border was pulled `way` px to the right. */
export const pulledFraction = (start, way, length, isFromRight = false) =>
  length > 0 ? within(start - (isFromRight ? -way : way) / length) : start

/** The detail's part after a key; null for a key that means nothing here. */
export function keyedFraction(fraction, { key, shiftKey = false }, length, isFromRight = false) {
  const step = shiftKey ? 64 : 16
  switch (key) {
  case "ArrowLeft": return pulledFraction(fraction, -step, length, isFromRight)
  case "ArrowRight": return pulledFraction(fraction, step, length, isFromRight)
  case "Home": return fractions.most
  case "End": return fractions.least
  default: return null
  }
}

/** Enter makes the index as small as it may be, and once more as it was before. */
export const toggledFraction = (fraction, before) => fraction < fractions.most - 0.001 ? fractions.most : before ?? 0.5
