// The browser's own store works on after the browser has closed its connection, and fails in its own words otherwise.
import assert from "node:assert/strict"
import test, { mock } from "node:test"
import {
  BrowserStore, keeping, keepingWords, kept, keptInTab, remembered, rememberedInTab,
} from "../../Sources/Composer/Page/net/browser-store.js"
import { DraftStore } from "../../Sources/Composer/Page/net/draft-store.js"
import { installIndexedDB } from "./indexed-db.mjs"

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

// MARK: What a browser may do with the values of a page

const area = (values = new Map(), limit = Infinity) => ({ values,
  getItem: key => values.get(key) ?? null,
  setItem(key, text) {
    if (key.length + text.length > limit) throw Object.assign(new Error("Full."), { name: "QuotaExceededError" })
    values.set(key, text)
  },
  removeItem: key => values.delete(key) })

/** Installs both storages; a function is called when their names are read. */
function storages(value) {
  keeping.fault = null
  for (const name of ["localStorage", "sessionStorage"]) {
    const get = typeof value === "function" ? value : () => value
    Object.defineProperty(globalThis, name, { get, configurable: true })
  }
}

const refusing = () => { throw Object.assign(new Error("Denied."), { name: "SecurityError" }) }

for (const [title, value] of [
  ["reading its name throws", refusing], ["it is null", null], ["it is missing", undefined],
  ["each of its methods throws", { getItem: refusing, setItem: refusing, removeItem: refusing }],
]) {
  test(`a storage that keeps nothing costs the page nothing while it is open: ${title}`, () => {
    storages(value)
    let told = 0
    const listener = () => { told++ }
    keeping.addEventListener("change", listener)
    for (const one of [kept(`a ${title}`), keptInTab(`a ${title}`)]) {
      assert.equal(one.get(), null)
      one.set("x")
      assert.equal(one.get(), "x")
      one.set(null)
      assert.equal(one.get(), null)
    }
    for (const one of [remembered(`b ${title}`), rememberedInTab(`b ${title}`)]) {
      assert.equal(one.get(), null)
      one.set({ a: 1 })
      assert.deepEqual(one.get(), { a: 1 })
    }
    keeping.removeEventListener("change", listener)
    assert.deepEqual([keeping.fault, told], ["refused", 1])
  })
}

test("a full storage keeps what it has, and the page knows the rest until there is room again", () => {
  const values = new Map([["c", "old"]])
  storages(area(values, 4))
  const one = kept("c")
  one.set("longer")
  assert.deepEqual([one.get(), values.get("c"), keeping.fault], ["longer", "old", "full"])
  storages(area(values))
  assert.equal(one.get(), "longer")
  one.set("longer still")
  assert.deepEqual([one.get(), values.get("c")], ["longer still", "longer still"])
})

test("a storage that is cleared in the middle is empty, and takes new values", () => {
  const values = new Map()
  storages(area(values))
  const one = kept("d")
  one.set("x")
  values.clear()
  assert.equal(one.get(), null)
  one.set("y")
  assert.deepEqual([one.get(), values.get("d"), keeping.fault], ["y", "y", null])
})

test("the page says in one line what the browser does not keep, and nothing otherwise", () => {
  assert.equal(keepingWords(null, true), null)
  const words = [["refused", true], ["full", true], [null, false], ["refused", false], ["full", false]].map(one => keepingWords(...one))
  for (const line of words) assert.match(line, /^This browser (?:keeps no|has no room left)[^\n]+saved/i)
  assert.equal(words.filter(line => line.includes("unsaved text")).length, 3)
})

test("drafts that wait for the daemon are kept again after the browser's data were cleared", async () => {
  storages(area())
  installIndexedDB()
  const open = globalThis.indexedDB.open, connections = []
  globalThis.indexedDB.open = name => {
    const opening = open(name)
    if (name === "galley") connections.push(opening.result)
    return opening
  }
  const store = new DraftStore("Ada"), records = () => new BrowserStore("galley", { drafts: "key" }, "Ada").all("drafts")
  store.keep({ key: "a", mine: { body: "Words" } })
  store.keep({ key: "b", mine: { body: "Saved words" } })
  await store.flush()
  store.forget("b")
  await store.flush()
  const [connection] = connections
  await new BrowserStore("galley", { drafts: "key" }, "Ada").delete("drafts", "a")
  assert.deepEqual(await records(), [])
  connection.onclose()
  await store.flush()
  assert.deepEqual((await records()).map(({ key, mine }) => [key, mine.body]), [["a", "Words"]])
  assert.equal(store.canKeep, true)
})
