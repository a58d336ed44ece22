import assert from "node:assert/strict"
import test from "node:test"
import {
  changeBack, editBack, otherChanges, sittingWords, stretches, Versions, wordsOf,
} from "../../Sources/Composer/Page/model/history.js"
import { chance, retold, textFrom } from "./chance.mjs"

const applied = (text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end)

test("a change shows what went and what came, by word, with the lines beside it", () => {
  const earlier = "one\ntwo\nthree\nThe tide comes in at nine.\nfive\nsix\n"
  const found = stretches(earlier, earlier.replace("nine", "ten"))
  assert.deepEqual(found.map(({ kind, text, hidden }) => [kind, text, hidden]),
    [["same", "", 2], ["same", "three\n", 0], ["change", undefined, undefined], ["same", "five\n", 1]])
  assert.deepEqual(found[2].parts, [{ text: "The tide comes in at ", kind: "same" }, { text: "nine", kind: "gone" },
    { text: "ten", kind: "new" }, { text: ".\n", kind: "same" }])
})

test("a line that became another one is shown whole, not word by word", () => {
  const [change] = stretches("All of this went away.", "Something quite different stands here now!")
  assert.deepEqual(change.parts.map(({ kind }) => kind), ["gone", "new"])
})

test("texts that are the same have no changes", () => assert.deepEqual(stretches("a\nb", "a\nb"), []))

test("bringing back each change, from the last, gives the earlier text", () => {
  const dice = chance(5)
  for (let round = 0; round < 300; round++) {
    const earlier = textFrom(dice)
    const later = retold(earlier, dice)
    let text = later
    const changes = stretches(earlier, later).filter(({ kind }) => kind === "change")
    for (const change of changes.toReversed()) text = applied(text, changeBack(change))
    assert.equal(text, earlier)
    assert.equal(applied(later, editBack(later, earlier)), earlier)
    const told = changes.flatMap(({ parts }) => parts)
    const { length } = told.filter(({ kind }) => kind !== "same").map(({ text }) => text).join("")
    assert.ok(length <= earlier.length + later.length)
  }
})

test("other fields that differ are named", () => {
  const earlier = wordsOf({ title: "Tides", tags: ["sea", "bread"] })
  const later = wordsOf({ title: "Tides", tags: ["sea"], summary: "Short." })
  assert.deepEqual(otherChanges(earlier, later), [
    { name: "Summary", earlier: "", later: "Short." }, { name: "Tags", earlier: "sea, bread", later: "sea" }])
})

test("a row tells when, who, how much, and how much more", () => {
  const at = "2026-11-25T12:04:00Z"
  const row = sittingWords({ endedAt: at, author: "ada", characters: 120 }, { characters: 150 }, Date.parse(at))
  assert.equal(row.about, "ada · 120 characters · −30")
  assert.equal(sittingWords({ endedAt: at, author: "ada", characters: 1 }, undefined, 0).about, "ada · 1 character")
})

/** A daemon whose answers wait until they are let go. */
function daemon() {
  const waiting = []
  const asked = []
  return {
    asked,
    request: (method, path) => new Promise((resolve, reject) => { asked.push(path); waiting.push({ resolve, reject }) }),
    answer: body => waiting.shift().resolve({ body }),
    fail: message => waiting.shift().reject(new Error(message)),
  }
}

test("an answer about a post that was left does not appear", async () => {
  const { request, answer } = daemon()
  const versions = new Versions(request)
  const first = versions.load("a")
  const second = versions.load("b")
  answer({ items: [{ lastRevision: 1 }] })
  answer({ items: [{ lastRevision: 2 }], cursor: "more" })
  await Promise.all([first, second])
  assert.deepEqual(versions.items, [{ lastRevision: 2 }])
  assert.equal(versions.hasMore, true)
  const third = versions.more()
  answer({ items: [{ lastRevision: 1 }] })
  await third
  assert.deepEqual(versions.items.map(({ lastRevision }) => lastRevision), [2, 1])
  assert.equal(versions.hasMore, false)
})

test("a new version stands before the listed ones, also those that were asked for; a gap is not hidden", async () => {
  const { request, answer } = daemon()
  const versions = new Versions(request)
  const list = async (revisions, cursor, asked) => {
    answer({ items: revisions.map(lastRevision => ({ lastRevision })), cursor })
    await asked
    return [versions.items.map(({ lastRevision }) => lastRevision).join(" "), versions.hasMore]
  }
  assert.deepEqual(await list([6, 5], "5", versions.load("a")), ["6 5", true])
  assert.deepEqual(await list([4, 3], "3", versions.more()), ["6 5 4 3", true])
  assert.deepEqual(await list([7, 6], "6", versions.load("a")), ["7 6 5 4 3", true])
  assert.deepEqual(await list([2], null, versions.more()), ["7 6 5 4 3 2", false])
  assert.deepEqual(await list([8, 6], "6", versions.load("a")), ["8 6 5 4 3 2", false])
  assert.deepEqual(await list([11, 10], "10", versions.load("a")), ["11 10", true])
  assert.deepEqual(await list([11, 9], "9", versions.load("a", true)), ["11 9", true])
})

test("a failure is told and keeps the list; a new post has none", async () => {
  const { request, answer, fail, asked } = daemon()
  const versions = new Versions(request)
  const first = versions.load("a")
  answer({ items: [{ lastRevision: 1 }] })
  await first
  const second = versions.load("a")
  fail("Galley is away.")
  await second
  assert.deepEqual([versions.items.length, versions.problem], [1, "Galley is away."])
  await versions.load(null)
  assert.deepEqual([versions.items.length, versions.problem, asked.length], [0, null, 2])
})

test("a version is read once", async () => {
  const { request, answer, asked } = daemon()
  const versions = new Versions(request)
  versions.load("a")
  answer({ items: [] })
  const read = versions.words(3)
  answer({ revision: 3, draft: { title: "T", body: "x" } })
  assert.deepEqual(await read, { title: "T", summary: "", body: "x", tags: [], language: "", notes: "" })
  assert.deepEqual(await versions.words(3), await read)
  assert.equal(asked.length, 2)
})
