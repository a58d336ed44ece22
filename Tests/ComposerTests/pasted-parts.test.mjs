import assert from "node:assert/strict"
import test from "node:test"
import { PastedParts } from "../../Sources/Composer/Page/model/pasted-parts.js"

function begun(text = "") {
  const parts = new PastedParts()
  parts.begin(text)
  return { parts, type: text => parts.change(text), paste: text => parts.change(text, true), get words() { return parts.words } }
}

test("pasted words count as long as they stand there, wherever the text moves them", () => {
  const here = begun("My own words. ")
  here.paste("My own words. Four that were pasted")
  assert.equal(here.words, 4)
  here.type("Really my own words. Four that were pasted")
  assert.equal(here.words, 4)
  here.type("Really my own words. Four pasted")
  assert.equal(here.words, 2)
  here.type("Really my own words. ")
  assert.equal(here.words, 0)
})

test("what is written into a pasted part is written", () => {
  const here = begun()
  here.paste("one two three four")
  here.type("one two and mine three four")
  assert.equal(here.words, 4)
})

test("an undo of a paste takes its words away, and a redo brings them back as pasted", () => {
  const here = begun("Mine. ")
  here.paste("Mine. One two three.")
  here.type("Mine. ")
  assert.equal(here.words, 0)
  here.type("Mine. One two three.")
  assert.equal(here.words, 3)
})

test("the writer's own words that are cut and pasted elsewhere stay their own, and pasted ones pasted", () => {
  const here = begun("First part.\n\nSecond part here.\n")
  here.type("Second part here.\n")
  here.paste("Second part here.\n\nFirst part.\n")
  assert.equal(here.words, 0)
  here.paste("Second part here.\n\nFirst part.\nFrom elsewhere.\n")
  here.type("Second part here.\n\nFirst part.\n")
  here.paste("From elsewhere.\nSecond part here.\n\nFirst part.\n")
  assert.equal(here.words, 2)
})

test("a paste that replaces words counts itself alone, and another text has none", () => {
  const here = begun("one two three")
  here.paste("one a b c d three")
  assert.equal(here.words, 4)
  here.parts.begin("one a b c d three")
  assert.equal(here.words, 0)
})
