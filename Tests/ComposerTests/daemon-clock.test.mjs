// What time it is by the daemon's clock, when the browser's is wrong.
import assert from "node:assert/strict"
import test from "node:test"
import { DaemonClock } from "../../Sources/Composer/Page/model/daemon-clock.js"
import { chance } from "./chance.mjs"

const noon = Date.UTC(2026, 11, 1, 12), hour = 3_600_000
/** An answer's `Date` is in whole seconds, and up to a second old. */
const dateOf = (time, age = 0) => new Date(time - age).toUTCString()

/** A browser whose clock is `fast` milliseconds ahead of the daemon's. */
function browser(fast) {
  const here = { time: noon, fast }
  here.clock = new DaemonClock(() => here.time + here.fast)
  here.ask = (there = 20, back = 20, age = 0) => {
    const heard = here.clock.ask()
    here.time += there
    const date = dateOf(here.time, age)
    here.time += back
    heard(date)
  }
  return here
}

test("until the daemon has answered, and while they may agree, the browser's clock counts", () => {
  const here = browser(0)
  assert.equal(here.clock.now(), here.time)
  for (let turn = 0; turn < 50; turn++) {
    here.time += 137
    here.ask(20 + turn, 400, (turn * 91) % 1000)
    assert.equal(here.clock.distance, 0)
  }
})

test("after one answer a clock that is hours off is corrected to about a second, fast or slow", () => {
  for (const fast of [2 * hour, -2 * hour, 26 * hour, 90_000, -3000]) {
    const here = browser(fast)
    here.ask()
    assert.ok(Math.abs(here.clock.now() - here.time) <= 1100, `${fast}: ${here.clock.now() - here.time}`)
  }
})

test("each further answer makes it more exact, and a slow one not less", () => {
  const here = browser(2 * hour), dice = chance(7)
  for (let turn = 0; turn < 300; turn++) {
    here.time += dice(5000)
    here.ask(dice(5) ? 5 : 8000, dice(5) ? 5 : 9000, dice(1000))
    if (turn > 200) assert.ok(Math.abs(here.clock.now() - here.time) < 200, `${here.clock.now() - here.time} ms off`)
  }
})

test("a clock that is set counts from the next answer on", () => {
  const here = browser(0)
  here.ask()
  here.fast = 2 * hour
  here.ask()
  assert.ok(Math.abs(here.clock.now() - here.time) <= 1100)
  here.fast = 0
  here.ask()
  assert.equal(here.clock.now(), here.time)
})

test("an answer without a time, and one during which the browser's clock was set back, tell nothing", () => {
  const here = browser(2 * hour)
  here.clock.ask()(null)
  here.clock.ask()("yesterday")
  const heard = here.clock.ask()
  here.fast -= hour
  heard(dateOf(here.time))
  assert.equal(here.clock.distance, 0)
})
