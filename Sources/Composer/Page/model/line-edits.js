/** What keys do to whole lines: indenting, moving, headings, quotes, lists. Every answer is one `Edit` (writing.js). */
import { editBetween } from "./difference.js"
import { lineParts, listItems, renumbered, shifted } from "./list-items.js"
import { enter, lineStarts } from "./writing.js"

/** Columns by which Tab moves selected lines that are no items. */
const indentColumns = 4

/** The lines of a selection. Of a line that the selection ends in front of, nothing is selected. */
function chosen(text, start, end) {
  const lines = text.split("\n")
  const ends = [place(text, start), place(text, end)]
  const [{ line: from }, { line: to }] = ends
  const isBefore = to > from && text[end - 1] === "\n"
  if (isBefore) ends[1].back = Infinity
  // The selection of whole lines stays one when marks are put before them.
  if (end > start && (start === 0 || text[start - 1] === "\n")) ends[0].back = Infinity
  return { lines, from, to: isBefore ? to - 1 : to, ends }
}

/**
 * A place in a line counts from its end, because these edits change how a line begins.
 * @typedef {{line: number, back: number}} Place
 */
function place(text, offset) {
  const next = text.indexOf("\n", offset)
  return { line: text.slice(0, offset).split("\n").length - 1, back: (next < 0 ? text.length : next) - offset }
}

/** The smallest edit from a text to these lines. */
function editTo(text, lines, ends) {
  const starts = lineStarts(lines)
  const [selectionStart, selectionEnd] = ends.map(({ line, back }) =>
    starts[line] + Math.max(0, lines[line].length - back))
  return { ...editBetween(text, lines.join("\n")), selectionStart, selectionEnd }
}

/** An edit together with the new numbers of the ordered lists that it touches. */
function inOrder(text, edit) {
  if (!/^[ \t>]*\d{1,9}[.)]/m.test(text)) return edit
  const changed = text.slice(0, edit.start) + edit.text + text.slice(edit.end)
  const lines = changed.split("\n")
  const from = place(text, edit.start).line
  const fresh = renumbered(text.split("\n"), lines, from, from + edit.text.split("\n").length - 1)
  if (fresh.every((line, index) => line === lines[index])) return edit
  return editTo(text, fresh, [place(changed, edit.selectionStart), place(changed, edit.selectionEnd)])
}

/**
 * Enter: as in `enter`, and the items that follow get their new numbers. In an empty nested item it goes one level out.
 * @returns {Edit|null} null for the browser's default
 */
export function newLine(text, start, end) {
  const edit = enter(text, start, end)
  if (!edit) return null
  const isEnd = edit.text === "\n" && edit.start < start
  const { lines, from } = chosen(text, start, end)
  return isEnd && listItems(lines)[from]?.parent ? indent(text, start, end, true) : inOrder(text, edit)
}

/**
 * Removes `start..<end`, and gives the items that follow their new numbers.
 * @returns {Edit|null} null if no number changes: the browser does it alone
 */
export function removal(text, start, end) {
  if (!text.slice(start, end).includes("\n")) return null
  const edit = { start, end, text: "", selectionStart: start, selectionEnd: start }
  const ordered = inOrder(text, edit)
  return ordered === edit ? null : ordered
}

// MARK: Indenting

/**
 * Moves items, with all that belongs to them, a level in or out, and other lines by four columns if several are
 * selected.
 * @returns {Edit|null} null if there is neither an item nor a selection of several lines
 */
export function indent(text, start, end, isBack = false) {
  const { lines, from, to, ends } = chosen(text, start, end)
  const items = listItems(lines)
  if (from === to && !items[from]) return null
  const fresh = [...lines]
  const goals = new Map()
  let line = from
  for (; line <= to; line++) {
    const item = items[line]
    if (!item) {
      fresh[line] = shifted(lines[line], isBack ? -indentColumns : indentColumns)
      continue
    }
    if (!goals.has(item.siblings)) goals.set(item.siblings, isBack ? outer(item) : inner(item, items))
    const { indent, like } = goals.get(item.siblings)
    const mark = indent === item.indent ? markOf(item) : newMark(item, like)
    const by = indent - item.indent
    fresh[line] = shifted(lines[line], by).replace(markOf(item), mark)
    const wider = by + mark.length - markOf(item).length
    for (let own = line + 1; own <= item.last; own++) fresh[own] = shifted(lines[own], wider)
    line = item.last
  }
  return editTo(text, renumbered(lines, fresh, from, line - 1), ends)
}

/** Where an item goes one level further in: among the nested items of the one before it, or below its words. */
function inner(item, items) {
  const before = item.siblings[item.siblings.indexOf(item) - 1]
  if (!before) return { indent: item.indent }
  const like = items.findLast(other => other?.parent === before)
  return { indent: like?.indent ?? before.content, like }
}

const outer = ({ parent }) => ({ indent: parent?.indent ?? 0, like: parent })

/** In another list an item has the mark of its new neighbours; in a list of its own a number begins with 1. */
function newMark(item, like) {
  const { kind, number } = like ?? item
  return number === null ? kind : `${like ? number + 1 : 1}${kind}`
}

