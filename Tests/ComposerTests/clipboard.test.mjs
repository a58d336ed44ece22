import assert from "node:assert/strict"
import test from "node:test"
import {
  editorLanguage, embeddedPictures, inLanguage, pastedAs, pastedTable, richEdit, tableEdit,
} from "../../Sources/Composer/Page/model/clipboard.js"

const table = "| A | B |\n| --- | ---: |\n| c | 1 |\n"
const cells = "<table><tr><td>A</td><td>B</td></tr><tr><td>c</td><td>1</td></tr></table>", plain = "A\tB\nc\t1"

for (const [program, html] of [
  ["Excel", `<html xmlns:o="urn:x"><head><style><!--table {mso-x:"\\,";} td {a:b}--></style></head><body link="#0563C1">\r\n`
    + "<table border=0 width=128 style='border-collapse:collapse'>\r\n<!--StartFragment-->\r\n<col width=64><tr height=20><td class=xl65 "
    + "style='height:15.0pt'>A</td><td>B</td></tr><tr><td>c</td><td align=right>1</td></tr><!--EndFragment-->\r\n</table>\r\n</body></html>"],
  ["LibreOffice Calc", "<!DOCTYPE html><html><head><meta http-equiv=\"content-type\"/><style type=\"text/css\">body { x }</style></head>\n"
    + "<body>\n<table cellspacing=\"0\"><colgroup span=\"2\"></colgroup>\n<tr><td height=\"17\"><b><font face=\"Arial\">A</font></b></td><td>B</td>"
    + "</tr><tr><td>c</td><td sdval=\"1\">1</td></tr></table>\n<!-- ***** -->\n</body></html>"],
  ["Google Sheets", "<meta charset='utf-8'><google-sheets-html-origin><style type=\"text/css\"><!--td {border: 1px}--></style>" + cells],
  ["Chromium", `<meta charset='utf-8'>${cells}<br class="Apple-interchange-newline">`],
]) {
  test(`nothing but cells becomes a table: ${program}`, () => assert.deepEqual(pastedAs(plain, html), { table }))
}

for (const [title, html] of [
  ["a table among a text", `<h2>x</h2><p>y</p>${cells}<p>z</p>`], ["two tables", cells + cells],
  ["cells with a link", cells.replace("c", "<a class=x href=\"https://x.example\">c</a>")],
  ["a page that a table lays out", `<table><tr><td>${cells}</td></tr></table>`],
  ["a word processor's paragraphs", cells.replace("c", "<p class=MsoNormal>c</p>")],
  ["a picture in a cell", cells.replace("c", "<img src=x>")], ["words behind it", `${cells}and <b>more</b>`],
]) {
  test(`the daemon converts ${title}`, () => assert.deepEqual(pastedAs(plain, html), { isRich: true }))
}

test("cells whose text has no tabs are converted, but a cell or a column is plain, and so is a large sheet", () => {
  assert.equal(pastedAs("A B c 1", cells).isRich, true)
  assert.equal(pastedAs("A", "<table><tr><td>A</td></tr></table>").isRich, false)
  assert.equal(pastedAs("A\nB", "<table><tr><th>A</th></tr><tr><td>B</td></tr></table>").isRich, false)
  assert.equal(pastedAs("a\t".repeat(6000), cells).isRich, false)
  assert.equal(pastedAs("a\tb", "<p>a\tb</p>").isRich, false)
})

const editor = (style, tag = "div") => `<${tag} style="${style}"><div><span>a</span></div></${tag}>`

