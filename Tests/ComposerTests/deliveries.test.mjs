import assert from "node:assert/strict"
import test from "node:test"
import {
  confirmation, deliveryWords, publication, takesAddress, timeLine,
} from "../../Sources/Composer/Page/model/deliveries.js"
import { clockIn, dayAhead, lately, moment, span, wallClock } from "../../Sources/Composer/Page/model/language.js"

const now = new Date(2026, 11, 1, 12, 0).getTime()
const at = seconds => new Date(now + seconds * 1000).toISOString()
const ended = ["delivered", "failed", "missed", "cancelled", "superseded"]
const delivery = (state, more = {}) => ({ id: 1, state, target: "blog", dueAt: at(25),
  ...ended.includes(state) && { endedAt: at(0) }, verbs: ["retry", "confirm-sent", "resend", "abandon", "cancel"],
  ...more })

test("every state has a text, and those that need attention offer a next step", () => {
  const states = ["scheduled", "due", "preparing", "armed", "retrying", "blocked", "uncertain", "reconciling",
    "delivered", "failed", "missed", "cancelled", "superseded"]
  for (const state of states) {
    const words = deliveryWords(delivery(state), now)
    assert.ok(words.title.length > 3, state)
    if (["retrying", "blocked", "uncertain", "failed", "missed"].includes(state)) assert.ok(words.verbs.length > 0,
      state)
  }
  for (const block of ["auth", "parent", "paused", "late", "target", "content"]) {
    assert.ok(deliveryWords(delivery("blocked", { block }), now).verbs.length > 0, block)
    // The target's name stands beside the text.
    assert.doesNotMatch(deliveryWords(delivery("blocked", { block }), now).title, /blog/, block)
  }
  assert.equal(deliveryWords(delivery("a state of a newer daemon"), now).title, "a state of a newer daemon")
})

test("an ended delivery says when it ended, not when it was due", () => {
  const over = { dueAt: at(-960), endedAt: at(-60) }
  assert.equal(deliveryWords(delivery("cancelled", { ...over, reason: "Taken back." }), now).title, "Cancelled 11:59")
  assert.equal(deliveryWords(delivery("cancelled", { ...over, reason: "Taken back." }), now).detail, "Taken back.")
  assert.equal(deliveryWords(delivery("delivered", over), now).title, "Sent 11:59")
})

test("an uncertain delivery offers its three verbs", () => {
  assert.deepEqual(deliveryWords(delivery("uncertain"), now).verbs.map(({ verb }) => verb),
    ["confirm-sent", "resend", "abandon"])
})

test("only the verbs are offered that the delivery accepts", () => {
  const offered = (state, more) => deliveryWords(delivery(state, more), now).verbs.map(({ verb }) => verb)
  assert.deepEqual(offered("uncertain", { verbs: ["confirm-sent", "abandon"] }), ["confirm-sent", "abandon"])
  assert.deepEqual(offered("failed", { verbs: [] }), [])
  assert.deepEqual(offered("blocked", { block: "auth", verbs: ["retry"] }), ["check", "retry"])
  assert.deepEqual(offered("blocked", { block: "late", verbs: ["retry", "confirm-sent", "resend", "abandon"] }),
    ["retry", "confirm-sent", "abandon"])
})

test("an uncertain post may be confirmed with the address of its copy, which an edit has already", () => {
  const asks = delivery => takesAddress(delivery, deliveryWords(delivery, now))
  assert.ok(asks(delivery("uncertain", { kind: "create" })))
  assert.ok(!asks(delivery("uncertain", { kind: "edit" })) && !asks(delivery("failed", { kind: "create" })))
  assert.deepEqual(confirmation(" https://social.example/@me/99 "), { url: "https://social.example/@me/99" })
  assert.equal(confirmation(" "), undefined)
})

test("a delivery that waits for a setting says when Galley checks again", () => {
  const blocked = delivery("blocked", { block: "target", reason: "There is no category “News”." })
  for (const kind of ["create", "edit"]) {
    assert.equal(deliveryWords({ ...blocked, kind, wakeAt: at(240) }, now).detail,
      "There is no category “News”. Galley looks again in 4 min.")
  }
  assert.equal(deliveryWords(blocked, now).detail, "There is no category “News”.")
})

test("a delivery about to leave counts down and can be undone", () => {
  const { title, verbs } = deliveryWords(delivery("scheduled", { verbs: ["cancel"] }), now)
  assert.equal(title, "Sends in 25 s")
  assert.deepEqual(verbs, [{ verb: "cancel", title: "Undo" }])
})

test("the timeline begins with the deliveries that need attention", () => {
  const groups = timeLine([
    delivery("delivered", { id: 1, dueAt: at(-60) }), delivery("scheduled", { id: 2, dueAt: at(900) }),
      delivery("uncertain", { id: 3, wantsAttention: true }),
    delivery("scheduled", { id: 4, dueAt: at(60) }), delivery("superseded", { id: 5 }),
      delivery("blocked", { id: 6, block: "parent" }),
  ], now)
  assert.deepEqual(groups.map(({ title, items }) => [title, items.map(({ id }) => id)]),
    [["Needs you", [3]], ["To come", [6, 4, 2]], ["Lately", [1]]])
})

