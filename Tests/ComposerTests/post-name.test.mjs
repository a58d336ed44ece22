import assert from "node:assert/strict"
import test from "node:test"
import { glanceOf } from "../../Sources/Composer/Page/model/glances.js"
import { firstWords, postName, wordless } from "../../Sources/Composer/Page/model/post-name.js"

for (const [text, words] of [
  ["One *two* **three** _four_ `five` ~~six~~", "One two three four five six"],
  ["See [the boats](https://a.example/x \"t\") and ![a picture](media:0123).", "See the boats and a picture."],
  ["A [name][ref], a snake_case, 2 * 3", "A name, a snake_case, 2 * 3"],
  ["<b>Bold</b> <https://a.example/> 1 < 2 > 0", "Bold https://a.example/ 1 < 2 > 0"],
  ["<a href=\"https://a.example/\" title=\"x\">Linked</a>", "Linked"],
  ["\\*not this\\* \\[nor\\] this\\", "*not this* [nor] this"], ["日本語 *語* 👩‍👩‍👧", "日本語 語 👩‍👩‍👧"],
  ["## *Sea* and light\n\nWords", "Sea and light"], ["\n\n> - Quoted item", "Quoted item"], ["- [x] Done", "Done"],
  ["One\\\ntwo", "One"], ["\\\n# One\r\ntwo", "One"], ["A note[^1] here", "A note here"],
  ["---\n\nAfter a rule", "After a rule"], ["![](media:01)\n\nBelow the picture", "Below the picture"],
  ["![Boats at *low* tide](media:01)", "Boats at low tide"], ["", ""], ["![](media:01)", ""], ["[", ""],
  // As a list has it, without the marks in front.
  ["Bold** and then", "Bold and then"],
]) {
  test(`“${text.replaceAll("\n", "¶")}” begins with “${words}”`, () => assert.equal(firstWords(text), words))
}

test("a long beginning is cut to sixty letters, of which none is halved", () => {
  const long = firstWords("🛶".repeat(100))
  assert.deepEqual([[...long].length, [...long].at(-1)], [60, "…"])
  assert.equal(firstWords("a".repeat(60)), "a".repeat(60))
})

test("a hostile line takes no longer than any other", () => {
  for (const unit of ["[", "<a", "](", "*", "\\", "_a", "`", "[^", "![", "<a:"]) firstWords(unit.repeat(50_000))
})

test("a post is named by its title, else by its first words; only an empty one is a new post", () => {
  assert.equal(postName({ title: "Tides", body: "Words" }), "Tides")
  assert.equal(postName({ title: null, excerpt: "Bold** words" }), "Bold words")
  assert.equal(postName({ title: "", body: " \n" }), "New post")
  assert.equal(postName({ title: "", body: "![](media:01)" }), wordless)
  const post = { title: "", body: "## The [sea](https://a.example/)", state: "draft", tags: [], changedAt: "2026-11-26T10:00:00Z" }
  assert.equal(glanceOf({ post, deliveries: [] }, [], Date.parse("2026-11-26T11:00:00Z")).title, "The sea")
})
