import assert from "node:assert/strict"
import test from "node:test"
import { Arranging, awayWords, isNewer, reactionTo } from "../../Sources/Composer/Page/model/arranging.js"
import { Problem } from "../../Sources/Composer/Page/net/api.js"
import { deskWindow } from "./windows.mjs"

const size = { width: 1366, height: 1000, insets: {} }
const away = new Problem({ detail: "The daemon is away." }, 0)
const refused = (detail, alternative) => new Problem({ detail, alternative }, 409)
const unknown = new Problem({ detail: "unknown" }, 404)

for (const [name, seen, event, wanted] of [
  ["its own change, answered", 9, { name: "desk", revision: 9, origin: "w-1" }, "ignore"],
  ["what was done in it, not answered yet", 8, { name: "desk", revision: 9, origin: "w-1" }, "echo"],
  ["what it has seen", 8, { name: "desk", revision: 8, origin: "w-2" }, "ignore"],
  ["an older change", 9, { name: "desk", revision: 8, origin: "w-2" }, "ignore"],
  ["the next change", 8, { name: "desk", revision: 9, origin: "w-2" }, "follow"],
  ["the next change of a program", 8, { name: "desk", revision: 9, origin: null }, "follow"],
  ["a gap", 6, { name: "desk", revision: 9, origin: "w-2" }, "fetch"],
  ["another arrangement", 6, { name: "writing", revision: 7, origin: "w-2" }, "ignore"],
  ["another window's own plan", 6, { window: "w-2", revision: 7, origin: "w-2" }, "ignore"],
  ["being taken off the desk by somebody else", 6, { window: "w-1", revision: 2, origin: null }, "fetch"],
  ["an event without a revision", 6, { name: "desk", origin: "w-2" }, "fetch"],
]) {
  test(`a window that follows the desk answers ${name} by: ${wanted}`, () => {
    assert.equal(reactionTo(deskWindow({ revision: seen }), event), wanted)
  })
}

test("an echo that arrives before its answer causes no request", async () => {
  const answer = { window: deskWindow({ revision: 7 }), announcement: "Date closed.", conflict: null }
  const { arranging, names } = rehearse({ command: [() => answer] })
  await arranging.resize(size)
  const done = arranging.run({ command: "close", panel: "date" })
  const heard = arranging.receive(change({ origin: "w-1" }))
  await Promise.all([done, heard])
  assert.deepEqual(names(), ["register", "command"])
})

test("changes by the command line in this window are fetched", async () => {
  const { arranging, names } = rehearse()
  await arranging.resize(size)
  await arranging.receive(change({ origin: "w-1" }))
  assert.deepEqual(names(), ["register", "read"])
})

test("a window with its own arrangement follows only that one", () => {
  const own = deskWindow({ follows: null, revision: 3 })
  assert.equal(reactionTo(own, { name: "desk", revision: 9, origin: "w-2" }), "ignore")
  assert.equal(reactionTo(own, { window: "w-1", revision: 4, origin: null }), "follow")
})

test("an overtaken answer is not drawn, but one of another arrangement is, whatever its revision", () => {
  assert.equal(isNewer(deskWindow({ revision: 9 }), deskWindow({ revision: 8 })), false)
  assert.equal(isNewer(deskWindow({ revision: 9 }), deskWindow({ revision: 9, width: 800 })), true)
  assert.equal(isNewer(deskWindow({ revision: 9 }), deskWindow({ revision: 1, follows: null })), true)
})

const change = data => ({ kind: "event", name: "arrangement-changed", data: { name: "desk", revision: 7, ...data } })

/** A scripted daemon: the requests of each route, and its answers. */
function rehearse(script = {}) {
  const asked = [], said = [], causes = []
  let window = deskWindow()
  const answer = (name, ...given) => {
    asked.push([name, ...given])
    const act = script[name]?.shift?.()
    if (act instanceof Error) throw act
    if (typeof act === "function") return act()
    return act ?? (name === "command" ? { window, announcement: "Done.", conflict: null } : window)
  }
  const routes = Object.fromEntries(["register", "read", "resize", "command", "hints", "menu"]
    .map(name => [name, async (...given) => answer(name, ...given)]))
  const kept = []
  const identity = { recall: async () => script.known ?? null, keep: async id => { kept.push(id) } }
  const last = { recall: () => script.last ?? null, keep: given => { script.last = given } }
  const arranging = new Arranging({ routes, identity, last })
  arranging.addEventListener("words", event => said.push(event.detail))
  arranging.addEventListener("change", event => causes.push(event.detail.cause))
  const names = () => asked.map(([name]) => name)
  return { arranging, asked, said, causes, kept, names, now: next => { window = next } }
}

test("the first size registers the window, and the page stores its id", async () => {
  const { arranging, names, kept, causes } = rehearse()
  await arranging.resize(size)
  assert.deepEqual([names(), kept, causes], [["register"], ["w-1"], ["size"]])
})

