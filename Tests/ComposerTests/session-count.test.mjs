import assert from "node:assert/strict"
import test from "node:test"
import { countWords, SessionCount } from "../../Sources/Composer/Page/model/session-count.js"

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
