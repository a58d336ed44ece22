/** Cells that a spreadsheet has copied, as a table in Markdown. */

/** The most cells; more are pasted as they are. */
const cellsMax = 5000

/**
 * @param {string} plain the text of the clipboard: cells with tabs between them, in quotes if they contain a line feed
 * @returns {string|null} a table with its first row as the head; null if it is none
 */
export function pastedTable(plain) {
  if (!plain.includes("\t")) return null
  const rows = cellsOf(plain)
  if (!rows) return null
  const columns = Math.max(...rows.map(row => row.length))
  const [head, ...rest] = rows.map(row => [...row, ...Array(columns - row.length).fill("")])
  const rule = columnsOf(rest, columns).map(column => (column.length && column.every(isNumber) ? "---:" : "---"))
  return [head, rule, ...rest].map(row => `| ${row.join(" | ")} |`).join("\n") + "\n"
}

/** The table on lines of its own, where the selection was. */
export function tableEdit(text, selectionStart, selectionEnd, table) {
  const before = text.slice(0, selectionStart), after = text.slice(selectionEnd)
  const lead = !before || before.endsWith("\n\n") ? "" : before.endsWith("\n") ? "\n" : "\n\n"
  const tail = !after || after.startsWith("\n") ? "" : "\n"
  const at = selectionStart + lead.length + table.length
  return { start: selectionStart, end: selectionEnd, text: lead + table + tail, selectionStart: at, selectionEnd: at }
}

/** @returns {string[][]|null} null if there are too many cells, or only one column */
function cellsOf(plain) {
  const rows = [[]]
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y
  const text = plain.replace(/[\r\n]+$/, "")
  let count = 0
  for (let match = cell.exec(text); match; match = cell.exec(text)) {
    if (++count > cellsMax) return null
    const [, quoted, bare, end] = match
    rows.at(-1).push(written(quoted?.replaceAll('""', '"') ?? bare))
    if (!end) break
    if (end !== "\t") rows.push([])
  }
  return rows.some(row => row.length > 1) ? rows : null
}

/** A bar would end the cell, and a line feed the row. */
const written = cell => cell.trim().replace(/\\(?=\|)/g, "\\\\").replaceAll("|", "\\|").replace(/\s*[\r\n]+\s*/g, "<br>")

const columnsOf = (rows, columns) =>
  Array.from({ length: columns }, (_, column) => rows.map(row => row[column]).filter(Boolean))

const isNumber = cell => /^[-+−]?[\d.,'\s\u00a0\u202f]*\d(?:\s?[%€$£])?$/.test(cell)
