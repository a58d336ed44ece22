/** How a clipboard is pasted: what is a table, and what says more than its words. */
import { bounds } from "./bounds.js"
import { pastedTable } from "./pasted-table.js"

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
