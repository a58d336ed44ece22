/**
 * The border between an index and the detail of what is chosen in it. The detail's part of the length is what the daemon
 * keeps (`IndexRule.fractions`); the index has the rest, and is what a splitter speaks of.
 */
export const fractions = { least: 0.2, most: 0.8 }

const limited = fraction => Math.min(fractions.most, Math.max(fractions.least, fraction))

/** The detail's part once the border was pulled `way` px to the right. */
export const pulledFraction = (start, way, length, isFromRight = false) =>
  length > 0 ? limited(start - (isFromRight ? -way : way) / length) : start

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
