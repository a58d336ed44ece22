/**
 * The rules that keep typed text from being lost: one pure function from a draft and an event to the next draft and the
 * actions to take.
 *
 * | phase | meaning |
 * |---|---|
 * | `blank` | a new post with nothing in it |
 * | `saved` | the daemon has all of it |
 * | `typed` | there is something to save, soon |
 * | `saving` | a save is under way |
 * | `asking` | another client saved; its version is being fetched |
 * | `away` | saving failed because of `problem`; tried again after a while |
 * | `refused` | the daemon refused; tried again after the next change |
 * | `conflict` | both changed the same place; nothing is saved until the writer has chosen |
 * | `deleted` | the post was deleted; nothing is saved, the text waits here |
 *
 * @typedef {object} Draft
 * @property {string} key names the draft in the browser's own store; a new post's `Idempotency-Key`
 * @property {string|null} id
 * @property {number|null} revision the post's revision that `base` is
 * @property {Fields} base what the daemon last acknowledged
 * @property {Fields} mine what the writer sees
 * @property {Fields|null} sent under way
 * @property {Fields[]} owed sent without an answer, so the daemon may have it
 * @property {Fields|null} creating the fields of the first attempt to create the post: a retry must repeat them exactly
 * @property {string} phase
 * @property {{revision: number, fields: Fields}|null} theirs in a conflict
 * @property {object[]} conflicts
 * @property {string[]} held fields that the daemon refused, not sent again until they change
 * @property {string|null} refusal why the daemon refused those
 * @property {string|null} problem why it is not saved, as the end of a sentence
 * @property {boolean} isMerged whether another client's changes were merged since the last save
 * @property {number|null} savedAt milliseconds
 * @property {number} since when the oldest unsaved change was made
 * @property {number} tries without an answer
 * @property {number|null} deletedIn the lowest revision that the post can have since its deletion; null while it is not
 *   deleted, and if that revision is unknown
 */
import { edits, moved } from "./difference.js"
import { blank, changed, fieldsOf, isBlank, isSame, mergeFields, withValue } from "./fields.js"
import { lineParts } from "./list-items.js"

const pauseMilliseconds = 300
const longestMilliseconds = 800
const owedMax = 8
const retryMilliseconds = [1000, 2000, 4000, 8000]

/** A random key of 32 digits. (`crypto.randomUUID` exists only over https and on this machine.) */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, "0")).join("")

/** @returns {Draft} for a new post, or for one that the daemon has */
export function draftOf(key, post = null, now = null) {
  const base = post ? fieldsOf(post) : blank()
  return {
    key, id: post?.id ?? null, revision: post?.revision ?? null, base, mine: base, sent: null, owed: [], creating: null,
    phase: post ? (post.deletedAt ? "deleted" : "saved") : "blank", theirs: null, conflicts: [], held: [],
    refusal: null, problem: null, isMerged: false, savedAt: now, since: 0, tries: 0,
    deletedIn: post?.deletedAt ? post.revision : null,
  }
}

/** The parts of a draft that the browser's store keeps until the daemon has them. */
export function keptOf({ key, id, revision, base, mine, sent, owed, creating }) {
  return { key, id, revision, base, mine, sent: null, owed: owing({ owed, sent }), creating }
}

/** @returns {Draft} a stored draft, after a reload or in the next window; to be saved at once */
export function revived({ base, mine, owed, creating, ...kept }) {
  // An older edition of the page may have stored it, which knew fewer fields.
  const whole = fields => fields && { ...blank(), ...fields }
  return {
    ...draftOf(kept.key), ...kept, base: whole(base), mine: whole(mine), owed: owed.map(whole),
    creating: whole(creating), phase: isBlank(mine) && !kept.id ? "blank" : "typed",
  }
}

/** Whether the window may drop the draft. */
export const isSettled = draft => draft.phase === "saved" || draft.phase === "blank"

/**
 * @param {{type: string, now: number}} event an answer to a save may name what was `sent`
 * @returns {{draft: Draft, actions: object[]}} actions: `keep`, `forget`, `wait` (milliseconds), `create` and `replace`
 *   (fields), `fetch`, `show`
 */
export function after(draft, event) {
  // Answers a save that was abandoned because the post was deleted meanwhile.
  if (event.sent && event.sent !== draft.sent) return next(draft)
  if (draft.phase === "deleted") return afterDeletion(draft, event)
  switch (event.type) {
    case "typed": return typed(draft, event)
    case "due": return due(draft)
    case "back": return draft.phase === "away" ? due(draft) : next(draft)
    case "acknowledged": return acknowledged(draft, event)
    case "stale": return next({ ...draft, phase: "asking" }, { do: "fetch" })
    case "unanswered": return unanswered(draft, event)
    case "refused": return refused(draft, event)
    case "found": return found(draft, event)
    case "deleted": return deleted(draft, event)
    case "chosen": return chosen(draft, event)
    default: throw new Error(`A draft knows no event “${event.type}”.`)
  }
}

