import assert from "node:assert/strict"
import test from "node:test"
import { DraftKeepers } from "../../Sources/Composer/Page/model/draft-keepers.js"
import { draftOf } from "../../Sources/Composer/Page/model/draft.js"

const kept = { hold() {}, release() {}, keep() {}, forget() {}, became() {} }
const never = () => new Promise(() => {})
const post = id => ({ id, revision: 1, title: "", body: "words", tags: [], changedAt: "2026-01-01T00:00:00Z" })

function desk() {
  const keepers = new DraftKeepers({ net: { request: never }, kept }), told = []
  for (const name of ["turn", "state", "show", "post", "stuck"]) keepers.addEventListener(name, () => told.push(name))
  const make = id => keepers.make(draftOf(`key-${id}`, post(id), 0), post(id))
  return { keepers, told, make }
}

test("a draft that the daemon has is dropped when another one opens", () => {
  const { keepers, told, make } = desk()
  keepers.turnTo(make("one"))
  keepers.turnTo(make("two"))
  assert.equal(keepers.all.length, 1)
  assert.equal(keepers.leftOf("one"), undefined)
  assert.deepEqual(told, ["turn", "turn"])
})

test("a draft with unsaved text is kept, found again, and reopened unchanged", () => {
  const { keepers, told, make } = desk()
  const one = make("one")
  keepers.turnTo(one)
  one.change({ ...one.draft.mine, body: "other words" })
  keepers.turnTo(make("two"))
  assert.equal(keepers.leftOf("one"), one)
  keepers.turnTo(one)
  assert.equal(keepers.open.draft.mine.body, "other words")
  assert.deepEqual(keepers.all, [one])
  assert.deepEqual(told, ["turn", "state", "turn", "turn"])
})

test("the open draft's save state is reported when it changes, not on each keystroke", () => {
  const { keepers, told, make } = desk()
  const one = make("one")
  keepers.turnTo(one)
  for (const body of ["a", "ab", "abc"]) one.change({ ...one.draft.mine, body })
  assert.deepEqual(told, ["turn", "state"])
})
