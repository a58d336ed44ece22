import assert from "node:assert/strict"
import test from "node:test"
import { after, draftOf, isSettled, keptOf, revived, saveWords } from "../../Sources/Composer/Page/model/draft.js"
import { draftBody, fieldsOf, mergeFields } from "../../Sources/Composer/Page/model/fields.js"
import { words } from "../../Sources/Composer/Page/model/difference.js"
import { chance } from "./chance.mjs"
import { live, post } from "./drafts.mjs"

const write = (draft, body, now = 0) => ({ type: "typed", fields: { ...draft.mine, body }, now })

test("a new post with nothing but a space is not created", () => {
  const { draft, does } = live(draftOf("k"), write(draftOf("k"), " "))
  assert.equal(draft.phase, "blank")
  assert.deepEqual(does, ["keep"])
})

test("the first words are stored at once and create the post within a second", () => {
  const blank = draftOf("k")
  const first = live(blank, write(blank, "H", 1000))
  assert.deepEqual(first.does, ["keep", "wait"])
  const last = live(first.draft, write(blank, "Hello", 1750))
  assert.equal(last.actions[1].milliseconds, 50)
  assert.deepEqual(live(last.draft, { type: "due" }).does, ["keep", "create"])
})

test("after a lost answer to the creation, the retry repeats text and key, then saves the newer text", () => {
  const blank = draftOf("k")
  const lost = live(blank, write(blank, "One"), { type: "due" }, write(blank, "One two"), { type: "unanswered" })
  assert.equal(lost.draft.phase, "away")
  const again = live(lost.draft, { type: "due" })
  assert.equal(again.actions.at(-1).fields.body, "One")
  const made = live(again.draft, { type: "acknowledged", post: post("One") })
  assert.equal(made.draft.phase, "typed")
  assert.equal(live(made.draft, { type: "due" }).actions.at(-1).fields.body, "One two")
})

test("changes by others to a new post before its lost answer is repeated are merged, not overwritten", () => {
  const blank = draftOf("k")
  const lost = live(blank, write(blank, "One"), { type: "due" }, write(blank, "One two"), { type: "unanswered" })
  const again = live(lost.draft, { type: "due" })
  const apart = live(again.draft, { type: "acknowledged", post: post("Zero\n\nOne", 2) })
  assert.deepEqual([apart.draft.phase, apart.draft.id, apart.draft.revision, apart.draft.mine.body, apart.draft.creating],
    ["typed", "p1", 2, "Zero\n\nOne two", null])
  const same = live(again.draft, { type: "acknowledged", post: post("One three", 2) })
  assert.equal(same.draft.phase, "conflict")
  assert.deepEqual(same.draft.conflicts.map(({ mine, theirs }) => [mine, theirs]), [["One two", "One three"]])
  const gone = live(again.draft, { type: "acknowledged", post: post("One three", 3, { deletedAt: "2026-11-22T10:00:00Z" }) })
  assert.equal(gone.draft.phase, "deleted")
  assert.equal(live(gone.draft, { type: "found", post: post("One three", 4) }).draft.phase, "conflict")
})

test("text typed during a save is saved next", () => {
  const saved = draftOf("k", post("a"))
  const { draft, does } = live(saved, write(saved, "ab"), { type: "due" }, write(saved, "abc"),
    { type: "acknowledged", post: post("ab", 2) })
  assert.equal(draft.phase, "typed")
  assert.equal(draft.mine.body, "abc")
  assert.ok(does.includes("keep") && does.includes("wait") && !does.includes("forget"))
})

test("a draft that the daemon has acknowledged completely is deleted here", () => {
  const saved = draftOf("k", post("a"))
  const { draft, does } = live(saved, write(saved, "ab"), { type: "due" },
    { type: "acknowledged", post: post("ab", 2), now: 7 })
  assert.equal(draft.phase, "saved")
  assert.equal(draft.savedAt, 7)
  assert.deepEqual(does, ["forget"])
})

