import assert from "node:assert/strict"
import test from "node:test"
import { draftOf, revived } from "../../Sources/Composer/Page/model/draft.js"
import { DraftSaver } from "../../Sources/Composer/Page/model/draft-savers.js"
import { Problem } from "../../Sources/Composer/Page/net/api.js"
import { post } from "./drafts.mjs"

const away = () => new Problem({ detail: "The daemon is away." }, 0)
const said = (status, type, more = {}) => new Problem({ title: `It said ${type}.`, type: `urn:galley:problem:${type}`,
  ...more }, status)

/** A daemon with the given answers, which records requests; without an answer left it never answers. */
function daemon(...answers) {
  const asked = []
  const request = (method, path, options = {}) => {
    asked.push({ method, path, ...options })
    const answer = answers.shift()
    if (answer === undefined) return new Promise(() => {})
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ body: answer })
  }
  return { request, asked }
}

/** The browser's own store, without a browser. */
function drafts() {
  const records = new Map()
  return { records, keep: record => records.set(record.key, record), forget: key => records.delete(key), hold() {},
    release() {}, saved() {} }
}

const phase = (saver, wanted) => new Promise(resolve => {
  const look = () => { if (saver.draft.phase === wanted) resolve() }
  saver.addEventListener("change", look)
  look()
})
const write = (saver, body) => saver.change({ ...saver.draft.mine, body })
const begin = (net, kept, saved = null) =>
  new DraftSaver({ draft: saved ? draftOf("k", saved, 0) : draftOf("k"), post: saved, net, store: kept })

test("a request with a lost answer is repeated with the same key and the same text", async () => {
  const net = daemon(away(), post("One"))
  const saver = begin(net, drafts())
  write(saver, "One")
  saver.push()
  await phase(saver, "away")
  saver.retry()
  await phase(saver, "saved")
  assert.deepEqual(net.asked.map(({ key, body }) => [key, body.body]), [["k", "One"], ["k", "One"]])
  saver.close()
})

test("typed text is in the browser's store at once, and removed once the daemon has it", async () => {
  const kept = drafts()
  const saver = begin(daemon(post("One")), kept)
  write(saver, "One")
  assert.equal(kept.records.get("k").mine.body, "One")
  saver.push()
  await phase(saver, "saved")
  assert.equal(kept.records.size, 0)
  saver.close()
})

test("a stale save fetches, merges and saves both versions", async () => {
  const net = daemon(said(412, "stale"), post("a\n\nB", 2), post("A\n\nB", 3))
  const saver = begin(net, drafts(), post("a\n\nb"))
  write(saver, "A\n\nb")
  saver.push()
  await phase(saver, "asking")
  await phase(saver, "saved")
  assert.deepEqual(net.asked.map(({ method, revision }) => [method, revision]),
    [["PUT", 1], ["GET", undefined], ["PUT", 2]])
  assert.equal(net.asked[2].body.body, "A\n\nB")
  saver.close()
})

for (const [problem, wanted, words] of [
  [said(507, "disk-full", { title: "The disk is full.", detail: "The disk is full. Free some." }), "away",
    /^the disk is full\.$/],
  [said(503, "disk-read-only"), "away", /read-only/], [new Problem({}, 503), "away", /^the daemon is away: its proxy answered 503\.$/],
  [said(403, "other-user", { title: "“Ben” is signed in.", user: "Ben" }), "away", /^“Ben” is signed in\.$/],
  [said(429, "too-many-failures"), "away", /too-many-failures/],
  [said(401, "signed-out"), "away", /signed out/], [said(500, "internal"), "away", /internal/],
    [said(404, "no-such-post"), "deleted", null],
  [said(409, "deleted"), "deleted", null], [said(413, "too-large"), "refused", /too-large/],
    [new TypeError("a mistake of ours"), "refused", /mistake/],
]) {
  test(`after “${problem.type ?? problem.message}” the draft is ${wanted}, and its text is kept`, async () => {
    const kept = drafts()
    const saver = begin(daemon(problem), kept, post("a"))
    write(saver, "ab")
    saver.push()
    await phase(saver, wanted)
    assert.equal(kept.records.get("k").mine.body, "ab")
    if (words) assert.match(saver.draft.problem, words)
    saver.close()
  })
}

test("events during a save are handled after it", async () => {
  const net = daemon(post("ab", 2), post("ab!", 3))
  const saver = begin(net, drafts(), post("a"))
  write(saver, "ab")
  saver.push()
  saver.check()
  assert.equal(net.asked.length, 1)
  await new Promise(resolve => saver.addEventListener("show", resolve))
  assert.equal(saver.draft.mine.body, "ab!")
  saver.close()
})

test("a draft that a window left behind is saved by the next one", async () => {
  const first = begin(daemon(away()), drafts())
  const kept = drafts()
  first.close()
  const record = { key: "old", id: null, revision: null, base: first.draft.base,
    mine: { ...first.draft.mine, body: "Left" }, owed: [], sent: null, creating: null }
  const saver = new DraftSaver({ draft: revived(record), net: daemon(post("Left")), store: kept })
  await phase(saver, "saved")
  assert.equal(saver.draft.id, "p1")
  saver.close()
})
