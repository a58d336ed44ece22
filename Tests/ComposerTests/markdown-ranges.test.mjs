import assert from "node:assert/strict"
import test from "node:test"
import { inlineRanges, rangesMax } from "../../Sources/Composer/Page/model/markdown-inline.js"
import { MarkdownRanges } from "../../Sources/Composer/Page/model/markdown-ranges.js"
import { chance } from "./chance.mjs"

function read(text) {
  const markdown = new MarkdownRanges()
  markdown.replace(0, 0, text.split("\n"))
  return markdown.lines
}

/** The ranges of a text in short: `bold:weight`. Marks are left out unless they are asked for. */
function found(text, withMarks = false) {
  return read(text).flatMap(line => line.ranges.map(({ start, end, kind }) => `${kind}:${line.text.slice(start, end)}`))
    .filter(one => withMarks || !one.startsWith("mark:"))
}

const shown = text => text.replaceAll("\n", "¶")

function rows(name, ask, ...table) {
  for (const [text, ...wanted] of table) test(`${name}: ${shown(text)}`, () => assert.deepEqual(ask(text), wanted))
}

rows("words", found,
  ["a **b** c", "bold:b"], ["*a* _b_", "italic:a", "italic:b"], ["***a***", "italic:**a**", "bold:a"],
  ["**a *b* c**", "bold:a *b* c", "italic:b"], ["a_b_c", ], ["a*b*c", "italic:b"], ["2 * 3 * 4"], ["** a**"],
  ["**a\nb**", "bold:a", "bold:b"], ["**a\n\nb**"], ["~~a~~ ~b~ ~~~c~~~", "strike:a", "strike:b"],
  ["`a*b*`", "code:a*b*"], ["``a`b``", "code:a`b"], ["`a", ], ["\\*a\\*"], ["`a\nb`", "code:a", "code:b"],
  ["[a](b)", "link:a", "address:](b)"], ["[*a*](b \"t\")", "link:*a*", "italic:a", "address:](b \"t\")"],
  ["[a](b(c)d)", "link:a", "address:](b(c)d)"], ["[a](<b c>)", "link:a", "address:](<b c>)"], ["[a](b c)"], ["[a]"],
  ["[a][b] [c][]", "link:a", "address:][b]", "link:c", "address:][]"], ["[a [b](c)](d)", "link:b", "address:](c)"],
  ["![a](media:0)", "link:a", "address:](media:0)"], ["*[a*](b)", "link:a*", "address:](b)"],
  ["<https://a.b> <x@y.z>", "link:https://a.b", "link:x@y.z"], ["https://a.b/c_d_e.", "link:https://a.b/c_d_e"],
  ["(www.a.b/c)", "link:www.a.b/c"], ["www.a.b/(c)", "link:www.a.b/(c)"], ["a[^1] b", "note:[^1]"], ["<b x='*'>*</b>"],
  ["漢**字**漢", "bold:字"], ["**“a”**", "bold:“a”"], ["😀**a**😀", "bold:a"])

rows("blocks", found,
  ["# a", "heading:a"], ["###### a ##", "heading:a"], ["#a"], ["####### a"], ["#", ],
  ["# *a*", "heading:*a*", "italic:a"],
  ["a\n===", "heading:a"], ["a\nb\n---", "heading:a", "heading:b"], ["- a\n---", "item:-"], ["a\n\n---"],
  ["- a", "item:-"], ["12. a", "item:12."], ["- [x] a", "item:-", "task:[x]"], ["- # a", "item:-", "heading:a"],
  ["a\n2. b"], ["a\n1. b", "item:1."], ["> **a", ], ["> **a**", "bold:a"], ["> **a\n> b**", "bold:a", "bold:b"],
  ["> a\nb*c*", "italic:c"], ["[^1]: *a*", "note:[^1]:", "italic:a"], ["[a]: b", "address: b"],
  ["```\n*a*\n```\n*b*", "italic:b"], ["~~~\n```\n*a*\n~~~"], ["    *a*"], ["- a\n\n  *b*", "item:-", "italic:b"],
  ["- a\n\n      *b*", "item:-"], ["*a\n- b*", "item:-"], ["a | *b*\n--|--\n`c` | d", "italic:b", "code:c"])

