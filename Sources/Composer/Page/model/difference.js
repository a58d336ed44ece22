/**
 * Where two sequences differ, by the greedy algorithm of Myers ("An O(ND) Difference Algorithm and Its Variations",
 * 1986).
 * @typedef {{aStart: number, aEnd: number, bStart: number, bEnd: number}} Hunk `a[aStart..<aEnd]` became
 * `b[bStart..<bEnd]`
 */

/** Beyond it two texts have so little in common that one hunk over all of it is as good, and much faster. */
const stepsMax = 1500

/** One per line, each with its line feed. */
export const lines = text => text.match(/[^\n]*\n|[^\n]+/g) ?? []

/** Words, spaces and signs; what a reader sees as one character is never divided. */
export const words = text => text.match(wordPattern) ?? []
const wordPattern = new RegExp([
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}]\\p{M}*", "[\\p{L}\\p{N}\\p{M}_'’]+", "\\n", "[^\\S\\n]+",
  "\\p{RI}\\p{RI}", "\\p{Extended_Pictographic}(?:\\p{EMod}|\\uFE0F|\\u200D\\p{Extended_Pictographic})*", "[^]\\p{M}*",
].join("|"), "gu")

/**
 * @param {string[]} a
 * @param {string[]} b
 * @returns {Hunk[]} in order, none touching the next
 */
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

/** @returns {Int32Array[]|null} how far each diagonal reached, step by step */
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
 * The few replacements that turn one text into another, by line and within lines by word.
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

/** Where each part begins, and where the last ends. */
export function offsets(parts) {
  const at = [0]
  for (const part of parts) at.push(at.at(-1) + part.length)
  return at
}

/** Where a place in the old text is in the new one. What is typed at the place itself goes behind it. */
export function moved(offset, edits) {
  let shift = 0
  for (const { start, end, text } of edits) {
    if (start > offset || (start === offset && end === offset)) break
    if (end > offset) return start + shift + Math.min(offset - start, text.length)
    shift += text.length - (end - start)
  }
  return offset + shift
}
