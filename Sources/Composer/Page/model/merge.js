/** Three versions of one text become one: what two people changed since they last agreed. */
import { difference, lines, offsets, words } from "./difference.js"

/**
 * Edits in different places are joined, by line and within lines by word. Where both changed the same place, `mine`
 * stays in the text and the place is a conflict; what both say alike is no conflict.
 * @returns {{text: string, conflicts: Conflict[]}}
 * @typedef {object} Conflict
 * @property {number} start where `mine` stands in the joined text
 * @property {number} end
 * @property {number} baseStart where the place was in `base`
 * @property {number} baseEnd
 * @property {string} mine
 * @property {string} theirs
 */
export function merge(base, mine, theirs) {
  if (mine === theirs || theirs === base) return { text: mine, conflicts: [] }
  if (mine === base) return { text: theirs, conflicts: [] }
  return join(base, mine, theirs, lines, (base, mine, theirs) => join(base, mine, theirs, words, () => null))
}

/**
 * @param {(text: string) => string[]} divide
 * @param {Function} settle what to make of a place that both changed; null or conflicts of its own: a conflict
 */
function join(base, mine, theirs, divide, settle) {
  const parts = [base, mine, theirs].map(divide)
  const [baseAt, mineAt, theirsAt] = parts.map(offsets)
  let text = ""
  let done = 0
  const conflicts = []
  for (const place of places(difference(parts[0], parts[1]), difference(parts[0], parts[2]))) {
    text += base.slice(baseAt[done], baseAt[place.start])
    done = place.end
    const was = base.slice(baseAt[place.start], baseAt[place.end])
    const ours = mine.slice(mineAt[place.mineStart], mineAt[place.mineEnd])
    const others = theirs.slice(theirsAt[place.theirsStart], theirsAt[place.theirsEnd])
    const joined = agree(was, ours, others, place) ?? settle(was, ours, others)
    const isSettled = typeof joined === "string" || joined?.conflicts.length === 0
    if (!isSettled) {
      conflicts.push({
        start: text.length, end: text.length + ours.length, mine: ours, theirs: others,
        baseStart: baseAt[place.start], baseEnd: baseAt[place.end],
      })
    }
    text += isSettled ? joined.text ?? joined : ours
  }
  return { text: text + base.slice(baseAt[done]), conflicts }
}

/** What needs no choice: only one side changed it, both changed it alike, or one typed on where the other stopped. */
function agree(was, mine, theirs, place) {
  if (!place.isTheirs) return mine
  if (!place.isMine || mine === theirs) return theirs
  if (extend(was, theirs) && extend(theirs, mine)) return mine
  if (extend(was, mine) && extend(mine, theirs)) return theirs
  return null
}

/** Whether `longer` is `shorter` with one insertion. */
function extend(shorter, longer) {
  if (longer.length < shorter.length) return false
  let start = 0
  while (start < shorter.length && shorter[start] === longer[start]) start++
  return longer.endsWith(shorter.slice(start))
}

/** Brings the hunks of both sides together into places of the base, those that overlap into one. */
function places(mine, theirs) {
  const all = [...mine.map(hunk => ({ ...hunk, isMine: true })), ...theirs.map(hunk => ({ ...hunk, isMine: false }))]
    .sort((one, other) => one.aStart - other.aStart || one.aEnd - other.aEnd)
  const found = []
  for (const hunk of all) {
    const last = found.at(-1)
    if (last && overlap(last, hunk)) {
      last.end = Math.max(last.end, hunk.aEnd)
      last.hunks.push(hunk)
    } else {
      found.push({ start: hunk.aStart, end: hunk.aEnd, hunks: [hunk] })
    }
  }
  const shift = { mine: 0, theirs: 0 }
  return found.map(place => span(place, shift))
}

/** Insertions at one point overlap too; a change that ends where the other begins does not. */
function overlap(place, hunk) {
  if (hunk.aStart < place.end) return true
  return hunk.aStart === place.start && hunk.aEnd === place.end && place.start === place.end
}

/** Where the place is in both new versions; `shift` is how far each is ahead of the base there. */
function span({ start, end, hunks }, shift) {
  const growth = isMine => hunks.filter(hunk => hunk.isMine === isMine)
    .reduce((sum, hunk) => sum + (hunk.bEnd - hunk.bStart) - (hunk.aEnd - hunk.aStart), 0)
  const place = {
    start, end, isMine: hunks.some(hunk => hunk.isMine), isTheirs: hunks.some(hunk => !hunk.isMine),
    mineStart: start + shift.mine, theirsStart: start + shift.theirs,
  }
  shift.mine += growth(true)
  shift.theirs += growth(false)
  return { ...place, mineEnd: end + shift.mine, theirsEnd: end + shift.theirs }
}
