import assert from "node:assert/strict"
import { test } from "node:test"

import { hereToo } from "../../Sources/Composer/Page/model/language.js"
import { dividedNotes, leavingWords, targetPreview, whyUnpublishable } from "../../Sources/Composer/Page/model/publishing.js"

const preview = { text: "First.\n\nSecond.", count: 14, limit: 500, address: "https://example.org/2026/11/x/" }

test("a preview has the first lines, the length beside its limit, the address and what it waits for", () => {
  const told = targetPreview({ ...preview, timing: "It leaves when “site” has the post." })
  assert.equal(told.excerpt, "First.\nSecond.")
  assert.deepEqual(told.facts, ["14 of 500 characters", "example.org/2026/11/x/", "It leaves when “site” has the post."])
  assert.deepEqual(told.notes, [])
  const nextSlot = { local: "2026-12-02T08:00", zone: "Asia/Tokyo", instant: "2026-12-02T08:00:00+09:00" }
  assert.deepEqual(targetPreview({ text: "A", nextSlot }, Date.parse("2026-11-30T12:00:00Z")).facts, [
    "At the next slots: tomorrow, 23:00"])
  assert.deepEqual(targetPreview({ text: "A", count: null, limit: null, address: null }).facts, [])
  const facts = address => targetPreview({ text: "A", address }).facts
  assert.deepEqual(facts("https://example.org/%D8%A8%D8%AD%D8%B1%2F/"), ["example.org/بحر%2F/"])
  assert.deepEqual(facts("https://example.org/%D8/"), ["example.org/%D8/"])
})

test("an excerpt ends after three lines or 240 characters, at a whole character, and says that more follows", () => {
  assert.equal(targetPreview({ text: "1\n2\n\n3\n4" }).excerpt, "1\n2\n3 …")
  const long = targetPreview({ text: "🛶".repeat(500) }).excerpt
  assert.equal(long, `${"🛶".repeat(240)} …`)
  assert.equal(targetPreview({ text: "x".repeat(240) }).excerpt, "x".repeat(240))
  assert.match(targetPreview({ text: "There were three things. ".repeat(20) }).excerpt, /\b(?:There|were|three|things\.) …$/)
})

test("a target that would refuse says only that", () => {
  const told = targetPreview({ ...preview, problem: "It is too long.", losses: ["A table is left out."] })
  assert.deepEqual(told, { excerpt: "", facts: [], notes: [{ words: "It is too long.", tone: "problem" }] })
})

test("warnings come before losses, because the writer can act on them", () => {
  const { notes } = targetPreview({ ...preview, losses: ["A table is left out."], warnings: ["A picture has no description."] })
  assert.deepEqual(notes.map(({ tone }) => tone), ["warning", "loss"])
})

test("a note that several targets have is said once, and the note of a single target stays with it", () => {
  const notes = (...words) => ({ notes: words.map(one => ({ words: one, tone: "problem" })) })
  const divided = (...rows) => {
    const { shared, own } = dividedNotes(new Map(rows))
    return [shared.map(({ words }) => words), [...own].map(([name, notes]) => [name, ...notes.map(({ words }) => words)])]
  }
  assert.deepEqual(divided(["a", notes("One.", "Two.")], ["b", notes("Two.", "Three.")]),
    [["Two."], [["a", "One."], ["b", "Three."]]])
  assert.deepEqual(divided(["a", notes("One.")], ["b", notes("One.")], ["c", notes()]), [["“a” and “b”: One."], [["a"], ["b"], ["c"]]])
  assert.deepEqual(divided(["a", notes("Tea goes to “a” then.")], ["b", notes("Tea goes to “b” then.")], ["c", notes()]),
    [["Tea goes to “a” and “b” then."], [["a"], ["b"], ["c"]]])
  assert.deepEqual(divided(["a", notes("Tea goes to “a” then.")], ["b", notes()]), [[], [["a", "Tea goes to “a” then."], ["b"]]])
  assert.deepEqual(divided(["a", notes("One.")]), [[], [["a", "One."]]])
  assert.deepEqual(divided(), [[], []])
})

