import assert from "node:assert/strict"
import test from "node:test"
import { choices, Preferences } from "../../Sources/Composer/Page/model/preferences.js"

test("what the daemon wrote into the page counts, and the default for the rest and for what is unknown", () => {
  const preferences = new Preferences(null, { dataset: { face: "sans", size: "gigantic" } })
  assert.deepEqual(["face", "size", "opens"].map(name => preferences.get(name)), ["sans", "medium", "new"])
})

test("a choice applies at once, is kept by the daemon, also if the page closes now, and stays here if that fails", async () => {
  const asked = []
  const root = { dataset: {} }
  let fails = false
  const preferences = new Preferences(async (...request) => {
    if (request[0] === "GET") return { body: { theme: "dark" } }
    asked.push(request)
    if (fails) throw new Error("Galley is away.")
    return {}
  }, root)
  let changes = 0
  preferences.addEventListener("change", () => changes++)
  const chosen = preferences.choose("theme", "dark")
  assert.equal(root.dataset.theme, "dark")
  await chosen
  assert.deepEqual(asked, [["PATCH", "/v1/preferences", { body: { theme: "dark" }, keepalive: true }]])
  fails = true
  await assert.rejects(preferences.choose("theme", "light"), /away/)
  assert.deepEqual([preferences.get("theme"), changes], ["light", 2])
})

test("an answer that was on its way when something was chosen changes nothing back", async () => {
  const root = { dataset: {} }, waiting = [], kept = { theme: "system", size: "medium" }
  const preferences = new Preferences((method, path, { body } = {}) => new Promise(resolve => waiting.push(() => {
    Object.assign(kept, body)
    resolve({ body: { ...kept } })
  })), root)
  const seen = []
  preferences.addEventListener("change", () => seen.push([preferences.get("theme"), preferences.get("size")].join()))
  const first = preferences.choose("theme", "dark")
  const loading = preferences.load()
  const second = preferences.choose("size", "large")
  // The answers come in any order: the older state arrives last.
  const [patched, got, resized] = waiting
  const stale = { ...kept }
  patched()
  await first
  resized()
  got()
  await loading
  while (waiting.length > 3) { waiting.pop()(); await new Promise(setImmediate) }
  await second
  assert.deepEqual([stale.theme, seen], ["system", ["dark,medium", "dark,large"]])
  assert.deepEqual(root.dataset, { theme: "dark", size: "large" })
})

test("another document gets the choices, and only a change is a change", async () => {
  const root = { dataset: {} }, away = { dataset: {} }
  const preferences = new Preferences(async () => ({ body: { size: "large", face: "serif", hue: "red" } }), root)
  let changes = 0
  preferences.addEventListener("change", () => changes++)
  await preferences.load()
  await preferences.load()
  preferences.mirror(away)
  assert.deepEqual([changes, preferences.get("size"), away.dataset.size, root.dataset.hue], [1, "large", "large", undefined])
})

test("each value of each choice is a command, which chooses it and reports what the daemon refuses", async () => {
  const root = { dataset: {} }, reported = []
  const preferences = new Preferences(async () => { throw new Error("Galley is away.") }, root)
  const commands = preferences.commands(({ message }) => reported.push(message))
  assert.equal(commands.length, choices.flatMap(({ values }) => values).length)
  const dark = commands.find(({ title }) => title === "Colours: Dark")
  assert.deepEqual([dark.id, dark.words, dark.isOn()], ["setting.theme.dark", "theme", false])
  await dark.run()
  assert.deepEqual([root.dataset.theme, dark.isOn(), reported.length], ["dark", true, 1])
})
