/** Earlier versions of a post: their list, what differs between two, and bringing one back. */
import { postPath } from "./fields.js"
import { difference, editBetween, lines, offsets, wordParts } from "./difference.js"
import { counted, moment } from "./language.js"
import { Notifier } from "./notifier.js"

/**
 * The fields that bringing a version back restores. Date, addresses and path stay: readers may know them. Notes stay
 * too.
 */
export const restored = ["title", "summary", "body", "tags", "language"]
const fieldWords = { title: "Title", summary: "Summary", tags: "Tags", language: "Language", notes: "Notes" }

const pageLength = 50
/** The lines of unchanged text that are shown beside a change. */
const nearLines = 1

/**
 * @returns {{title: string, summary: string, body: string, tags: string[], language: string, notes: string}} of a
 *   `DraftBody`
 */
export const wordsOf = draft => ({ title: draft.title ?? "", summary: draft.summary ?? "", body: draft.body ?? "",
  tags: [...draft.tags ?? []], language: draft.language ?? "", notes: draft.privateNotes ?? "" })

/**
 * @typedef {{kind: "same", text: string, hidden: number}|
 *   {kind: "change", parts: Part[], start: number, end: number, before: string}} Stretch `start` and `end` are offsets
 *   in the later text, of what stands there instead of `before`; `hidden` counts the lines that are left out
 */

/**
 * What differs between two texts, in the order of the later one. Of what is the same, only the lines beside a change
 * are kept.
 * @returns {Stretch[]} empty if the texts are the same
 */
export function stretches(earlier, later) {
  const old = lines(earlier), fresh = lines(later)
  const oldAt = offsets(old), freshAt = offsets(fresh)
  const hunks = difference(old, fresh)
  const found = []
  let at = 0
  for (const [index, { aStart, aEnd, bStart, bEnd }] of hunks.entries()) {
    found.push(...same(fresh.slice(at, bStart), index > 0, true))
    const before = earlier.slice(oldAt[aStart], oldAt[aEnd])
    const after = later.slice(freshAt[bStart], freshAt[bEnd])
    found.push({ kind: "change", parts: partsOf(before, after), start: freshAt[bStart], end: freshAt[bEnd], before })
    at = bEnd
  }
  return hunks.length ? [...found, ...same(fresh.slice(at), true, false)] : []
}

function same(texts, isAfter, isBefore) {
  const first = isAfter ? nearLines : 0, last = isBefore ? nearLines : 0
  const hidden = Math.max(0, texts.length - first - last)
  const stretch = (part, count) => ({ kind: "same", text: part.join(""), hidden: count })
  if (!hidden) return texts.length ? [stretch(texts, 0)] : []
  return [stretch(texts.slice(0, first), hidden), stretch(last ? texts.slice(-last) : [], 0)]
    .filter(({ text, hidden }) => text || hidden)
}

/** By word, unless so little is the same that words would not be readable. */
function partsOf(before, after) {
  const parts = wordParts(before, after)
  const kept = parts.reduce((sum, { kind, text }) => sum + (kind === "same" ? text.trim().length : 0), 0)
  if (3 * kept >= Math.min(before.length, after.length)) return parts
  return [{ text: before, kind: "gone" }, { text: after, kind: "new" }].filter(({ text }) => text)
}

/** The differences of the other fields, in words. */
export function otherChanges(earlier, later) {
  return Object.keys(fieldWords).map(name => ({
    name: fieldWords[name], earlier: [earlier[name]].flat().join(", "), later: [later[name]].flat().join(", "),
  })).filter(({ earlier, later }) => earlier !== later)
}

/** The one edit that puts an earlier text in place of another. */
export function editBack(text, earlier) {
  const edit = editBetween(text, earlier)
  return { ...edit, selectionStart: edit.start, selectionEnd: edit.start + edit.text.length }
}

/** The edit that brings back what a change took away. @param {Stretch} change */
export const changeBack = ({ start, end, before }) =>
  ({ start, end, text: before, selectionStart: start, selectionEnd: start + before.length })

/**
 * A row of the list.
 * @param {{firstRevision: number, lastRevision: number, startedAt: string, endedAt: string, author: string,
 *   characters: number}} sitting
 * @param {{characters: number}|undefined} earlier the sitting before it
 */
export function sittingWords(sitting, earlier, now) {
  const grown = earlier ? sitting.characters - earlier.characters : 0
  const change = grown > 0 ? `+${grown}` : grown < 0 ? `−${-grown}` : ""
  return {
    time: moment(Date.parse(sitting.endedAt), now),
    about: [sitting.author, counted(sitting.characters, "character"), change].filter(Boolean).join(" · "),
  }
}

/** The versions of one post, as the daemon lists them. Event: `change`. */
export class Versions extends Notifier {
  #request
  #post = null
  #cursor = null
  #turn
  #texts = new Map()
  /** Newest first. */
  items = []
  problem = null
  isLoaded = false
  /** Whether each save counts, not each sitting. */
  isWhole = false

  constructor(request) {
    super()
    this.#request = request
  }

  get hasMore() { return this.#cursor !== null }

  /**
   * Lists the newest versions of a post, and keeps the older ones that are listed. null for a post that is not saved yet.
   */
  async load(post, isWhole = false) {
    this.#turn = Symbol()
    if (post !== this.#post) this.#texts.clear()
    if (post !== this.#post || isWhole !== this.isWhole) {
      this.isWhole = isWhole
      this.#set(post, [], null, false)
    }
    if (post !== null) await this.#read(null, page => {
      const last = page.items.at(-1)?.lastRevision
      const at = this.items.findIndex(({ lastRevision }) => lastRevision === last)
      const older = at < 0 ? [] : this.items.slice(at + 1)
      this.#set(post, [...page.items, ...older], older.length ? this.#cursor : page.cursor ?? null, true)
    })
  }

  /** Adds older versions to the list. */
  more() {
    const { items } = this, post = this.#post
    return this.#read(this.#cursor, page => this.#set(post, [...items, ...page.items], page.cursor ?? null, true))
  }

  async #read(cursor, use) {
    const turn = this.#turn
    try {
      const page = await this.#page(cursor)
      if (turn === this.#turn) use(page)
    } catch ({ message }) {
      if (turn !== this.#turn) return
      this.problem = message
      this.notify()
    }
  }

  /** The words of a version. @param {number} revision */
  async words(revision) {
    const post = this.#post
    const known = this.#texts.get(revision)
    if (known) return known
    const { body } = await this.#request("GET", postPath(post, `/revisions/${revision}`))
    const found = wordsOf(body.draft)
    if (post === this.#post) this.#texts.set(revision, found)
    return found
  }

  async #page(cursor) {
    const query = new URLSearchParams({ limit: pageLength, ...cursor && { cursor },
      ...this.isWhole && { all: "true" } })
    return (await this.#request("GET", postPath(this.#post, `/revisions?${query}`))).body
  }

  #set(post, items, cursor, isLoaded) {
    Object.assign(this, { items, problem: null, isLoaded })
    this.#post = post
    this.#cursor = cursor
    this.notify()
  }
}
