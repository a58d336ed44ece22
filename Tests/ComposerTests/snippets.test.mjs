import assert from "node:assert/strict"
import test from "node:test"
import { completed, wantedAt } from "../../Sources/Composer/Page/model/completion.js"
import { NamedTexts } from "../../Sources/Composer/Page/model/named-texts.js"
import { fieldFrom, filled, snippetOffers } from "../../Sources/Composer/Page/model/snippets.js"

const now = new Date(2026, 11, 1, 9, 5).getTime()

test("known fields are filled in, also twice and with blanks; others stay, and the first is selected", () => {
  const { text, start, end } = filled("# {{title}}\n{{ date }} {{book}} by {{author}} {{title}}", { title: "T", now })
  assert.match(text, /^# T\n.*2026 \{\{book\}\} by \{\{author\}\} T$/)
  assert.equal(text.slice(start, end), "{{book}}")
  const next = fieldFrom(text, end)
  assert.equal(text.slice(next.start, next.end), "{{author}}")
  assert.equal(fieldFrom(text, next.end), null)
})

test("the caret goes to its place, or to the end; what is put in is never read as fields again", () => {
  assert.deepEqual(filled("<b>{{caret}}</b>", { now }), { text: "<b></b>", start: 3, end: 3 })
  assert.deepEqual(filled("Yours", { now }), { text: "Yours", start: 5, end: 5 })
  assert.deepEqual(filled("> {{selection}}", { selection: "{{title}} $&", title: "T", now }).text, "> {{title}} $&")
  for (const odd of ["{{}}", "{{ }}", "{{a\nb}}", "{{{a}}}", "{{__proto__}}", "{{constructor}}", "{{" + "x".repeat(61) + "}}"]) {
    assert.equal(filled(odd, { now }).text, odd)
  }
})

test("a name behind a slash is completed where a word begins, and not inside one or in code", () => {
  assert.deepEqual(wantedAt("Hello /en", 9), { kind: "snippet", isMeant: false, start: 6, typed: "/en", words: "en" })
  assert.equal(wantedAt("/", 1).words, "")
  for (const text of ["and/or", "https://en", "a//b", "`/en", "/en d"]) assert.equal(wantedAt(text, text.length), null, text)
  const offers = snippetOffers([{ name: "Ending", text: "Yours,\nAda" }, { name: "review", text: "x" }], "e")
  assert.deepEqual(offers, [{ name: "/Ending", detail: "Yours,", text: null, post: null, snippet: "Yours,\nAda" }])
  assert.equal(completed("Hello", { start: 6, typed: "/en" }, 5, "x"), null)
})

test("they are asked for once, again after a change, and again after a failure", async () => {
  let asked = 0, isAway = true
  const paths = []
  const snippets = new NamedTexts(async (method, path, { body } = {}) => {
    paths.push(path)
    if (isAway) throw new Error("away")
    if (method === "GET") asked++
    return { body: { items: [{ name: "a", text: body?.text ?? "x" }] } }
  }, "snippets")
  await assert.rejects(snippets.all(), /away/)
  isAway = false
  await snippets.all()
  await snippets.all()
  assert.equal(asked, 1)
  await snippets.keep("b c", "y")
  await snippets.all()
  assert.equal(asked, 2)
  assert.deepEqual([...new Set(paths)], ["/v1/snippets?limit=500", "/v1/snippets/b%20c"])
})

test("an answer that a change has overtaken is not what its caller gets", async () => {
  const answers = []
  const texts = new NamedTexts(() => new Promise(resolve => answers.push(names => resolve({ body: { items: names } }))), "keys")
  const first = texts.all()
  texts.forget()
  const second = texts.all()
  answers[1](["new"])
  assert.deepEqual(await second, ["new"])
  answers[0](["old"])
  assert.deepEqual(await first, ["new"])
})

test("what the browser keeps is an answer while the daemon is away, and asked for again", async () => {
  const answers = [{ body: { items: ["kept"] }, isKept: true }, { body: { items: ["new"] } }]
  let asked = 0
  const texts = new NamedTexts(async () => answers[Math.min(asked++, 1)], "snippets")
  assert.deepEqual([await texts.all(), await texts.all(), await texts.all(), asked], [["kept"], ["new"], ["new"], 2])
})
