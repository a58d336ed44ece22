/** Assembles the page: its model, its commands, and the elements that use both. */
import "./view/desk/desk-toolbar.js"
import "./view/desk/notice-board.js"
import "./view/layer/panel-layer.js"
import "./view/text/post-editor.js"
import { CommandPaletteElement } from "./view/desk/command-palette.js"
import { EditorPictures } from "./view/text/editor-pictures.js"
import { FindEverywhereElement } from "./view/desk/find-everywhere.js"
import { PanelsMenuElement } from "./view/desk/panels-menu.js"
import { SnippetsDialogElement } from "./view/desk/snippets-dialog.js"
import { Arranging } from "./model/arranging.js"
import { CommandList } from "./model/commands.js"
import { changes, Page } from "./model/page.js"
import { PageModel } from "./model/page-model.js"
import { directionKey, readingDirection } from "./model/language.js"
import { postName } from "./model/post-name.js"
import { Preferences } from "./model/preferences.js"
import { isReplaced, pageUser, request, upload } from "./net/api.js"
import { keeping, keepingWords, kept, remembered } from "./net/browser-store.js"
import { subscribe } from "./net/events.js"
import { DraftStore } from "./net/draft-store.js"
import { PostCache } from "./net/post-cache.js"
import { WishStore } from "./net/wish-store.js"
import { hasShares, Offline } from "./net/offline.js"
import { arrangementFiles, lastWindow, windowIdentity, windowRoutes } from "./net/windows.js"
import { Finder } from "./view/finder.js"
import { announce, isMac, leaveComposingKeys } from "./view/markup.js"
import { WayBack } from "./view/desk/way-back.js"

leaveComposingKeys()
document.documentElement.dir = readingDirection(kept(directionKey).get(), navigator.language)

const page = new Page(), commands = page.commands = new CommandList()
page.follow(commands, { change: "commands" })
const drafts = new DraftStore()
const cache = new PostCache()
const offline = new Offline(cache)
const read = (...asked) => cache.read(...asked)
/** What other apps have shared; null in most browsers, which then load nothing of it. */
const sharing = loadSharing().catch(() => null)
const model = page.model = new PageModel(page, { request, subscribe, read }, drafts,
  new Preferences(request, document.documentElement), new WishStore(), { others: async () => (await sharing)?.store.others() ?? [] })
model.offline = offline
page.follow(offline, { change: "offline" })
const arranging = page.arranging = new Arranging({ routes: windowRoutes, identity: windowIdentity, last: lastWindow })
page.follow(arranging, { change: "panels", line: "panelsLine", words: "said" })
const make = name => Object.assign(document.createElement(name), { page })

const toolbar = make("desk-toolbar")
const editor = make("post-editor")
model.pictures = editor.pictures = new EditorPictures(editor, page, { upload, request })
const main = document.querySelector("main")
const palette = Object.assign(new CommandPaletteElement(), { page })
const finder = new Finder()
const replaced = remembered("galley-replaced")
let texts
const loadTexts = () => texts ??= import("./model/all-texts.js").then(
  ({ AllTexts }) => new AllTexts(request, (text, query) => finder.find(text, query), replaced),
  () => {
    texts = undefined
    throw new Error("This part of the page did not load. Reload the page, and try again.")
  })
const everywhere = Object.assign(new FindEverywhereElement(), { model, loadTexts, last: replaced })
const snippets = Object.assign(new SnippetsDialogElement(), { model, editor })

commands.register(
  { id: "post.new", title: "New post", keys: ["Mod+Alt+N"], run: () => { model.newPost(); editor.focus() } },
  { id: "post.save", title: "Save now", keys: ["Mod+S"], run: () => model.push() },
  { id: "post.publish", title: "Publish…", keys: ["Mod+Shift+Enter"], run: () =>
    toolbar.querySelector("publish-button").toggle() },
  ...everywhere.commands, ...snippets.commands,
  { id: "page.commands", title: "Search…", keys: ["Mod+Shift+P"], run: () => palette.open() },
  { id: "page.keys", title: "All keys…", keys: ["F1", "?", "Shift+?"], run: () => palette.open({ isKeys: true }) },
  { id: "page.signOut", title: "Sign out", keys: [], run: signOut },
  ...model.preferences.commands(({ message }) => model.notice(message)),
)

const bindKeys = () => model.keys.all().then(
  keys => commands.bind(new Map(keys.map(({ name, text }) => [name, text]))),
  () => { /* The usual keys work. */ })
bindKeys()

const popOver = (panel, anchor) => layer.popOver(panel, anchor)
toolbar.panelsMenu = Object.assign(new PanelsMenuElement(), {
  page, popOver, files: arrangementFiles, simulate: windowRoutes.simulate,
  run: command => layer.run(command),
})
subscribe(message => arranging.receive(message))

let toldKeeping = null

