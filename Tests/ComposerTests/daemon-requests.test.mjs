import assert from "node:assert/strict"
import { test } from "node:test"

import { DaemonRequests } from "../../Sources/Composer/Page/model/daemon-requests.js"

test("the next free slot of some targets is found behind many slots of others", async () => {
  const slot = (target, isFree = true) => ({ target, isFree, date: { local: "2026-12-01T09:00" } })
  const items = [...Array(60).fill(slot("busy")), slot("weekly", false), slot("weekly")]
  const requests = new DaemonRequests(async (method, path) => {
    const limit = Number(new URL(path, "http://desk").searchParams.get("limit") ?? 50)
    return { body: { items: items.slice(0, limit) } }
  })
  assert.equal(await requests.nextSlot(["weekly"]), items[61])
  assert.equal(await requests.nextSlot(["other"]), undefined)
})