const markOf = ({ kind, number, digits }) => (number === null ? kind : digits + kind)

// MARK: Moving

/**
 * Moves the selected lines up or down. An item changes places with its neighbour in the list, both with all that
 * belongs to them; a paragraph with the next paragraph; any other line with the next line.
 */
export function moveLines(text, start, end, isDown) {
  const { lines, from, to, ends } = chosen(text, start, end)
  const items = listItems(lines)
  const block = { from, to: Math.max(to, ...items.slice(from, to + 1).map(item => item?.last ?? 0)) }
  const other = neighbour(lines, items, block, isDown)
  if (!other) return editTo(text, lines, ends)
  const [upper, lower] = isDown ? [block, other] : [other, block]
  const part = (from, to) => lines.slice(from, to + 1)
  const fresh = [
    ...lines.slice(0, upper.from), ...part(lower.from, lower.to), ...part(upper.to + 1, lower.from - 1),
    ...part(upper.from, upper.to), ...lines.slice(lower.to + 1),
  ]
  const by = isDown ? lower.to - upper.to : upper.from - lower.from
  const last = lines.length - 1
  const moved = ends.map(({ line, back }) => (line + by > last ? { line: last, back: 0 } : { line: line + by, back }))
  return editTo(text, renumbered(lines, fresh, upper.from, lower.to), moved)
}

function neighbour(lines, items, { from, to }, isDown) {
  const item = items[from]
  const isBlank = index => !lines[index]?.trim()
  if (item) {
    const { siblings, parent } = item
    const other = isDown ? siblings.find(({ line }) => line > to) : siblings.findLast(({ line }) => line < from)
    if (other) return { from: other.line, to: other.last }
    if (parent) return null
  }
  const step = isDown ? 1 : -1
  let edge = isDown ? to + 1 : from - 1
  const isParagraph = !isBlank(from) && !isBlank(to) && isBlank(from - 1) && isBlank(to + 1)
  if (isParagraph) while (edge >= 0 && edge < lines.length && isBlank(edge)) edge += step
  if (edge < 0 || edge >= lines.length) return null
  let far = edge
  while (isParagraph && !isBlank(far + step)) far += step
  return { from: Math.min(edge, far), to: Math.max(edge, far) }
}

// MARK: What a line is

/** Makes the selected lines headings of a level, 1 to 6; headings of that level become paragraphs. */
export function heading(text, start, end, level) {
  const mark = `${"#".repeat(level)} `
  const isHeading = line => lineParts(line).words.startsWith(mark)
  return rewritten(text, start, end, isHeading, (line, isDone) => {
    const { quote, words } = lineParts(line)
    return quote + (isDone ? "" : mark) + words.replace(/^#{1,6}(?:[ \t]+|$)/, "")
  })
}

/** Quotes the selected lines, blank ones between them included; lines that are all quoted lose one `>`. */
export function quote(text, start, end) {
  return rewritten(text, start, end, line => /^[ \t]*>/.test(line), (line, isDone) =>
    (isDone ? line.replace(/^[ \t]*>[ \t]?/, "") : line.trim() ? `> ${line}` : ">"), true)
}

/** Makes the selected lines items, or paragraphs again if all are. @param {"bullets"|"numbers"} kind */
export function list(text, start, end, kind) {
  const wanted = kind === "numbers" ? /^\d/ : /^[-*+]$/
  let number = 0
  return rewritten(text, start, end, line => wanted.test(lineParts(line).mark), (line, isDone) => {
    const { quote, space, task, words } = lineParts(line)
    if (isDone) return quote + space + words.trimStart()
    return `${quote}${space}${kind === "numbers" ? `${++number}.` : "-"} ${task}${words}`
  })
}

/** Makes the selected lines open tasks; open tasks become done, and done ones plain items. */
export function task(text, start, end) {
  const { lines, from, to } = chosen(text, start, end)
  const tasks = lines.slice(from, to + 1).filter(line => line.trim()).map(line => lineParts(line).task)
  const isOpen = tasks.length > 0 && tasks.every(one => one === "[ ]")
  const isDone = tasks.length > 0 && tasks.every(one => /x/i.test(one))
  return rewritten(text, start, end, () => false, line => {
    const { quote, space, mark, gap, task, words } = lineParts(line)
    const rest = task ? words.trimStart() : words
    const box = isDone ? "" : isOpen ? "[x] " : task ? `${task} ` : "[ ] "
    return `${quote}${space}${mark || "-"}${gap || " "}${box}${rest}`
  })
}

/**
 * Writes each selected line that is not blank again.
 * @param {(line: string) => boolean} isAlready whether a line is what the others are to become
 */
function rewritten(text, start, end, isAlready, write, withBlanks = false) {
  const { lines, from, to, ends } = chosen(text, start, end)
  const isOne = from === to
  const counts = line => isOne || line.trim() !== ""
  const areAll = lines.slice(from, to + 1).filter(counts).every(isAlready)
  const fresh = lines.map((line, index) =>
    (index >= from && index <= to && (withBlanks || counts(line)) ? write(line, areAll) : line))
  return editTo(text, renumbered(lines, fresh, from, to), ends)
}