rows("lines", text => read(text).map(({ kind }) => kind),
  ["a", "words"], ["", "blank"], ["# a\nb", "heading", "words"], ["a\n---\n---", "heading", "heading", "rule"],
  ["```js\na\n\n```\nb", "fence", "code", "code", "fence", "words"],
  ["a\n    b\n\n    c\n\n    d", "words", "words", "blank", "code", "blank", "code"],
  ["a|b\n-|-\nc\n\nd", "table", "table", "table", "blank", "words"],
  ["a|b\n-|-\n# c", "table", "table", "heading"], ["a|b\n-\nc", "heading", "heading", "words"],
  ["x\na|b\n-|-", "words", "table", "table"], ["- |a|b|\n  |-|-|", "table", "table"],
  ["a|b\n- | - | -", "words", "words"], ["> ```\n> a\nb", "fence", "code", "words"],
  ["```\n> ```\n```", "fence", "code", "fence"])

test("a mark is what the reader does not see", () => {
  assert.deepEqual(found("# **a** `b` [c](d)", true).filter(one => one.startsWith("mark:")).map(one => one.slice(5)),
    ["#", "**", "**", "`", "`", "["])
  assert.deepEqual(found("> > a\n> > b", true), ["mark:> >", "mark:> >"])
  assert.deepEqual(found("a | b\n--|--", true), ["mark:|", "mark:--|--"])
})

const pieces = ["**", "*", "_", "`", "```", "\n", "\n\n", "\n", "> ", "- ", "1. ", "# ", "a", "words", "    ", "|",
  "\n--|--\n", "[", "](b)", "]", "[^1]", "~~", "---", "===", "\t", "😀", "é", "<b>", "https://a.b ", "\\"]

test("after random changes the lines are those of the whole text read once", () => {
  const dice = chance(18)
  for (let run = 0; run < 60; run++) {
    const markdown = new MarkdownRanges()
    let lines = [""]
    markdown.replace(0, 0, lines)
    for (let step = 0; step < 40; step++) {
      const start = dice(lines.length + 1), end = Math.min(lines.length, start + dice(4))
      const texts = Array.from({ length: dice(30) }, () => pieces[dice(pieces.length)]).join("").split("\n").slice(0, 6)
      markdown.replace(start, end, texts)
      lines = lines.toSpliced(start, end - start, ...texts)
      assert.deepEqual(markdown.lines, read(lines.join("\n")), shown(lines.join("\n")))
    }
  }
})

test("every range lies in its line, and is not empty", () => {
  const dice = chance(7)
  for (let run = 0; run < 500; run++) {
    const text = Array.from({ length: dice(60) }, () => pieces[dice(pieces.length)]).join("")
    for (const line of read(text)) {
      for (const { start, end } of line.ranges) {
        assert.ok(start >= 0 && start < end && end <= line.text.length, shown(text))
      }
    }
  }
})

test("a key in a long text reads the paragraphs around it, and nothing else", () => {
  const markdown = new MarkdownRanges()
  markdown.replace(0, 0, "Some *plain* words.\n\n".repeat(5000).split("\n"))
  const { start, end } = markdown.replace(5000, 5001, ["Some *other* words."])
  assert.ok(start >= 4996 && end <= 5004, `It read ${start} to ${end}.`)
})

test("a fence that is opened reads to its end, and one that is closed again stops there", () => {
  const markdown = new MarkdownRanges()
  markdown.replace(0, 0, "a\n\n".repeat(100).split("\n"))
  assert.equal(markdown.replace(0, 1, ["```"]).end, 201)
  assert.ok(markdown.replace(4, 5, ["```"]).end > 190)
  assert.ok(markdown.replace(2, 3, ["b"]).end < 8)
})

test("a paragraph has a bounded number of ranges, and too long a line has none", () => {
  assert.equal(inlineRanges("*a* ".repeat(5000)).length, rangesMax)
  assert.equal(found(`${"a".repeat(30_000)} *b*`).length, 0)
  const count = read("*a\n".repeat(399) + "*".repeat(399)).reduce((sum, { ranges }) => sum + ranges.length, 0)
  assert.ok(count < 3 * rangesMax + 1000, `There are ${count} ranges.`)
})
