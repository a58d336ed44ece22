import assert from "node:assert/strict"
import test, { mock } from "node:test"
import { Presence, presenceRanges, presenceWords } from "../../Sources/Composer/Page/model/presence.js"

test("it says where others are, and nothing while alone", () => {
  const text = "one\ntwo three\n"
  const bo = { user: "bo", program: "Firefox on Linux", caret: 9 }
  assert.equal(presenceWords([], "ada", text), "")
  assert.equal(presenceWords([bo], "ada", text), "bo has this post open too: Firefox on Linux, line 2")
  assert.equal(presenceWords([{ ...bo, caret: null }, bo], "ada", text),
    "bo and 1 other have this post open too: Firefox on Linux")
  assert.equal(presenceWords([{ user: "ada", program: "galley/0.1" }], "ada", text), "You have this post open too: galley/0.1")
})

test("a caret marks the word around it, one letter between words, and nothing beyond the text", () => {
  const text = "one two  "
  const marked = caret => presenceRanges([{ caret }], text).map(({ start, end }) => text.slice(start, end))
  assert.deepEqual([0, 2, 3, 5, 8, 9, 10].map(marked), [["one"], ["one"], ["one"], ["two"], [" "], [" "], []])
  assert.deepEqual(presenceRanges([{ caret: 0 }], ""), [])
})

test("after it entered, or the daemon is back, it asks once more soon: the others may only just have come", async () => {
  mock.timers.enable({ apis: ["setTimeout"] })
  let asked = 0, isAway = true
  const presence = new Presence(async () => {
    asked++
    if (isAway) throw new Error("away")
    return { body: { items: [] } }
  }, "w 1")
  const after = async milliseconds => {
    mock.timers.tick(milliseconds)
    await new Promise(setImmediate)
    return asked
  }
  presence.renew()
  assert.equal(await after(60_000), 0)
  presence.enter("a")
  await after(0)
  assert.deepEqual([await after(2500), await after(7500)], [1, 2])
  isAway = false
  presence.renew()
  assert.deepEqual([await after(0), await after(2500), await after(2500), await after(7500)], [3, 4, 4, 5])
  presence.leave()
  mock.timers.reset()
})

test("it enters, goes on more often while others are there, leaves the post for another, and drops late answers", async () => {
  mock.timers.enable({ apis: ["setTimeout"] })
  const asked = []
  let items = [], answer
  const presence = new Presence((method, path, { body } = {}) => {
    asked.push([method, path, body?.caret])
    if (method === "DELETE") return Promise.reject(new Error("away"))
    return new Promise(resolve => { answer = () => { resolve({ body: { items } }); return new Promise(setImmediate) } })
  }, "w 1")
  presence.enter("a", () => 7)
  await answer()
  mock.timers.tick(2500)
  await answer()
  mock.timers.tick(2500)
  assert.equal(asked.length, 2)
  items = [{ user: "bo", program: "x", caret: 1 }]
  mock.timers.tick(7500)
  await answer()
  assert.deepEqual(presence.others, items)
  mock.timers.tick(2500)
  assert.deepEqual(asked.map(([method]) => method), ["PUT", "PUT", "PUT", "PUT"])
  presence.enter("b")
  assert.deepEqual(presence.others, [])
  assert.deepEqual(asked.slice(4), [["DELETE", "/v1/posts/a/presence?key=w+1", undefined], ["PUT", "/v1/posts/b/presence", 7]])
  presence.enter("b")
  assert.equal(asked.length, 6)
  presence.leave()
  await answer()
  mock.timers.tick(60_000)
  assert.deepEqual([presence.others, asked.length], [[], 7])
  mock.timers.reset()
})