test("a save whose answer was lost, followed by more typing, causes no conflict with itself", () => {
  const saved = draftOf("k", post("one two"))
  const { draft } = live(saved, write(saved, "one 2"), { type: "due" }, write(saved, "one 3"), { type: "unanswered" },
    { type: "due" }, { type: "stale" }, { type: "found", post: post("one 2", 2) })
  // The second save sent “one 3”; the first one, whose answer was lost, had sent “one 2”.
  assert.equal(draft.phase, "typed")
  assert.equal(draft.mine.body, "one 3")
})

test("a save whose answer was lost is recognised after any number of attempts, whatever was typed between them", () => {
  const saved = draftOf("k", post("one"))
  let { draft } = live(saved, write(saved, "one two"), { type: "due" }, write(saved, "one 2"), { type: "unanswered" })
  for (let turn = 0; turn < 20; turn++) {
    draft = live(draft, write(draft, `one ${turn % 3 ? "three" : turn}`), { type: "due" }, { type: "unanswered" }).draft
  }
  assert.equal(draft.owed.length, 8)
  assert.equal(keptOf(draft).owed.length, 8)
  const told = live(draft, { type: "due" }, { type: "stale" }, { type: "found", post: post("one two", 2) })
  assert.equal(told.draft.phase, "typed")
  assert.equal(told.draft.mine.body, "one three")
  assert.deepEqual(told.draft.conflicts, [])
})

test("an unreachable daemon is retried at growing intervals, and at once when it is back", () => {
  const saved = draftOf("k", post("a"))
  let { draft } = live(saved, write(saved, "ab"))
  const waits = []
  for (let turn = 0; turn < 6; turn++) {
    const turned = live(draft, { type: "due" }, { type: "unanswered" })
    waits.push(turned.actions.at(-1).milliseconds)
    draft = turned.draft
  }
  assert.deepEqual(waits, [1000, 2000, 4000, 8000, 8000, 8000])
  assert.deepEqual(live(draft, { type: "back" }).does, ["keep", "replace"])
})

test("changes from another window enter an untouched text without a question", () => {
  const { draft, does } = live(draftOf("k", post("a")), { type: "found", post: post("a b", 2) })
  assert.equal(draft.phase, "saved")
  assert.equal(draft.mine.body, "a b")
  assert.deepEqual(does, ["forget", "show"])
})

test("an older version that arrives late changes nothing", () => {
  const saved = draftOf("k", post("new", 5))
  assert.deepEqual(live(saved, { type: "found", post: post("old", 4) }).draft, saved)
})

test("a stale save merges edits in different places and saves both", () => {
  const saved = draftOf("k", post("one\n\ntwo\n"))
  const { draft, does } = live(saved, write(saved, "one!\n\ntwo\n"), { type: "due" }, { type: "stale" },
    { type: "found", post: post("one\n\ntwo?\n", 2) })
  assert.equal(draft.phase, "typed")
  assert.equal(draft.mine.body, "one!\n\ntwo?\n")
  assert.equal(draft.revision, 2)
  assert.deepEqual(does, ["keep", "wait", "show"])
})

test("edits in the same place wait for a choice, and nothing is saved until then", () => {
  const { draft } = conflicted()
  assert.equal(draft.phase, "conflict")
  assert.equal(draft.conflicts[0].mine, "The dog.")
  assert.equal(draft.conflicts[0].theirs, "The cow.")
  assert.deepEqual(live(draft, { type: "due" }).does, [])
})

const conflicted = () => {
  const saved = draftOf("k", post("The cat."))
  return live(saved, write(saved, "The dog."), { type: "due" }, { type: "stale" },
    { type: "found", post: post("The cow.", 2) })
}

for (const [choice, body] of [["mine", "The dog."], ["theirs", "The cow."], ["both", "The dog.\n\nThe cow."]]) {
  test(`choosing ${choice} ends a conflict with “${body.replaceAll("\n", "¶")}”`, () => {
    const { draft, does } = live(conflicted().draft, { type: "chosen", index: 0, choice })
    assert.equal(draft.mine.body, body)
    assert.equal(does.includes("show"), choice !== "mine", "the text area shows what was chosen")
    assert.equal(draft.phase, choice === "theirs" ? "saved" : "typed")
    assert.equal(draft.revision, 2)
  })
}

