/** How a clipboard is pasted: what is a table, what says more than its words, and where either goes. */
import { bounds } from "./bounds.js"

/** A letter may have three bytes. */
const lengthMax = Math.floor(bounds.html / 3)
const meaningPattern = new RegExp("<a\\s[^<>]*href|<(?:b|strong|i|em|h[1-6]|[uo]l|blockquote|pre|code|table|img|s|del"
  + "|strike)[\\s>]|font-weight:\\s*(?:bold|[6-9]00)|font-style:\\s*italic", "i")
/** Code, of which an editor keeps the blanks, in a font of equal widths or in a `div` for all lines. */
const blankPattern = /white-space(?:-collapse)?:\s*(?:pre|break-spaces)/i
const fontPattern = /font(?:-family)?:[^{}<>]{0,200}?(?:mono|menlo|monaco|consolas|courier|fira code|cascadia|source code|inconsolata|iosevka)/i
const codeBlockPattern = /<div\s[^<>]*white-space:\s*pre\s*[;"']/i
/** What Apple's programs write of Xcode's lines. */
const applesMark = "Cocoa HTML Writer", applesFontPattern = /\bp\.p\d+ \{[^{}]{0,400}?(?:menlo|monaco|sf ?mono)/i

/**
 * The one decision on how a clipboard is pasted.
 * @param {string} plain its text
 * @param {string} html
 * @param {string} [mode] the language of an editor's text (`editorLanguage`)
 * @returns {{table: string}|{isRich: boolean}} `table`: nothing but cells, in Markdown. Rich text becomes Markdown by the
 *   daemon, with the tables in it; anything else is pasted as it is.
 */
export function pastedAs(plain, html, mode = "") {
  if (!html || plainModes.includes(mode)) return { isRich: false }
  const bare = bareTable(html)
  if (bare === null) return { isRich: isRich(html) }
  const table = pastedTable(plain)
  if (table) return { table }
  // A cell, a column, and a sheet that is too large are plain.
  const isColumn = count(bare, "<tr") === count(bare, "<td") + count(bare, "<th>") + count(bare, "<th ")
  return { isRich: !isColumn && !plain.includes("\t") && html.length <= lengthMax }
}

/** Whether it has links, emphasis, lists, code and the like. */
const isRich = html => html.length <= lengthMax && (meaningPattern.test(html) || codeBlockPattern.test(html)
  || blankPattern.test(html) && fontPattern.test(html)
  || html.includes(applesMark) && applesFontPattern.test(html))

/**
 * HTML that is nothing but one table of plain cells, as a spreadsheet copies it, in lower case and without what programs
 * put around it; null for any other.
 */
function bareTable(html) {
  let rest = html.toLowerCase()
  for (const [start, end] of framePairs) rest = without(rest, start, end)
  rest = rest.replace(/<(?:\/?(?:html|body|meta|google)|!doctype)[^<>]*>|<br class="?apple-interchange[^<>]*>/g, "").trim()
  const isTable = /^<table[\s>]/.test(rest) && rest.endsWith("</table>") && rest.indexOf("<table", 1) < 0
  return isTable && !meantPattern.test(rest) ? rest : null
}

const framePairs = [["<!--", "-->"], ["<head>", "</head>"], ["<head ", "</head>"], ["<style", "</style>"]]
/** What of a cell the text of the clipboard does not tell. */
const meantPattern = /<(?:p|div|h[1-6]|[uo]l|blockquote|pre|code|img|a\s[^<>]*href)[\s>=]/

/** Without each part between the two marks; one without an end stays. */
function without(text, start, end) {
  let [result, position] = ["", 0]
  for (;;) {
    const from = text.indexOf(start, position), to = from < 0 ? -1 : text.indexOf(end, from)
    if (to < 0) return result + text.slice(position)
    result += text.slice(position, from)
    position = to + end.length
  }
}

const count = (text, part) => text.split(part).length - 1

/** Languages whose text is no code: their words are pasted as they are. */
const plainModes = ["markdown", "plaintext", "mdx"]

/**
 * The language of a text from Visual Studio Code, which the editor tells beside the text; empty for others.
 * @param {string} data of the type `vscode-editor-data`
 */
export function editorLanguage(data) {
  try {
    const { mode } = JSON.parse(data)
    return typeof mode === "string" && /^[a-z][a-z0-9+#-]{0,30}$/.test(mode) ? mode : ""
  } catch { return "" }
}

// MARK: Cells that a spreadsheet has copied, as a table in Markdown

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

// MARK: Where the Markdown of a rich text goes that was pasted

/** Markdown that is one block of code without a language, with its language. */
export const inLanguage = (markdown, language) =>
  language && /^(`{3,})\n[^]*\n\1$/.test(markdown) ? markdown.replace(/^`+/, fence => fence + language) : markdown

/**
 * The HTML without the pictures whose address is their content, and these as files, of which the daemon makes pictures.
 * @param {string} html
 */
export function embeddedPictures(html) {
  const files = []
  const rest = html.replace(taskBoxPattern, "").replace(embeddedPattern, (address, type, content) => {
    try {
      const bytes = Uint8Array.from(atob(decodeURIComponent(content)), letter => letter.charCodeAt(0))
      files.push(new File([bytes], `picture-${files.length + 1}.${type.split("+")[0].toLowerCase()}`, { type: `image/${type}` }))
      return ""
    } catch {
      return address
    }
  })
  return { html: rest, files }
}

/** Google Docs draws the boxes of tasks. */
const taskBoxPattern = /<img\s[^<>]*aria-roledescription="checkbox"[^<>]*>/gi
const embeddedPattern = /(?<=\ssrc\s*=\s*["'])data:image\/([a-z+.-]{1,20})(?:;[a-z0-9=-]{1,40})*;base64,([a-z0-9+/=%\s]*)/gi

/**
 * The edit that puts the Markdown in the place of the plain text that was pasted.
 * @param {string} text as it is now
 * @param {{at: number, plain: string}} pasted where the plain text was put
 * @returns {Edit|null} null if the plain text is no longer there, or says the same
 */
export function richEdit(text, { at, plain }, markdown, caret) {
  const end = at + plain.length, rest = text.slice(end)
  if (!markdown || text.slice(at, end) !== plain) return null
  markdown = withFreeNotes(markdown, text.slice(0, at) + rest)
  let start = at, lead = "", tail = "", words = markdown
  if (blockPattern.test(markdown)) {
    // A block takes the place of an empty item or heading.
    const [mark, space] = /^[ \t]*(?:\n|$)/.test(rest) && markPattern.exec(text.slice(0, at)) || [""]
    start -= mark.length
    const isInList = mark && !mark.includes("#") && itemPattern.test(markdown)
    if (isInList) words = space + markdown.replaceAll("\n", `\n${space}`)
    else [lead, tail] = [gapBefore(text.slice(0, start)), gapAfter(rest)]
  } else {
    // The daemon leaves out the blanks at both ends.
    words = /^[ \t]*/.exec(plain)[0] + markdown + /[ \t]*$/.exec(plain)[0]
  }
  if (words === plain) return null
  const put = lead + words + tail
  const place = caret >= end ? start + lead.length + words.length + (caret > end ? tail.length + caret - end : 0)
    : Math.min(caret, start + put.length)
  return { start, end, text: put, selectionStart: place, selectionEnd: place }
}

const itemPattern = /^(?:[-*+]|\d{1,9}[.)]) /
const markPattern = /(?<![^\n])([ \t]*)(?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t]+(?:\[[ xX]\][ \t]+)?$/

/** Headings, lists, several paragraphs and the like need lines of their own. */
const blockPattern = /\n|^(?:#{1,6} |[-*+] |> |`{3}|\|| *\d{1,9}[.)] )/
const gapBefore = text => (/(?:^|\n)[ \t]*$/.test(text) ? /(?:^|\n\n)[ \t]*$/.test(text) ? "" : "\n" : "\n\n")
const gapAfter = text => (/^[ \t]*\n\n|^\s*$/.test(text) ? "" : /^[ \t]*\n/.test(text) ? "\n" : "\n\n")

const notePattern = /\[\^([\w-]{1,22})\]/g
const notesOf = text => [...text.matchAll(notePattern)].map(([, label]) => label)

/** The Markdown with other labels for the footnotes whose labels the text has already. */
function withFreeNotes(markdown, text) {
  const taken = new Set(notesOf(text)), own = notesOf(markdown), names = new Map()
  let number = 0
  for (const label of own) {
    if (!taken.has(label) || names.has(label)) continue
    do number++; while (taken.has(`${number}`) || own.includes(`${number}`))
    names.set(label, `${number}`)
  }
  if (!names.size) return markdown
  let fence = null
  return markdown.split("\n").map(line => {
    const mark = /^[> ]*(`{3,})/.exec(line)?.[1]
    if (mark && (fence === null || mark.length >= fence.length)) fence = fence === null ? mark : null
    return fence === null ? line.replace(notePattern, (note, label) => (names.has(label) ? `[^${names.get(label)}]` : note)) : line
  }).join("\n")
}
