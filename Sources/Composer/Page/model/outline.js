/** The sections of a text by its headings, and moving one. */
import { MarkdownRanges } from "./markdown-ranges.js"
import { countLine } from "./word-count.js"
import { lineStarts } from "./writing.js"

/**
 * @typedef {object} Section
 * @property {number} level of its heading, 1 to 6
 * @property {string} title the words of the heading, without marks
 * @property {number} line of the heading, from 1
 * @property {number} start the offset of the heading
 * @property {number} end where the next section of the same or a higher level begins, or the text ends
 * @property {number} words with those of the sections in it
 */

/** The most sections that are read. */
export const sectionsMax = 1000

const unsaid = new Set(["mark", "inset-mark", "address", "item", "task"])

/** @returns {Section[]} in the order of the text; headings in quotes are not sections */
export function sectionsOf(text) {
  const markdown = new MarkdownRanges()
  markdown.replace(0, 0, text.split("\n"))
  const { lines } = markdown
  const starts = lineStarts(lines.map(({ text }) => text))
  const found = headings(lines).map(heading => ({ ...heading, start: starts[heading.line - 1] }))
  /** The words before each line, and before the end. */
  const before = [0]
  if (found.length) for (const line of lines) before.push(before.at(-1) + countLine(line).words)
  return found.map((heading, index) => {
    const next = found.slice(index + 1).find(({ level }) => level <= heading.level)
    const words = (next ? before[next.line - 1] : before.at(-1)) - before[heading.line - 1]
    return { ...heading, end: next?.start ?? text.length, words }
  })
}

/** A heading may have several lines, of which the last is its underline. */
function headings(lines) {
  const found = []
  for (let at = 0; at < lines.length && found.length < sectionsMax; at++) {
    if (lines[at].kind !== "heading" || lines[at].isQuoted) continue
    const mark = /^#{1,6}/.exec(marksOf(lines[at]))?.[0]
    const line = at + 1
    const words = [wordsOf(lines[at])]
    while (!mark && at + 1 < lines.length && lines[at + 1].kind === "heading" && !lines[at + 1].isStart) {
      words.push(wordsOf(lines[++at]))
    }
    const level = mark?.length ?? (lines[at].text.includes("=") ? 1 : 2)
    found.push({ level, title: words.join(" ").replace(/\s+/g, " ").trim(), line })
  }
  return found
}

const marksOf = ({ text, ranges }) =>
  ranges.filter(({ kind }) => kind === "mark").map(({ start, end }) => text.slice(start, end)).join("")

function wordsOf({ text, ranges }) {
  let words = "", at = 0
  for (const { start, end, kind } of ranges) {
    if (!unsaid.has(kind) || end <= at) continue
    words += text.slice(at, Math.max(at, start))
    at = end
  }
  return words + text.slice(at)
}

/**
 * The edit that moves a section with all that is in it. No letter is lost or added but empty lines where sections meet.
 * @param {{start: number, end: number}} section
 * @param {number} to the start of another section, or the end of the text
 * @returns {{start: number, end: number, text: string, selectionStart: number, selectionEnd: number}|null} null if the
 *   section stays where it is
 */
export function moveSection(text, section, to) {
  if (to >= section.start && to <= section.end) return null
  const isUp = to < section.start
  const start = isUp ? to : section.start
  const end = isUp ? section.end : to
  const middle = isUp ? section.start : section.end
  const own = withoutEnd(text.slice(section.start, section.end))
  const others = withoutEnd(isUp ? text.slice(start, middle) : text.slice(middle, end))
  const tail = /\n*$/.exec(text.slice(start, end))[0]
  const parts = isUp ? [own, others] : [others, own]
  const at = isUp ? start : start + others.length + 2
  return { start, end, text: parts.join("\n\n") + tail, selectionStart: at, selectionEnd: at }
}

const withoutEnd = text => text.replace(/\n+$/, "")

/**
 * Where a section goes one step up or down among those of its level: `to` of `moveSection`, or null at the end.
 * @param {number} way 1 or -1
 */
export function stepOf(sections, index, way) {
  const { level } = sections[index]
  const isNear = (section, at) => section.level <= level && (at - index) * way > 0
  const near = way > 0 ? sections.find(isNear) : sections.findLast(isNear)
  if (near?.level !== level) return null
  return way > 0 ? near.end : near.start
}

/** The index of the section in which a line is; -1 before the first heading. */
export const sectionAt = (sections, line) => sections.findLastIndex(section => section.line <= line)
