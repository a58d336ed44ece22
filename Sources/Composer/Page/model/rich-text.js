/** Which pasted texts say more than their words, and where their Markdown goes. */

/** The most of a text that the daemon converts, in bytes; a letter may have three. */
const lengthMax = 330_000
const meaningPattern = new RegExp("<a\\s[^>]*href|<(?:b|strong|i|em|h[1-6]|[uo]l|blockquote|pre|code|table|img|s|del"
  + "|strike)[\\s>]|font-weight:\\s*(?:bold|[6-9]00)|font-style:\\s*italic", "i")

/** What programs put around what was copied. */
const framePattern = /<!--[^]*?-->|<(head|style)[\s>][^]*?<\/\1>|<\/?(?:html|body|meta|google)[^>]*>/gi

/** Whether rich text from the clipboard has links, emphasis, lists and the like. Cells that make no table are plain. */
export const isRich = html => html.length <= lengthMax && meaningPattern.test(html)
  && !/^<table[\s>][^]*<\/table>$/i.test(html.replace(framePattern, "").trim())

/**
 * The HTML without the pictures whose address is their content, and these as files, of which the daemon makes pictures.
 * @param {string} html
 */
export function embeddedPictures(html) {
  const files = []
  const rest = html.replace(embeddedPattern, (address, type, content) => {
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

const embeddedPattern = /(?<=\ssrc\s*=\s*["'])data:image\/([a-z+.-]{1,20})(?:;[a-z0-9=-]{1,40})*;base64,([a-z0-9+/=%\s]*)/gi

/**
 * The edit that puts the Markdown in the place of the plain text that was pasted.
 * @param {string} text as it is now
 * @param {{at: number, plain: string}} pasted where the plain text was put
 * @returns {Edit|null} null if the plain text is no longer there, or says the same
 */
export function richEdit(text, { at, plain }, markdown, caret) {
  const end = at + plain.length, rest = text.slice(end)
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
  if (!markdown || words === plain || text.slice(at, end) !== plain) return null
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
