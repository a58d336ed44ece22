import assert from "node:assert/strict"
import test from "node:test"
import {
  PictureUploads, carried, insertion, markdownOf, PictureLibrary, sizeText,
} from "../../Sources/Composer/Page/model/pictures.js"
import { lineEnd } from "../../Sources/Composer/Page/model/writing.js"

const media = (fields = {}) => ({ id: "0123456789abcdef", address: "media:0123456789abcdef", revision: 1, alt: "", ...fields })
const file = (name = "boats.jpg") => ({ name, type: "image/jpeg", size: 2_100_000 })
const turn = () => new Promise(resolve => setImmediate(resolve))

/** A daemon that answers an upload when the test says so. */
function daemon() {
  const sent = []
  const asked = []
  const send = (file, options) => new Promise((resolve, reject) => sent.push({ file, ...options, resolve, reject }))
  const request = async (method, path, options) => { asked.push({ method, path, ...options }); return { body: {} } }
  const uploads = new PictureUploads(send, request)
  uploads.attend({ key: "draft", id: null })
  const ready = []
  uploads.addEventListener("ready", event => ready.push(event.detail))
  return { uploads, sent, asked, ready }
}

test("a picture is inserted when the daemon has it and its writer has described it", async () => {
  const { uploads, sent, asked, ready } = daemon()
  uploads.add([file()], 3)
  sent[0].progress(50, 100)
  assert.equal(uploads.items[0].part, 0.5)
  uploads.describe(1, " Two  boats [sic] ")
  uploads.insert(1)
  assert.deepEqual(ready, [])
  sent[0].resolve(media())
  await turn()
  assert.deepEqual(ready, [{ words: "![Two boats \\[sic\\]](media:0123456789abcdef)", at: 3 }])
  assert.deepEqual(uploads.items, [])
  // The picture keeps its description for the next post.
  assert.deepEqual(asked.map(({ method, body }) => [method, body.alt]), [["PUT", "Two  boats [sic]"]])
})

test("a known picture has its description already", async () => {
  const { uploads, sent, asked, ready } = daemon()
  uploads.add([file()], 0)
  sent[0].resolve(media({ alt: "Boats" }))
  await turn()
  assert.equal(uploads.items[0].alt, "Boats")
  uploads.insert(1)
  assert.equal(ready[0].words, "![Boats](media:0123456789abcdef)")
  assert.deepEqual(asked, [])
})

test("a refused picture says why and can be retried; one that could not be sent waits for the daemon", async () => {
  const { uploads, sent } = daemon()
  uploads.add([file(), file("two.jpg")], 0)
  sent[0].reject({ isAway: false, message: "The file is empty." })
  sent[1].reject({ isAway: true, isObstacle: true, message: "The daemon is away." })
  await turn()
  assert.deepEqual(uploads.items.map(item => item.state), ["failed", "waiting"])
  assert.equal(uploads.items[0].problem, "The file is empty.")
  assert.equal(uploads.isBusy, true)
  uploads.resume()
  assert.deepEqual(uploads.items.map(item => item.state), ["failed", "sending"])
  uploads.retry(1)
  assert.equal(sent.length, 4)
  uploads.remove(1)
  assert.equal(sent[3].signal.aborted, true)
  sent[2].resolve(media())
  await turn()
  assert.deepEqual(uploads.items.map(item => item.state), ["sent"])
})

test("a picture waits for its own text, however long another one is open", async () => {
  const { uploads, sent, ready } = daemon()
  uploads.add([file()], 2)
  uploads.insert(1)
  uploads.attend({ key: "draft", id: "p1" })
  uploads.attend({ key: "other", id: "p2" })
  sent[0].resolve(media())
  await turn()
  assert.deepEqual([uploads.shown.length, ready.length], [0, 0])
  uploads.attend({ key: "again", id: "p1" })
  assert.equal(ready.length, 1)
})

test("an insertion point moves with the text around it", () => {
  for (const [at, before, after, wanted] of [
    [3, "one two", "one two three", 3], [7, "one two", "one, two", 8], [3, "one two", "zero one two", 8],
    [5, "one two", "one", 3], [4, "one two", "one two", 4], [7, "abc def", "abc def ghi", 7],
  ]) assert.equal(carried(at, before, after), wanted, `${before} → ${after}`)
})

