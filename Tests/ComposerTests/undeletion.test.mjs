import assert from "node:assert/strict"
import test from "node:test"
import { backWords } from "../../Sources/Composer/Page/model/actions.js"

const now = new Date(2026, 10, 22, 15, 0).getTime()
const at = hour => new Date(2026, 10, 22, hour).toISOString()
const delivery = (target, state, more = {}) => ({ kind: "create", target, state, dueAt: at(18),
  endedAt: ["delivered", "cancelled", "superseded"].includes(state) ? at(14) : undefined, ...more })
const words = (...deliveries) => backWords("“Tea”", deliveries, now)

test("an undeletion lists in full what came back and what did not", () => {
  assert.equal(words(), "“Tea” is back.")
  assert.equal(words(delivery("site", "scheduled"), delivery("hook", "blocked", { dueAt: at(19) })),
    "“Tea” is back. It will be sent to site, 18:00 and hook, 19:00.")
  assert.equal(words(delivery("a", "cancelled"), delivery("b", "cancelled"), delivery("c", "cancelled")),
    "“Tea” is back. It is no longer on its way to a; b and c: publish it again.")
  assert.equal(words(delivery("site", "delivered", { takenBackAt: at(14) }), delivery("hook", "delivered")),
    "“Tea” is back. It is still at hook. Its copy was deleted at site: publish it again to have it there.")
  assert.equal(words(delivery("fedi", "delivered"), { ...delivery("fedi", "armed"), kind: "delete" }),
    "“Tea” is back. Its copy was deleted at fedi: publish it again to have it there.")
  // Of several deliveries to a target the last one counts, ignoring superseded ones.
  assert.equal(words(delivery("site", "cancelled"), delivery("site", "superseded"), delivery("site", "scheduled")),
    "“Tea” is back. It will be sent to site, 18:00.")
  assert.equal(backWords("“Tea”", null, now), "“Tea” is back. The queue shows what is sent of it.")
})
