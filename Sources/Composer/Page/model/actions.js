import { daemonNow } from "./daemon-clock.js"
import { isOpen, latest } from "./deliveries.js"
import { postPath } from "./fields.js"
import { moment } from "./language.js"
import { postName } from "./post-name.js"

/**
 * Which deliveries an undeletion restored, target by target, and which it did not.
 * @param {string} name of the post
 * @param {object[]|null} deliveries the post's current deliveries; null if they could not be loaded
 */
export function backWords(name, deliveries, now) {
  if (!deliveries) return `${name} is back. The queue shows what is sent of it.`
  const last = latest(deliveries.filter(({ kind }) => kind === "create"))
  const isTakenBack = ({ target, takenBackAt }) => Boolean(takenBackAt)
    || deliveries.some(one => one.kind === "delete" && one.target === target && isOpen(one))
  const coming = last.filter(isOpen)
  const there = last.filter(delivery => delivery.state === "delivered")
  return [
    `${name} is back.`,
    coming.length ? `It will be sent to ${list(coming.map(one => `${one.target}, ${moment(Date.parse(one.dueAt), now)}`))}.` : "",
    targets("It is still at", there.filter(delivery => !isTakenBack(delivery)), "."),
    targets("Its copy was deleted at", there.filter(isTakenBack), ": publish it again to have it there."),
    targets("It is no longer on its way to", last.filter(({ state }) => state === "cancelled"), ": publish it again."),
  ].filter(Boolean).join(" ")
}

const targets = (words, deliveries, end) =>
  (deliveries.length ? `${words} ${list(deliveries.map(({ target }) => target))}${end}` : "")

