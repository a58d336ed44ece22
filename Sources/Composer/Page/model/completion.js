/**
 * What is offered while a word is typed: own posts after `[[` or `@`, tags after `#`, emoji after `:`,
 * snippets after `/`.
 * @typedef {{kind: "post"|"tag"|"emoji"|"snippet", start: number, typed: string, words: string, isMeant: boolean}} Wanted
 *   `typed` begins at `start` with the sign, `words` follow it; `isMeant` tells that the sign has no other use in a
 * text, so that Enter takes the first offer
 * @typedef {{name: string, detail: string, text: string|null, post: object|null, snippet?: string}} Offer `text`
 *   replaces what was typed; a post's is known when its address is, a snippet's when its fields are
 */
import { stateWords } from "./lists.js"
import { firstWords, postName } from "./post-name.js"

/** More cannot be the beginning of a name. */
const lengthMax = 80
const offersMax = 8

const signs = [
  { kind: "post", isMeant: true, pattern: /\[\[([^[\]\n]*)$/u },
  { kind: "post", isMeant: false, pattern: /(?<=^|[\s(])@([\p{L}\p{N}_-]{2,})$/u },
  { kind: "tag", isMeant: false, pattern: /(?<=^|[\s(])#([\p{L}\p{N}_-]+)$/u },
  { kind: "snippet", isMeant: false, pattern: /(?<=^|\s)\/([\p{L}\p{N}\p{M}_-]*)$/u },
  { kind: "emoji", isMeant: true, pattern: /(?<=^|[\s(]):([a-z0-9_+-]{2,})$/u },
]

/**
 * @param {number} caret an offset
 * @returns {Wanted|null} nothing in an unfinished code span
 */
export function wantedAt(text, caret) {
  const from = Math.max(text.lastIndexOf("\n", caret - 1) + 1, caret - lengthMax)
  const line = text.slice(from, caret)
  for (const { kind, isMeant, pattern } of signs) {
    const found = pattern.exec(line)
    if (!found) continue
    const before = line.slice(0, found.index)
    return before.split("`").length % 2 === 0 ? null : { kind, isMeant, start: from + found.index, typed: found[0],
      words: found[1] }
  }
  return null
}

/** @param {object[]} posts as lists have them @param {string|null} open the id of the open post */
export const postOffers = (posts, open) => posts.filter(post => post.id !== open).slice(0, offersMax)
  .map(post => ({ name: postName(post), detail: stateWords[post.state], text: null, post }))

/** Those that begin with the words, whatever their case. @param {string[]} tags */
export function tagOffers(tags, words) {
  const typed = words.toLowerCase()
  return tags.filter(tag => tag.toLowerCase().startsWith(typed) && /^[\p{L}\p{N}_-]+$/u.test(tag)).slice(0, offersMax)
    .map(tag => ({ name: `#${tag}`, detail: "", text: `#${tag}`, post: null }))
}

/**
 * Names that begin with the words come before those that contain them. @param {[name: string, emoji: string][]} table
 */
export function emojiOffers(table, words) {
  const starts = table.filter(([name]) => name.startsWith(words))
  const contains = table.filter(([name]) => !name.startsWith(words) && name.includes(words))
  return [...starts, ...contains].slice(0, offersMax)
    .map(([name, emoji]) => ({ name: `${emoji} ${name}`, detail: "", text: emoji, post: null }))
}

/** A link to a post. Brackets in its title would end the text of the link. */
export function linkTo({ title, excerpt }, address) {
  const words = (title || firstWords(excerpt) || address).replaceAll(/[\\[\]]/g, "\\$&")
  return `[${words}](${/[\s()<>]/.test(address) ? `<${address}>` : address})`
}

/**
 * The edit that takes an offer, if what was typed still stands there.
 * @param {number} caret where the writer is now
 */
export function completed(text, { start, typed }, caret, put) {
  if (!text.startsWith(typed, start)) return null
  // The brackets may have been closed beforehand.
  const isClosed = typed.startsWith("[[") && text.startsWith("]]", start + typed.length)
  const end = start + typed.length + (isClosed ? 2 : 0)
  const at = caret < start ? caret : caret > end ? caret + put.length - (end - start) : start + put.length
  return { start, end, text: put, selectionStart: at, selectionEnd: at }
}
