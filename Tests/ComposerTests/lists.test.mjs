import assert from "node:assert/strict"
import test from "node:test"
import { chord, CommandList, keyProblem, keyText, noKey } from "../../Sources/Composer/Page/model/commands.js"
import { coalesced } from "../../Sources/Composer/Page/model/coalesced.js"
import { PostsIndex, Queue } from "../../Sources/Composer/Page/model/lists.js"

/** A daemon with a number of posts; it records requests. */
function daemon(count) {
  const posts = Array.from({ length: count }, (_, index) => ({ id: `p${index}`, revision: 1 }))
  const asked = []
  const request = async (method, path) => {
    asked.push(path)
    const query = new URL(path, "http://desk").searchParams
    const start = Number(query.get("cursor") ?? 0)
    const end = start + Number(query.get("limit"))
    return { body: { items: posts.slice(start, end), ...end < posts.length && { cursor: String(end) } } }
  }
  return { request, posts, asked }
}

test("the index loads page by page, and a refresh loads as much again", async () => {
  const { request, posts } = daemon(100)
  const index = new PostsIndex(request)
  await index.refresh()
  assert.equal(index.items.length, 40)
  await index.more()
  assert.equal(index.items.length, 80)
  posts.unshift({ id: "new", revision: 1 })
  await index.refresh()
  assert.equal(index.items.length, 80)
  assert.equal(index.items[0].id, "new")
  await index.more()
  await index.more()
  assert.equal(index.items.length, 101)
  assert.equal(index.hasMore, false)
})

test("a daemon that answers late takes the place of what the browser keeps, with its note", async () => {
  let answer
  const fresh = new Promise(resolve => { answer = items => resolve({ body: { items } }) })
  const index = new PostsIndex(async () => ({ body: { items: [{ id: "kept" }], note: "It is late." }, isKept: true, fresh }))
  await index.refresh()
  assert.deepEqual([index.items, index.problem], [[{ id: "kept" }], "It is late."])
  answer([{ id: "new" }])
  await new Promise(setImmediate)
  assert.deepEqual([index.items, index.problem], [[{ id: "new" }], null])
  const failing = new PostsIndex(async () => ({ body: { items: [], note: "It is late." }, fresh: Promise.reject(new Error("away")) }))
  await failing.refresh()
  await new Promise(setImmediate)
  assert.equal(failing.problem, "It is late.")
})

test("the queue has every future delivery up to 500, and says if there are more", async () => {
  const open = Array.from({ length: 501 }, (_, id) => ({ id }))
  const request = async (method, path) => {
    const query = new URL(path, "http://desk").searchParams, limit = Number(query.get("limit") ?? 50)
    const items = open.slice(0, limit)
    return { body: { items, ...limit < open.length && { cursor: "c" } } }
  }
  const queue = new Queue(request)
  await queue.refresh()
  assert.deepEqual([queue.items.length, queue.hasMore], [500, true])
  open.length = 60
  await queue.refresh()
  assert.deepEqual([queue.items.length, queue.hasMore], [60, false])
})

test("a late answer to an older request does not replace the queue", async () => {
  const waiting = []
  const queue = new Queue(() => new Promise(resolve => waiting.push(items => resolve({ body: { items } }))))
  const older = queue.refresh(), newer = queue.refresh()
  for (const answer of waiting.splice(2)) answer([{ id: 2 }])
  await newer
  for (const answer of waiting) answer([{ id: 1 }])
  await older
  assert.deepEqual(queue.items, [{ id: 2 }])
})

test("the late answer to an older search is dropped", async () => {
  const waiting = []
  const index = new PostsIndex((method, path) => new Promise(resolve => waiting.push({ path, resolve })))
  const slow = index.show({ search: "slow" })
  const quick = index.show({ search: "quick" })
  waiting[1].resolve({ body: { items: [{ id: "quick" }] } })
  await quick
  waiting[0].resolve({ body: { items: [{ id: "slow" }] } })
  await slow
  assert.deepEqual(index.items.map(item => item.id), ["quick"])
})

test("an unreachable daemon leaves the list unchanged, with a note", async () => {
  const { request } = daemon(2)
  let isAway = false
  const index = new PostsIndex((...call) => (isAway ? Promise.reject(new Error("The daemon is away."))
    : request(...call)))
  await index.refresh()
  isAway = true
  await index.refresh()
  assert.equal(index.items.length, 2)
  assert.equal(index.problem, "The daemon is away.")
})

