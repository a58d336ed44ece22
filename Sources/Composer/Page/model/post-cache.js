/**
 * What the browser keeps of the posts that were edited last, for reading while the daemon is away: rules without a
 * store.
 */
import { moment } from "./language.js"

export const postsMax = 200
export const bytesMax = 20_000_000

/**
 * @typedef {object} CachedPost
 * @property {string} id
 * @property {string} user
 * @property {string} mark the row of the list at which it was fetched, as JSON
 * @property {object} post as `GET /v1/posts/{id}` answers
 * @property {object[]} deliveries
 * @property {number} size characters of all of it, as JSON
 */

/**
 * What a newer list changes.
 * @param {object[]} rows the last edited first
 * @returns {{fetched: object[], removed: string[]}} rows of posts to fetch, ids of posts to remove
 */
export function changesOf(rows, kept) {
  const marks = new Map(kept.map(({ id, mark }) => [id, mark])), listed = new Set(rows.map(({ id }) => id))
  return {
    fetched: rows.filter(row => marks.get(row.id) !== JSON.stringify(row)),
    removed: kept.filter(({ id }) => !listed.has(id)).map(({ id }) => id),
  }
}

/** The posts that make the store too large, the oldest ones. @returns {string[]} their ids */
export function beyondLimits(rows, kept) {
  const sizes = new Map(kept.map(({ id, size }) => [id, size]))
  let bytes = 0
  return rows.map(({ id }) => id).filter(id => sizes.has(id)).filter(id => (bytes += sizes.get(id)) > bytesMax)
}

const postPattern = /^\/v1\/posts\/([^/?]+)(\/deliveries)?$/

/**
 * The answer to a reading request from what is kept.
 * @param {string} path such as `/v1/posts?tag=sea`
 * @param {object[]|null} rows the last edited first; null if no list is kept
 * @returns {object|null} the body; null if it is not kept
 */
export function answerFrom(path, rows, kept) {
  const url = new URL(path, "http://here")
  if (url.pathname === "/v1/posts") return rows && listFrom(rows, kept, url.searchParams)
  const [, name, deliveries] = postPattern.exec(path) ?? []
  const one = name && kept.find(({ id, post }) => [id, post.slug].some(known => encodeURIComponent(known) === name))
  if (!one) return null
  return deliveries ? { items: one.deliveries } : one.post
}

function listFrom(rows, kept, query) {
  const { words, ...typed } = searchWords(query.get("find") ?? "")
  const wanted = { ...Object.fromEntries(query), ...typed }
  return { ...pageOf(found(rows, kept, query.get("search") ?? words, wanted), query), ...words && { words } }
}

/** Finds plain words, without the daemon's rules of a search: a post has all of them somewhere. */
function found(rows, kept, text, wanted) {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  const tag = wanted.tag?.toLocaleLowerCase()
  const posts = new Map(kept.map(({ id, post }) => [id, post]))
  return inOrder(rows, words.length ? "date" : wanted.order, posts).filter(row => {
    const text = [row.title ?? "", posts.get(row.id)?.body ?? row.excerpt, ...row.tags].join("\n").toLocaleLowerCase()
    return words.every(word => text.includes(word)) && (!tag || row.tags.some(one => one.toLocaleLowerCase() === tag))
      && ["state", "kind"].every(name => !wanted[name] || wanted[name] === row[name])
  })
}

/** Rows are kept in the order of the last edit. The daemon sorts by date unless a request names an order. */
function inOrder(rows, order, posts) {
  if (order === "edited") return rows
  if (order === "state") return statesInOrder.flatMap(state => rows.filter(row => row.state === state))
  if (order === "title") {
    const { compare } = new Intl.Collator(undefined, { sensitivity: "base" })
    return rows.toSorted((one, other) => compare(one.title || one.excerpt, other.title || other.excerpt))
  }
  const dated = ({ id, date, changedAt }) => Date.parse(date?.instant ?? posts.get(id)?.createdAt ?? changedAt)
  return rows.toSorted((one, other) => dated(other) - dated(one))
}

export const statesInOrder = ["scheduled", "draft", "published", "unpublished"]
const cursorStart = "kept-"
/** Whether only what is kept can continue a list. */
export function isKeptPage(path) {
  return new URL(path, "http://here").searchParams.get("cursor")?.startsWith(cursorStart) ?? false
}

function pageOf(rows, query) {
  const start = Number(query.get("cursor")?.slice(cursorStart.length)) || 0
  const end = start + (Number(query.get("limit")) || postsMax)
  return { items: rows.slice(start, end), ...end < rows.length && { cursor: `${cursorStart}${end}` } }
}

/**
 * Says that a list is not the daemon's.
 * @param {string} why no answer came, as a sentence
 * @param {number} at when the posts were last up to date
 */
export const keptWords = (why, at, now) => `${why} Posts as of ${moment(at, now)}, kept in this browser.`

export const countWords = count => count === 0 ? "No posts are kept in this browser."
  : `${count === 1 ? "One post is" : `The last ${count} posts are`} kept in this browser.`

/** The states by what can be typed; those with two words also as one. */
const states = { draft: "draft", drafts: "draft", scheduled: "scheduled", published: "published",
  unpublished: "unpublished", "taken-back": "unpublished", deleted: "deleted" }
const kinds = { post: "post", posts: "post", page: "page", pages: "page" }
// `\s` has another blank than the daemon.
const blanks = /\p{White_Space}+/gu
const filterPattern = /(?:^|(?<=\p{White_Space}))(tag|state|kind):(?:"([^"]*)"?|(\P{White_Space}*))/giu

/**
 * Reads what is typed above the list of posts, as the daemon does.
 * @returns {{words: string, tag?: string, state?: string, kind?: string}}
 */
export function searchWords(text) {
  const found = {}
  const words = text.replace(filterPattern, (whole, name, quoted, plain) => {
    const meant = meaning(name.toLowerCase(), spaced(quoted ?? plain))
    // The first of each has an effect.
    if (meant) found[name.toLowerCase()] ??= meant
    return " "
  })
  return { words: spaced(words), ...found }
}

const spaced = text => text.replace(blanks, " ").replace(/^ | $/g, "")

function meaning(name, value) {
  const known = { state: states, kind: kinds }[name]
  if (!known) return value.includes(",") ? null : value.replace(/^# ?/, "")
  return Object.hasOwn(known, value.toLowerCase()) ? known[value.toLowerCase()] : null
}
