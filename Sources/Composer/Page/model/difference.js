/** Comparing texts: differences of two, and merging three. */

/**
 * Where two sequences differ, by the greedy algorithm of Myers ("An O(ND) Difference Algorithm and Its Variations",
 * 1986).
 * @typedef {{aStart: number, aEnd: number, bStart: number, bEnd: number}} Hunk `a[aStart..<aEnd]` became
 * `b[bStart..<bEnd]`
 */

/**
 * Beyond this many steps, two texts have so little in common that a single hunk for everything is as good, and much
 * faster.
 */
const stepsMax = 1500

/** One entry per line, each including its line feed. */
export const lines = text => text.match(/[^\n]*\n|[^\n]+/g) ?? []

/** Words, spaces and punctuation; never splits what a reader sees as one character. */
export const words = text => text.match(wordPattern) ?? []
const wordPattern = new RegExp([
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]\\p{M}*", "[\\p{L}\\p{N}\\p{M}_'’]+", "\\n", "[^\\S\\n]+",
  "\\p{RI}\\p{RI}", "\\p{Extended_Pictographic}(?:\\p{EMod}|\\uFE0F|\\u200D\\p{Extended_Pictographic})*", "[^]\\p{M}*",
].join("|"), "gu")

/** @returns {Hunk[]} in order; no two touch */
export function difference(a, b) {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let aEnd = a.length
  let bEnd = b.length
  while (aEnd > start && bEnd > start && a[aEnd - 1] === b[bEnd - 1]) { aEnd--; bEnd-- }
  if (start === aEnd && start === bEnd) return []
  if (start === aEnd || start === bEnd) return [{ aStart: start, aEnd, bStart: start, bEnd }]
  const trace = search(a, b, start, aEnd, bEnd)
  return trace ? hunks(trace, start, aEnd - start, bEnd - start) : [{ aStart: start, aEnd, bStart: start, bEnd }]
}

/** @returns {Int32Array[]|null} how far each diagonal reached, for each step */
function search(a, b, start, aEnd, bEnd) {
  const n = aEnd - start
  const m = bEnd - start
  const most = Math.min(n + m, stepsMax)
  const reach = new Int32Array(2 * most + 3)
  const middle = most + 1
  const trace = []
  for (let d = 0; d <= most; d++) {
    trace.push(reach.slice(middle - d - 1, middle + d + 2))
    for (let k = -d; k <= d; k += 2) {
      const isDown = k === -d || (k !== d && reach[middle + k - 1] < reach[middle + k + 1])
      let x = isDown ? reach[middle + k + 1] : reach[middle + k - 1] + 1
      while (x < n && x - k < m && a[start + x] === b[start + x - k]) x++
      reach[middle + k] = x
      if (x >= n && x - k >= m) return trace
    }
  }
  return null
}

/** Walks the trace back from the end. */
function hunks(trace, start, n, m) {
  const found = []
  let x = n
  let y = m
  for (let d = trace.length - 1; d > 0; d--) {
    const at = k => trace[d][k + d + 1]
    const k = x - y
    const isDown = k === -d || (k !== d && at(k - 1) < at(k + 1))
    const fromX = isDown ? at(k + 1) : at(k - 1)
    const fromY = fromX - (isDown ? k + 1 : k - 1)
    const hunk = {
      aStart: start + fromX, aEnd: start + fromX + (isDown ? 0 : 1),
      bStart: start + fromY, bEnd: start + fromY + (isDown ? 1 : 0),
    }
    const next = found.at(-1)
    if (next && next.aStart === hunk.aEnd && next.bStart === hunk.bEnd) {
      next.aStart = hunk.aStart
      next.bStart = hunk.bStart
    } else {
      found.push(hunk)
    }
    x = fromX
    y = fromY
  }
  return found.reverse()
}

/**
 * The few replacements that turn one text into the other, by line and within lines by word.
 * @returns {{start: number, end: number, text: string}[]} in order; offsets count in `from`
 */
export function edits(from, to) {
  const old = lines(from)
  const fresh = lines(to)
  const oldAt = offsets(old)
  const freshAt = offsets(fresh)
  return difference(old, fresh).flatMap(hunk => {
    const start = oldAt[hunk.aStart]
    const before = from.slice(start, oldAt[hunk.aEnd])
    const after = to.slice(freshAt[hunk.bStart], freshAt[hunk.bEnd])
    return wordEdits(before, after).map(edit => ({ ...edit, start: edit.start + start, end: edit.end + start }))
  })
}

function wordEdits(before, after) {
  const old = words(before)
  const fresh = words(after)
  const at = offsets(old)
  return difference(old, fresh).map(hunk => ({
    start: at[hunk.aStart], end: at[hunk.aEnd], text: fresh.slice(hunk.bStart, hunk.bEnd).join(""),
  }))
}

