/** Which pasted texts say more than their words, and where their Markdown goes. */

/** The most of a text that the daemon converts, in bytes; a letter may have three. */
const lengthMax = 330_000
const meaningPattern = new RegExp("<a\\s[^>]*href|<(?:b|strong|i|em|h[1-6]|[uo]l|blockquote|pre|code|table|img|s|del"
  + "|strike)[\\s>]|font-weight:\\s*(?:bold|[6-9]00)|font-style:\\s*italic", "i")

/** Whether rich text from the clipboard has links, emphasis, lists and the like. */
export const isRich = html => html.length <= lengthMax && meaningPattern.test(html)

/**
 * The edit that puts the Markdown in the place of the plain text that was pasted.
 * @param {string} text as it is now
 * @param {{at: number, plain: string}} pasted where the plain text was put
 * @returns {Edit|null} null if the plain text is no longer there, or says the same
 */
export function richEdit(text, { at, plain }, markdown, caret) {
  const end = at + plain.length
  if (!markdown || markdown === plain || text.slice(at, end) !== plain) return null
  const [lead, tail] = blockPattern.test(markdown) ? [gapBefore(text.slice(0, at)), gapAfter(text.slice(end))] : ["", ""]
  const put = lead + markdown + tail
  const place = caret >= end ? at + lead.length + markdown.length + (caret > end ? tail.length + caret - end : 0)
    : Math.min(caret, at + put.length)
  return { start: at, end, text: put, selectionStart: place, selectionEnd: place }
}

/** Headings, lists, several paragraphs and the like need lines of their own. */
const blockPattern = /\n|^(?:#{1,6} |[-*+] |> |`{3}|\|| *\d{1,9}[.)] )/
const gapBefore = text => (/(?:^|\n)[ \t]*$/.test(text) ? /(?:^|\n\n)[ \t]*$/.test(text) ? "" : "\n" : "\n\n")
const gapAfter = text => (/^[ \t]*\n\n|^\s*$/.test(text) ? "" : /^[ \t]*\n/.test(text) ? "\n" : "\n\n")
