import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import test from "node:test"

const page = new URL("../../Sources/Composer/Page/", import.meta.url)
const modules = ["elements", "model", "net"].flatMap(folder =>
  readdirSync(new URL(`${folder}/`, page)).filter(name => name.endsWith(".js")).map(name => `${folder}/${name}`))
const read = path => readFileSync(new URL(path, page), "utf8")

const imported = path => [...read(path).matchAll(/^import (?:.* from )?"(.*)"|^} from "(.*)"/gm)]
  .map(([, whole, end]) => new URL(whole ?? end, new URL(path, page)).pathname.slice(page.pathname.length))

test("the page asks at once for all that it begins with, so that no module waits until another was read", () => {
  const named = new Set([...read("index.html").matchAll(/rel="modulepreload" href="\/composer\/([^"]+)"/g)]
    .map(match => match[1]))
  for (const path of named) assert.ok(modules.includes(path), path)
  for (const path of ["composer.js", ...named]) {
    for (const other of imported(path)) assert.ok(named.has(other), `${other}, which ${path} imports`)
  }
})

test("only net fetches", () => {
  for (const path of modules.filter(path => !path.startsWith("net/"))) {
    assert.doesNotMatch(read(path), /(?<![\w.#])fetch\(|new EventSource|XMLHttpRequest|WebSocket/, path)
  }
})

test("model knows no page", () => {
  for (const path of modules.filter(path => path.startsWith("model/"))) {
    assert.doesNotMatch(read(path), /\bdocument\.|\blocalStorage\b|\bindexedDB\b|HTMLElement/, path)
    for (const [, from] of read(path).matchAll(/from "([^"]+)"/g)) assert.match(from, /^\.\//, path)
  }
})

test("no markup is made from texts", () => {
  for (const path of modules) assert.doesNotMatch(read(path), /innerHTML|outerHTML|insertAdjacentHTML|document\.write/, path)
})