const next = (draft, ...actions) => ({ draft, actions })

// MARK: Writing

function typed(draft, { fields, now }) {
  const updated = written(draft, fields)
  switch (draft.phase) {
    case "blank":
      if (isBlank(fields)) return next(updated, isSame(fields, draft.base) ? { do: "forget" } : { do: "keep" })
      return wait({ ...updated, since: now }, now)
    case "saved":
      if (isSame(fields, draft.base)) return next(updated)
      return wait({ ...updated, since: now }, now)
    case "typed":
      return wait(updated, now)
    case "refused":
      return wait({ ...updated, since: now, problem: null }, now)
    case "saving": case "asking": case "away":
      return next(updated, { do: "keep" })
    case "conflict":
      return settle(updated, now)
  }
}

/** With the writer's fields. A refused one that has changed is no longer held back. */
function written(draft, fields) {
  const news = withPair(changed(draft.mine, fields))
  return { ...draft, mine: fields, held: draft.held.filter(name => !news.includes(name)) }
}

/** Saves after a short pause in typing, and while typing goes on after `longestMilliseconds`. */
function wait(draft, now) {
  const milliseconds = Math.max(0, Math.min(pauseMilliseconds, draft.since + longestMilliseconds - now))
  return next({ ...draft, phase: "typed" }, { do: "keep" }, { do: "wait", milliseconds })
}

// MARK: Saving

function due(draft) {
  if (!["typed", "away", "refused"].includes(draft.phase)) return next(draft)
  // An attempt without an answer may have arrived. `creating` remembers what it sent, so that it can be recognised.
  if (draft.id === null) {
    const fields = draft.creating ?? without(draft, draft.held)
    return next({ ...draft, phase: "saving", sent: fields, creating: fields }, { do: "keep" }, { do: "create", fields })
  }
  const fields = without(draft, draft.held)
  return next({ ...draft, phase: "saving", sent: fields }, { do: "keep" }, { do: "replace", fields })
}

/** A date means nothing without its zone: the two are held and released together. */
const withPair = names =>
  names.includes("date") || names.includes("zone") ? [...new Set([...names, "date", "zone"])] : names

/** The fields to send while the daemon refuses some of them. */
function without({ mine, base }, held) {
  return held.reduce((fields, name) => ({ ...fields, [name]: base[name] }), mine)
}

function acknowledged(draft, { post, now }) {
  const base = fieldsOf(post)
  const sent = draft.sent ?? draft.mine
  if (draft.id === null && post.revision > 1) return madeBefore(draft, sent, post, now)
  const updated = {
    ...draft, id: post.id, revision: post.revision, base, sent: null, owed: [], creating: null, problem: null,
    isMerged: false, savedAt: now, tries: 0,
  }
  const { fields } = mergeFields(sent, draft.mine, base)
  const mine = draft.held.reduce((fields, name) => ({ ...fields, [name]: draft.mine[name] }), fields)
  const shows = isSame(mine, draft.mine) ? [] : [{ do: "show" }]
  if (isSame(mine, base)) return next({ ...updated, mine: base, phase: "saved" }, { do: "forget" }, ...shows)
  if (isSame(without({ mine, base }, draft.held), base)) {
    return next({ ...updated, mine, phase: "refused" }, { do: "keep" }, ...shows)
  }
  const more = wait({ ...updated, mine, since: now }, now)
  return next(more.draft, ...more.actions, ...shows)
}

/**
 * An attempt whose answer was lost created the post, and another client has changed it since: merges as with any other
 * version.
 */
function madeBefore(draft, sent, post, now) {
  const joined = join({ ...draft, base: sent, creating: null }, post, now)
  if (!post.deletedAt) return joined
  const { draft: updated, actions } = deleted(joined.draft, post)
  return next(updated, ...actions, ...joined.actions.filter(action => action.do === "show"))
}

function unanswered(draft, { now, words = null }) {
  const milliseconds = retryMilliseconds[Math.min(draft.tries, retryMilliseconds.length - 1)]
  return next(
    {
      ...unsent(draft), phase: "away",
      tries: draft.tries + 1, problem: words, since: draft.since || now,
    },
    { do: "keep" }, { do: "wait", milliseconds })
}

