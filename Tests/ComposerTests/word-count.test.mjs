// Words, by the rows that the daemon holds, too (Tests/RenderingTests/WordCountTests.swift).
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import test from "node:test"
import { count, countProse, TextCounter } from "../../Sources/Composer/Page/model/word-count.js"
import { chance } from "./chance.mjs"

const rows = JSON.parse(readFileSync(new URL("../Vectors/words.json", import.meta.url), "utf8"))

test("words of prose are counted by the rows", () => {
  for (const [text, words] of rows.prose) {
    assert.equal(countProse(text).words, words, text)
    assert.equal(countProse(text, null).words, words, text)
  }
})

test("marks, addresses and descriptions of pictures are no words of a Markdown text", () => {
  for (const [text, words] of rows.markdown) assert.equal(count(text).words, words, text)
})

test("a script without spaces is counted by its segments, and nearly so without a dictionary", () => {
  for (const [text, words, estimate] of rows.unspaced) {
    assert.equal(countProse(text).words, words, text)
    assert.equal(countProse(text, null).words, estimate, text)
    assert.ok(Math.abs(words - estimate) <= 2, text)
  }
})

test("the mark of a footnote is no word, its words are", () => {
  assert.equal(count("One[^1] two.\n\n[^1]: And *three*.").words, 4)
})

test("the minutes to read depend on words, and on signs in scripts with short words", () => {
  assert.equal(count("").minutes, 1)
  assert.equal(count("a ".repeat(460)).minutes, 2)
  assert.equal(count("漢字".repeat(400)).minutes, 2)
})

test("a text that changes is counted as if it were new", () => {
  const dice = chance(3), counter = new TextCounter()
  const parts = ["one **two**", "```", "", "- [x] three", "> four", "| a | b |", "|---|---|", "[five](https://a.example)", "漢字かな"]
  let lines = [""]
  for (let turn = 0; turn < 500; turn++) {
    lines = lines.toSpliced(dice(lines.length), dice(3), ...Array.from({ length: dice(3) }, () => parts[dice(parts.length)]))
    const text = lines.join("\n")
    assert.deepEqual(counter.count(text), count(text), text)
  }
})

test("hostile repetition costs no more than prose", () => {
  const timed = text => {
    const before = performance.now()
    count(text)
    return performance.now() - before
  }
  const usual = timed("A few words, and https://example.org/a again. ".repeat(2000))
  for (const part of ["a", "a.", "a:", "a@", "www.", "1,", "h://", "漢", "่", "<", "&#", "[", "a\u0301", "'"]) {
    const time = timed(part.repeat(Math.ceil(90_000 / part.length)))
    // In proportion to the square it would be thousands of times as much.
    assert.ok(time < 300 * usual, `${part}: ${time} ms, beside ${usual} ms`)
  }
})
