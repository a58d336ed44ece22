import assert from "node:assert/strict"
import test from "node:test"
import { countWords, PastedParts, SessionCount } from "../../Sources/Composer/Page/model/session-count.js"

test("a session counts what was written here, across posts, and nothing from elsewhere", () => {
  const session = new SessionCount()
  session.open(["key"], 0)
  assert.equal(session.written(["key"], 5), 5)
  // Given an id for the new draft, words from elsewhere, and another post meanwhile
  assert.equal(session.written(["id", "key"], 6), 6)
  session.changedElsewhere(10)
  assert.equal(session.written(["id", "key"], 16), 6)
  session.open(["other"], 100)
  assert.equal(session.written(["other"], 90), -10)
  // When the first comes back under another key, changed elsewhere
  session.open(["id", "new key"], 50)
  assert.equal(session.written(["id", "new key"], 52), 8)
})

test("the line names only what there is", () => {
  assert.equal(countWords({ words: 0, minutes: 1, selected: 0, written: 0 }), "")
  assert.equal(countWords({ words: 1, minutes: 1, selected: 0, written: 0 }), "1 word, 1 min to read")
  assert.equal(countWords({ words: 1204, minutes: 6, selected: 12, written: -3 }),
    "1,204 words, 6 min to read · 12 selected · −3 this session")
  assert.equal(countWords({ words: 0, minutes: 1, selected: 0, written: -9 }), "−9 this session")
  const aimed = total => countWords({ words: 9, minutes: 1, selected: 0, written: 9, total, goal: 1000 })
  assert.equal(aimed(204), "9 words, 1 min to read · 204 of 1,000 words")
  assert.equal(aimed(1000), "9 words, 1 min to read · 1,000 of 1,000 words, reached")
  assert.equal(aimed(-4), "9 words, 1 min to read · 0 of 1,000 words")
})

test("the words of a session are those of all posts, each once, whatever its names", () => {
  const session = new SessionCount()
  session.open(["key"], 0)
  session.written(["key"], 5)
  session.written(["id", "key"], 7)
  session.open(["other"], 100)
  session.written(["other"], 103)
  assert.equal(session.total, 10)
  session.open(["id"], 7)
  session.written(["id"], 4)
  assert.equal(session.total, 7)
})

function begun(text = "") {
  const parts = new PastedParts()
  parts.begin(text)
  return { parts, type: text => parts.change(text), paste: text => parts.change(text, true), get words() { return parts.words } }
}

test("pasted words count as long as they stand there, wherever the text moves them", () => {
  const here = begun("My own words. ")
  here.paste("My own words. Four that were pasted")
  assert.equal(here.words, 4)
  here.type("Really my own words. Four that were pasted")
  assert.equal(here.words, 4)
  here.type("Really my own words. Four pasted")
  assert.equal(here.words, 2)
  here.type("Really my own words. ")
  assert.equal(here.words, 0)
})

test("what is written into a pasted part is written", () => {
  const here = begun()
  here.paste("one two three four")
  here.type("one two and mine three four")
  assert.equal(here.words, 4)
})

test("an undo of a paste takes its words away, and a redo brings them back as pasted", () => {
  const here = begun("Mine. ")
  here.paste("Mine. One two three.")
  here.type("Mine. ")
  assert.equal(here.words, 0)
  here.type("Mine. One two three.")
  assert.equal(here.words, 3)
})

test("the writer's own words that are cut and pasted elsewhere stay their own, and pasted ones pasted", () => {
  const here = begun("First part.\n\nSecond part here.\n")
  here.type("Second part here.\n")
  here.paste("Second part here.\n\nFirst part.\n")
  assert.equal(here.words, 0)
  here.paste("Second part here.\n\nFirst part.\nFrom elsewhere.\n")
  here.type("Second part here.\n\nFirst part.\n")
  here.paste("From elsewhere.\nSecond part here.\n\nFirst part.\n")
  assert.equal(here.words, 2)
})

test("a paste that replaces words counts itself alone, and another text has none", () => {
  const here = begun("one two three")
  here.paste("one a b c d three")
  assert.equal(here.words, 4)
  here.parts.begin("one a b c d three")
  assert.equal(here.words, 0)
})
