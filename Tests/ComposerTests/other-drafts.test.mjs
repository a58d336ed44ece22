import assert from "node:assert/strict"
import test from "node:test"
import { OtherDrafts, offerWords, othersWords } from "../../Sources/Composer/Page/model/draft-savers.js"

const now = new Date(2026, 10, 22, 18, 0).getTime()
const at = (hour, minute) => new Date(2026, 10, 22, hour, minute).getTime()
const draft = (key, more = {}) => ({ key, id: null, user: null, keptAt: at(15, 4), words: 12, ...more })

/** A store whose drafts can be claimed once, and a daemon that has the given posts. */
function rehearse({ own = [], held = [] } = {}) {
  const notices = [], tended = [], opened = [], claimed = new Set(held)
  const kept = {
    async claim(key) {
      if (claimed.has(key)) return null
      claimed.add(key)
      return { key }
    },
  }
  const request = async (method, path) => {
    if (!own.some(id => path === `/v1/posts/${id}`)) throw new Error("There is no such post.")
    return { body: {} }
  }
  const notice = (words, action) => notices.push({ words, action })
  const others = new OtherDrafts({ store: kept, request, notice, keepSaving: record => tended.push(record.key),
    open: record => opened.push(record.key) })
  return { others, notices, tended, opened }
}

test("drafts of another user are reported by owner, time and length, and not touched", async () => {
  const { others, notices, tended, opened } = rehearse({ own: ["p1"] })
  await others.report([draft("a", { user: "Ada", id: "p1" })])
  assert.deepEqual([tended, opened, notices.map(({ action }) => action)], [[], [], [undefined]])
  assert.deepEqual(othersWords([draft("a", { user: "Ada" })], now),
    ["This browser keeps a draft of Ada: 12 words, 15:04. It is saved when Ada signs in here."])
  assert.deepEqual(othersWords([draft("a", { user: "Ada", words: 1 }), draft("b", { user: "Ada" }), draft("c"),
    draft("d", { user: "Bo" })], now).map(words => words.split(".")[0]), [
    "This browser keeps 2 drafts of Ada, the newest with one word, 15:04",
    "This browser keeps a draft of Bo: 12 words, 15:04",
  ])
})

test("a draft without a user is saved if its post is the user's own, and left alone if it is missing", async () => {
  const { others, notices, tended } = rehearse({ own: ["p1"] })
  await others.report([draft("mine", { id: "p1" }), draft("other", { id: "p2" })])
  assert.deepEqual([tended, notices], [["mine"], []])
})

test("new drafts without a user are offered one by one, and opened only on a press", async () => {
  const { others, notices, opened } = rehearse({ held: ["taken"] })
  await others.report([draft("one"), draft("taken"), draft("two")])
  assert.deepEqual(opened, [])
  assert.equal(notices.length, 1)
  assert.match(notices[0].words, /^This browser keeps a new draft that names no user: 12 words, .*Open it if it is yours. 2 more wait\.$/)
  await notices[0].action.run()
  assert.deepEqual(opened, ["one"])
  await notices[1].action.run()
  assert.deepEqual(opened, ["one"])
  assert.match(notices[2].words, /another window/)
  await notices[3].action.run()
  assert.deepEqual([opened, notices.length], [["one", "two"], 4])
  assert.match(offerWords(draft("x"), 1, now), /One more waits\.$/)
})
