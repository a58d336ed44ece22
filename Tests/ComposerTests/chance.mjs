/** Reproducible randomness: texts and changes of texts from a seed. */

/** @returns {(below: number) => number} whole numbers (mulberry32) */
export function chance(seed) {
  let state = seed >>> 0
  return below => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below)
  }
}

const vocabulary = ["light", "the", "a", "🇵🇹", "é", "漢字", "**bold**", "- item", "", "", "sea"]

export function textFrom(dice) {
  const line = () => Array.from({ length: dice(6) }, () => vocabulary[dice(vocabulary.length)]).join(" ")
  return Array.from({ length: dice(8) }, line).join("\n") + (dice(2) ? "\n" : "")
}

let count = 0

/** The text with a few changes; inserted words begin with `mark`. */
export function retold(text, dice, mark = "new") {
  let told = text
  for (let change = dice(4); change >= 0; change--) {
    const parts = told.split(/( |\n)/)
    const at = dice(parts.length)
    const word = `${mark}${count++}`
    if (dice(3) === 0) parts.splice(at, dice(3))
    else if (dice(2)) parts.splice(at, 1, word)
    else parts.splice(at, 0, `${word}\n`)
    told = parts.join("")
  }
  return told
}