test("many calls become one, and those during its run become one more", async () => {
  let runs = 0
  let end
  const call = coalesced(() => { runs++; return new Promise(resolve => { end = resolve }) }, 0)
  for (let time = 0; time < 5; time++) call()
  await new Promise(resolve => setTimeout(resolve, 5))
  assert.equal(runs, 1)
  call()
  call()
  end()
  await new Promise(resolve => setTimeout(resolve, 5))
  assert.equal(runs, 2)
})

const press = (key, more = {}) => ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more })

test("a key press has the same name on every keyboard", () => {
  assert.equal(chord(press("b", { ctrlKey: true })), "Mod+B")
  assert.equal(chord(press("b", { metaKey: true }), true), "Mod+B")
  assert.equal(chord(press("π", { altKey: true, metaKey: true, code: "KeyP" }), true), "Mod+Alt+P")
  assert.equal(chord(press("Enter", { ctrlKey: true, shiftKey: true })), "Mod+Shift+Enter")
  assert.equal(chord(press("&", { ctrlKey: true, shiftKey: true, code: "Digit7" })), "Mod+Shift+7")
  assert.equal(chord(press(":", { ctrlKey: true, shiftKey: true, code: "Period" })), "Mod+Shift+.")
  assert.equal(keyText("Mod+Shift+Enter", true), "⌘⇧↩")
})

test("a character typed with AltGr is not a command", () => {
  const commands = new CommandList()
  commands.register({ id: "queue", title: "Queue", keys: ["Mod+Alt+Q"], run: () => {} })
  const typed = { ...press("@", { ctrlKey: true, altKey: true, code: "KeyQ" }), getModifierState: name =>
    name === "AltGraph" }
  assert.equal(commands.match(typed), undefined)
  assert.equal(commands.match({ ...typed, getModifierState: () => false }).id, "queue")
})

test("a user's key is its command's alone, also for a command that comes later, and the usual keys come back", () => {
  const commands = new CommandList(), run = () => {}
  const keysOf = id => commands.get(id).keys
  commands.register({ id: "bold", title: "Bold", keys: ["Mod+B", "F8"], run }, { id: "save", title: "Save", keys: ["Mod+S"], run })
  commands.bind(new Map([["save", "Mod+B"], ["later", noKey], ["gone", "F9"]]))
  assert.deepEqual([keysOf("bold"), keysOf("save")], [["F8"], ["Mod+B"]])
  assert.equal(commands.match(press("b", { ctrlKey: true })).id, "save")
  assert.equal(commands.match(press("s", { ctrlKey: true })), undefined)
  const takeOut = commands.register({ id: "later", title: "Later", keys: ["Mod+L"], run })
  assert.deepEqual(keysOf("later"), [])
  takeOut()
  commands.bind(new Map())
  assert.deepEqual([keysOf("bold"), keysOf("save")], [["Mod+B", "F8"], ["Mod+S"]])
})

test("a key that types, that edits, or that the browser keeps, is no command's", () => {
  for (const keys of ["X", "Shift+X", "Enter", "Tab", "Mod+W", "Mod+Shift+N", "Mod+C", "Mod+Z", "Mod+Shift+Z",
    "Mod+Shift+V"]) assert.ok(keyProblem(keys), keys)
  for (const keys of ["Mod+K", "Alt+X", "F8", "Shift+F8", "Mod+Shift+X", "Mod+Alt+Shift+ArrowUp", "Ctrl+Space"]) {
    assert.equal(keyProblem(keys), null, keys)
  }
})

test("a disabled command does not run, and an unregistered one is not found", () => {
  const commands = new CommandList()
  const done = []
  const takeOut = commands.register(
    { id: "a", title: "A", keys: ["Mod+A"], run: detail => done.push(detail) },
      { id: "b", title: "B", run: () => {}, isEnabled: () => false })
  assert.equal(commands.run("a", 1), true)
  assert.equal(commands.run("b"), false)
  assert.equal(commands.match(press("a", { ctrlKey: true })).id, "a")
  takeOut()
  assert.equal(commands.run("a"), false)
  assert.deepEqual(done, [1])
})
