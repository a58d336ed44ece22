/** Where in a text the words are that were clicked in its rendering. */
import { lineParts } from "./list-items.js"
import { lineStarts } from "./writing.js"

const positionPattern = / data-sourcepos="(\d+):\d+-(\d+):/g
const wordPattern = /[\p{L}\p{N}\p{M}]+/gu

/** @returns {{start: number, end: number}[]} the lines of a block's elements that have a position, in their order */
export const positionsIn = ({ html }) => [...html.matchAll(positionPattern)]
  .map(([, start, end]) => ({ start: Number(start), end: Number(end) }))

/**
 * The offset in a text for a place `at` in an element's words: at the same letter of the same word, if the element's
 * lines have it as often as its words; else where the first line's words begin.
 * @param {{start: number, end: number}} lines
 */
export function placeInText(text, { start, end }, words, at) {
  const lines = text.split("\n").slice(0, end), part = lines.slice(start - 1).join("\n")
  const begin = lineStarts(lines)[Math.min(start - 1, lines.length)]
  const found = [...words.matchAll(wordPattern)], word = found.findLast(({ index }) => index <= at) ?? found[0]
  const places = all => all.filter(([one]) => one === word?.[0]).map(({ index }) => index)
  const here = places(found), there = places([...part.matchAll(wordPattern)])
  if (!here.length || here.length !== there.length) {
    const first = lines[start - 1] ?? ""
    return begin + first.length - lineParts(first).words.length
  }
  let from = word.index, place = there[here.indexOf(from)]
  while (from < at && words[from] === part[place]) from++, place++
  return begin + place
}
