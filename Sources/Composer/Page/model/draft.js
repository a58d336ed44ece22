/**
 * The rules by which nothing typed is lost: one pure function from a draft and an event to the next draft and what to
 * do.
 *
 * | phase | meaning |
 * |---|---|
 * | `blank` | a new post with nothing in it |
 * | `saved` | the daemon has all of it |
 * | `typed` | there is something to save, soon |
 * | `saving` | a save is under way |
 * | `asking` | somebody else saved; their version is being fetched |
 * | `away` | it could not be saved, for `problem`; tried again after a while |
 * | `refused` | the daemon said no; tried again after the next change |
 * | `conflict` | both changed the same place; nothing is saved until the writer has chosen |
 * | `deleted` | the post was deleted; nothing is saved, the text waits here |
 *
 * @typedef {object} Draft
 * @property {string} key names the draft in the browser's own store; a new post's `Idempotency-Key`
 * @property {string|null} id
 * @property {number|null} revision of the post that `base` is
 * @property {Fields} base what the daemon last acknowledged
 * @property {Fields} mine what the writer sees
 * @property {Fields|null} sent under way
 * @property {Fields[]} owed sent without an answer, so perhaps there
 * @property {Fields|null} creating what the first try to make the post said: it must be repeated as it was
 * @property {string} phase
 * @property {{revision: number, fields: Fields}|null} theirs in a conflict
 * @property {object[]} conflicts
 * @property {string[]} held fields that the daemon refused, kept back until they change
 * @property {string|null} problem why it is not saved, or not all of it, as the end of a sentence
 * @property {boolean} isMerged whether somebody else's words came in since the last save
 * @property {number|null} savedAt milliseconds
 * @property {number} since when the oldest unsaved change was made
 * @property {number} tries without an answer
 * @property {number|null} deletedIn the revision that the post has at least since it was deleted; null while it is not,
 *   and when nobody said
 */
import { edits, moved } from "./difference.js"
import { blank, changed, fieldsOf, isBlank, isSame, mergeFields, withValue } from "./fields.js"

const pauseMilliseconds = 300
const longestMilliseconds = 800
const owedMax = 8
const retryMilliseconds = [1000, 2000, 4000, 8000]

/** @returns {Draft} of a new post, or of one that the daemon has */
export function draftOf(key, post = null, now = null) {
  const base = post ? fieldsOf(post) : blank()
  return {
    key, id: post?.id ?? null, revision: post?.revision ?? null, base, mine: base, sent: null, owed: [], creating: null,
    phase: post ? (post.deletedAt ? "deleted" : "saved") : "blank", theirs: null, conflicts: [], held: [],
      problem: null,
    isMerged: false, savedAt: now, since: 0, tries: 0, deletedIn: post?.deletedAt ? post.revision : null,
  }
}

/** What the browser's own store keeps until the daemon has it. */
export function keptOf({ key, id, revision, base, mine, sent, owed, creating }) {
  return { key, id, revision, base, mine, sent: null, owed: owing({ owed, sent }), creating }
}

/** @returns {Draft} after a reload, or in the next window: to be saved at once */
export const revived = kept => ({ ...draftOf(kept.key), ...kept, phase: isBlank(kept.mine) && !kept.id ? "blank"
  : "typed" })

/** Whether the window may forget it. */
export const isSettled = draft => draft.phase === "saved" || draft.phase === "blank"

/**
 * @param {Draft} draft
 * @param {{type: string, now: number}} event an answer to a save may name what was `sent`
 * @returns {{draft: Draft, actions: object[]}} actions: `keep`, `forget`, `wait` (milliseconds), `create` and `replace`
 *   (fields), `fetch`, `show`
 */
export function after(draft, event) {
  // The answer to a save that was given up since, because the post was deleted under way.
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
  const held = draft.held.filter(name => !changed(draft.mine, fields).includes(name))
  const told = { ...draft, mine: fields, held }
  switch (draft.phase) {
    case "blank":
      if (isBlank(fields)) return next(told, isSame(fields, draft.base) ? { do: "forget" } : { do: "keep" })
      return wait({ ...told, since: now }, now)
    case "saved":
      if (isSame(fields, draft.base)) return next(told)
      return wait({ ...told, since: now }, now)
    case "typed":
      return wait(told, now)
    case "refused":
      return wait({ ...told, since: now, problem: held.length ? draft.problem : null }, now)
    case "saving": case "asking": case "away":
      return next(told, { do: "keep" })
    case "conflict":
      return settle(told, now)
  }
}