test("both texts of a conflict stay two paragraphs, and list items stay one list", () => {
  const both = (mine, theirs) => {
    const saved = draftOf("k", post("One\n\nTwo\n\nThree"))
    const { draft } = live(saved, write(saved, `One\n\n${mine}\n\nThree`), { type: "due" }, { type: "stale" },
      { type: "found", post: post(`One\n\n${theirs}\n\nThree`, 2) })
    assert.equal(draft.phase, "conflict")
    return live(draft, { type: "chosen", index: 0, choice: "both" }).draft.mine.body
  }
  assert.equal(both("A dog.", "A cow."), "One\n\nA dog.\n\nA cow.\n\nThree")
  assert.equal(both("- A dog.", "- A cow."), "One\n\n- A dog.\n- A cow.\n\nThree")
  assert.equal(both("- A dog.", "A cow."), "One\n\n- A dog.\n\nA cow.\n\nThree")
})

test("a date and its zone are held together, and both are sent once either is corrected", () => {
  const dated = (local, zone) => post("a", 1, { date: { local, zone } })
  const saved = draftOf("k", dated("2027-06-01T10:00:00", "Europe/Lisbon"))
  const type = (draft, fields) => ({ type: "typed", fields: { ...draft.mine, ...fields } })
  for (const [wrong, right, field] of [
    [{ date: "2027-06-01T18:00:00", zone: "Tokyo" }, { zone: "Asia/Tokyo" }, "zone"],
    [{ date: "2027-02-31T18:00:00", zone: "Asia/Tokyo" }, { date: "2027-06-01T18:00:00" }, "date"],
  ]) {
    const refused = live(saved, type(saved, wrong), { type: "due" }, { type: "refused", field, words: "No." })
    assert.equal(refused.draft.phase, "refused", "nothing but the date was changed, so nothing is sent")
    assert.deepEqual(refused.draft.held.toSorted(), ["date", "zone"])
    const sent = live(refused.draft, type(refused.draft, right), { type: "due" })
    const { date, zone } = sent.actions.at(-1).fields
    assert.deepEqual([date, zone, sent.draft.held, sent.draft.problem], ["2027-06-01T18:00:00", "Asia/Tokyo", [], null])
  }
})

test("a refused field is held back only until it is corrected, even in a deleted post, or given up in a conflict", () => {
  const saved = draftOf("k", { ...post("a"), isSlugChosen: true }, 0)
  const type = (draft, slug) => ({ type: "typed", fields: { ...draft.mine, slug } })
  const elsewhere = (revision, more) => ({ type: "found", post: { ...post("a", revision), isSlugChosen: true, ...more } })
  const { draft: held } = live(saved, type(saved, "No!"), { type: "due" }, { type: "refused", field: "slug", words: "No." })
  assert.deepEqual(held.held, ["slug"])
  const gone = live(held, elsewhere(2, { deletedAt: "2026-11-22T10:00:00Z" })).draft
  const back = live(gone, type(gone, "yes"), elsewhere(3), { type: "due" })
  assert.equal(back.actions.at(-1).fields.slug, "yes")
  const { draft: both } = live(held, elsewhere(2, { slug: "other" }))
  assert.equal(both.phase, "conflict")
  const choose = choice => live(both, { type: "chosen", index: 0, choice }).draft
  assert.deepEqual([choose("theirs").held, choose("mine").held], [[], ["slug"]])
})

test("typing the other's text also ends a conflict", () => {
  const { draft } = conflicted()
  assert.equal(live(draft, write(draft, "The cow.")).draft.phase, "saved")
})

test("a third version during a conflict is merged into it", () => {
  const { draft } = live(conflicted().draft, { type: "found", post: post("The cow. And more.", 3) })
  assert.equal(draft.phase, "conflict")
  assert.equal(draft.theirs.revision, 3)
})

test("two different titles are shown side by side", () => {
  const saved = draftOf("k", post("", 1, { title: "A" }))
  const { draft } = live(saved, { type: "typed", fields: { ...saved.mine, title: "B" } },
    { type: "found", post: post("", 2, { title: "C" }) })
  assert.deepEqual(draft.conflicts, [{ field: "title", mine: "B", theirs: "C" }])
  assert.equal(live(draft, { type: "chosen", index: 0, choice: "theirs" }).draft.mine.title, "C")
})

