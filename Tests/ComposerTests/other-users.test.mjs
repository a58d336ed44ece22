import assert from "node:assert/strict"
import test from "node:test"
import { OtherUsers, offerWords, othersWords } from "../../Sources/Composer/Page/model/other-users.js"

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
  const savers = { revive: ({ key }) => key, keepSaving: key => tended.push(key), switchTo: key => opened.push(key) }
  const others = new OtherUsers(request, { drafts: kept, notice, savers })
  return { others, notices, tended, opened }
}

test("drafts of another user are reported by owner, time and length, and not touched", async () => {
  const { others, notices, tended, opened } = rehearse({ own: ["p1"] })
  await others.report({ drafts: [draft("a", { user: "Ada", id: "p1" })] })
  assert.deepEqual([tended, opened, notices.map(({ action }) => action)], [[], [], [undefined]])
  assert.deepEqual(othersWords({ drafts: [draft("a", { user: "Ada" })] }, now),
    ["This browser keeps a draft of Ada: 12 words, 15:04. It is saved when Ada signs in here."])
  assert.deepEqual(othersWords({ drafts: [draft("a", { user: "Ada", words: 1 }), draft("b", { user: "Ada" }), draft("c"),
    draft("d", { user: "Bo" })] }, now).map(words => words.split(".")[0]), [
    "This browser keeps 2 drafts of Ada, the newest with one word, 15:04",
    "This browser keeps a draft of Bo: 12 words, 15:04",
  ])
})

test("a draft without a user is saved if its post is the user's own, and left alone if it is missing", async () => {
  const { others, notices, tended } = rehearse({ own: ["p1"] })
  await others.report({ drafts: [draft("mine", { id: "p1" }), draft("other", { id: "p2" })] })
  assert.deepEqual([tended, notices], [["mine"], []])
})

test("new drafts without a user are offered one by one, and opened only on a press", async () => {
  const { others, notices, opened } = rehearse({ held: ["taken"] })
  await others.report({ drafts: [draft("one"), draft("taken"), draft("two")] })
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

test("shares, their pictures and publications of other users are counted by owner; those without one are not", async () => {
  const share = user => ({ user, kind: "share", path: "/shares/1", keptAt: 0 }), picture = user => ({ ...share(user), kind: "picture" })
  assert.deepEqual(othersWords({ drafts: [], wishes: [{ user: "Bo" }],
    shares: [share("Ada"), share("Ada"), picture("Ada"), share(null), picture(null)] }, now), [
    "This browser keeps a publication of Bo. Bo gets it by signing in here.",
    "This browser keeps 2 shares and a shared picture of Ada. Ada gets them by signing in here.",
  ])
  assert.deepEqual(othersWords({ drafts: [draft("a", { user: "Ada" })], wishes: [{ user: "Ada" }, { user: "Ada" }], shares: [] }, now),
    ["This browser keeps a draft of Ada: 12 words, 15:04. It is saved when Ada signs in here. "
      + "It keeps 2 publications of Ada, too."])
  const { others, notices } = rehearse()
  await others.report({ drafts: [], shares: [share("Ada"), share(null)] })
  assert.deepEqual(notices.map(({ words }) => words), ["This browser keeps a share of Ada. Ada gets it by signing in here."])
})