test("a picture becomes a separate paragraph", () => {
  const words = "![](media:0)"
  for (const [text, at, wanted] of [
    ["", 0, words], ["one", 3, `one\n\n${words}`], ["one\n", 4, `one\n\n${words}`], ["one\n\n", 5, `one\n\n${words}`],
    ["one\n\ntwo", 3, `one\n\n${words}\n\ntwo`], ["one two", 4, `one \n\n${words}\n\ntwo`],
    ["one", 0, `${words}\n\none`], ["one\ntwo", 3, `one\n\n${words}\n\ntwo`],
  ]) {
    const edit = insertion(text, at, words)
    assert.equal(text.slice(0, edit.start) + edit.text + text.slice(edit.end), wanted)
    assert.equal(wanted.slice(edit.selectionStart - words.length, edit.selectionStart), words)
  }
  assert.deepEqual([lineEnd("one\ntwo", 1), lineEnd("one\ntwo", 5)], [3, 7])
})

test("escaping and sizes match the daemon's", () => {
  assert.equal(markdownOf(media(), "a]b\\c\n d"), "![a\\]b\\\\c d](media:0123456789abcdef)")
  assert.equal(markdownOf(media(), "<x> & *y* `z`"), "![\\<x\\> \\& \\*y\\* \\`z\\`](media:0123456789abcdef)")
  assert.deepEqual([999, 1500, 999_499, 999_500, 2_149_000].map(sizeText), ["999 bytes", "2 KB", "999 KB", "1.0 MB", "2.1 MB"])
})

test("the library follows the daemon once it is shown, and drops removed pictures", async () => {
  const items = [media(), media({ id: "fedcba9876543210" })]
  const asked = []
  const request = async (method, path) => {
    asked.push(`${method} ${path.split("?")[0]}`)
    return { body: method === "PUT" ? media({ alt: "Boats", revision: 2 }) : { items, cursor: null } }
  }
  const library = new PictureLibrary(request)
  library.receive("media-changed")
  assert.deepEqual(asked, [])
  await library.refresh()
  assert.equal(library.items.length, 2)
  await library.describe(library.items[0], "Boats")
  assert.equal(library.items[0].alt, "Boats")
  await library.remove(library.items[1])
  assert.deepEqual(library.items.map(item => item.id), ["0123456789abcdef"])
  assert.deepEqual(asked, ["GET /v1/media", "PUT /v1/media/0123456789abcdef", "DELETE /v1/media/fedcba9876543210"])
})

test("a description that the daemon does not take stays for another try, whatever the library loads meanwhile", async () => {
  let stored = media({ alt: "Ships", revision: 2 }), isAway = true
  const asked = []
  const library = new PictureLibrary(async (method, path, { body, revision } = {}) => {
    if (method !== "PUT") return { body: { items: [stored], cursor: null } }
    asked.push(body.alt)
    if (isAway) throw new Error("The daemon is away.")
    if (revision !== stored.revision) throw Object.assign(new Error("Stale."), { isStale: true })
    stored = { ...stored, ...body, revision: revision + 1 }
    return { body: stored }
  })
  await library.refresh()
  await assert.rejects(library.describe(library.items[0], "Boats"), /away/)
  stored = { ...stored, alt: "Sails", revision: 3 }
  await library.refresh()
  assert.equal(library.altOf(library.items[0]), "Boats")
  isAway = false
  const first = library.describe(library.items[0], "Boats")
  await Promise.all([first, library.describe(library.items[0], "Boats")])
  assert.deepEqual([asked, library.altOf(library.items[0]), stored.alt], [["Boats", "Boats"], "Boats", "Boats"])
  await library.describe(library.items[0], "Boats")
  assert.equal(asked.length, 2)
})

test("a page that closes keeps the descriptions of pictures that are not in the text yet", async () => {
  const { uploads, sent, asked } = daemon()
  uploads.add([file(), file("two.jpg"), file("three.jpg")], 0)
  sent[0].resolve(media())
  sent[1].resolve(media({ id: "fedcba9876543210" }))
  await turn()
  uploads.describe(1, "Two boats")
  uploads.describe(3, "It is still on its way")
  uploads.close()
  assert.deepEqual(asked.map(({ path, body, keepalive }) => [path, body.alt, keepalive]),
    [["/v1/media/0123456789abcdef", "Two boats", true]])
})