/**
 * Two texts as one, by word.
 * @typedef {{text: string, kind: "same"|"gone"|"new"}} Part
 * @returns {Part[]}
 */
export function wordParts(before, after) {
  const old = words(before), fresh = words(after)
  const parts = []
  const add = (text, kind) => { if (text.length) parts.push({ text: text.join(""), kind }) }
  let at = 0
  for (const { aStart, aEnd, bStart, bEnd } of difference(old, fresh)) {
    add(fresh.slice(at, bStart), "same")
    add(old.slice(aStart, aEnd), "gone")
    add(fresh.slice(bStart, bEnd), "new")
    at = bEnd
  }
  add(fresh.slice(at), "same")
  return parts
}

/** How many words and spaces of an unchanged part are shown beside a difference. */
const nearWords = 24

/**
 * Two texts side by side: what only one of them has is `new` there. Of what both have, only the words beside a
 * difference are kept.
 * @returns {[Part[], Part[]]}
 */
export function sideBySide(one, other) {
  const parts = wordParts(one, other)
  const shown = parts.map(({ text, kind }, index) => ({ kind,
    text: kind === "same" ? shortened(text, index > 0, index < parts.length - 1) : text }))
  const without = absent => shown.filter(({ kind }) => kind !== absent)
    .map(({ text, kind }) => ({ text, kind: kind === "same" ? kind : "new" }))
  return [without("new"), without("gone")]
}

function shortened(text, isAfter, isBefore) {
  const all = words(text), first = isAfter ? nearWords : 0, last = isBefore ? nearWords : 0
  if (all.length <= first + last + 1) return text
  return `${all.slice(0, first).join("")}…${all.slice(all.length - last).join("")}`
}

/** The start of each part, and the end of the last. */
export function offsets(parts) {
  const at = [0]
  for (const part of parts) at.push(at.at(-1) + part.length)
  return at
}

/**
 * The one replacement that turns one text into the other.
 * @returns {{start: number, end: number, text: string}} offsets count in `from`
 */
export function editBetween(from, to) {
  const most = Math.min(from.length, to.length)
  let start = 0
  while (start < most && from.charCodeAt(start) === to.charCodeAt(start)) start++
  let same = 0
  while (same < most - start && from.charCodeAt(from.length - 1 - same) === to.charCodeAt(to.length - 1 - same)) same++
  return { start, end: from.length - same, text: to.slice(start, to.length - same) }
}

/** Maps an offset in the old text to the new text. Text inserted exactly at the offset comes after it. */
export function moved(offset, edits) {
  let shift = 0
  for (const { start, end, text } of edits) {
    if (start > offset || (start === offset && end === offset)) break
    if (end > offset) return start + shift + Math.min(offset - start, text.length)
    shift += text.length - (end - start)
  }
  return offset + shift
}

/** What led from `base` to `mine`, done to `theirs` unless the same place was changed there. */
export function undoneAmong(base, mine, theirs) {
  const { start, end, text } = editBetween(base, mine)
  const last = moved(end, edits(base, theirs)), first = last - (end - start)
  const isThere = theirs.slice(first, last) === base.slice(start, end)
  return isThere ? theirs.slice(0, first) + text + theirs.slice(last) : theirs
}

// MARK: Merging

/**
 * Merges edits in different places, by line and within lines by word. Where both sides changed the same place, the text
 * keeps `mine` and the place is a conflict, unless both made the same change.
 * @typedef {object} Conflict
 * @property {number} start of `mine` in the merged text
 * @property {number} end
 * @property {number} baseStart of the place in `base`
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
 * @param {Function} settle resolves a place that both sides changed; null, or a result with conflicts, makes it a
 *   conflict
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

/**
 * Resolves what needs no choice: only one side changed it, both made the same change, or one side continued the other's
 * insertion.
 */
function agree(was, mine, theirs, place) {
  if (!place.isTheirs) return mine
  if (!place.isMine || mine === theirs) return theirs
  if (extend(was, theirs) && extend(theirs, mine)) return mine
  if (extend(was, mine) && extend(mine, theirs)) return theirs
  return null
}

/** Whether `longer` is `shorter` plus one insertion. */
function extend(shorter, longer) {
  if (longer.length < shorter.length) return false
  let start = 0
  while (start < shorter.length && shorter[start] === longer[start]) start++
  return longer.endsWith(shorter.slice(start))
}

/** Groups the hunks of both sides by place in the base, merging those that overlap. */
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

/** The place's range in both new versions; `shift` is each one's offset from the base at that point. */
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
