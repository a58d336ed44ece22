import assert from "node:assert/strict"
import test from "node:test"
import { completed, emojiOffers, linkTo, postOffers, tagOffers, wantedAt } from "../../Sources/Composer/Page/model/completion.js"
import { emoji } from "../../Sources/Composer/Page/model/emoji.js"
import { chance } from "./chance.mjs"

/** What is wanted at the mark `|` of a text. */
const at = text => wantedAt(text.replace("|", ""), text.indexOf("|"))
const kinds = text => at(text)?.kind ?? null

test("posts, tags and emoji are wanted after their signs, and nothing in ordinary words, headings, times and code", () => {
  assert.deepEqual(at("See [[old bo|"), { kind: "post", isMeant: true, start: 4, typed: "[[old bo", words: "old bo" })
  assert.deepEqual(at("One\n@boa| two"), { kind: "post", isMeant: false, start: 4, typed: "@boa", words: "boa" })
  assert.deepEqual(at("(#Seá|)"), { kind: "tag", isMeant: false, start: 1, typed: "#Seá", words: "Seá" })
  assert.deepEqual(at("Oh :thumbs|"), { kind: "emoji", isMeant: true, start: 3, typed: ":thumbs", words: "thumbs" })
  for (const text of ["# Head|", "## Head|", "ada@exam|", "10:30|", "https://x|", "a:bc|", "[one] tw|", "@a|", ":s|", "#|",
    "`[[one|", "``a`b [[one|", "[[one\ntwo|", "[[one]] two|"]) assert.equal(kinds(text), null, text)
  assert.equal(kinds("`code` [[one|"), "post")
  assert.equal(kinds("[[|"), "post")
})

test("what is far before the caret is no sign, whatever the length of the line", () => {
  assert.equal(wantedAt(`[[${"a".repeat(200)}`, 202), null)
  assert.equal(wantedAt(`${"x ".repeat(5000)}[[boat`, 10_006)?.start, 10_000)
})

test("offers leave out the open post, keep to the first eight, and put names that begin with the words first", () => {
  const posts = Array.from({ length: 12 }, (_, id) => ({ id: `p${id}`, title: id ? `Post ${id}` : "", excerpt: "Words", state: "draft" }))
  assert.deepEqual(postOffers(posts, "p1").map(({ name }) => name).slice(0, 3), ["Words", "Post 2", "Post 3"])
  assert.equal(postOffers(posts, null).length, 8)
  assert.deepEqual(tagOffers(["Sea", "season", "boat", "sea side"], "SEA").map(({ text }) => text), ["#Sea", "#season"])
  assert.deepEqual(emojiOffers([["broken_heart", "💔"], ["heart", "❤️"]], "heart").map(({ text }) => text), ["❤️", "💔"])
})

test("each emoji has a name that can be typed, and no name stands twice", () => {
  assert.ok(emoji.length > 300)
  assert.equal(new Set(emoji.map(([name]) => name)).size, emoji.length)
  for (const entry of emoji) {
    assert.equal(entry.length, 2, entry.join(" "))
    assert.match(entry[0], /^[a-z0-9_+-]+$/)
    assert.match(entry[1], /\p{Extended_Pictographic}|\p{Emoji}/u)
    assert.equal([...new Intl.Segmenter("en").segment(entry[1])].length, 1, entry[0])
  }
})

test("a link to a post survives brackets in its title and blanks in its address", () => {
  assert.equal(linkTo({ title: "A [b] \\c" }, "https://a.example/b/"), "[A \\[b\\] \\\\c](https://a.example/b/)")
  assert.equal(linkTo({ title: "", excerpt: "Words" }, "https://a.example/(b)/"), "[Words](<https://a.example/(b)/>)")
})

test("a completion replaces just what was typed, wherever the writer has gone meanwhile, and nothing that has changed", () => {
  const random = chance(7)
  for (let run = 0; run < 500; run++) {
    const before = "x ".repeat(random(5)), words = "boat".slice(0, 1 + random(4)), after = ["", "]]", " and", "]"][random(4)]
    const text = `${before}[[${words}${after}`
    const wanted = wantedAt(text, before.length + 2 + words.length)
    const edit = completed(text, wanted, random(text.length + 1), "[Boats](b)")
    const put = text.slice(0, edit.start) + edit.text + text.slice(edit.end)
    assert.equal(put, `${before}[Boats](b)${after === "]]" ? "" : after}`)
    assert.ok(edit.selectionStart >= 0 && edit.selectionStart <= put.length)
  }
  assert.equal(completed("x [[boa", wantedAt("x [[boat", 8), 7, "[B](b)"), null)
})
