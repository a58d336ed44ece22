import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import test from "node:test"
import { isReset } from "../../Sources/Composer/Page/model/daemon-events.js"
import { EventLine, silenceMilliseconds } from "../../Sources/Composer/Page/net/events.js"

const page = new URL("../../Sources/Composer/Page/", import.meta.url)
/** From the lowest: each imports from itself and from lower ones; text and layer do not know each other. */
const floors = [["model"], ["net"], ["view"], ["view/panels"], ["view/text", "view/layer"], ["view/desk"]]
const modules = floors.flat().flatMap(folder =>
  readdirSync(new URL(`${folder}/`, page)).filter(name => name.endsWith(".js")).map(name => `${folder}/${name}`))
const read = path => readFileSync(new URL(path, page), "utf8")

test("every stylesheet is linked by the page or by the preview's frame", () => {
  const linked = ["index.html", "frame.html"].flatMap(path =>
    [...read(path).matchAll(/styles\/([a-z]+\.css)/g)].map(([, name]) => name))
  assert.deepEqual([...new Set(linked)].sort(), readdirSync(new URL("styles/", page)).sort())
})

test("the page is one static graph of modules: its start and what few visits need are imported dynamically, none is unused", () => {
  const later = Object.fromEntries(Object.entries({
    "composer.js": ["./model/all-texts.js", "./view/desk/shared.js", "./net/share-store.js",
      "./view/desk/tour.js"],
    "view/page-view.js": ["./clicked-words.js"], "view/panels/preview-panel.js": ["./payload-view.js"],
    "view/text/completion.js": ["../../model/emoji.js"],
    "view/text/text-layers.js": ["./fixed-faces.js"], "view/text/typing-help.js": ["../../model/table-alignment.js"],
  }).map(([path, names]) => [path, names.map(name => `"${name}"`)]))
  for (const path of [...modules, "composer.js"]) {
    const dynamic = [...read(path).matchAll(/(?<![{#])\bimport\((.*?)\)/g)].map(([, name]) => name)
    assert.deepEqual(dynamic, later[path] ?? [], path)
  }
  const found = new Set(["start.js", "net/events-worker.js", "model/finding-worker.js"])
  for (const path of found) {
    for (const [, name] of read(path).matchAll(/(?:^(?:import|export) (?:.* from )?|^} from |import\()"(\..*?)"/gm)) {
      found.add(new URL(name, new URL(path, page)).pathname.slice(page.pathname.length))
    }
  }
  assert.deepEqual([...found].sort(), ["start.js", "composer.js", ...modules].sort())
})

test("each drawing that the page names is in its file, and each of these is used", () => {
  const sides = ["left", "right", "top", "bottom"]
  /** Those of the daemon's items of a panel's menu, by the beginnings of their names. */
  const ofMenu = { "pin-": sides, "sheet-": sides, "move-": ["left", "right", "up", "down"],
    "": ["wider", "narrower", "taller", "shorter"] }
  /** What has a name, or a choice between names, in the modules; names that are compared are none. */
  const places = [/\b(?:icon|iconButton|drawing|step)\(([^,)]*)/g, /\bicon: ([^,}]*)/g, /#button\("[\w.]+", ([^,]*)/g,
    /\["text\.\w+", ([^\]]*)\]/g, /\bbutton\("panels", "Panels", ([^,]*)/g, /expandIcons = \{(.*)\}/g]
  const text = modules.map(read).join("\n")
  const named = places.flatMap(place => [...text.matchAll(place)])
    .flatMap(([, found]) => [...found.matchAll(/(?<!=== )"([a-z-]+)"/g)])
  const inPage = read("index.html").matchAll(/"#icon-([a-z-]+)"/g)
  const used = [...[...named, ...inPage].map(([, name]) => name),
    ...Object.entries(ofMenu).flatMap(([start, ends]) => ends.map(end => start + end))]
  const drawn = [...read("icons.svg").matchAll(/<symbol id="icon-([a-z-]+)"/g)].map(([, name]) => name)
  assert.deepEqual([...new Set(used)].sort(), drawn.sort())
})

test("controls that are in the page before its script are disabled", () => {
  const controls = read("index.html").match(/<(?:button|input|select)\b[^>]*>/g)
  assert.ok(controls.length > 0)
  for (const control of controls) assert.match(control, /\sdisabled>/)
})

test("no import leads to a higher floor", () => {
  const folderOf = path => path.slice(0, path.lastIndexOf("/"))
  const all = readdirSync(page, { recursive: true }).filter(path => /\/.*\.js$/.test(path))
  assert.deepEqual([...new Set(all.map(folderOf))].sort(), floors.flat().sort())
  const floorOf = path => floors.findIndex(floor => floor.includes(folderOf(path)))
  for (const path of modules) {
    for (const [, name] of read(path).matchAll(/(?:^(?:import|export) (?:.* from )?|^} from |import\()"(\..*?)"/gm)) {
      const other = new URL(name, new URL(path, page)).pathname.slice(page.pathname.length)
      assert.ok(folderOf(other) === folderOf(path) || floorOf(other) < floorOf(path), `${path} imports ${other}`)
    }
  }
})

test("an element is defined once, and by a view", () => {
  const defined = modules.flatMap(path =>
    [...read(path).matchAll(/customElements\.define\("([a-z-]+)"/g)].map(([, name]) => ({ name, path })))
  assert.ok(defined.length > 30)
  assert.equal(new Set(defined.map(({ name }) => name)).size, defined.length)
  for (const { name, path } of defined) assert.ok(path.startsWith("view/"), `${name} in ${path}`)
})

test("only net fetches", () => {
  for (const path of modules.filter(path => !path.startsWith("net/"))) {
    assert.doesNotMatch(read(path), /(?<![\w.#])fetch\(|new EventSource|XMLHttpRequest|WebSocket/, path)
  }
})

test("one module reads the browser's clock, and all others go by the daemon's", () => {
  for (const path of [...modules, "composer.js", "start.js"].filter(path => path !== "model/daemon-clock.js")) {
    assert.doesNotMatch(read(path), /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|Temporal\.Now/, path)
  }
})

test("the page takes a stream for dead only after two heartbeats did not come", () => {
  const settings = readFileSync(new URL("../../Sources/Server/ServerSettings.swift", import.meta.url), "utf8")
  const [, seconds] = /heartbeat = Duration\.seconds\((\d+)\)/.exec(settings)
  assert.ok(silenceMilliseconds > 2000 * seconds && silenceMilliseconds < 3000 * seconds)
})

test("model knows no page", () => {
  for (const path of modules.filter(path => path.startsWith("model/"))) {
    assert.doesNotMatch(read(path), /\bdocument\.|\blocalStorage\b|\bindexedDB\b|HTMLElement/, path)
    for (const [, from] of read(path).matchAll(/from "([^"]+)"/g)) assert.match(from, /^\.\//, path)
  }
})

test("one module alone knows the browser's storage, and the service worker, which can import none", () => {
  for (const path of modules.filter(path => path !== "net/browser-store.js")) {
    const text = read(path).replace(path === "service-worker.js" ? 'indexedDB.deleteDatabase("galley-posts")' : "", "")
    assert.doesNotMatch(text, /\b(?:localStorage|sessionStorage|indexedDB)\b|document\.cookie/, path)
  }
})

test("no markup is built from text", () => {
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

test("the page listens for exactly the events that the daemon sends", () => {
  const kinds = readFileSync(new URL("../../Sources/Posts/Post/LogEvent.swift", import.meta.url), "utf8")
    .matchAll(/^ +case \w+ = "([a-z-]+)"$/gm)
  const routes = readFileSync(new URL("../../Sources/Server/Routes/EventRoutes.swift", import.meta.url), "utf8")
    .matchAll(/event: ([a-z-]+)\\n/g)
  const sent = [...kinds, ...routes].map(([, name]) => name)
  assert.ok(sent.length > 10 && sent.includes("reset"))
  assert.deepEqual([...EventLine.names, "beat"].sort(), sent.sort())
})

test("no module listens for any other event", () => {
  const known = new Set(EventLine.names)
  for (const path of modules.filter(path => path !== "net/events.js")) {
    for (const [, name] of read(path).matchAll(/"((?:post|delivery|target|check|rehearsal|media|arrangement|window|session|store|notification)-(?:created|changed|scheduled|unpublished|deleted|undeleted|wanted|arrived|ended|restored))"/g)) {
      assert.ok(known.has(name), `${path} waits for ${name}`)
    }
  }
})

test("one module alone knows by which events the daemon says that the page may have missed some", () => {
  assert.deepEqual(EventLine.names.filter(isReset), ["store-restored", "reset"])
  for (const path of modules.filter(path => !["model/daemon-events.js", "net/events.js"].includes(path))) {
    assert.doesNotMatch(read(path), /name === "reset"|"store-restored"/, path)
  }
})

test("nothing that the page needs to start exists only over https", () => {
  // These two run only where there are service workers.
  const secure = ["net/share-store.js", "net/offline.js"]
  for (const path of modules.filter(path => !secure.includes(path))) {
    assert.doesNotMatch(read(path), /crypto\.(randomUUID\(|subtle\.)/, path)
  }
})

test("the documents name modules that exist, and the README names each of the model", () => {
  const documents = ["README.md", "Panels.md", "Writing.md"].map(name =>
    readFileSync(new URL(`../${name}`, page), "utf8"))
  const named = documents.flatMap(text => [...text.matchAll(/\b(?:model|net|view)\/[a-z/-]+\.js/g)].map(([path]) => path))
  assert.ok(named.length > 100)
  assert.deepEqual(named.filter(path => !modules.includes(path)), [])
  const missing = modules.filter(path => path.startsWith("model/") && !documents.some(text => text.includes(path)))
  assert.deepEqual(missing, [])
})
