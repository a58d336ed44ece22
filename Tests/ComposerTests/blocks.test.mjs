import assert from "node:assert/strict"
import test from "node:test"
import { blockAt, partOf, patches, split, splitAgain } from "../../Sources/Composer/Page/model/blocks.js"
import { chance } from "./chance.mjs"

const paragraph = (line, words) => `<p data-sourcepos="${line}:1-${line}:9">${words}</p>\n`
const keys = blocks => blocks.map(block => block.key)

test("tags that raw HTML leaves open, closes twice or breaks off end in some block, and nothing is lost", () => {
  const ugly = ["<div><p>a", "</div></div><p>b</p>", "<p>a</p><", "a<br>b<img src=x>", "<!-- a", "<p title='>'>x</p>",
    "<P>x</p>", "<svg/><p>y</p>"]
  for (const html of ugly) {
    const joined = split(html).map(block => block.html).join("").replace(/\s/g, "")
    assert.equal(joined, html.replace(/\s/g, ""), html)
  }
})

test("a text without words has no blocks", () => {
  assert.deepEqual(split(""), [])
  assert.deepEqual(split("\n \n"), [])
})

test("lists, rules and footnotes are one block each", () => {
  const html = "<ul data-sourcepos=\"1:1-2:3\">\n<li data-sourcepos=\"1:1-1:3\">a</li>\n<li>b</li>\n</ul>\n<hr data-sourcepos=\"4:1-4:3\" />\n"
    + "<section class=\"footnotes\"><ol><li><p data-sourcepos=\"9:1-9:2\">n</p></li></ol></section>"
  assert.deepEqual(split(html).map(({ start, end }) => [start, end]), [[1, 2], [4, 4], [0, 0]])
})

test("a new line above changes no block below it", () => {
  const before = split(paragraph(1, "a") + paragraph(3, "b") + paragraph(5, "c"))
  const after = split(paragraph(1, "new") + paragraph(3, "a") + paragraph(5, "b") + paragraph(7, "c"))
  assert.deepEqual(patches(before, after), [{ at: 0, remove: 0, insert: [after[0]] }])
})

test("one letter changes one block", () => {
  const before = split(paragraph(1, "a") + paragraph(3, "b") + paragraph(5, "c"))
  const after = split(paragraph(1, "a") + paragraph(3, "bb") + paragraph(5, "c"))
  assert.deepEqual(patches(before, after), [{ at: 1, remove: 1, insert: [after[1]] }])
})

test("patches turn any text into any other", () => {
  const dice = chance(5)
  const text = () => Array.from({ length: dice(9) }, (_, index) => paragraph(index * 2 + 1, "abcd"[dice(4)])).join("")
  for (let run = 0; run < 500; run++) {
    const from = split(text())
    const to = split(text())
    const shown = keys(from)
    for (const { at, remove, insert } of patches(from, to)) shown.splice(at, remove, ...keys(insert))
    assert.deepEqual(shown, keys(to))
  }
})

test("parsing only the changed part finds the same blocks as parsing everything", () => {
  const dice = chance(11)
  const pieces = ["a", "<br />", "<ul>\n<li>x</li>\n</ul>\n", "<hr />\n", "words\n", "<div><p>y</p></div>", "</div>", "<div>",
    "<P>z</p>", "<!-- c -->", "\n"]
  const piece = line => (dice(3) ? paragraph(line, pieces[dice(2)] + "b".repeat(dice(4))) : pieces[dice(pieces.length)])
  let parts = []
  let seen = { html: "", blocks: [] }
  for (let run = 0; run < 3000; run++) {
    const at = dice(parts.length + 1)
    const removed = dice(3)
    const added = Array.from({ length: dice(3) }, (_, index) => piece(at + index))
    parts = dice(40) ? [...parts.slice(0, at), ...added, ...parts.slice(at + removed)] : []
    if (parts.length > 14) parts = parts.slice(4)
    const html = parts.join("")
    seen = splitAgain(seen, html)
    assert.deepEqual(seen, { html, blocks: split(html) }, html)
  }
})

test("a line between two blocks belongs to the one before it", () => {
  const blocks = split(paragraph(1, "a") + paragraph(5, "b") + "<section class=\"footnotes\"><p>x</p></section>")
  assert.equal(blockAt(blocks, 1), 0)
  assert.equal(blockAt(blocks, 4), 0)
  assert.equal(blockAt(blocks, 99), 1)
  assert.equal(blockAt([], 1), -1)
  assert.equal(partOf(blocks, 0, 3), 0.5)
})
