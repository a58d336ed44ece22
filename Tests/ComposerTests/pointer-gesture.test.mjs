// One press of a pointer ends once, in whatever way, and other pointers have no part in it.
import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"
import { PointerGesture } from "../../Sources/Composer/Page/view/pointer-gesture.js"

let window, frames, target

beforeEach(() => {
  window = new EventTarget()
  frames = []
  globalThis.addEventListener = (...listener) => window.addEventListener(...listener)
  globalThis.requestAnimationFrame = draw => frames.push(draw)
  globalThis.cancelAnimationFrame = at => { if (at) frames[at - 1] = () => {} }
  target = { held: null, setPointerCapture(id) { this.held = id }, hasPointerCapture(id) { return this.held === id },
    releasePointerCapture() { this.held = null } }
})

const send = (name, values = {}) => window.dispatchEvent(Object.assign(new Event(name, { cancelable: true }), { pointerId: 1, ...values }))

class Recorded extends PointerGesture {
  told = []
  constructor() { super({ pointerId: 1 }, target); this.capture() }
  moved() { this.isStarted = true; this.told.push("moved"); this.drawSoon() }
  released() { this.finish(); this.told.push("released") }
  draw() { this.told.push("draw") }
  reverted() { this.told.push("reverted") }
  finished() { this.told.push("finished") }
}

test("it draws once a frame, and ends with its release", () => {
  const gesture = new Recorded()
  send("pointermove")
  send("pointermove")
  send("pointermove", { pointerId: 2 })
  send("pointerup", { pointerId: 2 })
  assert.equal(frames.length, 1)
  frames[0]()
  send("pointermove")
  send("pointerup")
  for (const draw of frames) draw()
  for (const late of ["pointermove", "pointerup", "pointercancel", "blur"]) send(late)
  gesture.cancel()
  assert.deepEqual(gesture.told, ["moved", "moved", "draw", "moved", "finished", "released"])
  assert.equal(target.held, null)
})

test("Escape, a lost pointer and a window that loses the focus revert what has started, and only that", () => {
  const ways = [() => send("keydown", { key: "Escape" }), () => send("pointercancel"), () => send("blur")]
  for (const end of ways) {
    const started = new Recorded()
    send("pointermove")
    end()
    assert.deepEqual(started.told, ["moved", "finished", "reverted"])
    const resting = new Recorded()
    end()
    assert.deepEqual(resting.told, ["finished"])
  }
})

test("a pointer that is up already cannot be captured, and its end still follows", () => {
  target.setPointerCapture = () => { throw Object.assign(new Error(), { name: "NotFoundError" }) }
  const gesture = new Recorded()
  send("pointerup")
  assert.deepEqual(gesture.told, ["finished", "released"])
})
