/** What is done to several posts: one after the other, with one notice and one undo. */
import { nextSlot } from "./actions.js"
import { daemonNow } from "./daemon-clock.js"
import { draftBody, fieldsOf, postPath } from "./fields.js"
import { counted, moment } from "./language.js"

/** More at once would be no choice, but a query. */
export const batchMax = 100
const triesMax = 3

const are = count => `${counted(count, "post")} ${count === 1 ? "is" : "are"}`

/** @typedef {{id: string, name: string}} Chosen */

export class Batch {
  #request
  #notice
  #refresh

  /**
   * @param {(words: string, action?: {title: string, run: () => void}) => void} notice
   * @param {() => void} refresh called when posts have changed
   */
  constructor(request, notice, refresh) {
    this.#request = request
    this.#notice = notice
    this.#refresh = refresh
  }

  /** @param {Chosen[]} posts */
  delete(posts) {
    return this.#each(posts.slice(0, batchMax), "deleted", ({ id }) => this.#request("PUT", postPath(id, "/deletion")), done =>
      this.#each(done, "back", ({ id }) => this.#request("DELETE", postPath(id, "/deletion"))))
  }

  /** Adds a tag to those that do not have it. Undo takes it away from just these. @param {Chosen[]} posts */
  tag(posts, tag) {
    const has = tags => tags.some(one => one.toLowerCase() === tag.toLowerCase())
    return this.#each(posts.slice(0, batchMax), `tagged “${tag}”`, ({ id }) => this.#retag(id, tags => has(tags) ? null : [...tags, tag]), done =>
      this.#each(done, `without the tag “${tag}” again`, ({ id }) =>
        this.#retag(id, tags => has(tags) ? tags.filter(one => one.toLowerCase() !== tag.toLowerCase()) : null)))
  }

  /**
   * Publishes them to the targets that posts go to by default.
   * @param {Chosen[]} posts
   * @param {Date|null} time null for the next free slots, of which each post gets one
   */
  schedule(posts, time) {
    const at = time?.toISOString() ?? nextSlot
    return this.#each(posts.slice(0, batchMax),
      time ? `scheduled, ${moment(time.getTime(), daemonNow())}` : "scheduled at the next slots",
      ({ id }) => this.#request("PUT", postPath(id, "/publication"), { body: { at } }), done =>
        this.#each(done, "taken back", ({ id }) => this.#request("DELETE", postPath(id, "/publication"))))
  }

  /** Replaces words in the texts of posts. */
  replace(texts, query, posts) {
    const record = texts.begin(query)
    return this.#each(posts, "changed", post => texts.replace(post, record), () => this.undoReplacing(texts, record))
  }

  /** Undoes a replacement, which may have ended in the middle. */
  async undoReplacing(texts, record) {
    const isWhole = await this.#each(record.posts, "as before", post => texts.undo(post, record))
    if (isWhole) texts.forget(record)
  }

  /**
   * Changes the tags of a post as the daemon has it now.
   * @param {(tags: string[]) => string[]|null} change null to leave them
   * @returns {Promise<boolean>} whether they were changed
   */
  async #retag(id, change) {
    for (let tries = 1; ; tries++) {
      const { body: post } = await this.#request("GET", postPath(id))
      const tags = change(post.tags)
      if (!tags) return false
      try {
        await this.#request("PUT", postPath(id), { body: draftBody({ ...fieldsOf(post), tags }), revision: post.revision })
        return true
      } catch (problem) {
        if (!problem.isStale || tries === triesMax) throw problem
      }
    }
  }

  /**
   * Stops when the daemon is away: the others would fail, too.
   * @param {string} words what they are when it is done
   * @param {(post: Chosen) => Promise<boolean|object>} act false if there was nothing to do
   * @returns {Promise<boolean>} whether all were reached
   */
  async #each(posts, words, act, undo = null) {
    const done = [], failed = []
    let away = null
    for (const post of posts) {
      try {
        if (await act(post) !== false) done.push(post)
      } catch (problem) {
        if (problem.isObstacle) {
          away = problem
          break
        }
        failed.push(`“${post.name}”: ${problem.message}`)
      }
    }
    const left = away ? ` Then the work ended: ${away.message}` : ""
    const refused = failed.length ? ` ${failed.length} ${failed.length === 1 ? "is" : "are"} not. ${failed.slice(0, 3).join(" ")}` : ""
    const isNothing = !done.length && !failed.length && !away
    this.#notice(isNothing ? "There was nothing to change." : `${are(done.length)} ${words}.${refused}${left}`,
      done.length && undo ? { title: "Undo", run: () => undo(done) } : undefined)
    this.#refresh()
    return !away
  }
}