/** One refused field must not keep the others from being saved. */
function refused(draft, { field, words, now }) {
  const updated = { ...draft, sent: null, creating: null, problem: words }
  const name = field?.split(".")[0]
  const canHold = name && name !== "body" && name in draft.mine && !draft.held.includes(name)
  if (!canHold) return next({ ...updated, phase: "refused" }, { do: "keep" })
  const held = withPair([...draft.held, name]), rest = without(draft, held)
  const holding = { ...updated, held, refusal: words }
  if (isSame(rest, draft.base) || (draft.id === null && isBlank(rest))) {
    return next({ ...holding, phase: "refused" }, { do: "keep" })
  }
  return wait({ ...holding, since: now }, now)
}

// MARK: Other versions

/** The daemon has this version, which may be ours, one that we know, or another client's. */
function found(draft, { post, now }) {
  // An answer that a newer one overtook may report a deletion that has since been undone.
  if (post.deletedAt) return post.revision < draft.revision ? next(draft) : deleted(draft, { revision: post.revision })
  if (draft.phase === "saving") return next(draft)
  const isKnown = draft.revision !== null && post.revision <= draft.revision
  if (isKnown && draft.phase !== "asking") return next(draft)
  return join(draft, post, now)
}

function join(draft, post, now) {
  const fields = fieldsOf(post)
  // Our own save, whose answer was lost: what we sent becomes the common base.
  const isOurs = [draft.sent, ...draft.owed].some(sent => sent && isSame(sent, fields))
  const updated = { ...draft, id: post.id, base: isOurs ? fields : draft.base,
    theirs: { revision: post.revision, fields } }
  return settle({ ...updated, sent: null }, now)
}

/** Merges `mine` with `theirs`, or finds the places that need a choice. */
function settle(draft, now) {
  const { theirs } = draft
  const { fields, conflicts } = mergeFields(draft.base, draft.mine, theirs.fields)
  const shows = isSame(fields, draft.mine) ? [] : [{ do: "show" }]
  if (conflicts.length) {
    return next({ ...draft, mine: fields, conflicts, phase: "conflict" }, { do: "keep" }, ...shows)
  }
  // A refused field for which the writer took the other version is no longer held back.
  const own = withPair(changed(theirs.fields, fields))
  const updated = {
    ...draft, mine: fields, base: theirs.fields, revision: theirs.revision, theirs: null, conflicts: [], owed: [],
    tries: 0, problem: null, held: draft.held.filter(name => own.includes(name)), isMerged: shows.length > 0,
    since: now,
  }
  if (isSame(fields, theirs.fields)) return next({ ...updated, phase: "saved", savedAt: now }, { do: "forget" }, ...shows)
  return next({ ...updated, phase: "typed" }, { do: "keep" }, { do: "wait", milliseconds: 0 }, ...shows)
}

// MARK: Deleted

/** A save under way stays in `sent` until its answer, which shows what has been typed since. */
function deleted(draft, { revision = null }) {
  const deletedIn = Math.max(revision ?? 0, draft.deletedIn ?? 0) || null
  return keeping({ ...draft, phase: "deleted", deletedIn })
}

const keeping = draft => next(draft, isSame(draft.mine, draft.base) ? { do: "forget" } : { do: "keep" })

/** Nothing is sent until the deletion is undone. Answers and events older than the deletion have no effect. */
function afterDeletion(draft, event) {
  switch (event.type) {
    case "typed": return next(written(draft, event.fields), { do: "keep" })
    case "due": case "back": case "chosen": return next(draft)
    case "acknowledged": return acknowledgedLate(draft, event)
    case "stale": return next(unsent(draft), { do: "fetch" })
    case "unanswered": case "refused": return keeping(unsent(draft))
    case "found": return isBack(draft, event.post) ? join(unsent({ ...draft, deletedIn: null }), event.post, event.now)
      : event.post.deletedAt ? deleted(draft, event.post) : next(draft)
    case "deleted": return deleted(unsent(draft), event)
    default: throw new Error(`A draft knows no event “${event.type}”.`)
  }
}

const isBack = ({ deletedIn }, post) => !post.deletedAt && (deletedIn === null || post.revision > deletedIn)

/** The save came before the deletion, or after it was undone. */
function acknowledgedLate(draft, event) {
  const { draft: updated, actions } = acknowledged(draft, event)
  if (isBack(draft, event.post)) return next({ ...updated, deletedIn: null }, ...actions)
  const shows = actions.filter(action => action.do === "show")
  const { actions: kept } = keeping(updated)
  return next({ ...updated, phase: "deleted" }, ...kept, ...shows)
}

