import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import test from "node:test"
import { changes, Page } from "../../Sources/Composer/Page/model/page.js"

const page = new URL("../../Sources/Composer/Page/", import.meta.url)
const read = path => readFileSync(new URL(path, page), "utf8")

test("parts get each change in the order in which they joined, until their signal ends", () => {
  const page = new Page(), seen = [], leaving = new AbortController()
  page.join({ update: change => seen.push(["one", change]) }, leaving.signal)
  page.join({ update: change => seen.push(["other", change]) })
  page.tell({ save: true })
  leaving.abort()
  page.tell({ line: true })
  assert.deepEqual(seen, [["one", { save: true }], ["other", { save: true }], ["other", { line: true }]])
})

test("a part that leaves during a change does not get it, and one that joins gets the next", () => {
  const page = new Page(), seen = [], leaving = new AbortController()
  page.join({ update: () => {
    leaving.abort()
    page.join({ update: () => seen.push("new") })
  } })
  page.join({ update: () => seen.push("left") }, leaving.signal)
  page.tell({ save: true })
  assert.deepEqual(seen, [])
})

test("a part that fails keeps no other from a change", () => {
  const page = new Page(), seen = [], reported = []
  globalThis.reportError = error => reported.push(error.message)
  page.join({ update() { throw new Error("broken") } })
  page.join({ update: change => seen.push(change) })
  page.tell({ save: true })
  delete globalThis.reportError
  assert.deepEqual([seen, reported], [[{ save: true }], ["broken"]])
})

test("an event of a source is a change of its name", () => {
  const page = new Page(), source = new EventTarget(), seen = []
  page.follow(source, { change: "posts", line: "panelsLine" })
  page.join({ update: change => seen.push(change) })
  source.dispatchEvent(new CustomEvent("change"))
  source.dispatchEvent(new CustomEvent("line", { detail: { isOpen: true } }))
  assert.deepEqual(seen, [{ posts: true }, { panelsLine: { isOpen: true } }])
})

test("fields have changed if one of the names is among them, or if all may have", () => {
  assert.deepEqual([undefined, { names: null }, { names: ["title"] }, { names: ["body", "date"] }]
    .map(fields => changes(fields, "date", "zone")), [false, true, false, true])
})

/** What a part takes of a change: `update({ a, b })`, or `const { a, b } = change`. */
const taken = text => [...text.matchAll(/update\(\{ ([^}]*) \}\)|const \{ ([^}]*) \} = change\b/g)]
  .flatMap(([, one, other]) => (one ?? other).split(",").map(name => name.trim()))

test("each part of the page looks only for what a change can have, and each of that is looked for", () => {
  const described = [...read("model/page.js").matchAll(/@property \{.*?\} \[(\w+)\]/g)].map(([, name]) => name)
  const modules = ["composer.js", ...readdirSync(new URL("view/", page), { recursive: true })
    .filter(name => name.endsWith(".js")).map(name => `view/${name}`)]
  const wanted = new Set(modules.flatMap(path => taken(read(path))))
  assert.ok(described.length > 20)
  assert.deepEqual([...wanted].sort(), described.toSorted())
})
