/** Real bold and italic in a fixed typeface, in which no letter of either stands elsewhere. */
import { make } from "../markup.js"

/** Other letters may come from another typeface, with other widths. */
const safe = /^[ -\u024f\u2010-\u2027]*$/
/** What each element was made of. */
const states = new WeakMap()
let isFixed

/** Some browsers widen the bold letters that they make themselves, where the typeface has none. */
function haveOneWidth(row) {
  const context = document.createElement("canvas").getContext("2d"), { fontFamily } = getComputedStyle(row)
  const widths = ["normal", "bold", "italic", "bold italic"].map(face => {
    context.font = `${face} 100px ${fontFamily}`
    return context.measureText("A wide line, iii").width
  })
  return widths.every(width => Math.abs(width - widths[0]) < 0.1)
}

/**
 * Draws the bold and italic ranges of a line over its row. Paper hides the upright letters beneath italic ones, and
 * would hide the caret and the selection: italic at the selection is left out, with the bold in it.
 * @param {Line} line of `MarkdownRanges`
 * @param {number} from the selection, in the line
 * @param {number} to
 * @returns {Range[]} the ranges that it has not drawn
 */
export function drawFixed(row, { text, kind, ranges }, from, to) {
  isFixed ??= haveOneWidth(row)
  const held = ranges.filter(({ kind, start, end }) => kind === "italic" && start <= to && end >= from)
  const isReal = ({ kind, start, end }) => ["bold", "italic"].includes(kind) && safe.test(text.slice(start, end))
    && !held.some(one => one.start < end && one.end > start)
  const real = kind === "heading" || !isFixed ? [] : ranges.filter(isReal)
  const state = real.length ? JSON.stringify([text, real]) : undefined, [old] = row.children
  if (states.get(old) !== state) {
    old?.remove()
    if (state) row.append(make("div", { class: "fixed-faces" }, ...parts(text, real)))
    states.set(row.lastChild, state)
  }
  return ranges.filter(range => !real.includes(range))
}

/** The whole text, so that its lines wrap where those of the row do. */
function parts(text, ranges) {
  const edges = [0, text.length, ...ranges.flatMap(({ start, end }) => [start, end])].sort((a, b) => a - b)
  return edges.slice(1).map((end, index) => {
    const start = edges[index]
    const names = ranges.filter(range => range.start <= start && range.end >= end).map(({ kind }) => kind)
    return make("span", { class: names.join(" ") }, text.slice(start, end))
  })
}
