/** What the page says of a text, and where a place in it is. */

/** @returns {{words: number, minutes: number}} as a reader counts: an ideograph is half a word */
export function count(text) {
  if (!text.trim()) return { words: 0, minutes: 1 }
  const ideographs = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  const others = text.replace(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu, " ")
    .match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’\-]*/gu)?.length ?? 0
  const read = others / 230 + ideographs / 400
  return { words: others + ideographs, minutes: Math.max(1, Math.round(read)) }
}

/** The number of the line, from 1, in which a place is. */
export function lineAt(text, offset) {
  let line = 1
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line++
  return line
}

/** The end of the line in which a place is: what is dropped on words does not divide them. */
export function lineEnd(text, at) {
  const end = text.indexOf("\n", at)
  return end < 0 ? text.length : end
}

/** Of dropped or pasted files those that want to be pictures; the daemon looks at what they are. */
export const picturesAmong = files => [...files].filter(file => file.type.startsWith("image/"))
