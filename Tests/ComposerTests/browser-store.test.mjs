// The browser's own store works on after the browser has closed its connection, and fails in its own words otherwise.
import assert from "node:assert/strict"
import test, { mock } from "node:test"
import { BrowserStore } from "../../Sources/Composer/Page/net/browser-store.js"

/** As much of IndexedDB as the store uses: `fails` has an error for each coming transaction, undefined for none. */
function installed(fails) {
  const records = new Map()
  const browser = { records, opened: 0, closed: 0, isRefused: false }
  const soon = (target, name, values) => queueMicrotask(() => { Object.assign(target, values); target[`on${name}`]?.() })
  globalThis.indexedDB = { open: () => {
    const opening = {}
    browser.opened++
    const connection = { close: () => { browser.closed++ }, transaction: () => {
      const error = fails.shift()
      if (error) throw error
      const transaction = { commit() {}, objectStore: () => ({
        put: record => { records.set(record.key, record); soon(transaction, "complete") },
        get: key => {
          const request = {}
          soon(request, "success", { result: records.get(key) })
          return request
        },
      }) }
      return transaction
    } }
    if (browser.isRefused) soon(opening, "error", { error: new Error("Not here.") })
    else soon(opening, "success", { result: connection })
    return opening
  } }
  return browser
}

test("a connection that the browser has closed is replaced, and nothing is lost", async () => {
  const fails = [], browser = installed(fails), store = new BrowserStore("drafts", { drafts: "key" })
  await store.put("drafts", { key: "a", body: "Words" })
  fails.push(new Error("The connection is lost."))
  await store.put("drafts", { key: "a", body: "Words and more" })
  assert.deepEqual(browser.records.get("a"), { key: "a", body: "Words and more", user: "" })
  assert.deepEqual([browser.opened, browser.closed], [2, 1])
  fails.push(new Error("The connection is lost."))
  assert.equal((await store.get("drafts", "a")).body, "Words and more")
})

test("a full disk and a private window fail after a second try, and the next write tries again", async () => {
  const full = new Error("There is no room."), fails = [full, full]
  const browser = installed(fails), store = new BrowserStore("drafts", { drafts: "key" })
  await assert.rejects(store.put("drafts", { key: "a" }), full)
  await store.put("drafts", { key: "a" })
  browser.isRefused = true
  await assert.rejects(new BrowserStore("drafts", { drafts: "key" }).get("drafts", "a"), /Not here/)
})

test("a store that does not open keeps no page waiting, and is closed if it opens after all", async () => {
  mock.timers.enable({ apis: ["setTimeout"] })
  const openings = []
  globalThis.indexedDB = { open: () => openings[openings.push({}) - 1] }
  const reading = new BrowserStore("drafts", { drafts: "key" }).all("drafts")
  const refused = assert.rejects(reading, /does not open/)
  for (let tries = 0; tries < 2; tries++) {
    mock.timers.tick(5000)
    await new Promise(setImmediate)
  }
  await refused
  let closed = 0
  for (const opening of openings) {
    opening.result = { close: () => { closed++ } }
    opening.onsuccess()
  }
  await new Promise(setImmediate)
  assert.deepEqual([openings.length, closed], [2, 2])
  mock.timers.reset()
})
