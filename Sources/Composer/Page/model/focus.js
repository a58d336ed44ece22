/** The part of a text that focus mode leaves clear. */
import { lineStarts } from "./writing.js"

/** The most lines of a paragraph, and the most characters on each side of a caret, that are read for a sentence. */
const linesMax = 400, charactersMax = 4000

/** Lines that form one stretch although each is a block. */
const families = { code: "code", fence: "code", table: "table" }

/**
 * The paragraph, item, table or code that contains a line.
 * @param {number} line from 0
 */
function paragraphAround(lines, line) {
  let first = line, last = line
  while (first > 0 && line - first < linesMax && !isBeginning(lines, first)) first--
  while (last + 1 < lines.length && last - line < linesMax && !isBeginning(lines, last + 1)) last++
  return { first, last }
}

function isBeginning(lines, line) {
  const family = families[lines[line].kind]
  return lines[line].isStart && (!family || families[lines[line - 1].kind] !== family)
}

/**
 * The sentences or paragraphs that a selection touches.
 * @param {{line: number, at: number}} from the selection's start, as a line from 0 and a place in it
 * @param {{line: number, at: number}} to its end
 */
export function focused(lines, from, to, mode, sentences) {
  const whole = spot => {
    const { first, last } = paragraphAround(lines, spot.line)
    return { from: { line: first, at: 0 }, to: { line: last, at: lines[last].text.length } }
  }
  const part = mode === "sentence" ? spot => sentenceAround(lines, spot, sentences) : whole
  const isEmpty = from.line === to.line && from.at === to.at
  return { from: part(from).from, to: part(isEmpty ? to : { line: to.line, at: Math.max(0, to.at - 1) }).to }
}

/** A sentence may go on in the next line of its paragraph. */
function sentenceAround(lines, { line, at }, sentences) {
  const { first, last } = paragraphAround(lines, line)
  const texts = lines.slice(first, last + 1).map(({ text }) => text)
  const starts = lineStarts(texts)
  const caret = starts[line - first] + at
  const begin = Math.max(0, caret - charactersMax)
  const words = texts.join(" ").slice(begin, caret + charactersMax)
  const found = sentences.segment(words).containing(Math.min(caret - begin, Math.max(0, words.length - 1)))
  const start = begin + (found?.index ?? 0)
  const spotAt = offset => {
    let index = texts.length - 1
    while (index > 0 && starts[index] > offset) index--
    return { line: first + index, at: Math.min(offset - starts[index], texts[index].length) }
  }
  return { from: spotAt(start), to: spotAt(start + (found?.segment.length ?? 0)) }
}
