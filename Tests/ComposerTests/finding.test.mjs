import assert from "node:assert/strict"
import test from "node:test"
import { find, hitFrom, hitsMax, partAfter, pattern, replacing, textMax } from
  "../../Sources/Composer/Page/model/finding.js"

const query = (words, more = {}) =>
  ({ words, replacement: "", isCased: false, isWhole: false, isExpression: false, within: null, ...more })
const expression = (words, replacement = "") => query(words, { isExpression: true, replacement })
/** The text with what is found in brackets. */
const marked = (text, ...how) => find(text, query(...how)).reduceRight((all, { start, end }) =>
  `${all.slice(0, start)}[${all.slice(start, end)}]${all.slice(end)}`, text)
/** The text after all replacements. */
function replaced(text, asked) {
  const { start, end, text: by } = replacing(text, find(text, asked))
  return text.slice(0, start) + by + text.slice(end)
}

for (const [title, text, words, more, found] of [
  ["words are found in any case", "Tide, tide, TIDES", "tide", {}, "[Tide], [tide], [TIDE]S"],
  ["with case only as written", "Tide, tide", "tide", { isCased: true }, "Tide, [tide]"],
  ["whole words only", "tide tides un-tide tide_", "tide", { isWhole: true }, "[tide] tides un-[tide] tide_"],
  ["whole words of any script", "мир мира мир", "мир", { isWhole: true }, "[мир] мира [мир]"],
  ["a letter with its accent is one letter", "e e\u0301", "e", { isWhole: true }, "[e] e\u0301"],
  ["signs of expressions are signs", "a.b (a+b) axb", "a.b", {}, "[a.b] (a+b) axb"],
  ["words over lines", "a\nb", "a\nb", {}, "[a\nb]"],
  ["expressions match per line", "- a\n- b", "^- ", { isExpression: true }, "[- ]a\n[- ]b"],
  ["hits lie wholly within the part", "aa aa aa", "aa", { within: { start: 1, end: 7 } }, "aa [aa] aa"],
  ["nothing is looked for without words", "a", "", {}, "a"],
]) {
  test(`find: ${title}`, () => assert.equal(marked(text, words, more), found))
}

for (const [title, text, words, replacement, after] of [
  ["groups", "Rye, Ann", "(\\w+), (\\w+)", "$2 $1", "Ann Rye"],
  ["named groups", "2026-11", "(?<y>\\d+)-(?<m>\\d+)", "$<m>/$<y>", "11/2026"],
  ["the whole hit, and a dollar", "5", "\\d", "$$$&", "$5"],
  ["a group's number before a digit", "a", "(a)", "$10", "a0"],
  ["a group that does not exist stays as written", "a", "a", "$1$<x>", "$1$<x>"],
  ["line feeds and tabs", "a b", " ", "\\n\\t\\\\", "a\n\t\\b"],
  ["empty places", "a\nb", "^", "> ", "> a\n> b"],
  ["empty places beside wide letters", "😀a", "", "-", "-😀-a-"],
]) {
  test(`replace by expression: ${title}`, () => {
    // An empty expression is written as a group, because an empty field looks for nothing.
    assert.equal(replaced(text, expression(words || "(?:)", replacement)), after)
  })
}

test("a replacement of plain words is taken as written", () =>
  assert.equal(replaced("a", query("a", { replacement: "$&\\n" })), "$&\\n"))

test("a replacement is one edit from the first hit to the last", () => {
  const text = "one two one two"
  assert.deepEqual(replacing(text, find(text, query("two", { replacement: "2" }))),
    { start: 4, end: 15, text: "2 one 2" })
})

test("hits and the length of the result are bounded", () => {
  assert.equal(find("a".repeat(hitsMax + 9), query("a")).length, hitsMax)
  const hits = find("a".repeat(hitsMax), query("a", { replacement: "b".repeat(textMax / hitsMax + 1) }))
  assert.throws(() => replacing("a".repeat(hitsMax), hits), /too long\. Nothing was replaced/)
})

test("what is no expression is refused in words, also where the brackets around it would complete it", () => {
  assert.throws(() => pattern(expression("(a")), /^SyntaxError: Not a regular expression: Unterminated group\.$/)
  assert.throws(() => pattern({ ...expression("a)(b"), isWhole: true }), /Not a regular expression/)
})

test("the next hit is found from a place, around both ends", () => {
  const hits = find("a a a", query("a"))
  assert.deepEqual([0, 1, 4, 5].map(at => hitFrom(hits, at, 1)), [0, 1, 2, 0])
  assert.deepEqual([0, 1, 4, 5].map(at => hitFrom(hits, at, -1)), [2, 0, 1, 2])
  assert.equal(hitFrom([], 0, 1), -1)
})

for (const [title, edit, after] of [
  ["before it", { start: 0, end: 2, text: "x" }, [9, 19]],
  ["after it", { start: 25, end: 26, text: "" }, [10, 20]],
  ["at its start", { start: 10, end: 10, text: "x" }, [10, 21]],
  ["at its end", { start: 20, end: 20, text: "x" }, [10, 21]],
  ["over its start", { start: 8, end: 12, text: "" }, [8, 16]],
  ["over its end", { start: 18, end: 22, text: "x" }, [10, 19]],
]) {
  test(`a part of the text goes along with an edit ${title}`, () => {
    const part = partAfter({ start: 10, end: 20 }, edit)
    assert.deepEqual([part.start, part.end], after)
  })
}