const list = parts => (parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join("; ")} and ${parts.at(-1)}`)

/** A request without an answer may still have been carried out. */
const unsure = (problem, what) => problem.isAway
  ? `${problem.message} Whether ${what} shows when the daemon answers again.` : problem.message
const nameOf = post => `“${postName(post)}”`

/** In place of a time: at each target its next free slot. */
export const nextSlot = "next slot"

/** The writer's commands beyond writing: publish, unpublish, delete, undelete, check a target. */
export class Actions {
  #request
  #model

  /** @param {PageModel} model */
  constructor(request, model) {
    this.#request = request
    this.#model = model
  }

  // MARK: Publishing

  /**
   * Publishes the text that the writer sees: saves it first. While the daemon is away, the browser keeps the wish.
   * @param {{at?: string, to?: string[], seen?: string[]}} [wish] `at` in any form that the daemon parses, or
   *   `nextSlot`; without it the post's date, else now. `seen`: notes that the writer has read
   * @returns {Promise<boolean>} whether the daemon accepted, or the wish is kept
   */
  async publish({ at, to = this.#model.chosen, seen = [] } = {}) {
    const saver = this.#model.saver
    if (!await saved(saver)) {
      if (saver.isUnreached && await this.#model.wishes.make(saver, { at, to })) return true
      const why = saver.draft.phase === "blank" ? "The post is empty: write something first." : this.#model.save.words
      this.#model.notice(`Nothing was published. ${why}`)
      return false
    }
    if (this.#model.isUnreached && await this.#model.wishes.make(saver, { at, to })) return true
    return this.#ask(saver, "PUT", { to, ...at && { at } }, seen)
  }

  /** Cancels the open post's deliveries that have not arrived yet. */
  unpublish() { return this.#ask(this.#model.saver, "DELETE") }

  /** @param {Map<string, string[]>} seen by the name of a target, what the writer has read of it */
  async #ask(saver, method, body, seen = new Map()) {
    const { draft: { id, revision } } = saver
    try {
      const answer = await this.#request(method, postPath(id, "/publication"), { body, revision })
      saver.receive(answer.body.post)
      if (saver === this.#model.saver) this.#model.setDeliveries(answer.body.deliveries)
      const isNew = note => {
        // It names its targets before its words.
        const [names, words] = note.split(/(?<=”): (.*)/s)
        return !words || ![...names.matchAll(/“(.*?)”/g)].every(([, name]) => seen.get(name)?.includes(words))
      }
      for (const note of answer.body.notes.filter(isNew)) this.#model.notice(note)
      return true
    } catch (problem) {
      if (method === "PUT" && problem.isAway && await this.#model.wishes.make(saver, body, revision)) return true
      this.#model.notice(unsure(problem, method === "PUT" ? "it was published" : "it was taken back"))
      return false
    } finally {
      this.#model.refresh.queue()
    }
  }

  /** Publishes a post as the daemon has it; for the open post, as the writer sees it. */
  publishOther(post, to) {
    if (this.#isOpen(post.id)) return this.publish()
    const undo = { title: "Undo", run: () => this.unpublishOther(post) }
    return this.#askOf(post, "PUT", { to }, `${nameOf(post)} is on its way to ${to.join(", ")}.`, undo)
  }

  unpublishOther(post) {
    if (this.#isOpen(post.id)) return this.unpublish()
    return this.#askOf(post, "DELETE", undefined, `${nameOf(post)} is taken back.`)
  }

  #isOpen(id) { return id === this.#model.saver.draft.id }

  async #askOf(post, method, body, words, action) {
    try {
      const revision = method === "PUT" ? post.revision : null
      const answer = await this.#request(method, postPath(post.id, "/publication"), { body, revision })
      this.#model.notice(words, action)
      for (const note of answer.body.notes) this.#model.notice(note)
    } catch (problem) {
      this.#model.notice(unsure(problem, method === "PUT" ? "it was published" : "it was taken back"))
    }
    this.#model.glances.reload(post.id)
    this.#model.refresh.queue()
  }

  // MARK: Deleting

  delete(id, title) {
    return this.#setDeleted(id, "PUT", `“${title}” is deleted.`, { title: "Undo", run: () => this.undelete(id) })
  }

  undelete(id) { return this.#setDeleted(id, "DELETE", post => this.#backWords(post)) }

  /** Lists everything that came back, since a deletion cancels more than it shows. */
  async #backWords(post) {
    const deliveries = await this.#request("GET", postPath(post.id, "/deliveries"))
      .then(({ body }) => body.items, () => null)
    return backWords(nameOf(post), deliveries, daemonNow())
  }

  async #setDeleted(id, method, words, action) {
    try {
      const { body } = await this.#request(method, postPath(id, "/deletion"))
      const isOpen = this.#isOpen(id)
      if (isOpen) this.#model.saver.receive(body)
      // Above an open post stand words and a button to undo it, too.
      this.#model.notice(typeof words === "string" ? words : await words(body), action, false, { about: id, isBrief: isOpen })
    } catch (problem) {
      this.#model.notice(unsure(problem, method === "PUT" ? "it was deleted" : "it came back"))
    }
    this.#model.refresh.posts()
  }

  // MARK: Targets

  /** Sends a command about the target; the resulting event brings the new state. */
  checkTarget(name) { return this.#about(name, "POST", "check") }
  resumeTarget(name) { return this.#about(name, "DELETE", "pause") }

  async #about(name, method, what) {
    try {
      await this.#request(method, `/v1/targets/${encodeURIComponent(name)}/${what}`)
    } catch (problem) {
      this.#model.notice(problem.message)
    }
    this.#model.refresh.targets()
    this.#model.refresh.queue()
  }
}

/** Waits until the daemon has all of a draft, or cannot have it now. @returns {Promise<boolean>} whether it has */
export function saved(saver) {
  saver.push()
  return new Promise(resolve => {
    const check = () => {
      const { phase } = saver.draft
      if (["typed", "saving", "asking"].includes(phase)) return
      saver.removeEventListener("change", check)
      resolve(phase === "saved")
    }
    saver.addEventListener("change", check)
    check()
  })
}
