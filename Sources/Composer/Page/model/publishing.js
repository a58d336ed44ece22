/** What the publish dialog says: what each target will get, and why a post cannot be published as it is. */
import { moment } from "./language.js"

const linesMax = 3
const charactersMax = 240

/**
 * What a target will get, in the words of the publish dialog.
 * @param {object} preview the answer of `/v1/posts/{id}/preview?target=`
 * @param {number} now
 * @returns {{excerpt: string, facts: string[], notes: {words: string, tone: "problem"|"warning"|"loss"}[]}} the
 *   first lines of the text as it will stand there; length, address and timing; what would be refused, what to look at,
 *   and what is lost
 */
export function targetPreview({ kind, problem, text, thread, count, limit, address, timing, nextSlot,
  losses = [], warnings = [] }, now) {
  if (problem) return { excerpt: "", facts: [], notes: [{ words: problem, tone: "problem" }] }
  const length = limit ? lengthWords({ thread, count, limit }) : null
  const facts = [length, address && readable(address), timing,
    nextSlot && `At the next slots: ${moment(Date.parse(nextSlot.instant), now)}`].filter(Boolean)
  const notes = [...warnings.map(words => ({ words, tone: "warning" })), ...losses.map(words => ({ words, tone: "loss" }))]
  // A program reads a webhook's JSON; the Preview panel shows it.
  return { excerpt: kind === "webhook" ? "" : firstLines(thread?.[0].text ?? text ?? ""), facts, notes }
}

/** An address as browsers show it: without its scheme, and with the letters of other scripts. */
function readable(address) {
  const short = address.replace(/^https?:\/\//, "")
  try { return decodeURI(short) } catch { return short }
}

/**
 * The length of what a target gets, in words.
 * @param {{thread?: object[], count: number, limit?: number}} preview `count` is of the longest part of a thread
 */
export function lengthWords({ thread, count, limit }) {
  const words = limit ? `${count} of ${limit} characters` : `${count} characters`
  return thread ? `A thread of ${thread.length} posts, the longest with ${words}` : words
}

/** @param {string} wait as a setting writes it: `30s`, `1h30m`, `0s`; empty while it is not known */
export function leavingWords(wait) {
  if (!wait) return ""
  return /[1-9]/.test(wait)
    ? `It leaves ${wait.match(/\d+|[a-z]+/g).join(" ")} after you publish. Until then you can undo it.`
    : "It leaves as soon as you publish."
}

function firstLines(text) {
  const lines = text.split("\n").map(line => line.trim()).filter(Boolean)
  const start = lines.slice(0, linesMax).join("\n")
  const characters = [...start.slice(0, 2 * charactersMax)]
  const isLong = start.length > 2 * charactersMax || characters.length > charactersMax
  const taken = characters.slice(0, charactersMax).join("")
  // The last word is shown whole or not at all, unless it is longer than words are.
  const shown = isLong ? taken.replace(/\s\S{0,30}$/u, "") : taken
  return isLong || lines.length > linesMax ? `${shown.trimEnd()} …` : start
}

/**
 * The same note about several targets is one note, said once. If it names its target, it names them all.
 * @param {Map<string, {notes: {words: string, tone: string}[]}>} previews by the target's name
 * @returns {{shared: {words: string, tone: string}[], own: Map<string, {words: string, tone: string}[]>}}
 */
export function dividedNotes(previews) {
  const byWords = new Map()
  for (const [name, { notes }] of previews) {
    for (const note of notes) {
      const words = note.words.replaceAll(`“${name}”`, "“”")
      const known = byWords.get(words) ?? { ...note, words, names: [] }
      if (!known.names.includes(name)) known.names.push(name)
      byWords.set(words, known)
    }
  }
  const all = [...byWords.values()], isAlone = ({ names }) => names.length === 1
  const named = ({ words, names, tone }) => {
    const list = targetList(names), isNamed = words.includes("“”") || names.length === previews.size
    return { words: isNamed ? words.replaceAll("“”", list) : `${list}: ${words}`, tone }
  }
  const own = name => all.filter(note => isAlone(note) && note.names[0] === name)
    .map(({ words, tone }) => ({ words: words.replaceAll("“”", `“${name}”`), tone }))
  return {
    shared: all.filter(note => !isAlone(note)).map(named),
    own: new Map([...previews.keys()].map(name => [name, own(name)])),
    sharing: new Set(all.filter(note => !isAlone(note)).flatMap(({ names }) => names)),
  }
}

const choiceWords = "Choose at least one target."
const emptyWords = "There is nothing to publish yet: the post is empty."
/** Phases of a draft that the daemon cannot have as the writer sees it. */
const unsaved = ["conflict", "refused", "deleted"]

/**
 * Why a post cannot be published as it is.
 * @param {{draft: {phase: string}, save: {words: string}, barred: string|null}} model `barred`: why the daemon refuses all
 *   that this page asks
 * @param {string[]} missing the chosen targets that would get the post
 * @param {Map<string, {notes: {tone: string}[]}>} previews what is known of them
 * @returns {string} empty if it can be published, or kept until the daemon is back
 */
export function whyUnpublishable({ draft: { phase }, save, barred }, missing, previews) {
  if (barred) return barred
  if (phase === "blank") return emptyWords
  if (unsaved.includes(phase)) return save.words
  if (!missing.length) return choiceWords
  // The daemon sends to all of them, or to none.
  const refusing = missing.filter(name => previews.get(name)?.notes.some(({ tone }) => tone === "problem"))
  if (!refusing.length) return ""
  if (refusing.length === missing.length) return "It cannot be sent as it is. What is wrong stands above."
  const them = refusing.length > 1 ? "them" : "it"
  return `${targetList(refusing)} cannot get it as it is. Correct it, or publish without ${them}.`
}

/** `“site” and “hook”` */
const targetList = names => new Intl.ListFormat("en-GB").format(names.map(name => `“${name}”`))