test("a failure needs attention for a week after it failed, however long that took", () => {
  const day = 86_400
  const failed = (id, dueAt, endedAt) =>
    delivery("failed", { id, wantsAttention: true, dueAt: at(dueAt * day), endedAt: at(endedAt * day) })
  assert.deepEqual(timeLine([failed(1, -9, -6), failed(2, -9, -8)], now).map(({ title, items: [{ id }] }) => [title, id]),
    [["Needs you", 1], ["Lately", 2]])
})

test("within a group the deliveries of one post stand together, where its first one stands", () => {
  const groups = timeLine([
    delivery("scheduled", { id: 1, post: "a", dueAt: at(60) }), delivery("scheduled", { id: 2, post: "b", dueAt: at(70) }),
    delivery("scheduled", { id: 3, post: "a", dueAt: at(80) }), delivery("delivered", { id: 4, post: "a", dueAt: at(-60) }),
  ], now)
  assert.deepEqual(groups.map(({ title, items }) => [title, items.map(({ id, isContinued }) => [id, isContinued])]),
    [["To come", [[1, false], [3, true], [2, false]]], ["Lately", [[4, false]]]])
})

const post = state => ({ state })

test("a post's publication state follows from its deliveries, the most urgent first", () => {
  assert.equal(publication(null, [], now).kind, "draft")
  assert.equal(publication(post("draft"), [delivery("cancelled")], now).kind, "draft")
  assert.equal(publication({ state: "deleted", deletedAt: at(0) }, [], now).kind, "deleted")
  assert.deepEqual(publication(post("scheduled"), [delivery("scheduled")], now),
    { kind: "soon", words: "Sends in 25 s" })
  assert.equal(publication(post("scheduled"), [delivery("scheduled", { dueAt: at(9000) })], now).kind, "scheduled")
  // Its kind changes once its time is known, and is announced with it.
  assert.deepEqual(publication(post("scheduled"), [], now), { kind: "busy", words: "Scheduled" })
  assert.equal(publication(post("published"), [delivery("delivered"), delivery("armed")], now).kind, "busy")
  assert.equal(publication(post("published"), [delivery("delivered")], now).words, "Published")
  assert.equal(publication(post("published"), [delivery("delivered"), delivery("uncertain", { wantsAttention: true })],
    now).kind, "attention")
  assert.equal(publication(post("published"), [delivery("missed", { wantsAttention: true })], now).words,
    "blog: its time passed while Galley was away")
})

test("an old failure beside a copy is history, one without a copy is not, and a copy that too many see never is", () => {
  const old = { wantsAttention: true, endedAt: at(-30 * 86_400) }
  const words = (...deliveries) => publication(post("published"), deliveries, now).words
  assert.equal(words(delivery("delivered"), delivery("missed", old)), "Published")
  assert.equal(words(delivery("missed", old)), "blog: its time passed while Galley was away")
  assert.equal(words(delivery("delivered", old)), "blog: more people see it than you wanted")
  assert.deepEqual(timeLine([delivery("delivered", { id: 1, ...old }), delivery("missed", { id: 2, ...old })], now)
    .map(({ title, items: [{ id }] }) => [title, id]), [["Needs you", 1], ["Lately", 2]])
})

test("durations and times are written for people", () => {
  assert.deepEqual([0, 89_000, 120_000, 7_200_000, 259_200_000].map(span), ["0 s", "89 s", "2 min", "2 h", "3 days"])
  assert.equal(moment(now, now), "12:00")
  assert.equal(moment(now + 86_400_000, now), "tomorrow, 12:00")
  assert.match(lately(now - 86_400_000, now), /^yesterday$/)
  assert.match(wallClock("2026-12-01T09:30"), /2026/)
  assert.match(wallClock("2026-12-01T09:30"), /, 09:30$/)
  assert.match(wallClock("2026-12-01"), /, 00:00$/)
  assert.equal(wallClock("2027-02-31T09:30"), "There is no such date")
})

test("a zone's clock is the one there, the browser's for an unknown zone, and days ahead are calendar days", () => {
  const at = Date.parse("2027-03-27T23:30Z")
  assert.equal(clockIn("Pacific/Kiritimati", at), "2027-03-28T13:30")
  assert.equal(clockIn("America/Los_Angeles", at), "2027-03-27T16:30")
  assert.equal(clockIn("+05:30", at), "2027-03-28T05:00")
  assert.equal(clockIn("-00:45", at), "2027-03-27T22:45")
  assert.equal(clockIn("", at), clockIn(Intl.DateTimeFormat().resolvedOptions().timeZone, at))
  assert.equal(dayAhead(1, "2027-03-27"), "2027-03-28")
  assert.equal(dayAhead(1, "2027-03-28"), "2027-03-29")
  assert.equal(dayAhead(8, "2027-12-27"), "2028-01-04")
})
