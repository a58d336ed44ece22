import assert from "node:assert/strict"
import { test } from "node:test"

import { fit, groupOf, keyGroups, ranked, sections, withRecent } from "../../Sources/Composer/Page/model/palette.js"

const commands = [
  { id: "post.new", title: "New post", keys: ["Mod+Alt+N"] }, { id: "post.publish", title: "Publish…", keys: ["Mod+Shift+Enter"] },
  { id: "text.bold", title: "Bold", keys: ["Mod+B"] }, { id: "panel.posts", title: "Posts panel", keys: ["Mod+Alt+P"] },
  { id: "panel.overview", title: "Übersicht" },
]
const ids = (typed, recent = []) => ranked(typed, commands, recent).map(({ id }) => id)

test("with nothing typed all commands are listed, the last used first", () => {
  assert.deepEqual(ids(""), commands.map(({ id }) => id))
  assert.deepEqual(ids("", ["text.bold", "gone"]).slice(0, 2), ["text.bold", "post.new"])
})

test("the beginning of a word finds a command, and a title that begins with it comes first", () => {
  assert.deepEqual(ids("po"), ["panel.posts", "post.new"])
  assert.deepEqual(ids("post new"), ["post.new"])
  assert.deepEqual(ids("ubers"), ["panel.overview"])
})

test("letters in their order find a command that nothing else finds, and two letters do not", () => {
  assert.deepEqual(ids("pblsh"), ["post.publish"])
  assert.equal(fit("pb", "Publish…"), 0)
  assert.deepEqual(ids("xyzzy"), [])
})

test("of equally good commands the last used one comes first", () => {
  assert.deepEqual(ids("p", ["post.publish"])[0], "post.publish")
})

const undo = { id: "find.undoEverywhere", title: "Undo the last replacement in all posts" }
const dark = { id: "setting.theme.dark", title: "Colours: Dark", words: "theme" }
const all = [...commands, undo, dark]
const parts = (typed, { posts = [], recent = [], isEnabled = () => true } = {}) => Object.fromEntries(
  sections(typed, ranked(typed, all, recent), posts.map(title => ({ id: title, title })), isEnabled)
    .map(({ title, items }) => [title, items.map(({ id }) => id)]))

test("a disabled command and a slip of the finger stand behind everything else that was found", () => {
  assert.deepEqual(parts("other", { posts: ["Otters"] }), { Posts: ["Otters"], More: ["find.undoEverywhere"] })
  assert.deepEqual(parts("post", { isEnabled: id => id !== "post.new" }),
    { Commands: ["panel.posts", "find.undoEverywhere"], More: ["post.new"] })
})

test("the group with the best hit comes first; at equal hits commands come before posts", () => {
  assert.deepEqual(Object.keys(parts("bold", { posts: ["Bold men"] })), ["Commands", "Posts"])
  assert.deepEqual(Object.keys(parts("last", { posts: ["Last summer"] })), ["Posts", "Commands"])
  assert.deepEqual(Object.keys(parts("bold", { posts: ["Of courage"] })), ["Commands", "Posts"])
})

test("a post with the typed words in its title comes before those that have them elsewhere", () => {
  assert.deepEqual(parts("brea", { posts: ["Letters", "Bread, slowly", "Tides"] }).Posts, ["Bread, slowly", "Letters", "Tides"])
})

test("a setting is found by its value, its title and its name", () => {
  for (const typed of ["dark", "colours", "theme"]) assert.deepEqual(parts(typed).Settings, ["setting.theme.dark"])
})

test("with nothing typed some commands and the posts come before everything else", () => {
  const { Commands, Posts, More } = parts("", { posts: ["Tides"], recent: ["text.bold"] })
  assert.deepEqual([Commands[0], Commands.length, Posts, More], ["text.bold", 5, ["Tides"], ["find.undoEverywhere", "setting.theme.dark"]])
})

test("any text can be typed", () => {
  for (const typed of ["(", "[a-", "\\", "$^", "🛶", "a ".repeat(5000), "\u0000"]) assert.ok(Array.isArray(ids(typed)))
})

test("the list of keys has every command with keys once, by group", () => {
  const groups = keyGroups(commands)
  assert.deepEqual(groups.map(({ title }) => title), ["Post", "Text", "Panels"])
  assert.equal(groups.flatMap(group => group.commands).length, 4)
  assert.equal(groupOf({ id: "page.keys" }), "Page")
  assert.equal(keyGroups([{ id: "find.open", title: "Find in the text", keys: ["Mod+F"] }])[0].title, "Find")
  assert.equal(groupOf({ id: "else.where" }), "")
})

test("a command used again moves to the front, and the list of recent ones ends", () => {
  assert.deepEqual(withRecent(["a", "b"], "b"), ["b", "a"])
  assert.equal(withRecent(Array.from({ length: 50 }, (_, at) => `${at}`), "x").length, 12)
})