test("the tags of two windows are merged", () => {
  const saved = draftOf("k", post("", 1, { tags: ["a", "b"] }))
  const { draft } = live(saved, { type: "typed", fields: { ...saved.mine, tags: ["b", "mine"] } },
    { type: "found", post: post("", 2, { tags: ["a", "b", "theirs"] }) })
  assert.deepEqual(draft.mine.tags, ["b", "theirs", "mine"])
})

test("a merge of tags keeps the order of the side that changed it, and mine if both did", () => {
  const rows = [
    { base: "ab", mine: "ba", theirs: "ab", merged: "ba" }, { base: "ab", mine: "ab", theirs: "ba", merged: "ba" },
    { base: "ab", mine: "ba", theirs: "abc", merged: "bac" }, { base: "abc", mine: "cab", theirs: "bca", merged: "cab" },
    { base: "abc", mine: "cba", theirs: "ab", merged: "ba" }, { base: "ab", mine: "xab", theirs: "ab", merged: "xab" },
    { base: "ab", mine: "ab", theirs: "xab", merged: "xab" },
    { base: "ab", mine: "", theirs: "ba", merged: "" }, { base: "", mine: "ab", theirs: "ba", merged: "ba" },
    { base: "ab", mine: "abx", theirs: "yba", merged: "ybax" },
  ]
  for (const { merged, ...sides } of rows) {
    const [base, mine, theirs] = ["base", "mine", "theirs"].map(side => ({ ...draftOf("k").mine, tags: [...sides[side]] }))
    assert.equal(mergeFields(base, mine, theirs).fields.tags.join(""), merged, JSON.stringify(sides))
  }
})

test("a deleted post keeps its text on the page, and further typing is kept", () => {
  const saved = draftOf("k", post("text"))
  const gone = live(saved, { type: "deleted" })
  assert.equal(gone.draft.mine.body, "text")
  const more = live(gone.draft, write(gone.draft, "text more"))
  assert.deepEqual(more.does, ["keep"])
  const back = live(more.draft, { type: "found", post: post("text", 3) })
  assert.equal(back.draft.phase, "typed")
  assert.equal(back.draft.mine.body, "text more")
})

test("a date that the daemon refuses does not prevent the text from being saved", () => {
  const saved = draftOf("k", post("a"))
  const { draft } = live(saved, { type: "typed", fields: { ...saved.mine, body: "ab", date: "2026-02-31 09:00" } },
    { type: "due" }, { type: "refused", field: "date", words: "There is no 31 February." })
  assert.equal(draft.phase, "typed")
  const sent = live(draft, { type: "due" }).actions.at(-1).fields
  assert.equal(sent.body, "ab")
  assert.equal(sent.date, "")
  const kept = live(draft, { type: "due" }, { type: "acknowledged", post: post("ab", 2) })
  assert.equal(kept.draft.phase, "refused")
  assert.equal(kept.draft.mine.date, "2026-02-31 09:00")
  assert.equal(saveWords(kept.draft, here), "Saved, but not the date: There is no 31 February.")
  const more = live(kept.draft, write(kept.draft, "abc"), { type: "due" },
    { type: "acknowledged", post: post("abc", 3) })
  assert.match(saveWords(more.draft, here), /31 February/)
})

test("a reload in the middle of a save restores all of the text", () => {
  const saved = draftOf("k", post("a"))
  const { draft } = live(saved, write(saved, "ab"), { type: "due" }, write(saved, "abc"))
  const again = revived(structuredClone(keptOf(draft)))
  const { draft: joined } = live(again, { type: "due" }, { type: "stale" }, { type: "found", post: post("ab", 2) })
  assert.equal(joined.mine.body, "abc")
  assert.equal(joined.phase, "typed")
})

