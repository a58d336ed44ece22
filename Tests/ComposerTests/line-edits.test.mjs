import assert from "node:assert/strict"
import test from "node:test"
import { heading, indent, list, moveLines, newLine, quote, removal, task } from
  "../../Sources/Composer/Page/model/line-edits.js"
import { listItems } from "../../Sources/Composer/Page/model/list-items.js"
import { at } from "./marked.mjs"

const shown = text => text.replaceAll("\n", "¶")

/** One test per row: a marked text before and after. */
function rows(name, act, ...table) {
  for (const [before, after] of table) {
    test(`${name} makes “${shown(before)}” into “${after === null ? "itself" : shown(after)}”`, () =>
      assert.equal(at(before, act), after))
  }
}

rows("Enter", newLine,
  ["1. a|\n2. b\n3. c", "1. a\n2. |\n3. b\n4. c"],
  ["1. a|b\n2. c", "1. a\n2. |b\n3. c"],
  ["1. a|\n1. b\n1. c", "1. a\n1. |\n1. b\n1. c"],
  ["> 1. a|\n> 2. b", "> 1. a\n> 2. |\n> 3. b"],
  ["1) a|\n2) b", "1) a\n2) |\n3) b"],
  ["1. a|\n\nIn\n2. b", "1. a\n2. |\n\nIn\n2. b"],
  ["1. a|\n\n```\n2. b\n```", "1. a\n2. |\n\n```\n2. b\n```"],
  ["8. a|\n9. b\n   - x\n\n   more", "8. a\n9. |\n10. b\n    - x\n\n    more"],
  ["- a\n  - |", "- a\n- |"], ["1. a\n   - |\n2. b", "1. a\n2. |\n3. b"], ["- a\n- |", "- a\n\n|"],
  ["a|", null])

rows("Removing", removal,
  ["1. a\n|2. b\n|3. c", "1. a\n|2. c"], ["|1. a\n|2. b\n3. c", "|1. b\n2. c"],
  ["1. a|\n|2. b\n3. c", "1. a|2. b\n2. c"],
  ["- a\n|- b\n|- c", null], ["1. a|x|", null], ["1. a\n|2. b\n|\nword", null])

rows("Tab", indent,
  ["- a\n- b|", "- a\n  - b|"], ["- a\n  - x\n- b|", "- a\n  - x\n  - b|"],
  ["1. a\n   - x\n2. b|\n3. c", "1. a\n   - x\n   - b|\n2. c"], ["|- a", "|- a"],
  ["1. a\n2. b|\n3. c", "1. a\n   1. b|\n2. c"], ["1. a\n   1. x\n2. b|\n3. c", "1. a\n   1. x\n   2. b|\n2. c"],
  ["- a\n- b|\n  - x\n- c", "- a\n  - b|\n    - x\n- c"], ["- a\n|- b\n- c|", "- a\n|  - b\n  - c|"],
  ["> - a\n> - b|", "> - a\n>   - b|"], ["|a\n\nb|", "|    a\n\n    b|"], ["a|", null], ["|a b| c", null],
  ["- [ ] a\n- [x] b|", "- [ ] a\n  - [x] b|"], ["```\n- a\n- b|\n```", null])

rows("Shift+Tab", (...state) => indent(...state, true),
  ["- a\n  - b|", "- a\n- b|"], ["- a|", "- a|"], ["1. a\n   1. b|\n   2. c\n2. d", "1. a\n2. b|\n   1. c\n3. d"],
  ["|    a\n  b|", "|a\nb|"], ["- a\n\t- b|", "- a\n- b|"],
  ["1. a\n   - b|\n     more\n2. c", "1. a\n2. b|\n   more\n3. c"])

