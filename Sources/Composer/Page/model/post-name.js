/** What a post is called wherever the page names it. */

/** Such as one of a picture that has no description. */
export const wordless = "A post without words"
const nameMax = 60
/** The marks in front of a line, such as a heading's or a task's. */
const front = /^[\s#>*\-+=~`\0]*(?:\[[ x]\]\s+)?/i
const marks = /\\([!-/:-@[-`{-~])|\[\^[^\]\s]+\]|!?\[|\](?:\([^)]*\)|\[[^\]]*\])?|<([a-z/!][^>]*)>|`/
/** Neither a star between blanks nor a low line within a word is one. */
const runs = /(?<=\S)[*~]|[*~](?=\S)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/u
const all = new RegExp(`${marks.source}|${runs.source}`, "giu")
/** An address in angle brackets is shown, a tag is not. */
const unmarked = (mark, escaped, tag = "") => escaped ?? (/^[^\s:]+:\S+$/.test(tag) ? tag : "")

/**
 * The beginning of the first line with words, without Markdown's marks, as the daemon shortens it
 * (`Posts/Post/FirstWords.swift`).
 */
export function firstWords(text, lengthMax = nameMax) {
  for (const line of text.slice(0, 4000).split("\n")) {
    const words = line.replace(front, "").replace(/\\\r?$/, "").replace(all, unmarked).replace(/\s+/g, " ").trim()
    const letters = [...words]
    if (words) return letters.length > lengthMax ? `${letters.slice(0, lengthMax - 1).join("")}…` : words
  }
  return ""
}

/** @param {{title?: string, body?: string, excerpt?: string}} post a list has only the `excerpt` of its text */
export function postName({ title, body, excerpt = "" }) {
  const text = body ?? excerpt
  return title || firstWords(text) || (text.trim() ? wordless : "New post")
}