test("a draft that an older edition of the page stored has all fields, and merges", () => {
  const { draft } = live(draftOf("k", post("a")), write(draftOf("k", post("a")), "ab"), { type: "due" })
  const kept = structuredClone(keptOf(draft))
  for (const fields of [kept.base, kept.mine, ...kept.owed]) delete fields.privateNotes
  const again = revived(kept)
  assert.deepEqual(again, revived(keptOf(draft)))
  const told = { ...post("a", 2), title: "Elsewhere" }
  const { draft: joined } = live(again, { type: "due" }, { type: "stale" }, { type: "found", post: told })
  assert.deepEqual([joined.mine.body, joined.mine.title], ["ab", "Elsewhere"])
})

test("private notes create a post, and those of two windows are merged where they can be", () => {
  const noted = (draft, privateNotes) => ({ type: "typed", fields: { ...draft.mine, privateNotes }, now: 0 })
  assert.deepEqual(live(draftOf("k"), noted(draftOf("k"), "Ask Ada"), { type: "due" }).does, ["keep", "create"])
  const saved = draftOf("k", { ...post("a"), privateNotes: "One.\n\nTwo." })
  const told = privateNotes => ({ type: "found", post: { ...post("a", 2), privateNotes } })
  const ours = live(saved, noted(saved, "One!\n\nTwo."), { type: "due" }, { type: "stale" })
  const { draft } = live(ours.draft, told("One.\n\nTwo. Three."))
  assert.deepEqual([draft.mine.privateNotes, draft.conflicts], ["One!\n\nTwo. Three.", []])
  const asked = live(ours.draft, told("One?\n\nTwo."))
  assert.deepEqual(asked.draft.conflicts.map(conflict => conflict.field), ["privateNotes"])
})

const here = { trouble: null, canKeep: true, time: () => "12:04" }

test("every phase has a text", () => {
  const saved = draftOf("k", post("a"), 1)
  assert.equal(saveWords(saved, here), "Saved 12:04")
  const away = live(saved, write(saved, "b"), { type: "due" },
    { type: "unanswered", words: "the daemon is away." }).draft
  assert.equal(saveWords(away, here), "Not saved: the daemon is away. Your text is kept here.")
  assert.match(saveWords(away, { ...here, canKeep: false }), /copy it/)
})

test("the text of a phase gives only reasons that the draft knows, and nothing untrue", () => {
  const saved = draftOf("k", post("a"), 1)
  const trouble = "“Ben” is signed in to this browser now."
  assert.equal(saveWords(saved, { ...here, trouble }), `Saved 12:04. ${trouble}`)
  assert.equal(saveWords(draftOf("k"), { ...here, trouble }), `${trouble} What you write is kept here.`)
  const unasked = live(saved, write(saved, "b"), { type: "due" }, { type: "unanswered" }).draft
  assert.equal(saveWords(unasked, { ...here, trouble }), "Not saved yet. Your text is kept here.")
  // A refused field must not produce “Saved” for a text that is refused for another reason.
  const held = live(saved, { type: "typed", fields: { ...saved.mine, body: "ab", slug: "No!" } }, { type: "due" },
    { type: "refused", field: "slug", words: "The slug is wrong." }).draft
  const whole = live(held, { type: "due" }, { type: "refused", field: null, words: "The text is too long." }).draft
  assert.equal(saveWords(whole, here), "Not saved: The text is too long. Your text is kept here.")
  const kept = live(held, { type: "due" }, { type: "acknowledged", post: post("ab", 2) }).draft
  assert.equal(saveWords(kept, here), "Saved, but not the address: The slug is wrong.")
  // Neither another version nor a daemon that was away changes why a field is refused.
  const merged = live(held, { type: "found", post: post("a", 2, { title: "T" }) }, { type: "due" },
    { type: "acknowledged", post: post("ab", 3, { title: "T" }) }).draft
  assert.equal(saveWords(merged, here), "Saved, but not the address: The slug is wrong.")
  const back = live(held, { type: "due" }, { type: "unanswered", words: "the daemon is away." }, { type: "back" },
    { type: "acknowledged", post: post("ab", 2) }).draft
  assert.equal(saveWords(back, here), "Saved, but not the address: The slug is wrong.")
  const fresh = draftOf("n")
  const bad = live(fresh, { type: "typed", fields: { ...fresh.mine, slug: "No!", title: "" } }).draft
  const nothing = { ...bad, phase: "refused", held: ["slug"], problem: "The slug is wrong." }
  assert.equal(saveWords(nothing, here), "Not saved: The slug is wrong. Your text is kept here.")
  // A deleted post without new text is not kept in the browser.
  assert.equal(saveWords(live(saved, { type: "deleted" }).draft, here), "Deleted")
  assert.equal(saveWords(live(saved, write(saved, "b"), { type: "deleted" }).draft, here),
    "Not saved: this post was deleted. Your text is kept here.")
})

