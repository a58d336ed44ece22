import assert from "node:assert/strict"
import test from "node:test"
import { moveSection, sectionAt, sectionsMax, sectionsOf, stepOf } from "../../Sources/Composer/Page/model/outline.js"
import { chance } from "./chance.mjs"

const shown = text => sectionsOf(text).map(({ level, title, line, words }) => [level, title, line, words])

test("sections have the words of their headings, their level, line and count", () => {
  assert.deepEqual(shown("Before\n# One **bold** ##\ntwo words\n## [Link](https://x.example) `code`\nx\n# Two\n"),
    [[1, "One bold", 2, 7], [2, "Link code", 4, 3], [1, "Two", 6, 1]])
})

test("headings that are underlined may have several lines", () => {
  assert.deepEqual(shown("One\nline\n===\nText\n\nTwo\n---\nx"), [[1, "One line", 1, 5], [2, "Two", 6, 2]])
})

test("code, quotes and tables have no sections", () => {
  assert.deepEqual(shown("```\n# no\n```\n> # no\n\n    # no\n\n#no\n"), [])
})

test("the number of sections has a limit", () => {
  assert.equal(sectionsOf("# a\n".repeat(sectionsMax + 5)).length, sectionsMax)
})

const text = "Start\n\n# A\na\n\n## A1\na1\n\n# B\nb\n\n# C\nc"
const section = (title, of = text) => sectionsOf(of).find(found => found.title === title)
const applied = (of, edit) => edit && of.slice(0, edit.start) + edit.text + of.slice(edit.end)
const moved = (title, to, of = text) => applied(of, moveSection(of, section(title, of), to))

test("a section moves with its parts, up and down, and the text keeps how it ends", () => {
  assert.equal(moved("B", section("A").start), "Start\n\n# B\nb\n\n# A\na\n\n## A1\na1\n\n# C\nc")
  assert.equal(moved("A", section("B").end), "Start\n\n# B\nb\n\n# A\na\n\n## A1\na1\n\n# C\nc")
  assert.equal(moved("A", text.length), "Start\n\n# B\nb\n\n# C\nc\n\n# A\na\n\n## A1\na1")
  assert.equal(moved("C", section("B").start, `${text}\n`), "Start\n\n# A\na\n\n## A1\na1\n\n# C\nc\n\n# B\nb\n")
  assert.equal(moved("A", section("A1").start), null)
  assert.equal(moved("A", section("B").start), null)
})

test("the caret goes to the heading that moved", () => {
  for (const [title, to] of [["B", section("A").start], ["A", text.length]]) {
    const edit = moveSection(text, section(title), to)
    assert.ok(applied(text, edit).slice(edit.selectionStart).startsWith(`# ${title}\n`))
  }
})

test("a step leads over the neighbour of the same level, and not out of the section above", () => {
  const sections = sectionsOf(text)
  const step = (title, way) => stepOf(sections, sections.findIndex(found => found.title === title), way)
  assert.equal(step("B", -1), section("A").start)
  assert.equal(step("A", 1), section("B").end)
  assert.equal(step("C", 1), null)
  assert.equal(step("A", -1), null)
  assert.equal(step("A1", -1), null)
  assert.equal(step("A1", 1), null)
})

test("the section of a line is the last heading before it", () => {
  const sections = sectionsOf(text)
  assert.deepEqual([1, 3, 6, 7, 13].map(line => sectionAt(sections, line)), [-1, 0, 1, 1, 3])
})

test("whatever moves, every line stays, and the section keeps its words", () => {
  const dice = chance(11)
  const kinds = ["# h", "## h", "### h", "words", "", "- item", "> # quoted", "```", "Title\n==="]
  const kept = of => of.split("\n").filter(Boolean).sort()
  for (let round = 0; round < 400; round++) {
    const of = Array.from({ length: 1 + dice(14) }, (_, at) => {
      const kind = kinds[dice(kinds.length)]
      return kind && kind !== "```" ? `${kind}${at}` : kind
    }).join("\n") + "\n".repeat(dice(3))
    const sections = sectionsOf(of)
    if (!sections.length) continue
    const own = sections[dice(sections.length)]
    const places = [...sections.map(({ start }) => start), of.length]
    const edit = moveSection(of, own, places[dice(places.length)])
    if (!edit) continue
    const after = applied(of, edit)
    assert.deepEqual(kept(after), kept(of), JSON.stringify(of))
    const words = of.slice(own.start, own.end).replace(/\n+$/, "")
    assert.equal(after.slice(edit.selectionStart, edit.selectionStart + words.length), words, JSON.stringify(of))
  }
})
