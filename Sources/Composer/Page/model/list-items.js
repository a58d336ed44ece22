/** The lists of a Markdown text: their items, how deep each stands, and the numbers that ordered items should have. */

/**
 * @typedef {object} Item one item of a list
 * @property {number} line where it begins, from 0
 * @property {number} last its last line that is not blank, nested items included
 * @property {number} depth how many `>` stand before it
 * @property {number} indent columns before its mark, after the `>`
 * @property {number} content the column at which its words begin, after the `>`
 * @property {string} kind `-`, `*` or `+`; of a number the sign behind it, `.` or `)`
 * @property {number|null} number
 * @property {string} digits of `number`, as written
 * @property {Item|null} parent
 * @property {Item[]} siblings the items of the same list, itself included
 */

const quotePattern = /^(?:[ \t]*>[ \t]?)*/
const markPattern = /^([ \t]*)(?:([-*+])|(\d{1,9})([.)]))([ \t]+|$)(\[[ xX]\](?=[ \t]))?/
export const rulePattern = /^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/
const fencePattern = /^[ \t]*(`{3,}|~{3,})/

/**
 * Divides a line before its words.
 * @returns {{quote: string, space: string, mark: string, gap: string, task: string, words: string}} the parts, which
 *   together are the line; `mark` is empty if the line begins no item
 */
export function lineParts(line) {
  const quote = quotePattern.exec(line)[0]
  const rest = line.slice(quote.length)
  const found = rulePattern.test(rest) ? null : markPattern.exec(rest)
  const space = found?.[1] ?? /^[ \t]*/.exec(rest)[0]
  if (!found) return { quote, space, mark: "", gap: "", task: "", words: rest.slice(space.length) }
  const [all, , bullet, number, sign, gap, task = ""] = found
  return { quote, space, mark: bullet ?? number + sign, gap, task, words: rest.slice(all.length) }
}

/** The columns of some white space; a tab goes to the next multiple of four. */
export const columns = space => [...space].reduce((at, sign) => (sign === "\t" ? at - at % 4 + 4 : at + 1), 0)

/** @returns {(Item|null)[]} for each line the item that begins there */
export function listItems(lines) {
  const reader = new Reader()
  return lines.map((line, index) => reader.read(line, index))
}

/** Reads line by line which items are open, by the rules of CommonMark as far as they concern lists. */
class Reader {
  #open = []
  #depth = 0
  #fence = null
  #isAfterBlank = true

  read(line, index) {
    const { quote, space, mark, gap, words } = lineParts(line)
    const depth = quote.split(">").length - 1
    const rest = space + mark + gap + words
    if (!rest.trim()) {
      this.#isAfterBlank = true
      return null
    }
    if (depth !== this.#depth) this.#open = []
    this.#depth = depth
    const indent = columns(space)
    const item = !this.#isInFence(line.slice(quote.length)) && mark ? this.#begin(index, indent, mark, gap, words) : null
    if (!item) this.#close(indent, rest)
    else item.depth = depth
    for (const one of this.#open) one.last = index
    this.#isAfterBlank = false
    return item
  }

  /** Whether the line is in a fence, or opens or closes one. */
  #isInFence(rest) {
    const mark = fencePattern.exec(rest)?.[1]
    const open = this.#fence
    if (!open) this.#fence = mark ?? null
    else if (mark?.[0] === open[0] && mark.length >= open.length) this.#fence = null
    return open !== null || mark !== undefined
  }

  #begin(line, indent, mark, gap, words) {
    const number = /^\d/.test(mark) ? parseInt(mark, 10) : null
    const kind = mark.at(-1)
    let last = this.#open.at(-1)
    // Only the number 1 may begin a list in the middle of a paragraph.
    if (!last && !this.#isAfterBlank && number !== null && number !== 1) return null
    while (last && indent < last.content && (indent < last.indent || kind !== last.kind)) {
      this.#open.pop()
      last = this.#open.at(-1)
    }
    const isSibling = last !== undefined && indent < last.content
    if (isSibling) this.#open.pop()
    const parent = this.#open.at(-1) ?? null
    if (!isSibling && indent - (parent?.content ?? 0) > 3) return null
    const width = columns(gap)
    const content = indent + mark.length + (!words.trim() || width > 4 ? 1 : width)
    const siblings = isSibling ? last.siblings : []
    const digits = mark.slice(0, -1)
    const item = { line, last: line, depth: 0, indent, content, kind, number, digits, parent, siblings }
    siblings.push(item)
    this.#open.push(item)
    return item
  }

  /** Text after a blank line, or that begins another block, ends the items to which it is not indented. */
  #close(indent, rest) {
    const isOther = this.#isAfterBlank || rulePattern.test(rest) || /^ {0,3}(#{1,6}[ \t]|`{3}|~{3})/.test(rest)
    while (isOther && this.#open.length && indent < this.#open.at(-1).content) this.#open.pop()
  }
}

/**
 * Puts the numbers of ordered lists in order, in the lists that a change touches and nowhere else. A list in which all
 * numbers are the same keeps them so.
 * @param {string[]} before the lines before the change
 * @param {string[]} after the lines after it
 * @param {number} from the first changed line
 * @param {number} to the last changed line of `after`
 * @returns {string[]} `after`, with other numbers where they must change
 */
export function renumbered(before, after, from, to) {
  const lists = new Set(listItems(after).filter(item => item?.number !== null).map(item => item?.siblings))
  const touched = [...lists].filter(list => list && list[0].line <= to + 1 && list.at(-1).line >= from)
  if (!touched.length) return after
  const old = listItems(before)
  const result = [...after]
  for (const list of touched) {
    const first = firstNumber(list[0], old, from)
    const others = list.filter(({ line }) => line < from || line > to).map(({ number }) => number)
    const step = others.length > 1 && others.every(number => number === others[0]) ? 0 : 1
    list.forEach((item, index) => { setNumber(result, item, first + step * index) })
  }
  return result
}

/** A list that lost or exchanged its first item begins with the same number as before. */
function firstNumber(first, old, from) {
  const known = old[from]
  const isSame = first.line >= from && known?.kind === first.kind && known.indent === first.indent
  return isSame && known.number !== null ? known.siblings[0].number : first.number
}

/** What belongs to the item moves with its words: “10.” is a column wider than “9.”. */
function setNumber(lines, item, number) {
  const { quote, space, mark, gap, task, words } = lineParts(lines[item.line])
  const fresh = `${number}${mark.at(-1)}`
  if (fresh === mark || number > 999_999_999) return
  lines[item.line] = quote + space + fresh + gap + task + words
  const wider = fresh.length - mark.length
  if (wider !== 0) for (let line = item.line + 1; line <= item.last; line++) lines[line] = shifted(lines[line], wider)
}

/** Moves a line by columns, after its `>`; a line that stands further left than it should go stops at the margin. */
export function shifted(line, by) {
  const quote = quotePattern.exec(line)[0]
  const rest = line.slice(quote.length)
  if (!rest.trim()) return line
  if (by >= 0) return quote + " ".repeat(by) + rest
  const space = /^[ \t]*/.exec(rest)[0]
  const left = Math.max(0, columns(space) + by)
  return quote + " ".repeat(left) + rest.slice(space.length)
}