test("a reloaded page keeps its id, unless the daemon has forgotten it", async () => {
  const known = rehearse({ known: "w-1" })
  await known.arranging.resize(size)
  assert.deepEqual(known.asked, [["resize", "w-1", size]])
  const forgotten = rehearse({ known: "w-1", resize: [unknown] })
  await forgotten.arranging.resize(size)
  assert.deepEqual(forgotten.names(), ["resize", "register"])
})

test("while one size is being sent, only the last of the following ones is sent", async () => {
  const { arranging, asked } = rehearse()
  const sizes = [800, 900, 1000, 1100].map(width => ({ ...size, width }))
  const first = arranging.resize(sizes[0])
  await first
  await Promise.all([arranging.resize(sizes[1]), arranging.resize(sizes[2]), arranging.resize(sizes[3])])
  assert.deepEqual(asked.map(([, one, two]) => (two ?? one).width), [800, 1100])
})

test("commands run one after the other, and each announcement occurs once", async () => {
  const { arranging, asked, said } = rehearse({
    command: [() => ({ window: deskWindow({ revision: 7 }), announcement: "Date closed.", conflict: null })],
  })
  await arranging.resize(size)
  const commands = [{ command: "close", panel: "date" }, { command: "raise", panel: "queue" }]
  await Promise.all(commands.map(command => arranging.run(command)))
  assert.deepEqual(asked.slice(1).map(([, , command]) => command.command), ["close", "raise"])
  assert.deepEqual(said.map(words => words.text), ["Date closed."])
})

test("a refusal is announced in the daemon's words with its alternative", async () => {
  const alternative = { command: "pin", panel: "date", side: "right" }
  const { arranging, said } = rehearse({ command: [refused("The left side is full.", alternative)] })
  await arranging.resize(size)
  assert.equal(await arranging.run({ command: "pin", panel: "date", side: "left" }), false)
  assert.deepEqual(said, [{ text: "The left side is full.", alternative, isRefusal: true }])
})

test("a command to an unreachable daemon is reported as impossible, and the line counts as down", async () => {
  const { arranging, said } = rehearse({ command: [away] })
  await arranging.resize(size)
  assert.equal(await arranging.run({ command: "undo" }), false)
  assert.deepEqual([said[0].text, arranging.isAway], [`The daemon is away. ${awayWords}`, true])
  arranging.stop()
})

test("a page without an answer shows the panels as they last stood, registers as itself, and draws the answer", async () => {
  const { arranging, names } = rehearse({ register: [away, away], last: deskWindow({ id: "w-9", revision: 40 }) })
  await arranging.resize(size)
  assert.deepEqual([arranging.window.id, arranging.isAway], ["w-9", true])
  assert.equal(await arranging.run({ command: "open", panel: "posts" }), true)
  assert.equal(arranging.window.panels.find(({ id }) => id === "posts").place, "floating")
  await arranging.receive({ kind: "line", isOpen: true })
  assert.deepEqual(names(), ["register", "register", "register"])
  // The revision of the other window's arrangement means nothing here.
  assert.deepEqual([arranging.window.id, arranging.window.revision, arranging.isAway], ["w-1", 6, false])
  assert.equal(arranging.window.panels.find(({ id }) => id === "posts").place, "meta")
  arranging.stop()
})

test("each answer is kept for the next page", async () => {
  const script = {}
  const { arranging } = rehearse(script)
  await arranging.resize(size)
  assert.equal(script.last.id, "w-1")
})

test("a signed-out user learns that, and not that the daemon is away", async () => {
  const signedOut = Object.assign(refused("You are not signed in here."), { status: 401 })
  const { arranging, said } = rehearse({ command: [signedOut] })
  await arranging.resize(size)
  await arranging.run({ command: "undo" })
  assert.equal(said[0].text, "You are not signed in here.")
  arranging.stop()
})

test("when the stream is back, the window is fetched and its current size sent", async () => {
  const { arranging, names } = rehearse({ resize: [away] })
  await arranging.resize(size)
  await arranging.resize({ ...size, width: 1200 })
  assert.equal(arranging.isAway, true)
  await arranging.receive({ kind: "line", isOpen: true })
  assert.deepEqual([names(), arranging.isAway], [["register", "resize", "resize"], false])
})

test("a daemon that has forgotten the window gets it registered again before the command", async () => {
  const { arranging, names } = rehearse({ command: [unknown] })
  await arranging.resize(size)
  assert.equal(await arranging.run({ command: "undo" }), true)
  assert.deepEqual(names(), ["register", "command", "register", "command"])
})

test("a change by another window is fetched and announced", async () => {
  const { arranging, names, said, now } = rehearse()
  await arranging.resize(size)
  now(deskWindow({ revision: 7 }))
  await arranging.receive(change({ origin: null, announcement: "Tags closed." }))
  assert.deepEqual(names(), ["register", "read"])
  assert.deepEqual(said.map(words => words.text), ["Tags closed."])
})

