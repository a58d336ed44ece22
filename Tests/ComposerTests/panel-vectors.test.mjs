import assert from "node:assert/strict"
import { existsSync, readFileSync } from "node:fs"
import test from "node:test"
import { dragChecks, reachChecks } from "./control-vectors.mjs"
import { earlyChecks } from "./early-vectors.mjs"
import { sheetChecks } from "./sheet-vectors.mjs"
import { splitterChecks, viewChecks } from "./view-vectors.mjs"

/**
 * The test vectors of `Tests/Vectors` (or of the folder that `GALLEY_VECTORS` names) that apply to the page: `browser` and
 * `both`, and those of the engine's rules that the page foresees. A check calls the page's own functions, and nothing else.
 */
const checks = {
  FloatingPanel: sheetChecks, PanelKit: { ...dragChecks, ...viewChecks }, WCAG: reachChecks, APG: splitterChecks,
}
/** Areas that the engine's tests cover, and for which the page has no rule. */
const ofEngine = {}
/** Areas that only the daemon decides, although the row is for both. */
const isOfPage = row => row.where === "browser" || row.where === "both"

const folder = process.env.GALLEY_VECTORS ?? new URL("../Vectors", import.meta.url).pathname
const all = ["panels.json", "plays.json"].map(name => `${folder}/${name}`).filter(existsSync)
  .flatMap(path => JSON.parse(readFileSync(path, "utf8")).cases)
const rows = all.filter(isOfPage)
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
  let passed = 0
  const wrong = [], waiting = new Map()
  for (const row of rows) {
    const check = checks[row.system]?.[row.area]
    if (!check && ofEngine[row.system]?.includes(row.area)) {
      const name = `${row.system} ${row.area}`
      waiting.set(name, (waiting.get(name) ?? 0) + 1)
      continue
    }
    const wanted = result(row)
    try {
      assert.ok(check, `nobody knows the area “${row.area}”`)
      close(check(row.input, wanted), wanted, row.tolerance ?? 1e-9)
      passed += 1
    } catch (error) { wrong.push(`${row.id}: ${error.message}`) }
  }
  console.log(`${passed} rows passed`)
  if (waiting.size > 0) console.log(`by the engine alone: ${[...waiting].map(([name, count]) => `${name} (${count})`).join(", ")}`)
  assert.deepEqual(wrong, [])
  assert.ok(passed > 0, "No row was tried.")
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
