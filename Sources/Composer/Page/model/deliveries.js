/**
 * The text of the queue: each state in plain words, with the next steps.
 * @typedef {object} DeliveryWords
 * @property {string} title the state
 * @property {string|null} detail the reason
 * @property {"calm"|"busy"|"well"|"warning"|"alarm"} tone
 * @property {{verb: string, title: string}[]} verbs what the user can do: verbs of `/v1/deliveries/{id}/{verb}`, and
 *   `check`, `resume`, `open`, which concern the target or the post
 */
import { isOut } from "./fields.js"
import { day, lowered, moment, span } from "./language.js"

const retry = { verb: "retry", title: "Try again now" }
const cancel = { verb: "cancel", title: "Cancel" }
const open = { verb: "open", title: "Open the post" }
const check = { verb: "check", title: "Check the target" }
const decisions = [
  { verb: "confirm-sent", title: "It is there" }, { verb: "resend", title: "Send it again" },
  { verb: "abandon", title: "Leave it" },
]
/** Verbs that concern the target or the post; a delivery lists the others that it accepts. */
const others = ["check", "resume", "open"]
/** Of what leaves so soon the page counts the seconds. */
const soonMilliseconds = 120_000

export function deliveryWords(delivery, now) {
  const words = stateWords(delivery, now)
  return { ...words, verbs: words.verbs.filter(({ verb }) => others.includes(verb) || delivery.verbs.includes(verb)) }
}

function stateWords(delivery, now) {
  const { state, reason = null } = delivery
  const entry = (title, tone, verbs = [], detail = reason) => ({ title, tone, verbs, detail })
  switch (state) {
    case "scheduled": return entry(sends(delivery, now), "calm",
      [isSoon(delivery, now) ? { ...cancel, title: "Undo" } : cancel])
    case "due": return entry("Its time has come", "busy", [cancel])
    case "preparing": return entry("Getting ready", "busy")
    case "armed": return entry("On its way", "busy")
    case "retrying": return entry(`It did not leave. Next try ${later(delivery.wakeAt, now)}`, "warning",
      [retry, cancel])
    case "blocked": return withNextCheck(withDecisions(blockWords(delivery), delivery), delivery, now)
    case "uncertain": return entry("It may be there, or not", "alarm", decisions,
      `${reason ?? ""} Look there, then say:`.trim())
    case "reconciling": return entry("Looking whether it is there", "busy")
    case "delivered": return delivery.wantsAttention ? entry("More people see it than you wanted", "alarm", [open])
      : entry(deliveredWords(delivery, now), "well")
    case "failed": return entry("It failed", "alarm", [retry])
    case "missed": return entry("Its time passed while Galley was away", "warning", [{ ...retry, title: "Send it now" }])
    case "cancelled": return entry(`Cancelled ${past(delivery, now)}`, "calm", isChange(delivery) ? [] : [open])
    case "superseded": return entry("Replaced", "calm")
    default: return entry(state, "calm")
  }
}

/** Whether the author may give the address of the copy. Later edits and deletions need it. */
export const takesAddress = (delivery, { verbs }) => !isChange(delivery)
  && verbs.some(({ verb }) => verb === "confirm-sent")

/** The body of `confirm-sent`; nothing without an address. */
export const confirmation = address => (address.trim() ? { url: address.trim() } : undefined)

/** Adds how the author ends the doubt about a blocked delivery that may have arrived. */
function withDecisions(words, { verbs }) {
  if (!verbs.includes("confirm-sent")) return words
  return { ...words, verbs: [...words.verbs, ...decisions.filter(({ verb }) => verb !== "resend")] }
}

/** Adds when Galley checks by itself whether the obstacle is gone. */
function withNextCheck(words, { wakeAt }, now) {
  if (!wakeAt) return words
  return { ...words, detail: `${words.detail ?? ""} Galley looks again ${later(wakeAt, now)}.`.trim() }
}

/** Whether a delivery edits or deletes an existing copy. */
const isChange = ({ kind }) => kind === "edit" || kind === "delete"

function deliveredWords(delivery, now) {
  if (delivery.takenBackAt) return `Taken back ${moment(Date.parse(delivery.takenBackAt), now)}`
  const verb = { edit: "Edited there", delete: "Deleted there" }[delivery.kind] ?? "Sent"
  return `${verb} ${past(delivery, now)}`
}

/** These texts need not name the target: its name stands beside them everywhere. */
function blockWords(delivery) {
  const { block, reason = null } = delivery
  const entry = (title, verbs, tone = "warning") => ({ title, tone, verbs, detail: reason })
  switch (block) {
    case "auth": return entry("Access refused", [check, retry, cancel], "alarm")
    case "late": return entry("Late: shall it still be sent?", [{ ...retry, title: "Send it now" }, cancel])
    case "content": return isChange(delivery)
      ? entry("The copy there differs", [{ ...retry, title: "Send the edit" }, cancel])
      : entry("The text no longer fits", [{ ...open, title: "Correct the text" }, cancel], "alarm")
    case "target": return entry("A setting needs a change", [check, retry, cancel], "alarm")
    case "paused": return entry("Paused", [{ verb: "resume", title: "Resume the target" }, cancel])
    case "parent": return entry(isChange(delivery) ? "Waits for what went there before" : "Waits for another target",
      [cancel], "calm")
    default: return entry("Waits for the target's limits", [retry, cancel], "calm")
  }
}

