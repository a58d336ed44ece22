import assert from "node:assert/strict"
import test from "node:test"
import { embeddedPictures, inLanguage, richEdit } from "../../Sources/Composer/Page/model/rich-text.js"

test("a picture whose address is its content leaves the HTML as a file", async () => {
  const { html, files } = embeddedPictures("<b>a</b><img alt=x src=\"data:image/png;base64,aGk%3D\"><img src='data:image/svg+xml;charset=x;base64,aG\nk='>")
  assert.equal(html, "<b>a</b><img alt=x src=\"\"><img src=''>")
  assert.deepEqual(files.map(file => [file.name, file.type]), [["picture-1.png", "image/png"], ["picture-2.svg", "image/svg+xml"]])
  assert.deepEqual(await Promise.all(files.map(file => file.text())), ["hi", "hi"])
  assert.deepEqual(embeddedPictures("a<img src=\"data:image/png;base64,aGk=\" alt=\"checked\" aria-roledescription=\"checkbox\">b"),
    { html: "ab", files: [] }, "the box of a task")
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

test("footnotes whose labels the text has already get free ones, everywhere but in code", () => {
  const put = (text, markdown) => richEdit(`${text}x`, { at: text.length, plain: "x" }, markdown, 0).text
  assert.equal(put("a[^1] b[^3]\n\n", "c[^1] d[^e1] e[^2]\n\n```\n[^1]\n```\n\n[^1]: f\n\n[^2]: g"),
    "c[^4] d[^e1] e[^2]\n\n```\n[^1]\n```\n\n[^4]: f\n\n[^2]: g")
  assert.equal(put("a[^2]\n\n", "b[^1]\n\n[^1]: c"), "b[^1]\n\n[^1]: c")
})

test("a block of code gets its language, and only one that is all there is", () => {
  assert.equal(inLanguage("```\na\n```", "swift"), "```swift\na\n```")
  for (const [markdown, language] of [["```\na\n```", ""], ["`a`", "swift"], ["```js\na\n```", "swift"], ["```\na\n```\n\nb", "swift"]]) {
    assert.equal(inLanguage(markdown, language), markdown)
  }
})