async function loadSharing() {
  if (!await hasShares()) return null
  const [{ Shared }, { shareStore }] = await Promise.all([import("./view/desk/shared.js"), import("./net/share-store.js")])
  return { store: shareStore, shared: new Shared(model, shareStore, drafts) }
}

/** Says once what the browser does not keep. Its text stays true until the page closes. */
function reportKeeping() {
  const words = keepingWords(keeping.fault, drafts.canKeep)
  if (!words || words === toldKeeping) return
  toldKeeping = words
  model.notice(words, null, true)
}

/** Ends this browser's session. Text that the daemon does not have stays in the browser for its author. */
async function signOut() {
  model.leave()
  if (model.draft.phase === "blank" || await model.saved()) return endSession()
  model.notice("Not all of your text is saved. It stays in this browser until you sign in here again.",
    { title: "Sign out", run: endSession }, true)
}

async function endSession() {
  try {
    await request("DELETE", "/v1/sessions/current")
    await offline.forget()
    // “Back” may bring this page back as it was.
    addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload() })
    location.assign("/")
  } catch ({ message }) {
    model.notice(message)
  }
}

// A daemon that comes back may be a newer version with a newer page.
let wasAway = false
subscribe(async ({ kind, isOpen }) => {
  if (kind !== "line") return
  const isBack = wasAway && isOpen
  wasAway = isOpen === false
  if (isBack && await isReplaced()) {
    model.notice("Galley was updated while this page was open. Your text is kept; reload the page to continue.",
      { title: "Reload", run: () => location.reload() }, true)
  }
})

const layer = make("panel-layer")
layer.append(editor)
document.querySelector("header").replaceWith(toolbar)
main.append(layer)
layer.measure()
layer.addEventListener("modal", event => {
  for (const element of [toolbar, document.querySelector(".skip")]) element.inert = event.detail
})
document.body.append(palette, everywhere, snippets, make("notice-board"), document.createElement("live-announcer"))

document.addEventListener("keydown", event => {
  if (event.defaultPrevented) return
  const command = commands.match(event, isMac)
  if (!command || command.scope || !commands.isEnabled(command.id)) return
  const isTyped = event.key.length === 1 && !event.ctrlKey && !event.metaKey
  if (isTyped && event.target.closest?.("input, textarea, select")) return
  event.preventDefault()
  commands.run(command.id, { byKey: true })
})

// The address names the open post, so that a reload, a bookmark and “back” lead to it.
const address = new URL(location.href)
const named = address.searchParams.get("post") ?? address.searchParams.get("draft")
page.join({
  update({ keys, post, fields, received, save }) {
    if (keys) bindKeys()
    if (received) cache.learn(model.post)
    if (post) updateAddress(true, post.name)
    else if (received || save || changes(fields, "title")) updateAddress(false)
  },
})
let isGoingBack = false
const wayBack = new WayBack(() => {
  const searchParams = new URLSearchParams(wayBack.search)
  const name = searchParams.get("post") ?? model.postOf(searchParams.get("draft"))
  if (name) return model.open(name)
  isGoingBack = true
  model.newPost()
  isGoingBack = false
})

const openName = () => postName(model.fields)

/**
 * @param {boolean} isOther whether a different post is open now
 * @param {string|null} [name] the name by which the post was requested
 */
function updateAddress(isOther, name = null) {
  const { draft } = model
  const search = draft.id ? `?post=${draft.id}` : draft.phase === "blank" ? "" : `?draft=${draft.key}`
  const title = `${openName()} – Galley`
  if (document.title !== title) document.title = title
  // A post that is still loading keeps its address, even if it cannot be loaded now: a reload requests it again.
  if (wayBack.search === search || model.isOpening || (!isOther && draft.phase === "blank")) return
  const searchParams = new URLSearchParams(wayBack.search)
  const shown = [searchParams.get("post"), searchParams.get("draft")].filter(Boolean)
  const isOwn = shown.every(one => [draft.id, draft.key, name].includes(one))
  wayBack.show(search, !isOwn && !isGoingBack)
}

addEventListener("pagehide", () => {
  model.leave()
  model.push()
  drafts.flush()
})
addEventListener("beforeunload", event => {
  if (model.isInDanger || model.pictures.uploads.isBusy || snippets.isTyped) event.preventDefault()
})
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "hidden") return
  model.leave()
  model.push()
})

if (matchMedia("(pointer: fine)").matches) editor.focus()
const shared = (await sharing)?.shared
await shared?.begin(address.searchParams.get("share"))
await model.start(named)
// The focus may stay in the text while another one enters it.
page.join({ update({ post }) { if (post) announce(document, `Open: ${openName()}`) } })
await shared?.rest()
reportKeeping()
for (const source of [keeping, drafts]) source.addEventListener("change", reportKeeping)
offline.start(subscribe)
if (model.preferences.get("tour") === "new") {
  import("./view/desk/tour.js").then(({ begin }) => begin(page, editor),
    () => { /* Without the daemon there will be another time. */ })
}
