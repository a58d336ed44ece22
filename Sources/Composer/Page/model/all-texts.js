/** Finding and replacing in the texts of all posts. */
import { draftBody, fieldsOf } from "./fields.js"
import { hitsMax, replacing } from "./finding.js"

/** The most posts that are listed and changed at once. */
export const foundMax = 500
const samplesMax = 3, beforeMax = 30, afterMax = 60, nameMax = 80

/**
 * A post in which the words stand.
 * @typedef {{id: string, name: string, state: string, isOut: boolean, revision: number, count: number, targets: string[],
 *   samples: {before: string, words: string, replacement: string, after: string}[]}} Found
 *   `isOut`: published or scheduled, so that its targets get the new text
 */

/**
 * A replacement, as it is kept for its undo.
 * @typedef {{query: Query, at: number, posts: {id: string, name: string, revision: number, edits: string[]}[]}} Replacement
 *   `revision`: of the text before; `edits`: the targets for which an edit waited already
 */

/**
 * What the daemon looks for, which knows the case of a–z only: a part of the words that stands in each text with a hit.
 * Outside of a–z, “k” and “s” have other forms too.
 * @param {Query} query
 * @returns {string} empty if it has to send all texts
 */
export function narrowing({ words, isCased, isExpression }) {
  if (isExpression) return ""
  if (isCased) return words
  const parts = words.match(/[ -JL-RT-jl-rt-~]+/g) ?? []
  return parts.reduce((longest, part) => part.length > longest.length ? part : longest, "")
}

/** @returns {Found} */
function found({ id, revision, state, title, body, targets }, hits) {
  const samples = hits.slice(0, samplesMax).map(({ start, end, text }) => ({
    before: lineBefore(body, start), words: body.slice(start, end), replacement: text, after: lineAfter(body, end) }))
  const name = (title || body.trim().split("\n", 1)[0] || "Untitled").slice(0, nameMax)
  return { id, name, state, isOut: ["scheduled", "published"].includes(state), revision, count: hits.length, targets, samples }
}

const lineBefore = (text, at) => [...text.slice(text.lastIndexOf("\n", at - 1) + 1, at)].slice(-beforeMax).join("")
const lineAfter = (text, at) => [...text.slice(at).split("\n", 1)[0]].slice(0, afterMax).join("")

/** A text with all hits replaced. */
const replaced = (text, hits) => {
  const edit = replacing(text, hits)
  return text.slice(0, edit.start) + edit.text + text.slice(edit.end)
}

/** Searches one after the other, and remembers what was replaced last, so that it can be undone even after a reload. */
export class AllTexts {
  #request
  #find
  #memory
  #turn

  /**
   * @param {Function} request
   * @param {(text: string, query: Query) => Promise<Hit[]|null>} find
   * @param {{get: () => Replacement|null, set: (last: Replacement|null) => void}} memory
   */
  constructor(request, find, memory) {
    this.#request = request
    this.#find = find
    this.#memory = memory
  }

  /** Ends the search that runs. */
  stop() { this.#turn = null }

  /**
   * @param {Query} query
   * @param {(posts: Found[]) => void} show what was found until now
   * @returns {Promise<{posts: Found[], isCut: boolean}|null>} null if another search began or it was stopped; `isCut`: there
   *   may be more
   * @throws {Problem|Error} in words for the writer
   */
  async search(query, show = () => {}) {
    const turn = this.#turn = Symbol()
    const posts = []
    const containing = narrowing(query)
    let cursor = null, hits = 0
    do {
      const asked = new URLSearchParams({ limit: "500", ...containing && { containing }, ...cursor && { cursor } })
      const { body: page } = await this.#request("GET", `/v1/texts?${asked}`)
      for (const post of page.items) {
        const places = await this.#find(post.body, query)
        if (turn !== this.#turn || !places) return null
        if (!places.length) continue
        posts.push(found(post, places))
        hits += places.length
        if (posts.length === foundMax || hits >= hitsMax) return { posts, isCut: true }
      }
      if (turn !== this.#turn) return null
      show(posts)
      cursor = page.cursor ?? null
    } while (cursor)
    return { posts, isCut: false }
  }

  // MARK: Replacing

  /** The last replacement, if it was not undone. @returns {Replacement|null} */
  get last() { return this.#memory.get() }

  /** @returns {Replacement} */
  begin(query) { return { query: { ...query, within: null }, at: Date.now(), posts: [] } }

  /**
   * Replaces in one post, as it was when it was found.
   * @param {Found} post
   * @param {Replacement} record
   * @returns {Promise<boolean>}
   * @throws {Problem|Error} in words for the writer
   */
  async replace({ id, name, revision, isOut }, record) {
    const { body: post } = await this.#request("GET", pathOf(id))
    if (post.revision !== revision) throw new Error("It was changed meanwhile. Look for the words again.")
    const hits = await this.#hits(post.body, record.query)
    if (!hits.length) return false
    const edits = isOut ? (await this.#edits(id)).map(({ target }) => target) : []
    const body = replaced(post.body, hits)
    // Written down first: a request whose answer is lost can be undone, too.
    record.posts.push({ id, name, revision, edits })
    this.#memory.set(record)
    await this.#request("PUT", pathOf(id), { body: draftBody({ ...fieldsOf(post), body }), revision })
    return true
  }

  /**
   * Gives one post the text that it had, if it still has the one that the replacement made, and cancels the edits that
   * wait because of it.
   * @returns {Promise<boolean>} false if the replacement never reached it, or was undone
   * @throws {Problem|Error} in words for the writer
   */
  async undo({ id, revision, edits }, { query }) {
    const { body: before } = await this.#request("GET", pathOf(id, `/revisions/${revision}`))
    const old = before.draft.body ?? ""
    const { body: post } = await this.#request("GET", pathOf(id))
    if (post.body === old) return false
    const hits = await this.#hits(old, query)
    if (!hits.length || post.body !== replaced(old, hits)) throw new Error("It was changed since, and stays as it is.")
    await this.#request("PUT", pathOf(id), { body: draftBody({ ...fieldsOf(post), body: old }), revision: post.revision })
    for (const edit of await this.#edits(id)) {
      if (!edits.includes(edit.target)) await this.#request("POST", `/v1/deliveries/${edit.id}/cancel`)
    }
    return true
  }

  /** @param {Replacement} record that is undone */
  forget({ at }) { if (this.last?.at === at) this.#memory.set(null) }

  async #hits(text, query) {
    const hits = await this.#find(text, query)
    if (!hits) throw new Error("Another search began. Look for the words again.")
    return hits
  }

  /** The edits of a post that have not left. */
  async #edits(id) {
    const { body } = await this.#request("GET", pathOf(id, "/deliveries"))
    return body.items.filter(({ kind, state }) => kind === "edit" && ["scheduled", "due", "blocked"].includes(state))
  }
}

const pathOf = (id, what = "") => `/v1/posts/${encodeURIComponent(id)}${what}`