const stale = new Problem({ detail: "The panels were arranged meanwhile." }, 412)
const pin = { command: "pin", panel: "date", side: "right", index: 0 }
const nowhere = async () => assert.fail("nobody is asked again")

test("changes by others wait during a drag, however it ends", async () => {
  for (const end of [arranging => arranging.drop({ command: pin, revision: 6 }, nowhere), arranging => arranging.release(),
    arranging => arranging.endDrag(refused("Date is locked.", null))]) {
    const { arranging, names } = rehearse()
    await arranging.resize(size)
    arranging.hold()
    const event = { kind: "event", name: "arrangement-changed", data: { name: "desk", revision: 7, origin: "w-2" } }
    await arranging.receive(event)
    assert.ok(!names().includes("read"))
    await end(arranging)
    await new Promise(resolve => setImmediate(resolve))
    assert.deepEqual([names().at(-1), arranging.isHeld], ["read", false])
  }
})

test("a drag's preview is sent as a command for the revision that it previewed", async () => {
  const { arranging, asked, said } = rehearse()
  await arranging.resize(size)
  arranging.hold()
  const preview = { command: pin, revision: 6, reason: "The left side is full: it takes one panel." }
  assert.equal(await arranging.drop(preview, nowhere), true)
  assert.deepEqual(asked.slice(1), [["command", "w-1", pin, 6]])
  assert.deepEqual(said, [{ text: "Done." }, { text: preview.reason, isRefusal: true }])
})

test("if the panels have changed meanwhile, it is sent once more, for its current place", async () => {
  const { arranging, asked } = rehearse({ command: [stale] })
  await arranging.resize(size)
  const next = { ...pin, index: 1 }
  assert.equal(await arranging.drop({ command: pin, revision: 6 }, async () => ({ command: next, revision: 8 })), true)
  assert.deepEqual(asked.slice(1), [["command", "w-1", pin, 6], ["command", "w-1", next, 8]])
})

test("if its place is gone, or the panels change again, the reason is announced and nothing more is sent", async () => {
  const preview = { command: pin, revision: 6 }
  for (const [first, again, commands] of [
    [preview, async () => null, 1], [preview, async () => preview, 2], [null, nowhere, 0],
  ]) {
    const { arranging, names, said } = rehearse({ command: [stale, stale] })
    await arranging.resize(size)
    arranging.hold()
    assert.equal(await arranging.drop(first, again), false)
    assert.equal(names().filter(name => name === "command").length, commands)
    assert.deepEqual(said.map(words => words.text), ["The panels were arranged elsewhere meanwhile. Drag it again."])
    assert.equal(arranging.isHeld, false)
  }
})

test("where a drag ends is not asked for if it is so already", async () => {
  const { arranging, names, said } = rehearse({ command: [stale] })
  await arranging.resize(size)
  arranging.hold()
  assert.equal(await arranging.drop({ command: pin, revision: 6 }, async () => ({ command: null, revision: 8 })), true)
  assert.deepEqual([names().filter(name => name === "command").length, said, arranging.isHeld], [1, [], false])
})

test("without the daemon a drag that closes a panel closes it, as its button does", async () => {
  const { arranging, said } = rehearse({ command: [away, away] })
  await arranging.resize(size)
  assert.equal(await arranging.drop({ command: { command: "close", panel: "preview" }, revision: 6 }, nowhere), true)
  assert.deepEqual([arranging.window.panels.find(({ id }) => id === "preview").place, said], ["closed", []])
  assert.equal(await arranging.drop({ command: pin, revision: 6 }, nowhere), false)
  arranging.stop()
})

test("a refusal at the end of a drag is announced, and events are followed again", async () => {
  const { arranging, said } = rehearse({ command: [refused("The right side is full.", null)] })
  await arranging.resize(size)
  arranging.hold()
  assert.equal(await arranging.drop({ command: pin, revision: 6 }, nowhere), false)
  assert.deepEqual([said[0].text, arranging.isHeld], ["The right side is full.", false])
})

test("a menu is requested after all earlier requests; without an answer a message says why", async () => {
  const closed = Object.assign(new Error("Queue is not open."), { alternative: { command: "open" } })
  const { arranging, asked, names, said } = rehearse({ menu: [{ sections: [] }, closed] })
  await arranging.resize(size)
  const done = arranging.run({ command: "undo" })
  assert.deepEqual(await arranging.menu("date"), { sections: [] })
  assert.equal(await done, true)
  assert.deepEqual([names(), asked.at(-1)], [["register", "command", "menu"], ["menu", "w-1", "date"]])
  assert.equal(await arranging.menu("queue"), null)
  assert.deepEqual(said.at(-1), { text: "Queue is not open.", alternative: { command: "open" }, isRefusal: true })
})
