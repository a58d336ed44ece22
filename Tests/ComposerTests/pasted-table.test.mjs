import assert from "node:assert/strict"
import test from "node:test"
import { pastedTable, tableEdit } from "../../Sources/Composer/Page/model/pasted-table.js"

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