/** Saves after a short pause in typing, and within a second in any case. */
function wait(draft, now) {
  const milliseconds = Math.max(0, Math.min(pauseMilliseconds, draft.since + longestMilliseconds - now))
  return next({ ...draft, phase: "typed" }, { do: "keep" }, { do: "wait", milliseconds })
}

// MARK: Saving

function due(draft) {
  if (!["typed", "away", "refused"].includes(draft.phase)) return next(draft)
  // A try without an answer may have arrived. What was sent then is remembered, to be known again.
  if (draft.id === null) {
    const fields = draft.creating ?? without(draft, draft.held)
    return next({ ...draft, phase: "saving", sent: fields, creating: fields }, { do: "keep" }, { do: "create", fields })
  }
  const fields = without(draft, draft.held)
  return next({ ...draft, phase: "saving", sent: fields }, { do: "keep" }, { do: "replace", fields })
}

/** What is sent while the daemon refuses some of the fields. */
function without({ mine, base }, held) {
  return held.reduce((fields, name) => ({ ...fields, [name]: base[name] }), mine)
}

function acknowledged(draft, { post, now }) {
  const base = fieldsOf(post)
  const sent = draft.sent ?? draft.mine
  if (draft.id === null && post.revision > 1) return madeBefore(draft, sent, post, now)
  const told = {
    ...draft, id: post.id, revision: post.revision, base, sent: null, owed: [], creating: null,
    problem: draft.held.length ? draft.problem : null,
    isMerged: false, savedAt: now, tries: 0,
  }
  const { fields } = mergeFields(sent, draft.mine, base)
  const mine = draft.held.reduce((fields, name) => ({ ...fields, [name]: draft.mine[name] }), fields)
  const shows = isSame(mine, draft.mine) ? [] : [{ do: "show" }]
  if (isSame(mine, base)) return next({ ...told, mine: base, phase: "saved" }, { do: "forget" }, ...shows)
  if (isSame(without({ mine, base }, draft.held), base)) {
    return next({ ...told, mine, phase: "refused" }, { do: "keep" }, ...shows)
  }
  const more = wait({ ...told, mine, since: now }, now)
  return next(more.draft, ...more.actions, ...shows)
}

