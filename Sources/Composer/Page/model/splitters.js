/** Borders that can be moved: the effect of a drag or a key. */
import { borderPlace } from "./panels.js"

/** The value of a dragged splitter, within its limits. */
export function splitterValue(separator, down, pointer) {
  const along = separator.orientation === "vertical" ? pointer.x - down.x : pointer.y - down.y
  return limited(separator, separator.value + growth(separator) * along)
}

/** 1 for a splitter whose value grows to the right and downwards, else -1. */
const growth = separator => !borderPlace(separator) && ["right", "bottom"].includes(separator.side) ? -1 : 1

/** `value` within a separator's limits; the minimum wins if they cross. */
const limited = (separator, value) =>
  Math.max(separator.minimum, Math.min(value, separator.maximum))

/** The command that sets a splitter's value; null gives a side the thickness that its panels prefer. */
export const splitterCommand = (separator, value) => borderPlace(separator)
  ? { command: "share", panel: separator.controls, value } : { command: "thickness", side: separator.side, value }

/** The value after a key on a focused splitter, or null if the splitter does not handle the key. */
export const splitterKey = (separator, key, hasShift) => splitterStep(separator, key, hasShift ? 64 : 16)

/**
 * The value after Enter on a splitter: the minimum, and from there the previous value.
 * @param {number|null} before null if unknown: the value stays
 */
export const splitterToggle = ({ value, minimum }, before) => value > minimum ? minimum : before

/** The same with a step in pixels. */
export function splitterStep(separator, key, step) {
  const [back, forth] = separator.orientation === "vertical" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"]
  const by = growth(separator) * step
  switch (key) {
  case back: return limited(separator, separator.value - by)
  case forth: return limited(separator, separator.value + by)
  case "Home": return separator.minimum
  case "End": return separator.maximum
  default: return null
  }
}

/**
 * The border between an index and its detail. The daemon stores the detail's fraction of the length
 * (`IndexRule.fractions`); the index has the rest, which is the splitter's value.
 */
export const fractions = { least: 0.2, most: 0.8 }

const within = fraction => Math.min(fractions.most, Math.max(fractions.least, fraction))

/** The detail's fraction after dragging the border `way` px to the right. */
export const pulledFraction = (start, way, length, isFromRight = false) =>
  length > 0 ? within(start - (isFromRight ? -way : way) / length) : start

/** The detail's fraction after a key; null if the splitter does not handle the key. */
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

/** Enter makes the index as small as possible; Enter again restores it. */
export const toggledFraction = (fraction, before) => fraction < fractions.most - 0.001 ? fractions.most : before ?? 0.5