rows("Moving up", (...state) => moveLines(...state, false),
  ["1. a\n2. b|\n3. c", "1. b|\n2. a\n3. c"], ["- a\n  - x\n- b|\n  - y", "- b|\n  - y\n- a\n  - x"],
  ["A\n\nB|\n\nC", "B|\n\nA\n\nC"], ["a\nb|\nc", "b|\na\nc"], ["|a\nb", "|a\nb"], ["x\n|a\nb\n|c", "|a\nb\n|x\nc"],
  ["- a\n  - b|", "- a\n  - b|"])

rows("Moving down", (...state) => moveLines(...state, true),
  ["1. a|\n2. b", "1. b\n2. a|"], ["A|\n\nB1\nB2\n\nC", "B1\nB2\n\nA|\n\nC"], ["a\n|b", "a\n|b"],
  ["- a|\n  - x\n\n- b\n", "- b\n\n- a|\n  - x\n"])

rows("The key of a heading", (...state) => heading(...state, 2),
  ["a|b", "## a|b"], ["# a|", "## a|"], ["## a|", "a|"], ["- a|", "## a|"], ["> a|", "> ## a|"], ["|", "## |"],
  ["|a\n\nb|", "|## a\n\n## b|"])

rows("The key of a quote", quote,
  ["a|", "> a|"], ["|a\n\nb|", "|> a\n>\n> b|"], ["|> a\n>\n> b|", "|a\n\nb|"], ["|> a\nb|", "|> > a\n> b|"])

rows("The key of a numbered list", (...state) => list(...state, "numbers"),
  ["|a\nb|", "|1. a\n2. b|"], ["|- a\n- b|", "|1. a\n2. b|"], ["|1. a\n2. b|", "|a\nb|"])

rows("The key of a list", (...state) => list(...state, "bullets"),
  ["a|", "- a|"], ["- a|", "a|"], ["1. [x] a|", "- [x] a|"], ["- [x] a|", "a|"])

rows("The key of a task", task,
  ["a|", "- [ ] a|"], ["- a|", "- [ ] a|"], ["- [ ] a|", "- [x] a|"], ["- [x] a|", "- a|"],
  ["1. a|", "1. [ ] a|"], ["|- [ ] a\n- b|", "|- [ ] a\n- [ ] b|"])

test("lists are read by the rules of CommonMark", () => {
  const numbers = text => listItems(text.split("\n")).map(item => item && item.siblings.length)
  assert.deepEqual(numbers("- a\n- b\n* c"), [2, 2, 1])
  assert.deepEqual(numbers("word\n2. a"), [null, null])
  assert.deepEqual(numbers("word\n1. a"), [null, 1])
  assert.deepEqual(numbers("- a\n\nword\n- b"), [1, null, null, 1])
  assert.deepEqual(numbers("- a\nlazy\n- b"), [2, null, 2])
  assert.deepEqual(numbers("- a\n---\n- b"), [1, null, 1])
  assert.deepEqual(numbers("- a\n      - b"), [1, null])
})

test("an edit of random lists leaves every other line's words alone", () => {
  const texts = ["- a", "1. b", "   2. c", "  - d", "", "word", "> 1. q", "> 2. r", "\t- t", "10. ten", "```"]
  let seed = 7
  const next = most => (seed = (seed * 48271) % 2147483647) % most
  for (let turn = 0; turn < 3000; turn++) {
    const text = Array.from({ length: 1 + next(9) }, () => texts[next(texts.length)]).join("\n")
    const [start, end] = [next(text.length + 1), next(text.length + 1)].sort((a, b) => a - b)
    const acts = [indent, (...state) => indent(...state, true), (...state) => moveLines(...state, turn % 2 > 0)]
    const edit = acts[next(3)](text, start, end)
    if (!edit) continue
    const after = text.slice(0, edit.start) + edit.text + text.slice(edit.end)
    const letters = of => of.replace(/[^a-z>]/g, "").split("").sort().join("")
    assert.equal(letters(after), letters(text), `${JSON.stringify(text)} became ${JSON.stringify(after)}`)
    assert.ok(edit.selectionStart <= edit.selectionEnd && edit.selectionEnd <= after.length, JSON.stringify(text))
  }
})
