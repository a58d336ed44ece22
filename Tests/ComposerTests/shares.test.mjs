// What another app shares becomes a draft; what is too much is refused in words.
import assert from "node:assert/strict"
import test from "node:test"
import { charactersMax, draftOfShare, pictureBytesMax, picturesOfShare } from "../../Sources/Composer/Page/model/shares.js"
import { Shared } from "../../Sources/Composer/Page/view/shared.js"

test("a shared page becomes its words and a link with its title", () => {
  assert.equal(draftOfShare({ title: "On [tides]", text: "Read this.", url: "https://example.net/tides" }).body,
    "Read this.\n\n[On \\[tides\\]](<https://example.net/tides>)")
})

test("an address that an app puts into the text is a link too, once", () => {
  const body = "[Tides](<https://example.net/a_(b)?c=d>)"
  assert.equal(draftOfShare({ title: "Tides", text: " https://example.net/a_(b)?c=d\n" }).body, body)
  assert.equal(draftOfShare({ title: "Tides", text: "https://example.net/a_(b)?c=d", url: "https://example.net/a_(b)?c=d" }).body, body)
  assert.equal(draftOfShare({ text: "https://example.net/" }).body, "[https://example.net/](<https://example.net/>)")
})

test("words alone stay as they are, and a title alone is the text", () => {
  assert.equal(draftOfShare({ text: "Some *words* with https://example.net/ in them." }).body,
    "Some *words* with https://example.net/ in them.")
  assert.equal(draftOfShare({ title: "A title" }).body, "A title")
  assert.equal(draftOfShare({ title: "Same", text: "Same" }).body, "Same")
  assert.deepEqual(draftOfShare({}), { body: "", problem: null })
})

test("an address that is none becomes no link", () => {
  for (const url of ["javascript:alert(1)", "ftp://example.net/", "https://", "https://a b"]) {
    assert.equal(draftOfShare({ title: "Title", url }).body, "Title", url)
  }
})

test("a text that is too long is refused with both numbers", () => {
  const { body, problem } = draftOfShare({ text: "x".repeat(charactersMax + 1) })
  assert.equal(body, "")
  assert.match(problem, /100,001 characters.*100,000\./)
})

test("ten pictures of at most 20 MB are taken, and everything else is named", () => {
  const file = (name, size = 1000, type = "image/jpeg") => ({ name, size, type })
  const many = Array.from({ length: 11 }, (_, index) => file(`${index}.jpg`))
  assert.deepEqual(picturesOfShare(many).taken.length, 10)
  assert.deepEqual(picturesOfShare(many).problems, ["Of 11 shared files the first 10 were taken. Share the others again."])
  const { taken, problems } = picturesOfShare([file("good.png", 5, "image/png"), file("big.jpg", pictureBytesMax + 50_000),
    file("notes.txt", 5, "text/plain")])
  assert.deepEqual(taken.map(({ name }) => name), ["good.png"])
  assert.deepEqual(problems, ["“big.jpg” has 20.1 MB; a shared picture may have 20.0 MB.", "“notes.txt” is no picture, so it was left out."])
})

test("a store that fails does not keep the page from its start, and a share that was not removed is offered again", async () => {
  const failing = async () => { throw new Error("The storage is gone.") }
  const notices = [], model = { notice: words => notices.push(words), newDraft() {}, push() {}, draft: { key: "k" } }
  const store = { canKeep: true, read: failing, remove: failing }
  const shared = new Shared(model, store, { canKeep: true, flush: async () => {} })
  assert.equal(await shared.begin("s"), null)
  assert.deepEqual(notices, ["What was shared could not be read. Share it again."])
  store.read = async () => ({ text: "Words", files: [] })
  assert.equal(await shared.begin("s"), "k")
})
