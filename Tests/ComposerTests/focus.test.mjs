import assert from "node:assert/strict"
import test from "node:test"
import { focused } from "../../Sources/Composer/Page/model/focus.js"
import { MarkdownRanges } from "../../Sources/Composer/Page/model/markdown-ranges.js"
import { lineStarts } from "../../Sources/Composer/Page/model/writing.js"

const sentences = new Intl.Segmenter("en", { granularity: "sentence" })

/** What stays clear in a text in which one `|` is the caret, or two are the ends of the selection. */
function clear(marked, mode) {
  const text = marked.replaceAll("|", "")
  const [before, inner] = marked.split("|")
  const start = before.length, end = marked.split("|").length > 2 ? start + inner.length : start
  const markdown = new MarkdownRanges()
  markdown.replace(0, 0, text.split("\n"))
  const starts = lineStarts(text.split("\n"))
  const spot = offset => {
    const line = starts.findLastIndex(start => start <= offset)
    return { line, at: offset - starts[line] }
  }
  const { from, to } = focused(markdown.lines, spot(start), spot(end), mode, sentences)
  return text.slice(starts[from.line] + from.at, starts[to.line] + to.at)
}

const shown = text => text.replaceAll("\n", "¶")

for (const [mode, ...table] of [
  ["sentence", ["One. T|wo. Three.", "Two. "], ["One. |Two.", "Two."], ["One. Two.|", "Two."], ["One. |", "One. "],
    ["One.\nTwo goes\non |here. Three.", "Two goes\non here. "],
    ["One.\n\nT|wo.", "Two."], ["- One. T|wo.\n- Three.", "Two."],
    ["One. T|wo. Th|ree. Four.", "Two. Three. "], ["One. |Two. |Three.", "Two. "], ["|", ""], ["One.\n|\nTwo.", ""],
    ["*A|da* came. Then.", "*Ada* came. "]],
  ["paragraph", ["One. T|wo.\nThree.\n\nFour.", "One. Two.\nThree."],
    ["- o|ne\n- two", "- one"], ["# o|ne\ntwo", "# one"],
    ["```\na\n|b\n```\nc", "```\na\nb\n```"], ["a\n\n    b\n    |c\n\nd", "    b\n    c"],
    ["one |two\n\nthr|ee\n\nfour", "one two\n\nthree"], ["one\n|\ntwo", ""]],
]) {
  for (const [marked, wanted] of table) {
    const title = `the ${mode} at the caret in “${shown(marked)}” stays clear`
    test(title, () => assert.equal(clear(marked, mode), wanted))
  }
}

test("a very long paragraph is read only around the caret", () => {
  const text = `${"word ".repeat(20_000)}end|. Next.`
  assert.ok(clear(text, "sentence").length <= 8000)
})
