/** Texts that the writer puts into posts by a name, or begins posts with. */
import { clock, dayWords } from "./language.js"

/**
 * A field: `{{date}}`, `{{time}}`, `{{title}}`, `{{selection}}` and `{{caret}}` are filled in, others by the writer.
 */
const fieldPattern = /\{\{\s*([^{}\n]{1,60}?)\s*\}\}/gu
const offersMax = 8

/**
 * @param {string} text of a snippet
 * @param {{title?: string, selection?: string, now: number}} known
 * @returns {{text: string, start: number, end: number}} with the fields that are known, and what to select of it: the
 *   first field that is left, else the place of `{{caret}}`, else the end
 */
export function filled(text, { title = "", selection = "", now }) {
  const values = { date: dayWords(now), time: clock(now), title, selection }
  let caret = null, taken = ""
  let at = 0
  for (const { 0: written, 1: name, index } of text.matchAll(fieldPattern)) {
    taken += text.slice(at, index)
    at = index + written.length
    if (name === "caret") caret = taken.length
    else taken += Object.hasOwn(values, name) ? values[name] : written
  }
  taken += text.slice(at)
  return { text: taken, ...fieldFrom(taken, 0) ?? { start: caret ?? taken.length, end: caret ?? taken.length } }
}

/** The next field that is left in a text. */
export function fieldFrom(text, at) {
  const pattern = new RegExp(fieldPattern)
  pattern.lastIndex = at
  const found = pattern.exec(text)
  return found && { start: found.index, end: found.index + found[0].length }
}

/** Those whose names begin with the words, whatever their case. @param {{name: string, text: string}[]} snippets */
export function snippetOffers(snippets, words) {
  const typed = words.toLowerCase()
  return snippets.filter(({ name }) => name.toLowerCase().startsWith(typed)).slice(0, offersMax)
    .map(({ name, text }) => ({ name: `/${name}`, detail: firstLine(text), text: null, post: null, snippet: text }))
}

export const firstLine = text => text.trim().split("\n", 1)[0].slice(0, 60)
