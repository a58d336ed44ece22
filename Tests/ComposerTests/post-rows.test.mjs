import assert from "node:assert/strict"
import test from "node:test"
import { rowWords } from "../../Sources/Composer/Page/model/lists.js"

const now = new Date(2026, 10, 22, 15, 49).getTime()
const at = (hour, minute, day = 22) => new Date(2026, 10, day, hour, minute).toISOString()
const words = (state, more = {}) => rowWords({ state, changedAt: at(15, 29), tags: [], ...more }, now)

test("a scheduled post shows its sending time, and not the time of its save", () => {
  assert.equal(words("scheduled", { sendsAt: at(9, 0, 23) }), "Scheduled · sends tomorrow, 09:00")
  assert.equal(words("scheduled", { sendsAt: at(15, 40) }), "Scheduled · due since 15:40")
})

test("the time of a save is never mistaken for that of another event", () => {
  assert.equal(words("unpublished"), "Taken back · changed 15:29")
  assert.equal(words("published", { tags: ["sea", "light"] }), "Published · changed 15:29 · #sea #light")
  assert.equal(words("draft"), "Draft · changed 15:29")
  assert.equal(words("scheduled"), "Scheduled · changed 15:29")
})
