// Back closes what was opened last, and the history has no entry of what is closed.
import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import { WayBack } from "../../Sources/Composer/Page/view/desk/way-back.js"

let entries, at, window, closed, reached, back

/** A browser's history, which goes through its entries later. */
const history = {
  get state() { return entries[at].state },
  pushState(state, _, search) { entries.splice(at += 1, Infinity, { state, search }) },
  replaceState(state, _, search) { entries[at] = { state, search } },
  go(by) { queueMicrotask(() => { at += by; window.dispatchEvent(new Event("popstate")) }) },
}
const settled = () => new Promise(done => setTimeout(done))
const go = by => { history.go(by); return settled() }
const element = {}
const offer = (open, of = element) => document.dispatchEvent(Object.assign(new Event("back-offer"),
  { detail: { element: of, open, close: key => closed.push(key) } }))
/** The addresses of the entries up to the present one. */
const shown = () => entries.slice(0, at + 1).map(({ search }) => search).join(" ")

function begin(isWanted = true) {
  entries = [{ state: null, search: "?post=a" }]
  at = 0
  closed = []
  reached = []
  load(isWanted)
}

/** The page begins; the history stays. */
function load(isWanted = true) {
  window = new EventTarget()
  Object.assign(globalThis, { history, document: new EventTarget(), matchMedia: () => ({ matches: isWanted }),
    location: { get search() { return entries[at].search }, get href() { return entries[at].search }, pathname: "/" },
    addEventListener: (...listener) => window.addEventListener(...listener) })
  back = new WayBack(() => reached.push(back.search))
}

beforeEach(() => begin())

test("Back closes the last opened first, one by one, and the post stays", async () => {
  offer(["list"])
  offer(["list", "tags"])
  offer(["dialog"], {})
  assert.equal(entries.length, 4)
  await go(-1)
  assert.deepEqual(closed, ["dialog"])
  // Drawings meanwhile, before the daemon has closed it, open nothing again.
  offer(["list", "tags"])
  await go(-1)
  offer(["list", "tags"])
  await go(-1)
  assert.deepEqual(closed, ["dialog", "tags", "list"])
  offer([])
  assert.equal(at, 0)
  assert.deepEqual(reached, [])
})

test("closing in another way removes the entry, and nothing piles up; Forward leads back", async () => {
  for (let time = 0; time < 5; time += 1) {
    offer(["tags"])
    offer(["date"])
    assert.deepEqual([at, entries.length], [1, 2])
    offer([])
    await settled()
    assert.deepEqual([at, entries.length], [0, 2])
  }
  await go(1)
  assert.equal(at, 0)
  assert.deepEqual(closed, [])
})

test("what opens while the page goes back gets its entry afterwards", async () => {
  offer(["menu"])
  offer([])
  offer(["palette"])
  await settled()
  assert.equal(at, 1)
  await go(-1)
  assert.deepEqual(closed, ["palette"])
})

test("a post that is opened from a sheet follows the post before; Back leads there", async () => {
  offer(["posts"])
  offer(["post"], {})
  back.show("?post=b", true)
  offer([])
  await settled()
  assert.equal(shown(), "?post=a ?post=b ?post=b")
  await go(-1)
  assert.deepEqual(closed, ["post"])
  await go(-1)
  assert.deepEqual(reached, ["?post=a"])
})

test("a draft that is saved under an open sheet has its new address also below the sheet", async () => {
  offer(["tags"])
  back.show("?post=saved", false)
  await go(-1)
  assert.equal(shown(), "?post=saved")
  assert.deepEqual([closed, reached], [["tags"], []])
})

test("an entry that something else has made is another post", async () => {
  history.pushState(null, "", "?post=b")
  history.pushState(null, "", "?post=a")
  offer(["tags"])
  await go(-2)
  assert.deepEqual(reached, ["?post=b"])
})

test("a reload keeps the entries of what is open again, and removes the others", async () => {
  offer(["tags"])
  offer(["dialog"], {})
  load()
  offer(["tags"])
  await settled()
  assert.equal(at, 1)
  await go(-1)
  assert.deepEqual(closed, ["tags"])
})

test("with a mouse in a wide window Back has to do with posts only", async () => {
  begin(false)
  offer(["tags"])
  back.show("?post=b", true)
  assert.equal(shown(), "?post=a ?post=b")
})
