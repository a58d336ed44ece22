// A post that is deleted and undeleted while its text is edited, saved and loaded.
import assert from "node:assert/strict"
import test from "node:test"
import { draftOf } from "../../Sources/Composer/Page/model/draft.js"
import { DraftSaver } from "../../Sources/Composer/Page/model/draft-savers.js"
import { Problem } from "../../Sources/Composer/Page/net/api.js"
import { chance } from "./chance.mjs"
import { live, post } from "./drafts.mjs"

const gone = (body, revision) => post(body, revision, { deletedAt: "2026-11-22T10:00:00Z" })
const written = body => ({ ...draftOf("k", post("a")).mine, body })
const typed = body => ({ type: "typed", fields: written(body) })

test("an answer from before the deletion does not restore the post, so nothing is saved", () => {
  const { draft, does } = live(draftOf("k", post("a")), { type: "found", post: gone("a", 2) }, typed("ab"),
    { type: "found", post: post("a", 1) })
  assert.equal(draft.phase, "deleted")
  assert.deepEqual(does, [])
  assert.deepEqual(live(draft, { type: "due" }).does, [])
})

test("a deletion that has since been undone has no effect: the draft waits for the save under way", () => {
  const back = live(draftOf("k", post("a")), { type: "found", post: gone("a", 2) }, typed("ab"),
    { type: "found", post: post("a", 3) }, { type: "due" })
  const { draft, does } = live(back.draft, { type: "found", post: gone("a", 2) })
  assert.equal(draft.phase, "saving")
  assert.deepEqual(does, [])
})

test("text typed after a save whose answer arrives after the deletion is not lost", () => {
  const { draft } = live(draftOf("k", post("a")), typed("ab"), { type: "due" }, typed("abc"),
    { type: "found", post: gone("ab", 3) }, { type: "acknowledged", post: post("ab", 2) })
  assert.equal(draft.phase, "deleted")
  assert.equal(draft.mine.body, "abc")
  const back = live(draft, { type: "found", post: post("ab", 4) })
  assert.equal(back.draft.phase, "typed")
  assert.equal(back.draft.mine.body, "abc")
})

for (const event of [{ type: "unanswered" }, { type: "refused", words: "No." }, { type: "stale" }]) {
  test(`a save that is ${event.type} after the deletion is not tried again until it is undone`, () => {
    const { draft } = live(draftOf("k", post("a")), typed("ab"), { type: "due" },
      { type: "found", post: gone("a", 2) }, event)
    assert.equal(draft.phase, "deleted")
    assert.equal(draft.mine.body, "ab")
    assert.deepEqual(live(draft, { type: "due" }).does, [])
  })
}

test("the answer to a save from before the deletion does not acknowledge the one after the undeletion", () => {
  const before = live(draftOf("k", post("a")), typed("ab"), { type: "due" })
  const { draft } = live(before.draft, { type: "found", post: gone("a", 2) }, { type: "found", post: post("a", 3) },
    { type: "due" })
  const late = live(draft, { type: "deleted", revision: 3, sent: before.draft.sent })
  assert.equal(late.draft.phase, "saving")
})

/** A daemon with one post. Requests reach it in any order, and its answers and events arrive at any time. */
class SlowDaemon {
  post = post("text", 1, { deletedAt: null, changedAt: "1" })
  events = []
  under = []
  refusals = []

  request = (method, path, options = {}) => new Promise((resolve, reject) =>
    this.under.push({ method, path, options, resolve, reject, isHeard: false }))

  change(fields) {
    const revision = this.post.revision + 1
    this.post = { ...this.post, ...fields, revision, changedAt: String(revision) }
    this.events.push(this.post.changedAt)
  }

  hear(one) {
    one.isHeard = true
    const { method, path, options } = one
    if (method === "DELETE") this.change({ deletedAt: null })
    if (method === "PUT" && (this.post.deletedAt || options.revision !== this.post.revision)) {
      one.problem = this.post.deletedAt ? new Problem({ type: "urn:galley:problem:deleted" }, 409)
        : new Problem({}, 412)
      this.refusals.push(`${path} ${options.revision} ${one.problem.status}`)
    } else if (method === "PUT") this.change({ body: options.body.body })
    one.answer = this.post
  }

  tell(one) {
    this.under.splice(this.under.indexOf(one), 1)
    if (one.problem) one.reject(one.problem)
    else one.resolve({ body: one.answer })
  }

  finish() {
    for (const one of [...this.under]) {
      if (!one.isHeard) this.hear(one)
      this.tell(one)
    }
  }
}

/**
 * A writer types, another client deletes the post, the writer undoes that.
 * @param {boolean} isPatient whether the writer types only while the page shows the deletion, so that no save may be
 *   refused
 */
async function play(seed, isPatient) {
  const dice = chance(seed)
  const daemon = new SlowDaemon()
  const kept = { keep() {}, forget() {}, hold() {}, release() {}, saved() {} }
  const saver = new DraftSaver({ draft: draftOf("k", daemon.post, 0), post: daemon.post,
    net: { request: daemon.request }, store: kept })
  const marks = []
  let isDeleted = false
  let isUndone = false
  const oneOf = list => list[dice(list.length)]
  const steps = [
    () => { if (!isDeleted) daemon.change({ deletedAt: "now" }), isDeleted = true },
    () => {
      if (marks.length === 4 || (isPatient && saver.draft.phase !== "deleted")) return
      marks.push(`m${marks.length}`)
      saver.change({ ...saver.draft.mine, body: `${saver.draft.mine.body} ${marks.at(-1)}` })
    },
    () => {
      if (isUndone || saver.draft.phase !== "deleted") return
      isUndone = true
      daemon.request("DELETE", "deletion").then(({ body }) => saver.receive(body))
    },
    () => { if (daemon.events.length) saver.check(dice(6) ? daemon.events.shift() : null) },
    () => saver.push(),
    () => { const one = oneOf(daemon.under.filter(each => !each.isHeard)); if (one) daemon.hear(one) },
    () => { const one = oneOf(daemon.under.filter(each => each.isHeard)); if (one) daemon.tell(one) },
  ]
  const turn = () => new Promise(resolve => setImmediate(resolve))
  for (let count = 0; count < 100; count++) {
    oneOf(steps)()
    await turn()
  }
  for (let count = 0; count < 30; count++) {
    saver.push()
    while (daemon.events.length) saver.check(daemon.events.shift())
    daemon.finish()
    await turn()
  }
  saver.close()
  return { daemon, draft: saver.draft, marks }
}

test("in any order of arrival: no word is lost, and page and daemon end up equal", async () => {
  for (let seed = 0; seed < 400; seed++) {
    const { daemon, draft, marks } = await play(seed, false)
    assert.equal(draft.phase, daemon.post.deletedAt ? "deleted" : "saved", `seed ${seed}`)
    for (const mark of marks) assert.ok(draft.mine.body.includes(mark), `seed ${seed}: ${mark} of “${draft.mine.body}”`)
    if (draft.phase === "saved") assert.equal(daemon.post.body, draft.mine.body, `seed ${seed}`)
  }
})

test("in any order of arrival: text typed at a deleted post waits until it is undeleted", async () => {
  for (let seed = 0; seed < 200; seed++) {
    const { daemon } = await play(seed, true)
    assert.deepEqual(daemon.refusals, [], `seed ${seed}`)
  }
})
