import assert from "node:assert/strict"
import test from "node:test"
import { embeddedPictures, isRich, richEdit } from "../../Sources/Composer/Page/model/rich-text.js"

for (const [html, isMeant] of [
  ["<p>Words</p>", false], ["<span style=\"color:red\">x</span>", false], ["<body>x</body>", false],
  ["<b>x</b>", true], ["<br>", false], ["<a name=\"x\">x</a>", false], ["<a class=\"y\" href=\"/\">x</a>", true],
  ["<H2 id=x>x</H2>", true], ["<span style=\"font-weight: 700\">x</span>", true], ["<img src=x>", true],
  ["<b>".padEnd(400_000, "x"), false], ["<header>x</header><section>", false],
  ["<table><tr><td>A</td></tr></table>", false], ["<b>x</b><table><tr><td>A</td></tr></table>", true],
  ["<html><head><style>td { x }</style></head><body>\n<!--StartFragment--><table border=0><tr><td>A</td></tr></table>"
    + "<!--EndFragment--></body></html>", false],
  ["<google-sheets-html-origin><style></style><table><tr><td>A</td></tr></table>", false],
]) test(`rich text: ${html.slice(0, 40)}`, () => assert.equal(isRich(html), isMeant))

test("a picture whose address is its content leaves the HTML as a file", async () => {
  const { html, files } = embeddedPictures("<b>a</b><img alt=x src=\"data:image/png;base64,aGk%3D\"><img src='data:image/svg+xml;charset=x;base64,aG\nk='>")
  assert.equal(html, "<b>a</b><img alt=x src=\"\"><img src=''>")
  assert.deepEqual(files.map(file => [file.name, file.type]), [["picture-1.png", "image/png"], ["picture-2.svg", "image/svg+xml"]])
  assert.deepEqual(await Promise.all(files.map(file => file.text())), ["hi", "hi"])
  for (const kept of ["<img src=\"a.png\">", "<p>data:image/png;base64,aGk=</p>", "<img src=\"data:image/png;base64,a\">"]) {
    assert.deepEqual(embeddedPictures(kept), { html: kept, files: [] })
  }
})

test("the Markdown takes the place of the plain text, and the caret stays where it was or behind it", () => {
  const pasted = { at: 2, plain: "b c" }
  const edit = caret => richEdit("a b c d", pasted, "**b** c", caret)
  assert.deepEqual(edit(5), { start: 2, end: 5, text: "**b** c", selectionStart: 9, selectionEnd: 9 })
  assert.equal(edit(7).selectionStart, 11)
  assert.equal(edit(0).selectionStart, 0)
  assert.equal(edit(3).selectionStart, 3)
})

for (const [text, at, markdown, after] of [
  ["a x b", 2, "# x", "a \n\n# x\n\n b"], ["x", 0, "# x", "# x"], ["a\nx\nb", 2, "- x", "a\n\n- x\n\nb"],
  ["a\n\nx\n\nb", 3, "# x", "a\n\n# x\n\nb"], ["a x b", 2, "*x*", "a *x* b"], ["a x\n", 2, "1. x", "a \n\n1. x\n"],
  ["- a\n- x", 6, "- x\n- y", "- a\n- x\n- y"], ["- a\n  - x\n- b", 8, "- x\n- y", "- a\n  - x\n  - y\n- b"],
  ["# x", 2, "## x", "## x"], ["a\n\n# x\nb", 5, "## x", "a\n\n## x\n\nb"], ["1. [ ] x", 7, "1. x", "1. x"],
  ["- a\n- x", 6, "# x", "- a\n\n# x"], ["- x b", 2, "- x", "- \n\n- x\n\n b"], ["a - x", 4, "- x", "a - \n\n- x"],
]) {
  test(`blocks get lines of their own: ${JSON.stringify(text)}`, () => {
    const edit = richEdit(text, { at, plain: "x" }, markdown, at + 1)
    assert.equal(text.slice(0, edit.start) + edit.text + text.slice(edit.end), after)
    assert.equal(after.slice(0, edit.selectionStart).endsWith(markdown.split("\n").at(-1)), true)
  })
}

test("blanks at either end of inline text stay", () => {
  const edit = richEdit("one bold tail  b", { at: 3, plain: " bold tail " }, "**bold** tail", 14)
  assert.deepEqual(edit, { start: 3, end: 14, text: " **bold** tail ", selectionStart: 18, selectionEnd: 18 })
  assert.equal(richEdit("a x ", { at: 1, plain: " x " }, "x", 4), null)
})

test("a text that has changed since, that says the same, or has no words, stays", () => {
  assert.equal(richEdit("a bX c d", { at: 2, plain: "b c" }, "**b** c", 0), null)
  assert.equal(richEdit("a b c", { at: 2, plain: "b c" }, "b c", 0), null)
  assert.equal(richEdit("a b c", { at: 2, plain: "b c" }, "", 0), null)
})
