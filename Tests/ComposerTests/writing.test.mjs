import assert from "node:assert/strict"
import test from "node:test"
import { code, enter, footnote, isAddress, lineAt, link, paste, surround, wrap } from
  "../../Sources/Composer/Page/model/writing.js"
import { at } from "./marked.mjs"

for (const [before, after] of [
  ["- a|", "- a\n- |"], ["  * a|b", "  * a\n  * |b"], ["9. a|", "9. a\n10. |"], ["1) a|", "1) a\n2) |"],
  ["- [x] a|", "- [x] a\n- [ ] |"], ["> a|", "> a\n> |"], ["> - a|", "> - a\n> - |"], ["- a\n- |", "- a\n\n|"],
    ["> a\n> |", "> a\n\n|"],
  ["> > a\n> > |\nb", "> > a\n\n|\nb"], ["> a\n>|", "> a\n\n|"], ["> - a\n> - |", "> - a\n\n|"],
]) {
  test(`Enter makes “${before.replaceAll("\n", "¶")}” into “${after.replaceAll("\n", "¶")}”`, () =>
    assert.equal(at(before, enter), after))
}

for (const text of ["a|", "|- a", "-a|", "```\n- a|", "1234567890. a|", "---|", "- - -|", "* * *|"]) {
  test(`Enter in “${text.replaceAll("\n", "¶")}” is left to the system`, () => assert.equal(at(text, enter), null))
}

for (const [before, mark, after] of [
  ["a |b| c", "**", "a **|b|** c"], ["a **|b|** c", "**", "a |b| c"], ["a |**b**| c", "**", "a |b| c"],
    ["a | b | c", "*", "a  *|b|*  c"],
  ["**|b|**", "*", "***|b|***"], ["***|b|***", "*", "**|b|**"], ["a|", "**", "a**|**"],
  // Without a selection: begin, step over, take away, mark or unmark a word.
  ["**|**", "**", "|"], ["*|*", "*", "|"], ["`|`", "`", "|"], ["a **now|** b", "**", "a **now**| b"],
  ["a *now|*", "*", "a *now*|"], ["***now|***", "*", "***now*|**"], ["a `now|`", "`", "a `now`|"],
  ["one tw|o three", "**", "one **tw|o** three"], ["one **tw|o** three", "**", "one tw|o three"],
  ["**one two| three**", "**", "one two| three"], ["**one** tw|o **three**", "**", "**one** **tw|o** **three**"],
  ["* one tw|o", "*", "* one *tw|o*"], ["2 * 3 * fo|ur", "*", "2 * 3 * *fo|ur*"], ["don’t|x", "*", "*don’t|x*"],
  ["**|one**", "**", "|one"], ["**one**|", "**", "**one****|**"], ["**a** |", "**", "**a** **|**"],
  // Each line behind its marks.
  ["|one\n\ntwo|", "**", "**|one**\n\n**two|**"], ["|- one\n- two|", "**", "- **|one**\n- **two|**"],
  ["**|one**\n\n**two|**", "**", "|one\n\ntwo|"], ["|- **one**\n- **two**|", "**", "- |one\n- two|"],
  ["|- **one**\n- two|", "**", "- **|one**\n- **two|**"], ["|> 1. [ ] one|", "*", "> 1. [ ] *|one|*"],
  ["|## one\n|two", "**", "## **|one|**\ntwo"], ["a |b\nc| d", "~~", "a ~~|b~~\n~~c|~~ d"],
  // Stars are counted.
  ["|**b**|", "*", "***|b|***"], ["|*b*|", "**", "***|b|***"], ["|***b***|", "*", "**|b|**"],
  ["|***b***|", "**", "*|b|*"], ["|one **two** three|", "**", "**|one two three|**"],
  ["|**a** and **b**|", "**", "**|a and b|**"],
  // What is no mark stays.
  ["|2 ** 3 and **b**|", "**", "**|2 ** 3 and b|**"], ["|a ~~ b|", "~~", "~~|a ~~ b|~~"],
]) {
  test(`${mark} around “${before.replaceAll("\n", "¶")}” gives “${after.replaceAll("\n", "¶")}”`, () =>
    assert.equal(at(before, (...state) => wrap(...state, mark)), after))
}