/** The daemon may have it; `owed` recognises it later. */
const unsent = draft => ({ ...draft, sent: null, owed: owing(draft) })

/**
 * Everything sent without an answer, each text once. The daemon most probably has the first: it went away while that
 * was under way, and later attempts never reached it. So later attempts never displace the first.
 */
function owing({ owed, sent }) {
  if (!sent || owed.some(one => isSame(one, sent))) return owed
  const all = [...owed, sent]
  return all.length > owedMax ? [all[0], ...all.slice(1 - owedMax)] : all
}

/**
 * Applies the writer's choice at one place. Choosing mine means that the writer has seen theirs: theirs becomes the
 * base there, and mine an edit of it. Choosing theirs makes mine the same.
 */
function chosen(draft, { index, choice, now }) {
  const conflict = draft.conflicts[index]
  if (!conflict) return next(draft)
  const { field, theirs } = conflict
  const text = chosenText(conflict, choice)
  const settled = settle(
    field === "body" ? chosenBody(draft, conflict, text)
      : { ...draft, base: withValue(draft.base, field, theirs), mine: withValue(draft.mine, field, text) },
    now)
  // The page still shows the old text; typing on in it would revert the choice.
  const others = settled.actions.filter(action => action.do !== "show")
  return next(settled.draft, ...others, ...isSame(settled.draft.mine, draft.mine) ? [] : [{ do: "show" }])
}

function chosenText({ mine, theirs }, choice) {
  if (choice !== "both") return { mine, theirs }[choice]
  const first = mine.trimEnd(), second = theirs.replace(/^\n+/, "")
  if (!first || !second) return mine + theirs
  // Without a blank line two paragraphs would become one; with one, the items of a list would move apart.
  const isList = [first.split("\n").at(-1), second].every(text => lineParts(text).mark)
  return first + (isList ? "\n" : "\n\n") + second
}

/**
 * Where the chosen text ends in the body after the choice; null if the choice was about another field.
 * @param {Draft} before the draft in which it was chosen
 */
export function chosenPlace({ conflicts, mine }, { index, choice }, body) {
  const conflict = conflicts[index]
  if (conflict?.field !== "body") return null
  const text = chosenText(conflict, choice)
  const joined = mine.body.slice(0, conflict.start) + text + mine.body.slice(conflict.end)
  // The choice may have merged more of the other version's changes.
  return moved(conflict.start + text.trimEnd().length, edits(joined, body))
}

function chosenBody(draft, { start, end, baseStart, baseEnd, theirs }, text) {
  const put = (whole, from, to, words) => whole.slice(0, from) + words + whole.slice(to)
  return {
    ...draft,
    base: { ...draft.base, body: put(draft.base.body, baseStart, baseEnd, theirs) },
    mine: { ...draft.mine, body: put(draft.mine.body, start, end, text) },
  }
}

// MARK: Text for the writer

const heldWords = { slug: "address", zone: "date", overrides: "words for a target" }

/**
 * The save state for the writer. Each phase states the fact, and a reason only if the draft knows it.
 * @param {{trouble: string|null, canKeep: boolean, time: (milliseconds: number) => string}} surroundings `trouble`: why
 *   nothing can be saved now, even if there is nothing to save
 */
export function saveWords(draft, { trouble, canKeep, time }) {
  const kept = canKeep ? "Your text is kept here."
    : "This browser cannot keep your text: copy it before you close the page."
  switch (draft.phase) {
    case "blank": return trouble ? `${trouble} ${canKeep ? "What you write is kept here." : kept}` : ""
    case "saved": return `Saved ${time(draft.savedAt)}${trouble ? `. ${trouble}` : ""}`
    case "typed": case "saving": case "asking":
      return draft.isMerged ? "Saving what was changed elsewhere and here…" : "Saving…"
    case "away": return draft.problem ? `Not saved: ${draft.problem} ${kept}` : `Not saved yet. ${kept}`
    case "refused": return isAllButHeld(draft) ? `Saved, but not the ${heldNames(draft)}: ${draft.refusal}`
      : `Not saved: ${draft.problem} ${kept}`
    case "conflict": return `Not saved: the same words were changed elsewhere. Choose below. ${kept}`
    case "deleted": return isSame(draft.mine, draft.base) ? "Deleted" : `Not saved: this post was deleted. ${kept}`
  }
}

/** Whether the daemon has everything but the fields that it refuses: it may refuse the rest for another reason. */
const isAllButHeld = draft => draft.id !== null && draft.held.length > 0
  && isSame(without(draft, draft.held), draft.base)

const heldNames = ({ held }) => [...new Set(held.map(name => heldWords[name] ?? name))].join(" and the ")
