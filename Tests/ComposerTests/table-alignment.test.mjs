import assert from "node:assert/strict"
import test from "node:test"
import { alignTable } from "../../Sources/Composer/Page/model/table-alignment.js"
import { at } from "./marked.mjs"

// The caret is “^”, because “|” is part of tables.
const aligned = text => at(text.replaceAll("|", "¦").replace("^", "|"), (words, ...selection) => {
  const edit = alignTable(words.replaceAll("¦", "|"), ...selection)
  return edit && { ...edit, text: edit.text.replaceAll("|", "¦") }
})?.replace("|", "^").replaceAll("¦", "|")

for (const [title, before, after] of [
  ["cells of one width", "^a | long\n-|-\nword | b", "| ^a    | long |\n| ---- | ---- |\n| word | b    |"],
  ["marks of alignment", "|^a|b|c|\n|:-|:-:|-:|\n|word|word|word|\n|x|x|x|",
    "| ^a    |  b   |    c |\n| :--- | :--: | ---: |\n| word | word | word |\n| x    |  x   |    x |"],
  ["a caret in the third cell", "|a|b|c|\n|-|-|-|\n|word|x|y^z|",
    "| a    | b   | c   |\n| ---- | --- | --- |\n| word | x   | y^z  |"],
  ["a caret in front of a cell's words", "|a|^   b|\n|-|-|", "| a   | ^b   |\n| --- | --- |"],
  ["a caret in an empty cell", "|a|b|\n|-|-|\n|word|^|", "| a    | b   |\n| ---- | --- |\n| word | ^    |"],
  ["a caret behind the row", "|a|b|\n|-|-|^", "| a   | b   |\n| --- | ---^ |"],
  ["a bar after a backslash ends no cell, one in code does", "|^a|b|\n|-|-|\n|x\\|y|`1|2`|",
    "| ^a    | b   |\n| ---- | --- |\n| x\\|y | `1  | 2`  |"],
  ["a bar between backticks that end nothing", "|^`a|b|\n|-|-|", "| ^`a  | b   |\n| --- | --- |"],
  ["wide and combining letters", "|^漢字|b|\n|-|-|\n|e\u0301a\u0300i|👩‍👩‍👧🇵🇹|",
    "| ^漢字 | b    |\n| ---- | ---- |\n| e\u0301a\u0300i  | 👩‍👩‍👧🇵🇹 |"],
  ["rows of other lengths", "|^a|b|\n|-|-|\n|c|\n|d|e|word|f|",
    "| ^a   | b   |\n| --- | --- |\n| c   |\n| d   | e   | word | f   |"],
  ["a table in an item of a quote", "> - ^a | long\n>   -|-\n>   b | c\n>\n> |x|y|",
    "> - | ^a   | long |\n>   | --- | ---- |\n>   | b   | c    |\n>\n> |x|y|"],
  ["the table around the caret alone", "|a|b|\n|-|-|\n\nwords\n|c|^d|\n|-|-|\n",
    "|a|b|\n|-|-|\n\nwords\n| c   | ^d   |\n| --- | --- |\n"],
]) {
  test(`a table is aligned: ${title}`, () => {
    assert.equal(aligned(before), after)
    assert.equal(aligned(after), after)
  })
}

test("where no table is, nothing is aligned", () => {
  for (const text of ["^", "^a | b", "a^ | b\nc | d", "```\n|a|^b|\n|-|-|\n```", "|a|b|\n|-|-|\n\n^"]) {
    assert.equal(aligned(text), undefined, text)
  }
})

test("a selection that ends behind the table moves with the text", () => {
  const text = "|a|b|\n|-|-|\n\nend", edit = alignTable(text, 1, text.length - 1)
  const after = text.slice(0, edit.start) + edit.text + text.slice(edit.end)
  assert.equal(after, "| a   | b   |\n| --- | --- |\n\nend")
  assert.deepEqual([edit.selectionStart, edit.selectionEnd], [2, after.length - 1])
})
