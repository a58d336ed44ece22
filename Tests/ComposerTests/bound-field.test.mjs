// A field of the page and a field of the draft: what comes from elsewhere is a step of undo, and no typing of the writer's.
// It never goes into a field that has the focus instead.
import assert from "node:assert/strict"
import { beforeEach, test } from "node:test"

Object.defineProperty(globalThis, "navigator", { value: { platform: "" }, configurable: true })
globalThis.HTMLElement = class {}
const { Page } = await import("../../Sources/Composer/Page/model/page.js")
const { bind } = await import("../../Sources/Composer/Page/view/markup.js")
const { replaceText } = await import("../../Sources/Composer/Page/view/text-edits.js")

/** A text field whose `execCommand` remembers steps, as a browser's undo does. */
class Field extends EventTarget {
  value = ""
  selectionStart = 0
  selectionEnd = 0
  setSelectionRange(start, end) { Object.assign(this, { selectionStart: start, selectionEnd: end }) }
}

let field, steps, model

beforeEach(() => {
  field = new Field()
  steps = []
  globalThis.document = { activeElement: field, execCommand: (command, _, text = "") => {
    steps.push(field.value)
    const { value, selectionStart: start, selectionEnd: end } = field
    field.value = value.slice(0, start) + text + value.slice(end)
    field.dispatchEvent(new Event("input"))
    return true
  } }
  const page = new Page()
  model = page.model = { fields: { title: "On tides" }, changes: [], change(fields) { this.changes.push(fields) },
    show(by, title) {
      this.fields = { title }
      page.tell({ fields: { names: ["title"], by } })
    } }
  bind(field, { page, read: ({ title }) => title, write: title => ({ title }), signal: new AbortController().signal })
})

test("a change from elsewhere enters the field that has the focus as one step of undo, and the caret stays at its words", () => {
  field.setSelectionRange(8, 8)
  model.show("daemon", "On the tides")
  assert.deepEqual([field.value, steps, field.selectionStart], ["On the tides", ["On tides"], 12])
  model.show("daemon", "")
  assert.deepEqual([field.value, steps.length], ["", 2])
  assert.deepEqual(model.changes, [])
  field.value = "Typed"
  field.dispatchEvent(new Event("input"))
  assert.deepEqual(model.changes, [{ title: "Typed" }])
})

test("another post's words are no step, and neither is a change of a field without the focus", () => {
  model.show("open", "Another post")
  document.activeElement = null
  model.show("daemon", "Another post, changed")
  assert.deepEqual([field.value, steps, model.changes], ["Another post, changed", [], []])
})

test("a browser that makes no such edits gets the text all the same", () => {
  document.execCommand = () => false
  model.show("daemon", "On the tides")
  assert.equal(field.value, "On the tides")
})

test("words for a text beneath an open dialog do not go into the dialog's field", () => {
  const area = Object.assign(new Field(), { value: "Words" })
  assert.equal(replaceText(area, 5, 5, " from elsewhere"), false)
  assert.deepEqual([field.value, steps], ["On tides", []])
  document.activeElement = area
  field = area
  assert.equal(replaceText(area, 5, 5, " from elsewhere"), true)
  assert.equal(area.value, "Words from elsewhere")
})
