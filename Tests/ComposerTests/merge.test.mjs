import assert from "node:assert/strict"
import test from "node:test"
import { difference, editBetween, edits, lines, merge, moved, sideBySide, undoneAmong, words } from
  "../../Sources/Composer/Page/model/difference.js"
import { chance, retold, textFrom } from "./chance.mjs"

const apply = (text, edits) => edits.reduceRight(
  (text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), text)

test("two long texts that share nothing are one hunk, quickly", () => {
  const a = Array.from({ length: 20_000 }, (_, index) => `a${index}`)
  const b = Array.from({ length: 20_000 }, (_, index) => `b${index}`)
  assert.deepEqual(difference(a, b), [{ aStart: 0, aEnd: 20_000, bStart: 0, bEnd: 20_000 }])
})

test("an empty text does not differ from itself", () => {
  assert.deepEqual(difference([], []), [])
  assert.deepEqual(edits("", ""), [])
  assert.deepEqual(edits("", "x"), [{ start: 0, end: 0, text: "x" }])
})

test("what a reader sees as one character is never divided", () => {
  for (const whole of ["👩‍👩‍👧", "🇵🇹", "👍🏽", "é", "한국어", "don’t"]) assert.deepEqual(words(whole), [whole])
  assert.equal(words("漢字").length, 2)
})

test("the lines and the words of a text add up to the text", () => {
  for (const text of ["", "\n", "a\n\nb", "a\r\nb", "🇵🇹🇵🇹🇵", "\u0301x", "\ud800"]) {
    assert.equal(lines(text).join(""), text)
    assert.equal(words(text).join(""), text)
  }
})

test("an offset in the text moves with insertions before it", () => {
  const changes = edits("one two three", "one and two three")
  assert.equal(moved(2, changes), 2)
  assert.equal(moved(6, changes), 10)
})

test("edits turn any text into any other", () => {
  const dice = chance(1)
  for (let run = 0; run < 400; run++) {
    const from = textFrom(dice)
    const to = retold(from, dice)
    assert.equal(apply(from, edits(from, to)), to)
  }
})

test("edits in different paragraphs merge", () => {
  const joined = merge("one\n\ntwo\n\nthree\n", "one!\n\ntwo\n\nthree\n", "one\n\ntwo\n\nthree?\n")
  assert.deepEqual(joined, { text: "one!\n\ntwo\n\nthree?\n", conflicts: [] })
})

test("edits of different words in one line merge", () => {
  const joined = merge("The cat sat on the mat.", "The dog sat on the mat.", "The cat sat on the sofa.")
  assert.deepEqual(joined, { text: "The dog sat on the sofa.", conflicts: [] })
})

test("edits of one word are a conflict, and the text keeps mine", () => {
  const { text, conflicts } = merge("a\nThe cat sat.\nb\n", "a\nThe dog sat.\nb\n", "a\nThe cow sat.\nb\n")
  assert.equal(text, "a\nThe dog sat.\nb\n")
  assert.equal(conflicts.length, 1)
  assert.equal(conflicts[0].mine, "The dog sat.\n")
  assert.equal(conflicts[0].theirs, "The cow sat.\n")
  assert.equal(text.slice(conflicts[0].start, conflicts[0].end), "The dog sat.\n")
})

test("two additions at the end are a conflict", () => {
  assert.equal(merge("a\n", "a\nmine\n", "a\ntheirs\n").conflicts.length, 1)
})

test("text that continues the other side's text is kept whole", () => {
  assert.deepEqual(merge("Once", "Once upon a time", "Once upon"), { text: "Once upon a time", conflicts: [] })
})

test("deleting what the other side changed is a conflict", () => {
  assert.equal(merge("a\nb\nc\n", "a\nc\n", "a\nbb\nc\n").conflicts.length, 1)
})

test("if one side is unchanged, the result is the other side, for any texts", () => {
  const dice = chance(2)
  for (let run = 0; run < 300; run++) {
    const base = textFrom(dice)
    const other = retold(base, dice)
    assert.deepEqual(merge(base, other, base), { text: other, conflicts: [] })
    assert.deepEqual(merge(base, base, other), { text: other, conflicts: [] })
    assert.deepEqual(merge(base, other, other), { text: other, conflicts: [] })
  }
})

test("no word that only one side wrote is lost, for any texts", () => {
  const dice = chance(3)
  let conflicted = 0
  for (let run = 0; run < 2000; run++) {
    const base = textFrom(dice)
    const mine = retold(base, dice, "MINE")
    const theirs = retold(base, dice, "THEIRS")
    const { text, conflicts } = merge(base, mine, theirs)
    const shown = text + conflicts.map(conflict => conflict.theirs).join("")
    for (const word of words(mine)) if (word.includes("MINE")) assert.ok(shown.includes(word), `${run} ${word}`)
    for (const word of words(theirs)) if (word.includes("THEIRS")) assert.ok(shown.includes(word), `${run} ${word}`)
    for (const conflict of conflicts) assert.equal(text.slice(conflict.start, conflict.end), conflict.mine)
    assert.equal(merge(base, theirs, mine).conflicts.length, conflicts.length)
    if (conflicts.length) conflicted++
  }
  assert.ok(conflicted > 100 && conflicted < 1900, `${conflicted}`)
})

for (const [base, mine, theirs, undone] of [
  ["one mine", "one", "ONE mine", "ONE"], ["one mine", "one", "one mine\n\ntheirs", "one\n\ntheirs"],
  ["a b", "a x b", "a b c", "a x b c"], ["one mine", "one", "one MINE", "one MINE"], ["a", "a", "b", "b"],
]) {
  test(`the step from “${base}” to “${mine}” makes “${theirs.replaceAll("\n", "¶")}” another text`, () =>
    assert.equal(undoneAmong(base, mine, theirs), undone))
}

test("no word of others is lost by the writer's undo, for any texts", () => {
  const dice = chance(4)
  for (let run = 0; run < 2000; run++) {
    const base = textFrom(dice)
    const mine = retold(base, dice, "MINE")
    const theirs = retold(base, dice, "THEIRS")
    const undone = undoneAmong(base, mine, theirs)
    // What the undo brings back may stand within a word.
    const rest = undone.replace(editBetween(base, mine).text, "")
    for (const [word] of theirs.matchAll(/THEIRS\d+/g)) assert.ok(`${undone} ${rest}`.includes(word), `${run} ${word}`)
  }
})

test("side by side, each text marks what the other has not, and equal parts are shortened", () => {
  const long = "word ".repeat(300)
  const near = "word ".repeat(12)
  assert.deepEqual(sideBySide(`${long}Here.${long}`, `${long}There, too.${long}`), [
    [{ text: `…${near}`, kind: "same" }, { text: "Here", kind: "new" }, { text: `.${"word ".repeat(11)}word…`, kind: "same" }],
    [{ text: `…${near}`, kind: "same" }, { text: "There, too", kind: "new" },
      { text: `.${"word ".repeat(11)}word…`, kind: "same" }]])
  assert.deepEqual(sideBySide("The dog sat.", ""), [[{ text: "The dog sat.", kind: "new" }], []])
})
