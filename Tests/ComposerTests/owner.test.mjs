// What one user keeps in the browser, another user's page neither reads nor loses.
import assert from "node:assert/strict"
import test, { beforeEach } from "node:test"
import { BrowserStore, remembered } from "../../Sources/Composer/Page/net/browser-store.js"
import { WishStore } from "../../Sources/Composer/Page/net/wish-store.js"
import { ownedKey } from "../../Sources/Composer/Page/net/owner.js"
import { installIndexedDB } from "./indexed-db.mjs"

beforeEach(() => installIndexedDB())

test("a database gives each user the own records only, and names those of others by owner", async () => {
  const [ada, bo] = ["Ada", "Bo"].map(user => new BrowserStore("things", { things: "key" }, user))
  await ada.put("things", { key: "a", body: "Of Ada" })
  await bo.put("things", { key: "b", body: "Of Bo" })
  assert.deepEqual(await ada.all("things"), [{ key: "a", body: "Of Ada", user: "Ada" }])
  assert.equal(await bo.get("things", "a"), undefined)
  assert.deepEqual((await bo.others("things")).map(({ user }) => user), ["Ada"])
  assert.equal((await ada.get("things", "a")).body, "Of Ada")
})

test("a record cannot be kept for another user than the store's", async () => {
  const store = new BrowserStore("things", { things: "key" }, "Ada")
  await store.put("things", { key: "a", user: "Bo" })
  assert.equal((await store.get("things", "a")).user, "Ada")
})

test("publications of other users are counted, and nothing of them is told", async () => {
  await new WishStore("Ada").put({ key: "w", title: "Secret", to: ["site"] })
  assert.deepEqual(await new WishStore("Bo").all(), [])
  assert.deepEqual(await new WishStore("Bo").others(), [{ user: "Ada" }])
  assert.equal((await new WishStore("Ada").all())[0].title, "Secret")
})

test("a remembered value names its user in its key; one that is older than owners holds until the first own one", () => {
  const kept = new Map([["galley-became", '[["k","old"]]']])
  globalThis.localStorage = { getItem: key => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value),
    removeItem: key => kept.delete(key) }
  const memory = remembered("galley-became")
  assert.deepEqual(memory.get(), [["k", "old"]])
  memory.set([["k", "new"]])
  assert.deepEqual([memory.get(), kept.get(ownedKey("galley-became"))], [[["k", "new"]], '[["k","new"]]'])
  kept.set(ownedKey("galley-became"), "{")
  assert.equal(memory.get(), null)
  globalThis.localStorage = { getItem() { throw new Error("Not here.") } }
  assert.equal(memory.get(), null)
})
