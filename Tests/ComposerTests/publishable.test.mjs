import assert from "node:assert/strict"
import test from "node:test"
import { whyUnpublishable } from "../../Sources/Composer/Page/model/publishable.js"

const model = (phase, more = {}) => ({ draft: { phase }, save: { words: `Words of ${phase}` }, barred: null, ...more })
const preview = (...tones) => ({ notes: tones.map(tone => ({ tone })) })
const ask = (phase, { missing = ["site", "hook"], previews = [], ...more } = {}) =>
  whyUnpublishable(model(phase, more), missing, new Map(previews))

test("a post that can be sent, or kept until the daemon is back, is not held up", () => {
  for (const phase of ["saved", "typed", "saving", "asking", "away"]) assert.equal(ask(phase), "", phase)
  assert.equal(ask("saved", { previews: [["site", preview("loss", "warning")], ["hook", preview()]] }), "")
  // A target that is not chosen may say what it wants.
  assert.equal(ask("saved", { missing: ["hook"], previews: [["site", preview("problem")]] }), "")
})

test("where nothing can be sent, the reason is given, the one that is to be dealt with first", () => {
  assert.equal(ask("blank"), "There is nothing to publish yet: the post is empty.")
  assert.equal(ask("blank", { barred: "You are signed out." }), "You are signed out.")
  assert.equal(ask("blank", { missing: [] }), "There is nothing to publish yet: the post is empty.")
  assert.equal(ask("saved", { missing: [] }), "Choose at least one target.")
  for (const phase of ["conflict", "refused", "deleted"]) assert.equal(ask(phase), `Words of ${phase}`)
})

test("the daemon sends to all chosen targets or to none, so one that takes nothing holds up all", () => {
  const refuses = ["hook", preview("problem")]
  assert.equal(ask("saved", { previews: [refuses, ["site", preview()]] }),
    "“hook” cannot get it as it is. Correct it, or publish without it.")
  assert.equal(ask("saved", { missing: ["a", "hook", "site"], previews: [refuses, ["site", preview("problem")]] }),
    "“hook” and “site” cannot get it as it is. Correct it, or publish without them.")
  assert.equal(ask("saved", { previews: [refuses, ["site", preview("problem")]] }),
    "It cannot be sent as it is. What is wrong stands above.")
})
