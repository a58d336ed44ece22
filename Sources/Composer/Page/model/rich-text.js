/** Where the Markdown of a rich text goes that was pasted. */

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
