/**
 * A post at a glance: its state, date, words, targets and first lines, for the index's detail. What was seen is shown
 * at once and looked at again; a glance at a post that is gone says so and shows nothing of it.
 */
import { deliveryWords } from "./deliveries.js"
import { lately, moment } from "./times.js"
import { count } from "./writing.js"

const linesMax = 24, charactersMax = 1600
const stateWords = { draft: "Draft", scheduled: "Scheduled", published: "Published", unpublished: "Taken back" }
const canTakeBack = ["scheduled", "published"]

/**
 * What a glance says.
 * @param {{post: object, deliveries: object[]}|{isGone: true}|{problem: string}|undefined} known
 * @param {string[]} to the targets that publishing would send it to
 * @returns {{kind: "waiting"|"gone"|"deleted"|"post", title: string, notice: string, about: string, tags: string[],
 *   targets: {name: string, words: string, tone: string}[], lines: string, verbs: string[], to: string[]}}
 *   `verbs`: what can be done: open, publish, unpublish, delete, undelete
 */
export function glanceOf(known, to, now) {
  const none = { kind: "waiting", title: "", notice: "", about: "", tags: [], targets: [], lines: "", verbs: [], to }
  if (!known) return none
  if (known.isGone) return { ...none, kind: "gone", notice: "This post no longer exists." }
  if (known.problem) return { ...none, notice: known.problem }
  const { post, deliveries } = known
  const title = post.title || firstWords(post.body) || "Untitled"
  if (post.deletedAt || post.state === "deleted") {
    return { ...none, kind: "deleted", title, notice: `“${title}” was deleted.`, verbs: ["undelete"] }
  }
  return {
    kind: "post", title, notice: "", about: aboutOf(post, now), tags: post.tags, lines: firstLines(post.body), to,
    targets: latest(deliveries).map(delivery => {
      const { title: words, tone } = deliveryWords(delivery, now)
      return { name: delivery.target, words, tone }
    }),
    verbs: ["open", canTakeBack.includes(post.state) ? "unpublish" : "publish", "delete"],
  }
}

function aboutOf(post, now) {
  const changed = lately(Date.parse(post.changedAt), now)
  const date = post.date ? moment(Date.parse(post.date.instant), now) : null
  const { words } = count(post.body)
  return [stateWords[post.state] ?? post.state, date ? `dated ${date}` : `changed ${changed}`,
    words === 1 ? "1 word" : `${words} words`].join(" · ")
}

/** The last delivery to each target; what a newer one took the place of is no news. */
function latest(deliveries) {
  const byTarget = new Map()
  for (const delivery of deliveries) if (delivery.state !== "superseded") byTarget.set(delivery.target, delivery)
  return [...byTarget.values()]
}

/** The beginning of a text, cut at the end of a line. */
export function firstLines(body) {
  const lines = body.split("\n").slice(0, linesMax).join("\n")
  if (lines.length <= charactersMax) return lines
  const end = Math.max(lines.lastIndexOf("\n", charactersMax), lines.lastIndexOf(" ", charactersMax))
  return lines.slice(0, end > 0 ? end : charactersMax)
}

const firstWords = body => body.trim().split("\n", 1)[0].replace(/^[#>\-*\s]+/, "").slice(0, 60)
