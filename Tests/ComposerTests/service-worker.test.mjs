// The service worker keeps a share for the user whose page opens here, within limits, and forgets that page in time.
import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import test, { beforeEach } from "node:test"
import { runInThisContext } from "node:vm"
import { installCaches, installNavigator } from "./caches.mjs"

const source = readFileSync(new URL("../../Sources/Composer/Page/service-worker.js", import.meta.url), "utf8")
const index = (user, edition = "e1") => new Response("<p>Desk", { headers: { "Galley-User": user, "Galley-Edition": edition } })
let kept, worker, answered, asked

beforeEach(async () => {
  kept = installCaches()
  answered = () => { throw new TypeError("The daemon is away.") }
  asked = []
  const handlers = {}
  Object.assign(globalThis, {
    self: { addEventListener: (name, handler) => { handlers[name] = handler } },
    location: { origin: "http://desk" }, indexedDB: { deleteDatabase() {} },
  })
  // It redirects to paths, which only a browser resolves.
  Response.redirect = to => ({ status: 303, to })
  installNavigator({ locks: { request: async () => {} }, storage: { estimate: async () => ({ quota: 10_000_000, usage: 0 }) } })
  runInThisContext(`{ const page = { edition: "e1", files: [] }, fetch = (...request) => worked(...request)\n${source}\n}`)
  globalThis.worked = async (...request) => {
    asked.push(request)
    return answered()
  }
  worker = async (method, path, body, destination = "document") => {
    const waits = []
    let answer
    handlers.fetch({ request: { method, url: `http://desk${path}`, mode: "navigate", destination, headers: new Headers({ "Content-Type": "x/y" }),
      blob: async () => (body.size ? body : new Blob([body])) },
    respondWith: promise => { answer = promise }, waitUntil: promise => waits.push(promise) })
    const result = await answer
    await Promise.all(waits)
    return result
  }
  await (await caches.open("galley-page-e1")).put("/", index("B%20o"))
})

const shares = () => [...kept.get("galley-shares")?.values() ?? []]

test("a share is kept for the user whose page opens here, with its time and its size", async () => {
  assert.match((await worker("POST", "/share", "words")).to, /^\/\?share=[0-9a-f-]{36}$/)
  const [{ headers }] = shares()
  assert.deepEqual([headers.get("Galley-User"), headers.get("Galley-Bytes"), headers.get("Content-Type")], ["B%20o", "5", "x/y"])
  assert.ok(Math.abs(Number(headers.get("Galley-Kept-At")) - Date.now()) < 60_000)
})

test("after a sign-out, and after a visit to a sign-in link, no page opens here and a share has no owner", async () => {
  await (await caches.open("galley-page-e0")).put("/", index("B%20o", "e0"))
  answered = () => new Response("Sign in", { status: 401 })
  await worker("GET", "/")
  assert.deepEqual([...kept].map(([name, entries]) => [name, entries.size]), [["galley-page-e1", 0], ["galley-page-e0", 0]])
  await worker("POST", "/share", "words")
  assert.equal(shares()[0].headers.has("Galley-User"), false)
  for (const method of ["GET", "POST"]) {
    await (await caches.open("galley-page-e1")).put("/", index("B%20o"))
    assert.equal(await worker(method, "/sign-in/KEY"), undefined)
    assert.equal(kept.get("galley-page-e1").size, 0, method)
  }
})

test("the page of another user replaces the kept one, and removes it if it is of another edition; a proxy's does nothing", async () => {
  const owner = () => kept.get("galley-page-e1").get("/")?.headers.get("Galley-User")
  for (const [answer, expected] of [[index("Ada"), "Ada"], [new Response("A proxy's page"), "Ada"], [index("Ada", "e2"), "Ada"],
    [index("Bo", "e2"), undefined]]) {
    answered = () => answer
    await worker("GET", "/")
    assert.equal(owner(), expected)
  }
})

test("a visit becomes the desk's own request, whichever site has the link, and a frame is left to the daemon", async () => {
  answered = () => index("B%20o")
  assert.equal(await (await worker("GET", "/?post=a")).text(), "<p>Desk")
  const [[url, { mode, credentials, redirect, headers }]] = asked
  assert.deepEqual([url, mode, credentials, redirect, headers], ["http://desk/?post=a", undefined, "same-origin", "manual",
    { Accept: "text/html" }])
  for (const destination of ["iframe", "frame", "embed", "object", ""]) {
    assert.equal(await worker("GET", "/", "", destination), undefined, destination)
  }
  assert.equal(asked.length, 1)
})

test("shares that are too many, too large, or that would leave too little room are refused, for each user apart", async () => {
  const refused = async size => (await worker("POST", "/share", { size })).to === "/?share=lost"
  assert.equal(await refused(5_000_001), true, "More than half of the room was taken.")
  navigator.storage = undefined
  assert.equal(await refused(210_000_001), true, "More than ten pictures were taken.")
  for (let count = 0; count < 50; count++) assert.notEqual((await worker("POST", "/share", "w")).to, "/?share=lost")
  assert.equal((await worker("POST", "/share", "w")).to, "/?share=lost")
  await (await caches.open("galley-page-e1")).put("/", index("Ada"))
  assert.notEqual((await worker("POST", "/share", "w")).to, "/?share=lost")
  for (const one of shares().slice(0, 1)) one.headers.set("Galley-Bytes", "420000000")
  await (await caches.open("galley-page-e1")).put("/", index("B%20o"))
  assert.equal((await worker("POST", "/share", "w")).to, "/?share=lost")
})
