import assert from "node:assert/strict"
import test from "node:test"
import { split } from "../../Sources/Composer/Page/model/blocks.js"
import { placeInText, positionsIn } from "../../Sources/Composer/Page/view/clicked-words.js"

for (const [title, text, lines, words, after] of [
  ["in a word", "One.\n\nThe *high* tide", [3, 3], "The hi^gh tide", "One.\n\nThe *hi^gh* tide"],
  ["in a word that stands twice", "tide, **tide**", [1, 1], "tide, ti^de", "tide, **ti^de**"],
  ["behind the last word", "The tide.", [1, 1], "The tide.^", "The tide.^"],
  ["in a later line", "> one\n> two", [1, 2], "one\ntw^o", "> one\n> tw^o"],
  ["with quotes that the renderer sets", "it's \"high\"", [1, 1], "it’s “hi^gh”", "it's \"hi^gh\""],
  ["in a word that the address has, too", "- [the tide](/tide)", [1, 1], "the ti^de", "- ^[the tide](/tide)"],
  ["without words", "a\n\n- ![](b)", [3, 3], "^", "a\n\n- ^![](b)"],
  ["in lines that are gone", "a", [4, 5], "gon^e", "a^"],
]) {
  test(`a place in the preview is found in the text: ${title}`, () => {
    const [start, end] = lines, at = words.indexOf("^")
    const place = placeInText(text, { start, end }, words.replace("^", ""), at)
    assert.equal(`${text.slice(0, place)}^${text.slice(place)}`, after)
  })
}

test("a block knows the lines of its elements", () => {
  const items = '<li data-sourcepos="3:1-3:3">a</li>\n<li data-sourcepos="4:1-4:3">b</li>'
  const [list] = split(`<ul data-sourcepos="3:1-4:3">${items}</ul>`)
  assert.deepEqual(positionsIn(list), [{ start: 3, end: 4 }, { start: 3, end: 3 }, { start: 4, end: 4 }])
})
