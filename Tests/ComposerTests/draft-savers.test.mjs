import assert from "node:assert/strict"
import test from "node:test"
import { DraftSavers } from "../../Sources/Composer/Page/model/draft-savers.js"
import { draftOf } from "../../Sources/Composer/Page/model/draft.js"

const kept = { hold() {}, release() {}, keep() {}, forget() {}, saved() {} }
const never = () => new Promise(() => {})
const post = id => ({ id, revision: 1, title: "", body: "words", tags: [], changedAt: "2026-01-01T00:00:00Z" })

function desk() {
  const savers = new DraftSavers({ net: { request: never }, store: kept }), told = []
  for (const name of ["switch", "state", "show", "post", "stuck"]) savers.addEventListener(name, () => told.push(name))
  const make = id => savers.make(draftOf(`key-${id}`, post(id), 0), post(id))
  return { savers, told, make }
}

test("a draft that the daemon has is dropped when another one opens", () => {
  const { savers, told, make } = desk()
  savers.switchTo(make("one"))
  savers.switchTo(make("two"))
  assert.equal(savers.all.length, 1)
  assert.equal(savers.leftOf("one"), undefined)
  assert.deepEqual(told, ["switch", "switch"])
})

test("a draft with unsaved text is kept, found again, and reopened unchanged", () => {
  const { savers, told, make } = desk()
  const one = make("one")
  savers.switchTo(one)
  one.change({ ...one.draft.mine, body: "other words" })
  savers.switchTo(make("two"))
  assert.equal(savers.leftOf("one"), one)
  savers.switchTo(one)
  assert.equal(savers.open.draft.mine.body, "other words")
  assert.deepEqual(savers.all, [one])
  assert.deepEqual(told, ["switch", "state", "switch", "switch"])
})

test("the open draft's save state is reported when it changes, not on each keystroke", () => {
  const { savers, told, make } = desk()
  const one = make("one")
  savers.switchTo(one)
  for (const body of ["a", "ab", "abc"]) one.change({ ...one.draft.mine, body })
  assert.deepEqual(told, ["switch", "state"])
})

test("the notes of a save are shown once", async () => {
  const notices = [], answers = [{ ...post("one"), revision: 2, notes: ["It moved."] }, { ...post("one"), revision: 3 }]
  const savers = new DraftSavers({ net: { request: async () => ({ body: answers.shift() }) }, store: kept,
    notice: words => notices.push(words) })
  const one = savers.make(draftOf("key-one", post("one"), 0), post("one"))
  savers.switchTo(one)
  for (const title of ["a", "b"]) {
    one.change({ ...one.draft.mine, title })
    one.push()
    await new Promise(resolve => setImmediate(resolve))
  }
  assert.deepEqual([answers, notices], [[], ["It moved."]])
})