for (const [before, sign, after] of [
  ["a |b| c", "*", "a *|b|* c"], ["*|b|*", "*", "**|b|**"], ["|a |", "_", "_|a|_ "], ["|a b|", "`", "`|a b|`"],
  ["|a|", "(", "(|a|)"], ["|a|", "[", "[|a|]"], ["|a|", '"', '"|a|"'], ["|a\n\nb|", '"', '"|a\n\nb|"'],
  ["|a b|", "'", "'|a b|'"], ["~|a|~", "~", "~~|a|~~"], ["=|a|=", "=", "==|a|=="], ["|a|", "“", "“|a|”"],
  ["|a|", "”", "“|a|”"], ["|a|", "‘", "‘|a|’"], ["|a|", "’", "‘|a|’"], ["|a|", "«", "«|a|»"], ["|a|", "»", "«|a|»"],
]) {
  test(`${sign} typed on “${before.replaceAll("\n", "¶")}” is put around it`, () =>
    assert.equal(at(before, (...state) => surround(...state, sign)), after))
}

for (const [before, sign] of [["a|", "*"], ["a| |b", "*"], ["|a\n\nb|", "*"], ["|a\n\nb|", "="], ["|a|", "x"],
  ["|a|", ")"], ["|a|", "toString"]]) {
  test(`${sign} typed on “${before.replaceAll("\n", "¶")}” is left to the system`, () =>
    assert.equal(at(before, (...state) => surround(...state, sign)), null))
}

test("code stands between backticks in a line, and between fences on several lines", () => {
  assert.equal(at("a |b| c", code), "a `|b|` c")
  assert.equal(at("a `|b|` c", code), "a |b| c")
  assert.equal(at("|a`b|", code), "``|a`b|``")
  assert.equal(at("``|a`b|``", code), "|a`b|")
  assert.equal(at("|``a`b``|", code), "|a`b|")
  assert.equal(at("a `now|`", code), "a `now`|")
  assert.equal(at("x|a\nb|c", code), "```\n|xa\nbc|\n```")
  assert.equal(at("|a\n```\n|b", code), "````\n|a\n```|\n````\nb")
})

test("the address of a link is selected, or its text if only the address is known", () => {
  assert.equal(at("a |b| c", link), "a [b](|) c")
  assert.equal(at("|one\n\n- two|", link), "[one](|)\n\n- [two]()")
  assert.equal(at("a | b | c", link), "a  [b](|)  c")
  assert.equal(at("|- two|", link), "- [two](|)")
  assert.equal(at("a | c", link), "a [|]() c")
  assert.equal(at("|https://e.org|", link), "[|](https://e.org)")
})

for (const [before, after] of [
  ["a| b\n", "a[^1] b\n\n[^1]: |"], ["a[^1] b|\n\nc\n\n[^1]: x\n", "a[^1] b[^2]\n\nc\n\n[^1]: x\n[^2]: |"],
  ["|", "[^1]\n\n[^1]: |"], ["|a| b", "a[^1] b\n\n[^1]: |"], ["a[^2] b[^1]\n\nc|", "a[^2] b[^1]\n\nc[^3]\n\n[^3]: |"],
]) {
  test(`a footnote in “${before.replaceAll("\n", "¶")}” gives “${after.replaceAll("\n", "¶")}”`, () =>
    assert.equal(at(before, footnote), after))
}

test("an address pasted on selected text makes it a link", () => {
  assert.equal(at("see |this| now", (...state) => paste(...state, " https://e.org/a_(b)\n")),
    "see [this](https://e.org/a_%28b%29)| now")
})

for (const [marked, pasted] of [
  ["a|", "https://e.org"], ["|a|", "words"], ["|a\nb|", "https://e.org"], ["|https://a.org|", "https://e.org"],
    ["[a](|b|)", "https://e.org"],
  ["|a|", "javascript:alert(1)"], ["|a|", "https://a b"],
]) {
  test(`“${pasted}” pasted on “${marked.replaceAll("\n", "¶")}” is pasted as it is`, () =>
    assert.equal(at(marked, (...state) => paste(...state, pasted)), null))
}

test("an address is exactly one web address", () => {
  assert.ok(isAddress("https://e.org/ü?x#y"))
  for (const text of ["", "e.org", "https://", "ftp://e.org", "https://e.org x",
    "https://e.org\nhttps://f.org"]) assert.ok(!isAddress(text), text)
})

test("lines count from one", () => {
  assert.equal(lineAt("", 0), 1)
  assert.equal(lineAt("a\nb", 1), 1)
  assert.equal(lineAt("a\nb", 2), 2)
})