for (const [html, isMeant] of [
  ["<p>Words</p>", false], ["<span style=\"color:red\">x</span>", false], ["<body>x</body>", false],
  ["<b>x</b>", true], ["<br>", false], ["<a name=\"x\">x</a>", false], ["<a class=\"y\" href=\"/\">x</a>", true],
  ["<H2 id=x>x</H2>", true], ["<span style=\"font-weight: 700\">x</span>", true], ["<img src=x>", true],
  ["<b>".padEnd(400_000, "x"), false], ["<header>x</header><section>", false],
  [editor("font-family: 'Droid Sans Mono', monospace;white-space: pre;"), true],
  [editor("white-space: pre-wrap; font-family: &quot;Fira Code&quot;", "span"), true],
  [editor("float: left; white-space: pre; line-height: 1;"), true],
  [editor("white-space: pre-wrap; font-family: Arial", "span"), false], [editor("font-family: monospace"), false],
  ["<meta name=\"Generator\" content=\"Cocoa HTML Writer\"><style>p.p1 {margin: 0; font: 12.0px Menlo}</style><p class=p1>a</p>", true],
  ["<meta name=\"Generator\" content=\"Cocoa HTML Writer\"><style>p.p1 {margin: 0; font: 12.0px Helvetica}</style><p class=p1>a</p>", false],
]) test(`rich text: ${html.slice(0, 70)}`, () => assert.equal(pastedAs("x", html).isRich, isMeant))

test("Visual Studio Code says what its text is: Markdown is pasted as it is, and code in its language", () => {
  const html = editor("font-family: monospace; white-space: pre;")
  assert.equal(pastedAs("a", html, editorLanguage('{"version":1,"mode":"markdown"}')).isRich, false)
  assert.equal(pastedAs("a", html, editorLanguage('{"version":1,"mode":"swift"}')).isRich, true)
  for (const data of ["", "{", "[]", "{\"mode\":7}", "{\"mode\":\"a b`\"}"]) assert.equal(editorLanguage(data), "")
})

test("hostile HTML is looked through once", () => {
  for (const part of ["<", "<!--", "<style", "<head>", "<table>", "<a ", "<div white-space:", "font:", "<td", "Cocoa HTML Writer p.p1 {"]) {
    assert.equal(typeof pastedAs("a\tb", part.repeat(300_000 / part.length)), "object")
  }
})

for (const [title, plain, table] of [
  ["cells", "day\thigh\r\nMon\twet\r\n", "| day | high |\n| --- | --- |\n| Mon | wet |\n"],
  ["columns of numbers are aligned right", "a\tb\n1.5\tx\n-2\ty", "| a | b |\n| ---: | --- |\n| 1.5 | x |\n| -2 | y |\n"],
  ["short rows get empty cells", "a\tb\nc", "| a | b |\n| --- | --- |\n| c |  |\n"],
  ["bars and backslashes before them stay signs", "a|b\tc\\|d", "| a\\|b | c\\\\\\|d |\n| --- | --- |\n"],
  ["quoted cells keep quotes and line feeds", '"a ""b"""\t"c\nd"', '| a "b" | c<br>d |\n| --- | --- |\n'],
  ["a quote within a cell is a quote", 'say "hi"\t6"', '| say "hi" | 6" |\n| --- | --- |\n'],
  ["a quote that never ends loses no word", '"a\tb\nc\td', '| "a | b |\n| --- | --- |\n| c | d |\n'],
]) {
  test(`a copied spreadsheet becomes a table: ${title}`, () => assert.equal(pastedTable(plain), table))
}

test("a column is no table, nor is a sheet too large", () => {
  assert.equal(pastedTable("a\nb"), null)
  assert.equal(pastedTable("a\t".repeat(6000)), null)
})

test("quotes without an end in a large clipboard end the search at the most cells", () => {
  assert.equal(pastedTable(`${'"'.repeat(200_001)}\tx`)?.endsWith("| x |\n| --- | --- |\n"), true)
  assert.equal(pastedTable('"\t'.repeat(200_000)), null)
})

test("a table stands on lines of its own", () => {
  const put = (before, after) => {
    const { start, end, text } = tableEdit(before + after, before.length, before.length, "| a |\n")
    return before.slice(0, start) + text + (before + after).slice(end)
  }
  assert.equal(put("", ""), "| a |\n")
  assert.equal(put("one", "two"), "one\n\n| a |\n\ntwo")
  assert.equal(put("one\n\n", "\ntwo"), "one\n\n| a |\n\ntwo")
})

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
