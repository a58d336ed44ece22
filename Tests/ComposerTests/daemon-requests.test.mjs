import assert from "node:assert/strict"
import { test } from "node:test"

import { DaemonRequests } from "../../Sources/Composer/Page/model/daemon-requests.js"

test("the next free slot of some targets is found among those of however many others", async () => {
  const slot = (target, day, isFree = true) => ({ target, isFree, date: { instant: `2026-12-${day}T09:00:00+00:00` } })
  const all = Array.from({ length: 1000 }, (_, number) => slot(`busy${number % 20}`, "01"))
  const [weekly, monthly] = [slot("weekly", "07"), slot("monthly", "05")]
  all.push(slot("monthly", "03", false), monthly, weekly)
  const requests = new DaemonRequests(async (method, path) => {
    const asked = new URL(path, "http://desk").searchParams
    const items = all.filter(({ target }) => target === (asked.get("target") ?? target))
    return { body: { items: items.slice(0, Number(asked.get("limit") ?? 50)) } }
  })
  assert.equal(await requests.nextSlot(["weekly"]), weekly)
  assert.equal(await requests.nextSlot(["weekly", "monthly"]), monthly)
  assert.equal(await requests.nextSlot(["other"]), undefined)
})
