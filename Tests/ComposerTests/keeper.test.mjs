import assert from "node:assert/strict"
import test from "node:test"
import { draftOf, revived } from "../../Sources/Composer/Page/model/draft.js"
import { DraftKeeper } from "../../Sources/Composer/Page/model/draft-keepers.js"
import { Problem } from "../../Sources/Composer/Page/net/api.js"

const away = () => new Problem({ detail: "The daemon is away." }, 0)
const said = (status, type, more = {}) => new Problem({ title: `It said ${type}.`, type: `urn:galley:problem:${type}`,
  ...more }, status)
const post = (body, revision = 1, more = {}) => ({ id: "p1", revision, kind: "post", slug: "p", body, tags: [],
  ...more })

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
    release() {}, became() {} }
}

const phase = (keeper, wanted) => new Promise(resolve => {
  const look = () => { if (keeper.draft.phase === wanted) resolve() }
  keeper.addEventListener("change", look)
  look()
})
const write = (keeper, body) => keeper.change({ ...keeper.draft.mine, body })
const begin = (net, kept, saved = null) =>
  new DraftKeeper({ draft: saved ? draftOf("k", saved, 0) : draftOf("k"), post: saved, net, kept })

test("a request with a lost answer is repeated with the same key and the same text", async () => {
  const net = daemon(away(), post("One"))
  const keeper = begin(net, drafts())
  write(keeper, "One")
  keeper.push()
  await phase(keeper, "away")
  keeper.hurry()
  await phase(keeper, "saved")
  assert.deepEqual(net.asked.map(({ key, body }) => [key, body.body]), [["k", "One"], ["k", "One"]])
  keeper.close()
})

test("typed text is in the browser's store at once, and removed once the daemon has it", async () => {
  const kept = drafts()
  const keeper = begin(daemon(post("One")), kept)
  write(keeper, "One")
  assert.equal(kept.records.get("k").mine.body, "One")
  keeper.push()
  await phase(keeper, "saved")
  assert.equal(kept.records.size, 0)
  keeper.close()
})

test("a stale save fetches, merges and saves both versions", async () => {
  const net = daemon(said(412, "stale"), post("a\n\nB", 2), post("A\n\nB", 3))
  const keeper = begin(net, drafts(), post("a\n\nb"))
  write(keeper, "A\n\nb")
  keeper.push()
  await phase(keeper, "asking")
  await phase(keeper, "saved")
  assert.deepEqual(net.asked.map(({ method, revision }) => [method, revision]),
    [["PUT", 1], ["GET", undefined], ["PUT", 2]])
  assert.equal(net.asked[2].body.body, "A\n\nB")
  keeper.close()
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
    const keeper = begin(daemon(problem), kept, post("a"))
    write(keeper, "ab")
    keeper.push()
    await phase(keeper, wanted)
    assert.equal(kept.records.get("k").mine.body, "ab")
    if (words) assert.match(keeper.draft.problem, words)
    keeper.close()
  })
}

test("events during a save are handled after it", async () => {
  const net = daemon(post("ab", 2), post("ab!", 3))
  const keeper = begin(net, drafts(), post("a"))
  write(keeper, "ab")
  keeper.push()
  keeper.check()
  assert.equal(net.asked.length, 1)
  await new Promise(resolve => keeper.addEventListener("show", resolve))
  assert.equal(keeper.draft.mine.body, "ab!")
  keeper.close()
})

test("a draft that a window left behind is saved by the next one", async () => {
  const first = begin(daemon(away()), drafts())
  const kept = drafts()
  first.close()
  const record = { key: "old", id: null, revision: null, base: first.draft.base,
    mine: { ...first.draft.mine, body: "Left" }, owed: [], sent: null, creating: null }
  const keeper = new DraftKeeper({ draft: revived(record), net: daemon(post("Left")), kept })
  await phase(keeper, "saved")
  assert.equal(keeper.draft.id, "p1")
  keeper.close()
})