test("the fields of a post survive the way from the daemon and back unchanged", () => {
  const told = post("b", 3, {
    title: "T", tags: ["x"], date: { local: "2026-12-01T09:00:00", zone: "Europe/Lisbon" }, isSlugChosen: false,
    overrides: { fediverse: { warning: "w", text: "" } },
  })
  assert.deepEqual(draftBody(fieldsOf(told)), {
    kind: "post", title: "T", body: "b", tags: ["x"], date: "2026-12-01T09:00:00", zone: "Europe/Lisbon",
    overrides: { fediverse: { warning: "w" } },
  })
})

test("two windows, a daemon and lost answers: every word arrives, in any order", () => {
  const dice = chance(4)
  let conflicts = 0
  for (let run = 0; run < 300; run++) conflicts += play(dice, run)
  assert.ok(conflicts > 5)
})

/** One simulation: two windows type into one post while the daemon loses answers, until both are idle. */
function play(dice, run) {
  let server = { body: "one two three\n\nfour five six\n", revision: 1 }
  const told = () => post(server.body, server.revision)
  const windows = ["A", "B"].map(name => ({ name, draft: draftOf(name, told()), actions: [], typed: "" }))
  let conflicts = 0
  const step = (window, event) => {
    const turned = after(window.draft, { now: run, ...event })
    window.draft = turned.draft
    for (const action of turned.actions) if (["replace", "fetch"].includes(action.do)) window.actions.push(action)
  }
  const answer = (window, isLossy) => {
    const action = window.actions.shift()
    if (!action) return
    if (action.do === "fetch") return step(window, { type: "found", post: told() })
    const isLost = isLossy && dice(3)
    if (isLost === 1) return step(window, { type: "unanswered" })
    if (window.draft.revision !== server.revision) return step(window, { type: "stale" })
    server = { body: action.fields.body, revision: server.revision + 1 }
    step(window, isLost === 2 ? { type: "unanswered" } : { type: "acknowledged", post: told() })
  }
  const settle = window => {
    while (window.draft.phase === "conflict") {
      conflicts++
      step(window, { type: "chosen", index: 0, choice: "both" })
    }
  }
  for (let turn = 0; turn < 30; turn++) {
    const window = windows[dice(2)]
    switch (dice(4)) {
      case 0: {
        const body = window.draft.mine.body
        const spaces = [0, ...[...body.matchAll(/\s/g)].map(match => match.index), body.length]
        const at = spaces[dice(spaces.length)]
        step(window, write(window.draft, `${body.slice(0, at)} ${window.name}${turn} ${body.slice(at)}`))
        window.typed += ` ${window.name}${turn}`
        break
      }
      case 1: step(window, { type: "due" }); break
      case 2: answer(window, true); break
      case 3: step(window, { type: "found", post: told() })
    }
    settle(window)
  }
  for (let turn = 0; turn < 20 || windows.some(window => !isSettled(window.draft)); turn++) {
    assert.ok(turn < 60, `run ${run} comes to rest: ${windows.map(window => window.draft.phase)}`)
    for (const window of windows) {
      step(window, { type: "due" })
      answer(window, false)
      answer(window, false)
      settle(window)
      if (window.draft.phase === "saved") step(window, { type: "found", post: told() })
    }
  }
  for (const window of windows) {
    assert.equal(window.draft.mine.body, server.body)
    for (const word of words(window.typed)) if (word.trim()) assert.ok(server.body.includes(word),
      `run ${run}: ${word}`)
  }
  return conflicts
}
