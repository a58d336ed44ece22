/** Writes the columns of a table in Markdown below each other. */
import { editBetween } from "./difference.js"
import { lineParts } from "./list-items.js"
import { MarkdownRanges } from "./markdown-ranges.js"
import { lineAt, lineStarts } from "./writing.js"

/** A bar after a backslash ends no cell; one in code does. */
const signPattern = /\\.|\|/g
/** What adds no column; of the two letters of a flag, the first. */
const markPattern = /\p{M}|\p{Cf}|\p{EMod}|(?<=\u200d).|\p{RI}(\p{RI})/gu
const widePattern = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Emoji_Presentation}、-〟！-｠]/u

/**
 * Pads the cells of the table in which a selection begins. A reader sees the same table: no cell is added or removed.
 * @returns {Edit|null} null if there is no table
 */
export function alignTable(text, start, end) {
  const lines = text.split("\n")
  const rows = rowsAt(lines, lineAt(text, start) - 1)
  if (!rows) return null
  const { from, to } = rows
  const old = rows.all.map(parsed), fresh = aligned(old)
  const changed = [...lines.slice(0, from), ...fresh, ...lines.slice(to)]
  const before = lineStarts(lines), after = lineStarts(changed)
  const [selectionStart, selectionEnd] = [start, end].map(offset => {
    const line = lineAt(text, offset) - 1, column = offset - before[line]
    if (line < from || line >= to) return after[line] + column
    return after[line] + moved(column, old[line - from], parsed(fresh[line - from]))
  })
  return { ...editBetween(text, changed.join("\n")), selectionStart, selectionEnd }
}

/** The lines of the table around a line. */
function rowsAt(lines, line) {
  const ranges = new MarkdownRanges()
  ranges.replace(0, 0, lines)
  const depth = at => lineParts(lines[at]).quote.split(">").length
  const isRow = at => ranges.lines[at]?.kind === "table" && depth(at) === depth(line)
  if (!isRow(line)) return null
  let from = line, to = line + 1
  while (isRow(from - 1)) from--
  while (isRow(to)) to++
  return { from, to, all: lines.slice(from, to) }
}

/** The rows again, with their cells padded. */
function aligned(rows) {
  const marks = rows[1].cells.map(({ words }) => words)
  const widths = marks.map(() => 3)
  for (const { cells } of rows.toSpliced(1, 1)) {
    for (const [at, { words }] of cells.entries()) widths[at] = Math.max(widths[at] ?? 3, width(words))
  }
  return rows.map(({ prefix, cells }, row) => `${prefix}| ${cells.map(({ words }, at) =>
    (row === 1 ? rule(words, widths[at]) : padded(words, widths[at], marks[at] ?? ""))).join(" | ")} |`)
}

/** @returns {{prefix: string, cells: {from: number, start: number, words: string}[]}} `start`: where the words begin */
function parsed(line) {
  const { words: row } = lineParts(line)
  const prefix = line.slice(0, line.length - row.length)
  const first = row.search(/[^ \t]|$/), last = row.replace(/[ \t]+$/, "").length
  const bars = [...row.matchAll(signPattern)].filter(([sign]) => sign === "|").map(({ index }) => index)
  if (bars[0] !== first) bars.unshift(first - 1)
  if (bars.length === 1 || bars.at(-1) !== last - 1) bars.push(last)
  const cells = bars.slice(1).map((bar, at) => {
    const cell = row.slice(bars[at] + 1, bar), words = cell.replace(/^[ \t]+|[ \t]+$/g, "")
    const from = prefix.length + bars[at] + 1
    return { from, start: from + (words ? cell.indexOf(words) : Math.min(1, cell.length)), words }
  })
  return { prefix, cells }
}

/** Where a place of a row is in the padded one: in the same cell, at the same letter. */
function moved(column, { prefix, cells: before }, { cells: after }) {
  if (column < prefix.length) return column
  const at = Math.max(0, before.findLastIndex(({ from }) => from <= column))
  const letters = column - before[at].start
  const isAtEnd = letters >= before[at].words.length
  return after[at].start + (isAtEnd ? after[at].words.length : Math.max(0, letters))
}

/** The columns that a text takes where wide letters take two. */
const width = words =>
  [...words.replace(markPattern, "$1")].reduce((sum, sign) => sum + (widePattern.test(sign) ? 2 : 1), 0)

function padded(words, columns, mark) {
  const room = columns - width(words)
  const before = !mark.endsWith(":") ? 0 : mark.startsWith(":") ? room >> 1 : room
  return " ".repeat(before) + words + " ".repeat(room - before)
}

const rule = (mark, columns) => mark.replace(/-+/, "-".repeat(columns - mark.replaceAll("-", "").length))