test("how long a publication can be undone is said as the daemon has it", () => {
  assert.equal(leavingWords(""), "")
  assert.equal(leavingWords("0s"), "It leaves as soon as you publish.")
  assert.deepEqual(["30s", "1h30m", "0h 5m"].map(wait => leavingWords(wait).split(" after ")[0]),
    ["It leaves 30 s", "It leaves 1 h 30 m", "It leaves 0 h 5 m"])
})

test("a time in another zone is shown by the browser's clock, too", () => {
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  const noon = Date.UTC(2026, 11, 1, 12)
  assert.equal(hereToo(noon, here), "")
  assert.equal(hereToo(noon, "Nowhere/Town"), "")
  const other = here === "Asia/Kathmandu" ? "UTC" : "Asia/Kathmandu"
  assert.match(hereToo(noon, other), /\d\d:\d\d.* where you are$/)
  const minutes = -new Date(noon).getTimezoneOffset()
  const offset = east => `${east < 0 ? "-" : "+"}${new Date(Math.abs(east) * 60_000).toISOString().slice(11, 16)}`
  assert.equal(hereToo(noon, offset(minutes)), "")
  assert.match(hereToo(noon, offset(minutes + 45)), /\d\d:\d\d.* where you are$/)
})

test("a thread says how many posts it is, and how long the longest is", () => {
  const { facts, excerpt } = targetPreview({ ...preview, text: "One.\n\nTwo.",
    thread: [{ text: "One.", count: 4 }, { text: "Two.", count: 470 }], count: 470 })
  assert.equal(facts[0], "A thread of 2 posts, the longest with 470 of 500 characters")
  assert.equal(excerpt, "One.")
})

const model = (phase, more = {}) => ({ draft: { phase }, save: { words: `Words of ${phase}` }, barred: null, ...more })
const toned = (...tones) => ({ notes: tones.map(tone => ({ tone })) })
const ask = (phase, { missing = ["site", "hook"], previews = [], ...more } = {}) =>
  whyUnpublishable(model(phase, more), missing, new Map(previews))

test("a post that can be sent, or kept until the daemon is back, is not held up", () => {
  for (const phase of ["saved", "typed", "saving", "asking", "away"]) assert.equal(ask(phase), "", phase)
  assert.equal(ask("saved", { previews: [["site", toned("loss", "warning")], ["hook", toned()]] }), "")
  // A target that is not chosen may say what it wants.
  assert.equal(ask("saved", { missing: ["hook"], previews: [["site", toned("problem")]] }), "")
})

test("where nothing can be sent, the reason is given, the one that is to be dealt with first", () => {
  assert.equal(ask("blank"), "There is nothing to publish yet: the post is empty.")
  assert.equal(ask("blank", { barred: "You are signed out." }), "You are signed out.")
  assert.equal(ask("blank", { missing: [] }), "There is nothing to publish yet: the post is empty.")
  assert.equal(ask("saved", { missing: [] }), "Choose at least one target.")
  for (const phase of ["conflict", "refused", "deleted"]) assert.equal(ask(phase), `Words of ${phase}`)
})

test("the daemon sends to all chosen targets or to none, so one that takes nothing holds up all", () => {
  const refuses = ["hook", toned("problem")]
  assert.equal(ask("saved", { previews: [refuses, ["site", toned()]] }),
    "“hook” cannot get it as it is. Correct it, or publish without it.")
  assert.equal(ask("saved", { missing: ["a", "hook", "site"], previews: [refuses, ["site", toned("problem")]] }),
    "“hook” and “site” cannot get it as it is. Correct it, or publish without them.")
  assert.equal(ask("saved", { previews: [refuses, ["site", toned("problem")]] }),
    "It cannot be sent as it is. What is wrong stands above.")
})
