import assert from "node:assert/strict"
import test from "node:test"
import { editorLanguage, pastedAs } from "../../Sources/Composer/Page/model/clipboard.js"

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
