import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import test from "node:test"
import { EventLine } from "../../Sources/Composer/Page/net/events.js"

const page = new URL("../../Sources/Composer/Page/", import.meta.url)
const modules = ["elements", "model", "net"].flatMap(folder =>
  readdirSync(new URL(`${folder}/`, page)).filter(name => name.endsWith(".js")).map(name => `${folder}/${name}`))
const read = path => readFileSync(new URL(path, page), "utf8")

const imported = path => [...read(path).matchAll(/^(?:import|export) (?:.* from )?"(\..*)"|^} from "(.*)"/gm)]
  .map(([, whole, end]) => new URL(whole ?? end, new URL(path, page)).pathname.slice(page.pathname.length))

function reached(path, found = new Set()) {
  if (found.has(path)) return found
  found.add(path)
  for (const other of imported(path)) reached(other, found)
  return found
}

test("the page asks at once for what it begins with, so that no module waits until another was read, and for no more", () => {
  const named = [...read("index.html").matchAll(/rel="modulepreload" href="\/composer\/([^"]+)"/g)].map(match => match[1])
  const firsts = ["title", "date", "tags", "preview"].map(name => `elements/${name}-panel.js`)
  const wanted = new Set()
  for (const path of ["composer.js", ...firsts]) reached(path, wanted)
  assert.deepEqual([...named].sort(), [...wanted].sort())
})

test("every style sheet that a part of the page asks for is there, and every other is the page's own", () => {
  const all = readdirSync(new URL("styles/", page))
  const asked = modules.concat("composer.js", "start.js").flatMap(path =>
    [...read(path).matchAll(/(?:import\("[^"]+"\)|^\}), ((?:"[a-z]+"(?:, )?)+)\)/gm)]
      .flatMap(([, names]) => names.split(", ")).map(name => `${name.replaceAll('"', "")}.css`))
  const linked = ["index.html", "frame.html"].flatMap(path =>
    [...read(path).matchAll(/styles\/([a-z]+\.css)/g)].map(([, name]) => name))
  assert.deepEqual([...new Set([...asked, ...linked])].sort(), all.sort())
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

test("every custom property that a style uses is defined, by a style or by a module", () => {
  const sheets = readdirSync(new URL("styles/", page)).map(name => [name, read(`styles/${name}`)])
  const scripts = modules.map(read).join("\n")
  const defined = new Set([...sheets.map(([, text]) => text), scripts].flatMap(text =>
    [...text.matchAll(/(--[a-z][a-z0-9-]*)\s*:/g), ...text.matchAll(/setProperty\("(--[a-z][a-z0-9-]*)"/g)].map(([, name]) => name)))
  for (const [sheet, text] of sheets) {
    for (const [, name] of text.matchAll(/var\((--[a-z][a-z0-9-]*)/g)) assert.ok(defined.has(name), `${sheet} uses ${name}`)
  }
})

test("the page listens for the events that the daemon sends, and for no others", () => {
  const kinds = readFileSync(new URL("../../Sources/Posts/LogEvent.swift", import.meta.url), "utf8")
    .matchAll(/^ +case \w+ = "([a-z-]+)"$/gm)
  const routes = readFileSync(new URL("../../Sources/Server/Routes/EventRoutes.swift", import.meta.url), "utf8")
    .matchAll(/event: ([a-z-]+)\\n/g)
  const sent = [...kinds, ...routes].map(([, name]) => name)
  assert.ok(sent.length > 10 && sent.includes("reset"))
  assert.deepEqual([...EventLine.names].sort(), sent.sort())
})

test("no module waits for an event of another name than those", () => {
  const known = new Set(EventLine.names)
  for (const path of modules.filter(path => path !== "net/events.js")) {
    for (const [, name] of read(path).matchAll(/"((?:post|delivery|target|check|rehearsal|media|arrangement|window|session|store|notification)-(?:created|changed|scheduled|unpublished|deleted|undeleted|wanted|arrived|ended|restored))"/g)) {
      assert.ok(known.has(name), `${path} waits for ${name}`)
    }
  }
})
