// What is shared belongs to the user whose page opened last, or has no owner until a user takes it.
import assert from "node:assert/strict"
import test, { beforeEach } from "node:test"
import { File } from "node:buffer"
import { installCaches, installNavigator } from "./caches.mjs"

globalThis.File ??= File

// The user is fixed when a page loads.
globalThis.document = { querySelector: () => ({ content: "Ada" }) }
installNavigator({ locks: { request: async (name, options, use) => { use({ name }) } } })
const { shareStore } = await import("../../Sources/Composer/Page/net/share-store.js")

let kept
beforeEach(() => { kept = installCaches() })

async function put(path, user, text) {
  const form = new FormData()
  form.append("text", text)
  const { headers } = new Response(form), body = await new Response(form).blob()
  const answer = new Response(body, { headers: { "Content-Type": body.type || headers.get("Content-Type"),
    "Galley-Kept-At": "5", ...user !== null && { "Galley-User": encodeURIComponent(user) } } })
  await (await caches.open("galley-shares")).put(path, answer)
}

test("a user's own share is read, and one of another user is neither listed nor read nor claimed", async () => {
  await put("/shares/own", "Ada", "Of Ada")
  await put("/shares/foreign", "Bo é", "Of Bo")
  assert.deepEqual(await shareStore.waiting(), ["own"])
  assert.equal((await shareStore.read("own")).text, "Of Ada")
  assert.equal(await shareStore.read("foreign"), null)
  assert.equal(await shareStore.claim("/shares/foreign"), false)
  assert.deepEqual(await shareStore.others(), [{ path: "/shares/foreign", kind: "share", user: "Bo é", keptAt: 5 }])
  assert.equal(kept.get("galley-shares").size, 2)
})

test("a share without an owner is not read before a user has taken it, and belongs to that user then", async () => {
  await put("/shares/one", null, "Of anyone")
  assert.deepEqual([await shareStore.waiting(), await shareStore.read("one")], [[], null])
  assert.deepEqual((await shareStore.others()).map(({ user }) => user), [null])
  assert.equal(await shareStore.claim("/shares/one"), true)
  assert.equal((await shareStore.read("one")).text, "Of anyone")
  assert.deepEqual(await shareStore.others(), [])
  assert.equal(await shareStore.claim("/shares/gone"), false)
})

test("a kept picture names its user, and a page resumes only those of its own user", async () => {
  const path = await shareStore.keepPicture("draft", new File(["x"], "bo at.png", { type: "image/png" }))
  await put("/shared-pictures/foreign", "Bo", "x")
  const [picture, ...rest] = await shareStore.pictures()
  assert.deepEqual([picture.path, picture.draft, picture.file.name, picture.file.type, rest.length],
    [path, "draft", "bo at.png", "image/png", 0])
  assert.equal(kept.get("galley-shares").get(path).headers.get("Galley-User"), "Ada")
})
