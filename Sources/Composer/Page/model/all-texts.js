/** Finding and replacing in all posts, wherever they have words for readers. */
import { daemonNow } from "./daemon-clock.js"
import { draftBody, fieldsOf, isOut, postPath } from "./fields.js"
import { hitsMax, replacing } from "./finding.js"
import { postName } from "./post-name.js"

/** The most posts that are listed and changed at once. */
export const foundMax = 500
const samplesMax = 3, beforeMax = 30, afterMax = 60, nameMax = 80

/**
 * A post in which the words stand.
 * @typedef {{id: string, name: string, state: string, isOut: boolean, revision: number, count: number, targets: string[],
 *   samples: {place: string, before: string, words: string, replacement: string, after: string}[]}} Found
 *   `isOut`: published or scheduled, so that its targets get the new text; `place`: where, empty for the text itself
 */

/**
 * A replacement, as it is kept for its undo.
 * @typedef {{query: Query, at: number, posts: {id: string, name: string, revision: number, edits: string[]}[]}} Replacement
 *   `revision`: of the text before; `edits`: the targets for which an edit waited already
 */

/**
 * What the daemon looks for, which knows the case of a–z only: a part of the words that stands in each text with a hit.
 * Outside of a–z, “k” and “s” have other forms too.
 * @returns {string} empty if it has to send all texts
 */
export function narrowing({ words, isCased, isExpression }) {
  if (isExpression) return ""
  if (isCased) return words
  const parts = words.match(/[ -JL-RT-jl-rt-~]+/g) ?? []
  return parts.reduce((longest, part) => part.length > longest.length ? part : longest, "")
}

/** The paths of a post's texts for readers. */
const pathsOf = ({ overrides }) => [["title"], ["body"], ["summary"],
  ...Object.keys(overrides ?? {}).flatMap(target => [["overrides", target, "text"], ["overrides", target, "warning"]])]
const textAt = (post, path) => path.reduce((part, name) => part?.[name], post) ?? ""
const put = (fields, path, text) => { path.slice(0, -1).reduce((part, name) => part[name] ??= {}, fields)[path.at(-1)] = text }
const titles = { title: "Title", body: "", summary: "Summary" }

/** @param {{path: string[], text: string, hits: Hit[]}[]} places with hits */
function found(post, places) {
  const { id, revision, state, targets } = post
  const samples = places.flatMap(({ path, text, hits }) => hits.slice(0, samplesMax).map(({ start, end, text: words }) => ({
    place: titles[path[0]] ?? path[1], before: lineBefore(text, start), words: text.slice(start, end), replacement: words,
    after: lineAfter(text, end) })))
  const name = postName(post).slice(0, nameMax)
  return { id, name, state, isOut: isOut(post), revision,
    count: places.reduce((sum, { hits }) => sum + hits.length, 0), targets, samples: samples.slice(0, samplesMax) }
}

/** The words of the line before an offset, and those after it, whole ones if the line is longer. */
function lineBefore(text, at) {
  const letters = [...text.slice(text.lastIndexOf("\n", at - 1) + 1, at)], near = letters.slice(-beforeMax).join("")
  return letters.length > beforeMax ? `…${near.replace(/^\S*(?=\s+\S)/, "")}` : near
}

function lineAfter(text, at) {
  const letters = [...text.slice(at).split("\n", 1)[0]], near = letters.slice(0, afterMax).join("")
  return letters.length > afterMax ? `${near.replace(/(?<=\S\s+)\S*$/, "")}…` : near
}

const superseded = () => { throw new Error("Another search began. Look for the words again.") }

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

  /** @param {{get: () => Replacement|null, set: (last: Replacement|null) => void}} memory */
  constructor(request, find, memory) {
    this.#request = request
    this.#find = find
    this.#memory = memory
  }

  /** Ends the search that runs. */
  stop() { this.#turn = null }

  /**
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
        const places = await this.#places(post, query)
        if (turn !== this.#turn || !places) return null
        if (!places.length) continue
        posts.push(found(post, places))
        hits += posts.at(-1).count
        if (posts.length === foundMax || hits >= hitsMax) return { posts, isCut: true }
      }
      if (turn !== this.#turn) return null
      show(posts)
      cursor = page.cursor ?? null
    } while (cursor)
    return { posts, isCut: false }
  }

  // MARK: Replacing

  /** The last replacement, if it was not undone. */
  get last() { return this.#memory.get() }

  begin(query) { return { query: { ...query, within: null }, at: daemonNow(), posts: [] } }

  /**
   * Replaces in one post, as it was when it was found.
   * @throws {Problem|Error} in words for the writer
   */
  async replace({ id, name, revision, isOut }, record) {
    const { body: post } = await this.#request("GET", postPath(id))
    if (post.revision !== revision) throw new Error("It was changed meanwhile. Look for the words again.")
    const places = await this.#places(post, record.query) ?? superseded()
    if (!places.length) return false
    const edits = isOut ? (await this.#edits(id)).map(({ target }) => target) : []
    const fields = fieldsOf(post)
    for (const { path, text, hits } of places) {
      const words = replaced(text, hits)
      // Without a text of its own the target would get the whole post.
      if (path[2] === "text" && !words.trim()) throw new Error(`Nothing of the text for “${path[1]}” would be left.`)
      put(fields, path, words)
    }
    // Written down first: a request whose answer is lost can be undone, too.
    record.posts.push({ id, name, revision, edits })
    this.#memory.set(record)
    await this.#request("PUT", postPath(id), { body: draftBody(fields), revision })
    return true
  }

  /**
   * Gives one post its texts back, if it still has those that the replacement made, and cancels the edits that wait
   * because of it.
   * @returns {Promise<boolean>} false if the replacement never reached it, or was undone
   * @throws {Problem|Error} in words for the writer
   */
  async undo({ id, revision, edits }, { query }) {
    const { body: before } = await this.#request("GET", postPath(id, `/revisions/${revision}`))
    const places = await this.#places(before.draft, query) ?? superseded()
    const { body: post } = await this.#request("GET", postPath(id))
    const fields = fieldsOf(post)
    const changed = places.filter(({ path, text }) => textAt(fields, path) !== text)
    if (!changed.length) return false
    if (changed.some(({ path, text, hits }) => textAt(fields, path) !== replaced(text, hits))) {
      throw new Error("It was changed since, and stays as it is.")
    }
    for (const { path, text } of changed) put(fields, path, text)
    await this.#request("PUT", postPath(id), { body: draftBody(fields), revision: post.revision })
    for (const edit of await this.#edits(id)) {
      if (!edits.includes(edit.target)) await this.#request("POST", `/v1/deliveries/${edit.id}/cancel`)
    }
    return true
  }

  /** @param {Replacement} record that is undone */
  forget({ at }) { if (this.last?.at === at) this.#memory.set(null) }

  /** The texts with hits; null if another search began. */
  async #places(post, query) {
    const places = []
    for (const path of pathsOf(post)) {
      const text = textAt(post, path)
      const hits = text ? await this.#find(text, query) : []
      if (!hits) return null
      if (hits.length) places.push({ path, text, hits })
    }
    return places
  }

  /** The edits of a post that have not left. */
  async #edits(id) {
    const { body } = await this.#request("GET", postPath(id, "/deliveries"))
    return body.items.filter(({ kind, verbs }) => kind === "edit" && verbs.includes("cancel"))
  }
}