/** A try whose answer was lost made the post, and it was changed elsewhere since: that is joined, as any other version. */
function madeBefore(draft, sent, post, now) {
  const joined = join({ ...draft, base: sent, creating: null }, post, now)
  if (!post.deletedAt) return joined
  const { draft: told, actions } = deleted(joined.draft, post)
  return next(told, ...actions, ...joined.actions.filter(action => action.do === "show"))
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

/** One field that is wrong must not keep the others from being saved. */
function refused(draft, { field, words, now }) {
  const told = { ...draft, sent: null, creating: null, problem: words }
  const name = field?.split(".")[0]
  const canHold = name && name !== "body" && name in draft.mine && !draft.held.includes(name)
  const held = canHold ? [...draft.held, ...(name === "zone" ? ["zone", "date"] : [name])] : draft.held
  const rest = without({ ...draft, mine: draft.mine }, held)
  if (!canHold || isSame(rest, draft.base) || (draft.id === null && isBlank(rest))) {
    return next({ ...told, held, phase: "refused" }, { do: "keep" })
  }
  const more = wait({ ...told, held, since: now }, now)
  return next({ ...more.draft, problem: words }, ...more.actions)
}

// MARK: Others

/** The daemon has this version now, which may be ours, one that we know, or somebody else's. */
function found(draft, { post, now }) {
  // An answer that was overtaken tells of a deletion that was undone since.
  if (post.deletedAt) return post.revision < draft.revision ? next(draft) : deleted(draft, { revision: post.revision })
  if (draft.phase === "saving") return next(draft)
  const isKnown = draft.revision !== null && post.revision <= draft.revision
  if (isKnown && draft.phase !== "asking") return next(draft)
  return join(draft, post, now)
}

function join(draft, post, now) {
  const fields = fieldsOf(post)
  // Our own save whose answer was lost: what we sent is what both agree on.
  const isOurs = [draft.sent, ...draft.owed].some(sent => sent && isSame(sent, fields))
  const told = { ...draft, id: post.id, base: isOurs ? fields : draft.base,
    theirs: { revision: post.revision, fields } }
  return settle({ ...told, sent: null }, now)
}

/** Joins `mine` with `theirs`, or finds where that needs a choice. */
function settle(draft, now) {
  const { theirs } = draft
  const { fields, conflicts } = mergeFields(draft.base, draft.mine, theirs.fields)
  const shows = isSame(fields, draft.mine) ? [] : [{ do: "show" }]
  if (conflicts.length) {
    return next({ ...draft, mine: fields, conflicts, phase: "conflict" }, { do: "keep" }, ...shows)
  }
  const told = {
    ...draft, mine: fields, base: theirs.fields, revision: theirs.revision, theirs: null, conflicts: [], owed: [],
      tries: 0,
    problem: null, isMerged: shows.length > 0, since: now,
  }
  if (isSame(fields, theirs.fields)) return next({ ...told, phase: "saved", savedAt: now }, { do: "forget" }, ...shows)
  return next({ ...told, phase: "typed" }, { do: "keep" }, { do: "wait", milliseconds: 0 }, ...shows)
}

// MARK: Deleted

/** What is under way stays `sent` until its answer, from which what was typed since is told. */
function deleted(draft, { revision = null }) {
  const deletedIn = Math.max(revision ?? 0, draft.deletedIn ?? 0) || null
  return keeping({ ...draft, phase: "deleted", deletedIn })
}

const keeping = draft => next(draft, isSame(draft.mine, draft.base) ? { do: "forget" } : { do: "keep" })

/** Nothing leaves until the deletion was undone. Answers and news that are older than it bring nothing back. */
function afterDeletion(draft, event) {
  switch (event.type) {
    case "typed": return next({ ...draft, mine: event.fields }, { do: "keep" })
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

/** The save was quicker than the deletion, or came after it was undone. */
function acknowledgedLate(draft, event) {
  const { draft: told, actions } = acknowledged(draft, event)
  if (isBack(draft, event.post)) return next({ ...told, deletedIn: null }, ...actions)
  const shows = actions.filter(action => action.do === "show")
  const { actions: kept } = keeping(told)
  return next({ ...told, phase: "deleted" }, ...kept, ...shows)
}

/** Perhaps it is there, and is known again by `owed`. */
const unsent = draft => ({ ...draft, sent: null, owed: owing(draft) })

/**
 * What was sent without an answer, each text once. The first of them is the likeliest to be there: while it was on its way
 * the daemon went, and what came later met nobody. So it is never dropped for tries that follow.
 */
function owing({ owed, sent }) {
  if (!sent || owed.some(one => isSame(one, sent))) return owed
  const all = [...owed, sent]
  return all.length > owedMax ? [all[0], ...all.slice(1 - owedMax)] : all
}

/**
 * The writer chose at one place. Choosing mine means that theirs was seen: it becomes what both agree on there, so that
 * mine is an edit of it. Choosing theirs makes mine the same.
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
  // The page still shows the words that the choice has changed; writing on in them would take the choice back.
  const others = settled.actions.filter(action => action.do !== "show")
  return next(settled.draft, ...others, ...isSame(settled.draft.mine, draft.mine) ? [] : [{ do: "show" }])
}

function chosenText({ mine, theirs }, choice) {
  const both = mine.endsWith("\n") ? mine + theirs : `${mine}\n\n${theirs}`
  return { mine, theirs, both }[choice]
}

/**
 * Where the chosen words end in the text as it stands after the choice; null for a choice that was about another field.
 * @param {Draft} before the draft in which it was chosen
 */
export function chosenPlace({ conflicts, mine }, { index, choice }, body) {
  const conflict = conflicts[index]
  if (conflict?.field !== "body") return null
  const text = chosenText(conflict, choice)
  const joined = mine.body.slice(0, conflict.start) + text + mine.body.slice(conflict.end)
  // Further places of the other version may have come in with the choice.
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

// MARK: In words

const heldWords = { slug: "address", zone: "date", overrides: "words for a target" }

/**
 * The save state for the writer. Each phase says what is so, and why only where the draft knows.
 * @param {Draft} draft
 * @param {{trouble: string|null, canKeep: boolean, time: (milliseconds: number) => string}} surroundings `trouble`: why
 *   nothing could be saved now, were there something to save
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
    case "refused": return isAllButHeld(draft) ? `Saved, but not the ${heldNames(draft)}: ${draft.problem}`
      : `Not saved: ${draft.problem} ${kept}`
    case "conflict": return `Not saved: the same words were changed elsewhere. Choose below. ${kept}`
    case "deleted": return isSame(draft.mine, draft.base) ? "This post was deleted. What you see stays until you close it."
      : `This post was deleted. ${kept}`
  }
}

/** Whether the daemon has everything but the fields that it refuses: it may refuse the rest for another reason. */
const isAllButHeld = draft => draft.id !== null && draft.held.length > 0
  && isSame(without(draft, draft.held), draft.base)

const heldNames = ({ held }) => [...new Set(held.map(name => heldWords[name] ?? name))].join(" and the ")
