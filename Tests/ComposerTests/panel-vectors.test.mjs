import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import test from "node:test"
import { dragChecks, reachChecks } from "./control-vectors.mjs"
import { earlyChecks } from "./early-vectors.mjs"
import { eventChecks } from "./event-vectors.mjs"
import { sheetChecks } from "./sheet-vectors.mjs"
import { splitterChecks, viewChecks } from "./view-vectors.mjs"

/**
 * The test vectors of `Tests/Vectors` (or of the folder that `GALLEY_VECTORS` names) that apply to the page: those of the
 * page's kinds (`Tests/Vectors/panel-kinds.json`), those that are for the browser or for both, and those of the engine's rules
 * that the page foresees. A check calls the page's own functions, and nothing else.
 */
const checks = {
  FloatingPanel: { ...sheetChecks, ...eventChecks }, PanelKit: { ...dragChecks, ...viewChecks }, WCAG: reachChecks,
  APG: splitterChecks, Engine: eventChecks,
}

const shipped = new URL("../Vectors", import.meta.url).pathname
const folder = process.env.GALLEY_VECTORS ?? shipped
const read = file => JSON.parse(readFileSync(file, "utf8"))
const { page, gone } = read(`${shipped}/panel-kinds.json`)
const all = ["panels.json", "plays.json"].map(name => `${folder}/${name}`).filter(existsSync).flatMap(path => read(path).cases)
/** What a window does with an event is a kind of its own. */
for (const row of all) if (row.input.event) row.area += " event"
const rows = all.filter(row => (page.includes(row.area) || row.where !== "server")
  && !gone.some(({ id }) => id === row.id))
const result = row => row.adopt === "fix" ? row.recommended : row.expect

for (const [start, check] of Object.entries(earlyChecks)) {
  test(`before the daemon answers, rows of ${start}`, () => {
    const early = all.filter(({ id }) => id.startsWith(start))
    assert.ok(early.length > 0 || process.env.GALLEY_VECTORS, "No row was tried.")
    for (const row of early) {
      const wanted = result(row), found = check(row.input, wanted, all)
      for (const name of Object.keys(found)) if (name in wanted) close(found[name], wanted[name], row.tolerance ?? 0, `${row.id} ${name}`)
    }
  })
}

test("every test vector of the page holds, and no vector is of an unknown area", () => {
  const wrong = [], passed = new Map()
  for (const row of rows) {
    const check = checks[row.system]?.[row.area]
    const wanted = result(row)
    try {
      assert.ok(check, `unknown area “${row.area}”`)
      close(check(row.input, wanted), wanted, row.tolerance ?? 1e-9)
      passed.set(row.area, (passed.get(row.area) ?? 0) + 1)
    } catch (error) { wrong.push(`${row.id}: ${error.message}`) }
  }
  console.log(`rows passed: ${[...passed].map(([area, count]) => `${area} (${count})`).join(", ")}`)
  assert.deepEqual(wrong, [])
  assert.ok(passed.size > 0 || process.env.GALLEY_VECTORS, "No row was tried.")
})

test("the page checks all kinds of rows that the engine leaves to it, and each row that goes has a reason", () => {
  const known = Object.values(checks).flatMap(Object.keys)
  assert.deepEqual(page.filter(area => !known.includes(area)), [])
  assert.deepEqual(gone.filter(({ id, why }) => !id || !why?.endsWith(".")), [])
})

/** Compares everything that the row expects, numbers within its tolerance. */
function close(found, wanted, tolerance, path = "") {
  if (typeof wanted === "number" && typeof found === "number") {
    assert.ok(Math.abs(found - wanted) <= Math.max(tolerance, 1e-9), `${path} is ${found}, the row says ${wanted}`)
  } else if (wanted !== null && typeof wanted === "object") {
    assert.ok(found !== null && typeof found === "object", `${path} is ${found}, the row says ${JSON.stringify(wanted)}`)
    for (const key of Object.keys(wanted)) close(found[key], wanted[key], tolerance, `${path} ${key}`)
  } else {
    assert.equal(found, wanted, `${path} is ${found}, the row says ${wanted}`)
  }
}
