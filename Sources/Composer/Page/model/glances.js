/**
 * A post at a glance: its state, date, text, targets and first lines, for the index's detail. A known post is shown at
 * once and loaded again; the glance at a post that is gone says so and shows nothing else.
 */
import { deliveryWords, latest } from "./deliveries.js"
import { isOut, postPath } from "./fields.js"
import { counted, lately, moment } from "./language.js"
import { stateWords } from "./lists.js"
import { Notifier } from "./notifier.js"
import { postName } from "./post-name.js"
import { count } from "./word-count.js"

/** The number of glances kept for going back. */
const keptMax = 30

/** Loads the posts and deliveries for glances. Events: `change` (`detail.id`). */
export class Glances extends Notifier {
  #request
  #known = new Map()
  #turns = new Map()

  constructor(request) {
    super()
    this.#request = request
  }

  /** The known state of a post: `{post, deliveries}`, `{isGone: true}`, `{problem}`, or undefined. */
  of(id) { return this.#known.get(id) }

  /** Loads the post again; of two overlapping loads the later one counts. */
  async load(id) {
    const turn = (this.#turns.get(id) ?? 0) + 1
    this.#turns.set(id, turn)
    const path = postPath(id)
    const glance = await this.#fetch(path)
    if (this.#turns.get(id) !== turn) return
    if (glance.problem && this.#known.get(id)?.post) return
    this.#known.delete(id)
    this.#known.set(id, glance)
    for (const old of [...this.#known.keys()].slice(0, -keptMax)) for (const map of [this.#known, this.#turns]) map.delete(old)
    this.notify("change", { id })
  }

  /** After a change of the post, if it has been looked at. */
  reload(id) { if (this.of(id)) this.load(id) }

  async #fetch(path) {
    try {
      const [post, deliveries] = await Promise.all([this.#request("GET", path),
        this.#request("GET", `${path}/deliveries`)])
      return { post: post.body, deliveries: deliveries.body.items }
    } catch (problem) {
      return problem.status === 404 ? { isGone: true } : { problem: problem.message }
    }
  }
}

const linesMax = 24, charactersMax = 1600

/**
 * The content of a glance.
 * @param {{post: object, deliveries: object[]}|{isGone: true}|{problem: string}|undefined} known
 * @param {string[]} to the targets to which publishing would send it
 * @returns {{kind: "waiting"|"gone"|"deleted"|"post", title: string, notice: string, about: string, tags: string[],
 *   targets: {name: string, words: string, tone: string}[], lines: string, verbs: string[], to: string[]}} `verbs`: the
 *   possible commands: open, publish, unpublish, delete, undelete
 */
export function glanceOf(known, to, now) {
  const none = { kind: "waiting", title: "", notice: "", about: "", tags: [], targets: [], lines: "", verbs: [], to }
  if (!known) return none
  if (known.isGone) return { ...none, kind: "gone", notice: "This post no longer exists." }
  if (known.problem) return { ...none, notice: known.problem }
  const { post, deliveries } = known
  const title = postName(post)
  if (post.deletedAt || post.state === "deleted") {
    return { ...none, kind: "deleted", title, notice: `“${title}” was deleted.`, verbs: ["undelete"] }
  }
  return {
    kind: "post", title, notice: "", about: aboutOf(post, now), tags: post.tags, lines: firstLines(post.body), to,
    targets: latest(deliveries).map(delivery => {
      const { title: words, tone } = deliveryWords(delivery, now)
      return { name: delivery.target, words, tone }
    }),
    verbs: ["open", isOut(post) ? "unpublish" : "publish", "delete"],
  }
}

function aboutOf(post, now) {
  const changed = lately(Date.parse(post.changedAt), now)
  const date = post.date ? moment(Date.parse(post.date.instant), now) : null
  return [stateWords[post.state] ?? post.state, date ? `dated ${date}` : `changed ${changed}`,
    counted(count(post.body).words, "word")].join(" · ")
}

/** The beginning of a text, cut at the end of a line. */
export function firstLines(body) {
  const lines = body.split("\n").slice(0, linesMax).join("\n")
  if (lines.length <= charactersMax) return lines
  const end = Math.max(lines.lastIndexOf("\n", charactersMax), lines.lastIndexOf(" ", charactersMax))
  return lines.slice(0, end > 0 ? end : charactersMax)
}
