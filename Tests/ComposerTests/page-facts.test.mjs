// What the page says of the daemon's words, fields and bounds. ServerTests hold the same rows; what stands in one place of
// the daemon is read from there.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import test from "node:test"
import { bounds } from "../../Sources/Composer/Page/model/bounds.js"
import { deliveryWords } from "../../Sources/Composer/Page/model/deliveries.js"
import { blank, longTexts, visibilities } from "../../Sources/Composer/Page/model/fields.js"
import { stateWords } from "../../Sources/Composer/Page/model/lists.js"
import { rightToLeft } from "../../Sources/Composer/Page/model/language.js"
import { distances } from "../../Sources/Composer/Page/model/panel-drag.js"
import { isCompact } from "../../Sources/Composer/Page/model/panels.js"
import { statesInOrder } from "../../Sources/Composer/Page/model/post-cache.js"
import { choices } from "../../Sources/Composer/Page/model/preferences.js"
import { aloneMilliseconds } from "../../Sources/Composer/Page/model/presence.js"
import { fractions } from "../../Sources/Composer/Page/model/splitters.js"
import { withPanels } from "../../Sources/Composer/Page/model/views.js"

const facts = JSON.parse(readFileSync(new URL("../Vectors/page-facts.json", import.meta.url), "utf8"))
/** What a pattern finds in a file of the daemon. */
const foundIn = (path, pattern) =>
  pattern.exec(readFileSync(new URL(`../../Sources/${path}`, import.meta.url), "utf8"))[1]
const values = pairs => pairs.map(([value]) => value).filter(Boolean)

test("the page's fields are those of a draft", () => assert.deepEqual(Object.keys(blank()).sort(), facts.fields))

test("the page has words for each state of a post, for each visibility and for long texts", () => {
  assert.deepEqual(Object.keys(stateWords).sort(), facts.states.toSorted())
  assert.deepEqual(values(visibilities), facts.visibilities)
  assert.deepEqual(values(longTexts), facts.longTexts)
})

test("the arrangement that the daemon offers", () => assert.equal(withPanels, facts.arrangement))

test("before the daemon answers, a press becomes a drag, a border ends and a window is narrow where the daemon says", () => {
  assert.deepEqual(distances, facts.distances)
  assert.deepEqual(fractions, facts.fractions)
  for (const size of facts.sizes) assert.equal(isCompact(size), size.isCompact, JSON.stringify(size))
})

for (const state of facts.deliveryStates) {
  test(`the queue has words for a delivery that is ${state}`, () => {
    const at = "2026-11-26T10:00:00Z"
    const delivery = { state, target: "blog", kind: "create", dueAt: at, endedAt: at, verbs: facts.verbs }
    for (const block of state === "blocked" ? facts.blocks : [undefined]) {
      const { title, verbs } = deliveryWords({ ...delivery, block }, Date.parse("2026-11-26T11:00:00Z"))
      assert.ok(title && title !== state, `${state} ${block}`)
      const own = verbs.map(({ verb }) => verb).filter(verb => !["check", "resume", "open"].includes(verb))
      assert.ok(own.every(verb => facts.verbs.includes(verb)), `${own}`)
    }
  })
}

test("the page's choices are the daemon's, with the same defaults", () => assert.deepEqual(
  Object.fromEntries(choices.map(({ name, values }) => [name, values.map(([value]) => value)])), facts.preferences))

test("the page takes as much as the daemon", () => assert.deepEqual(bounds, facts.bounds))

test("the posts that the browser keeps are in the daemon's order of states", () => assert.equal(
  statesInOrder.map(state => `.${state}`).join(", "),
  foundIn("PostStore/Lists/PostStore+Lists.swift", /states: \[PostState\] = \[(.*)\]/)))

test("the page and the sites that the daemon makes agree which languages are written from right to left", () =>
  assert.deepEqual([...rightToLeft].map(one => `"${one}"`),
    foundIn("Site/Markup.swift", /let languages: Set<Substring> = \[([^\]]*)\]/).match(/"[a-z]+"/g)))

test("before the daemon forgets that this window has a post open, the page has said it two more times", () =>
  assert.ok(aloneMilliseconds * 3 <= 1000 * foundIn("Server/Requests/Presence.swift", /span = Span\.seconds\((\d+)\)/)))
