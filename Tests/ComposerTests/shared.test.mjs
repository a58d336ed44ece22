// What another app shares becomes a draft; what is too much is refused in words.
import assert from "node:assert/strict"
import test from "node:test"
import {
  charactersMax, draftOfShare, pictureBytesMax, picturesOfShare, Shared, shareWords,
} from "../../Sources/Composer/Page/view/desk/shared.js"

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

/** A page with a share, and what it makes of it. */
function rehearse(store) {
  const notices = [], drafts = []
  const model = { draft: { key: "k" }, push() {}, newDraft: body => drafts.push(body),
    notice: (words, actions) => notices.push({ words, press: title => [actions].flat().find(one => one.title === title).run() }) }
  const shared = new Shared(model, { remove: async () => {}, pictures: async () => [], waiting: async () => [],
    others: async () => [], ...store }, { canKeep: true, flush: async () => {} })
  return { shared, notices, drafts }
}

test("a share asks, as plain text and with its source unknown, and nothing is made of it before the user says so", async () => {
  const removed = []
  const { shared, notices, drafts } = rehearse({ read: async () => ({ title: "", text: "<b>Buy</b> this", url: "", files: [{}, {}] }),
    remove: async key => removed.push(key) })
  await shared.begin("s")
  assert.deepEqual([drafts, removed], [[], []])
  assert.equal(notices[0].words, "An app or a web page shared this with Galley; its source is unknown: "
    + "“<b>Buy</b> this” and 2 files. Make a draft of it only if you have shared it.")
  await notices[0].press("Discard")
  assert.deepEqual([drafts, removed], [[], ["s"]])
})

test("a share that the user takes becomes a draft and goes; one that another window has taken becomes none", async () => {
  const removed = []
  const store = { read: async () => ({ text: "Words", files: [] }), remove: async key => removed.push(key) }
  const { shared, notices, drafts } = rehearse(store)
  await shared.begin("s")
  await notices[0].press("Make a draft")
  assert.deepEqual([drafts, removed], [["Words"], ["s"]])
  const late = rehearse({ ...store, read: async () => (late.notices.length ? null : { text: "Words", files: [] }) })
  await late.shared.begin("s")
  await late.notices[0].press("Make a draft")
  assert.match(late.notices[1].words, /Another window/)
  assert.deepEqual(late.drafts, [])
})

test("waiting shares ask one after the other; one without an owner is named without its content until the user looks", async () => {
  const texts = { one: "First", two: "Second", mine: "Third" }, claimed = []
  const { shared, notices, drafts } = rehearse({ read: async key => ({ text: texts[key], files: [] }), waiting: async () => ["one", "two"],
    others: async () => [{ path: "/shares/mine", kind: "share", user: null, keptAt: 0 },
      { path: "/shares/foreign", kind: "share", user: "Bo", keptAt: 0 }],
    claim: async path => claimed.push(path), keyOf: path => path.slice("/shares/".length) })
  await shared.rest()
  assert.equal(notices.length, 2)
  assert.match(notices[0].words, /“First”/)
  assert.equal(notices[1].words,
    "This browser keeps something that was shared with Galley and names no user. Look at it only if it is yours.")
  await notices[0].press("Make a draft")
  assert.match(notices[2].words, /“Second”/)
  await notices[1].press("Look at it")
  assert.deepEqual([claimed, drafts], [["/shares/mine"], ["First"]])
  assert.match(notices[3].words, /“Third”/)
  assert.equal(notices.length, 4)
})

test("a long share is asked about by its beginning", () => {
  const words = shareWords({ text: "🌊 ".repeat(400), files: [] })
  assert.equal([...words.match(/“(.*)”/)[1]].length, 201)
  assert.match(shareWords({ text: "x".repeat(charactersMax + 1), files: [] }), /: The shared text has 100,001 characters/)
  assert.match(shareWords({ files: [{}] }), /: one file\./)
  assert.match(shareWords({ files: [] }), /: nothing\./)
})

test("a store that fails does not keep the page from its start, and what cannot be read is said", async () => {
  const failing = async () => { throw new Error("The storage is gone.") }
  const { shared, notices } = rehearse({ read: failing, remove: failing, waiting: failing })
  await shared.begin("s")
  await shared.rest()
  assert.deepEqual(notices.map(({ words }) => words), ["What was shared cannot be read. Share it again, and discard this."])
})
