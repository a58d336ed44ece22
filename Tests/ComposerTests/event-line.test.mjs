// The event stream, when no error tells that it is dead. The browser's clocks and its `EventSource` are the test's.
import assert from "node:assert/strict"
import test, { mock } from "node:test"
import { EventLine, EventWatch } from "../../Sources/Composer/Page/net/events.js"

const second = 1000

test("a stream is dead after a silence, a sleep, or when the clock was set, and not before", () => {
  const watch = new EventWatch()
  let now = { wall: 1e12, steady: 0 }
  const pass = (wall, steady = wall) => { now = { wall: now.wall + wall, steady: now.steady + steady } }
  const isDead = (isOpen = true) => watch.isDead(now, isOpen)
  watch.hear(now)
  for (let beat = 0; beat < 40; beat++) {
    pass(15 * second)
    watch.hear(now)
    assert.equal(isDead(), false)
  }
  // A page in the background is asked once a minute, and hears the beats all the same.
  pass(45 * second)
  watch.hear(now)
  pass(15 * second)
  assert.equal(isDead(), false)
  pass(26 * second)
  assert.equal(isDead(), true, "silence")
  watch.hear(now)
  pass(8 * 3600 * second, 3 * second)
  assert.equal(isDead(), true, "sleep, in which the steady clock stands")
  watch.hear(now)
  pass(8 * 3600 * second)
  assert.equal(isDead(), true, "sleep, in which it does not")
  watch.hear(now)
  pass(-3600 * second, 5 * second)
  assert.equal(isDead(), true, "a clock that is set back")
  watch.hear(now)
  pass(19 * second)
  assert.equal(isDead(false), false)
  pass(2 * second)
  assert.equal(isDead(false), true, "a stream that does not open")
})

class Source extends EventTarget {
  static CONNECTING = 0
  static OPEN = 1
  static CLOSED = 2
  static all = []
  readyState = Source.CONNECTING
  constructor(address) {
    super()
    this.address = address
    Source.all.push(this)
  }
  close() { this.readyState = Source.CLOSED }
  opened() {
    this.readyState = Source.OPEN
    this.onopen()
  }
  said(name, id = "") { this.dispatchEvent(Object.assign(new Event(name), { data: "{}", lastEventId: id })) }
}

/** A line with a daemon that answers `status`, or not at all, and clocks that stand. */
function opened(t, answer = () => new Response('{"items":[]}')) {
  mock.timers.enable({ apis: ["setTimeout", "setInterval", "Date"], now: 1e12 })
  let steady = 0
  mock.method(performance, "now", () => steady)
  globalThis.EventSource = Source
  globalThis.fetch = async () => answer()
  Source.all.length = 0
  const heard = []
  const line = new EventLine(message => heard.push(message), "ada")
  t.after(() => {
    line.close()
    mock.timers.reset()
    mock.restoreAll()
  })
  line.open()
  const pass = milliseconds => {
    for (let left = milliseconds; left > 0; left -= second) {
      steady += second
      mock.timers.tick(second)
    }
  }
  const lines = () => heard.filter(({ kind }) => kind === "line").map(({ isOpen, reason }) => isOpen ? "open" : reason.kind)
  return { line, pass, lines, heard, get source() { return Source.all.at(-1) }, sleep: milliseconds => {
    mock.timers.setTime(Date.now() + milliseconds)
  } }
}

test("while beats come the line stays as it is; without them it says so and reconnects where it was", t => {
  const here = opened(t), { source } = here
  source.opened()
  source.said("post-changed", "7")
  for (let beat = 0; beat < 20; beat++) {
    here.pass(15 * second)
    source.said("beat")
  }
  assert.deepEqual([here.lines(), Source.all.length], [["open"], 1])
  assert.ok(here.heard.every(({ name }) => name !== "beat"))
  here.pass(50 * second)
  assert.deepEqual(here.lines(), ["open", "cut"])
  assert.match(here.source.address, /after=7/)
  assert.equal(source.readyState, Source.CLOSED)
  here.source.opened()
  assert.deepEqual(here.lines(), ["open", "cut", "open"])
  assert.ok(here.heard.every(({ name }) => name !== "reset"), "the daemon sends what was missed")
})

test("a line that died before its first event reports that it may have missed some", t => {
  const here = opened(t)
  here.source.opened()
  here.pass(50 * second)
  here.source.opened()
  assert.deepEqual(here.heard.map(({ name, isOpen }) => name ?? isOpen), [true, false, true, "reset"])
})

test("after a sleep the line reconnects at once", t => {
  const here = opened(t)
  here.source.opened()
  here.sleep(3600 * second)
  here.line.check()
  assert.deepEqual([here.lines(), Source.all.length], [["open", "cut"], 2])
})

test("a stream that never opens is requested again", t => {
  const here = opened(t)
  here.pass(30 * second)
  assert.deepEqual([here.lines(), Source.all.length], [["cut"], 2])
})

test("when the network is back the line reconnects once, however many windows ask", t => {
  const here = opened(t)
  here.source.opened()
  here.pass(5 * second)
  for (let window = 0; window < 10; window++) here.line.renew()
  assert.deepEqual([here.lines(), Source.all.length], [["open", "cut"], 2])
})

test("without a network the daemon is away, unless it answers because it is on this machine", async t => {
  let isThere = true
  const here = opened(t, () => {
    if (isThere) return new Response('{"items":[]}')
    throw new TypeError("no network")
  })
  here.source.opened()
  await here.line.lost()
  assert.deepEqual(here.lines(), ["open"])
  isThere = false
  await here.line.lost()
  assert.deepEqual(here.lines(), ["open", "away"])
  // The stream has survived.
  here.source.said("beat")
  assert.deepEqual(here.lines(), ["open", "away", "open"])
})

test("while the daemon is away, a stream that is requested again does not hide that", async t => {
  const here = opened(t, () => { throw new TypeError("refused") })
  here.source.opened()
  here.source.readyState = Source.CONNECTING
  await here.source.onerror()
  assert.deepEqual(here.lines(), ["open", "away"])
  here.pass(120 * second)
  assert.equal(here.line.state.reason.kind, "away")
  assert.ok(Source.all.length > 3)
})