const later = (iso, now) => (iso ? `in ${span(Math.max(0, Date.parse(iso) - now))}` : "soon")

const past = ({ endedAt }, now) => moment(Date.parse(endedAt), now)

const isSoon = ({ dueAt }, now) => Date.parse(dueAt) - now < soonMilliseconds

function sends({ dueAt, kind }, now) {
  const due = Date.parse(dueAt)
  const verb = { edit: "Edits the copy", delete: "Deletes the copy" }[kind] ?? "Sends"
  if (due <= now) return `${verb} now`
  return due - now < soonMilliseconds ? `${verb} in ${span(due - now)}` : `${verb} ${moment(due, now)}`
}

export const isOpen = ({ endedAt }) => !endedAt
/** Whether a delivery has ended without a copy at its target. */
export const isVain = delivery => !isOpen(delivery) && delivery.state !== "delivered"

/** The last delivery to each target, without superseded ones. */
export const latest = deliveries => [...new Map(deliveries.filter(({ state }) => state !== "superseded")
  .map(delivery => [delivery.target, delivery])).values()]

/** Failures older than a week are history, as in `galley status`; a copy that too many people see is not. */
const needsAuthor = (delivery, now) => delivery.wantsAttention
  && (isOpen(delivery) || delivery.state === "delivered" || Date.parse(delivery.endedAt) > now - 7 * day)

/**
 * The queue as a timeline: deliveries that need attention, then future ones, soonest first, then recent ones, newest
 * first. In each group the deliveries of one post stand together, where its first one stands; `isContinued` marks the
 * further ones.
 */
export function timeLine(deliveries, now) {
  const needed = deliveries.filter(delivery => needsAuthor(delivery, now))
  const coming = deliveries.filter(delivery => isOpen(delivery) && !needed.includes(delivery))
  const recent = deliveries.filter(delivery => !isOpen(delivery) && !needed.includes(delivery)
    && delivery.state !== "superseded")
  const at = delivery => Date.parse(delivery.dueAt)
  return [
    { title: "Needs you", items: needed.sort((one, other) => at(one) - at(other)) },
    { title: "To come", items: coming.sort((one, other) => at(one) - at(other)) },
    { title: "Lately", items: recent.sort((one, other) => at(other) - at(one)) },
  ].filter(group => group.items.length).map(group => ({ ...group, items: byPost(group.items) }))
}

function byPost(deliveries) {
  const posts = new Map()
  for (const delivery of deliveries) posts.set(delivery.post, [...posts.get(delivery.post) ?? [], delivery])
  return [...posts.values()].flatMap(items => items.map((item, at) => ({ ...item, isContinued: at > 0 })))
}

/**
 * The publication state of a post, for the toolbar.
 * @returns {{kind: "draft"|"soon"|"scheduled"|"busy"|"attention"|"published"|"deleted", words: string}}
 */
export function publication(post, deliveries, now) {
  if (!post) return { kind: "draft", words: "" }
  if (post.deletedAt) return { kind: "deleted", words: "" }
  const open = deliveries.filter(isOpen)
  // A post that is nowhere is not called published, however old its failure is.
  const isSomewhere = deliveries.some(({ state }) => state === "delivered")
  const needed = deliveries.filter(one => isOut(post) && (isSomewhere ? needsAuthor(one, now) : one.wantsAttention))
  if (needed.length) return { kind: "attention", words: attention(needed, now) }
  if (open.length) return comingWords(open, now)
  if (post.state === "published") return { kind: "published", words: "Published" }
  // The page does not have its deliveries yet, and so not its time.
  if (post.state === "scheduled") return { kind: "busy", words: "Scheduled" }
  return { kind: "draft", words: post.state === "unpublished" ? "Taken back" : "" }
}

function attention(needed, now) {
  const [first] = needed
  if (needed.length > 1) return `${needed.length} targets need you`
  return `${first.target}: ${lowered(deliveryWords(first, now).title)}`
}

function comingWords(open, now) {
  const waiting = open.filter(({ state }) => state === "scheduled")
  const dueAt = waiting.length ? Math.min(...waiting.map(({ dueAt }) => Date.parse(dueAt))) : null
  const isUnderWay = open.some(({ state }) => ["due", "preparing", "armed", "reconciling"].includes(state))
  if (isUnderWay || dueAt === null) return { kind: "busy", words: isUnderWay ? "Being sent" : "Waiting" }
  if (dueAt - now < soonMilliseconds) return { kind: "soon", words: `Sends in ${span(Math.max(0, dueAt - now))}` }
  return { kind: "scheduled", words: `Scheduled ${moment(dueAt, now)}` }
}
