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
 * The same note about all targets is one note, said once.
 * @param {Map<string, {notes: {words: string}[]}>} previews by the target's name
 * @returns {string[]} notes that every target has, when there are several targets
 */
export function sharedNotes(previews) {
  const [first, ...others] = [...previews.values()].map(({ notes }) => notes.map(({ words }) => words))
  if (!others.length) return []
  return first.filter(words => others.every(notes => notes.includes(words)))
}
