/**
 * The fields of a post that a writer can change, in the single form in which the page compares, merges and sends them.
 * @typedef {{kind: string, slug: string, title: string, body: string, summary: string, language: string, tags:
 *   string[], date: string, zone: string, canonicalAddress: string, author: string, path: string, overrides:
 *   Object<string, object>, privateNotes: string}} Fields
 */
import { merge } from "./difference.js"

const texts = ["kind", "slug", "title", "summary", "language", "date", "zone", "canonicalAddress", "author", "path",
  "privateNotes"]
const names = [...texts, "body", "tags", "overrides"]
/** What the page calls a field, where that is not its name. */
export const fieldTitles = { slug: "address", canonicalAddress: "first published at", privateNotes: "notes" }

export const visibilities = [["", "As the target is set"], ["public", "Public"], ["unlisted", "Unlisted"],
  ["private", "Followers only"], ["direct", "Mentioned people only"]]
export const longTexts = [["", "As the target is set"], ["link", "Its beginning and a link"], ["thread", "A thread of all of it"]]

export const blank = () => ({ ...Object.fromEntries(texts.map(name => [name, ""])), body: "", tags: [], overrides: {} })

/** @returns {Fields} the fields of a post from the daemon */
export function fieldsOf(post) {
  const fields = blank()
  for (const name of texts) if (typeof post[name] === "string") fields[name] = post[name]
  if (!post.isSlugChosen) fields.slug = ""
  fields.body = post.body ?? ""
  fields.tags = [...post.tags ?? []]
  fields.date = post.date?.local ?? ""
  fields.zone = post.date?.zone ?? ""
  fields.overrides = tidy(post.overrides ?? {})
  return fields
}

/** The body for `POST /v1/posts` and `PUT /v1/posts/{id}`, without empty fields. */
export function draftBody(fields) {
  const body = { body: fields.body }
  for (const name of texts) if (fields[name]) body[name] = fields[name]
  if (!body.date) delete body.zone
  if (fields.tags.length) body.tags = fields.tags
  if (Object.keys(tidy(fields.overrides)).length) body.overrides = tidy(fields.overrides)
  return body
}

/** Drops targets without overrides, and sorts the rest by name. */
function tidy(overrides) {
  const said = Object.entries(overrides).sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([target, words]) => [target, Object.fromEntries(Object.entries(words).filter(([, text]) => text).sort())])
  return Object.fromEntries(said.filter(([, words]) => Object.keys(words).length))
}

export const isSame = (one, other) => names.every(name => isSameValue(name, one[name], other[name]))

function isSameValue(name, one, other) {
  if (name === "overrides") return JSON.stringify(tidy(one)) === JSON.stringify(tidy(other))
  if (name === "tags") return one.length === other.length && one.every((tag, index) => tag === other[index])
  return one === other
}

/** Whether the fields contain nothing from which to create a post. */
export const isBlank = fields => !fields.body.trim() && !fields.title.trim() && fields.tags.length === 0
  && !fields.privateNotes?.trim()

export const changed = (from, to) => names.filter(name => !isSameValue(name, from[name], to[name]))

/**
 * @returns {{fields: Fields, conflicts: object[]}} conflicts as in `merge`, each with `field`; in them, `fields` has
 *   mine
 */
export function mergeFields(base, mine, theirs) {
  const fields = blank()
  const body = merge(base.body, mine.body, theirs.body)
  const conflicts = body.conflicts.map(conflict => ({ field: "body", ...conflict }))
  fields.body = body.text
  fields.tags = mergeTags(base.tags, mine.tags, theirs.tags)
  // A date means nothing without its zone: they are merged as one value.
  const times = [base, mine, theirs].map(({ date, zone }) => (zone ? `${date}\n${zone}` : date))
  pick("date", ...times, text => { [fields.date, fields.zone = ""] = text.split("\n") }, conflicts)
  for (const name of texts) {
    if (name === "date" || name === "zone") continue
    if (name === "privateNotes" && mergeNotes(fields, base, mine, theirs)) continue
    pick(name, base[name], mine[name], theirs[name], text => { fields[name] = text }, conflicts)
  }
  mergeOverrides(fields, base.overrides, mine.overrides, theirs.overrides, conflicts)
  return { fields, conflicts }
}

function pick(field, base, mine, theirs, set, conflicts) {
  set(mine === base ? theirs : mine)
  if (mine !== base && theirs !== base && mine !== theirs) conflicts.push({ field, mine, theirs })
}

/** @returns {boolean} whether both changed different places of the private notes, so that they could be merged */
function mergeNotes(fields, base, mine, theirs) {
  const { text, conflicts } = merge(base.privateNotes, mine.privateNotes, theirs.privateNotes)
  if (!conflicts.length) fields.privateNotes = text
  return !conflicts.length
}

/** The tags that neither side removed, in my order if I changed it, otherwise in theirs. */
function mergeTags(base, mine, theirs) {
  if (isSameValue("tags", base, theirs)) return mine
  const all = isReordered(base, mine) ? [...mine, ...theirs] : [...theirs, ...mine]
  return [...new Set(all)].filter(tag => !base.includes(tag) || (mine.includes(tag) && theirs.includes(tag)))
}

function isReordered(from, to) {
  const before = from.filter(tag => to.includes(tag)), after = to.filter(tag => from.includes(tag))
  return before.some((tag, index) => tag !== after[index])
}

function mergeOverrides(fields, base, mine, theirs, conflicts) {
  for (const target of new Set([base, mine, theirs].flatMap(Object.keys))) {
    const said = [base, mine, theirs].map(overrides => overrides[target] ?? {})
    const own = {}
    for (const name of new Set(said.flatMap(Object.keys))) {
      const values = said.map(words => words[name] ?? "")
      pick(`overrides.${target}.${name}`, ...values, text => { own[name] = text }, conflicts)
    }
    fields.overrides[target] = own
  }
  fields.overrides = tidy(fields.overrides)
}

/** @returns {Fields} with one field, named as in a conflict, changed */
export function withValue(fields, name, value) {
  const [field, target, word] = name.split(".")
  if (field === "date") {
    const [date, zone = ""] = value.split("\n")
    return { ...fields, date, zone }
  }
  if (field !== "overrides") return { ...fields, [field]: value }
  const own = { ...fields.overrides[target], [word]: value }
  return { ...fields, overrides: tidy({ ...fields.overrides, [target]: own }) }
}

/** Whether readers have a post, or will get it. */
export const isOut = post => ["scheduled", "published"].includes(post?.state)

/** Whether a post has this date, so that the daemon has told its instant. */
export const isDatedAs = (post, date, zone) =>
  post?.date?.local.slice(0, 16) === date.slice(0, 16) && post.date.zone === zone

/** The path of a post, or of something of it, such as `/deliveries`. */
export const postPath = (id, what = "") => `/v1/posts/${encodeURIComponent(id)}${what}`
