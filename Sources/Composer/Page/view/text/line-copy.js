/** A copy of a text area's text, with one element for each line, and where the lines and letters are. */
import { difference } from "../../model/difference.js"
import { lastPlace, lineStarts } from "../../model/writing.js"
import { make } from "../markup.js"

/** What an empty line holds, so that it is as high as the others. */
const filler = "\u200b"

/**
 * Lays the text of a text area out once more, over the area and without visible words: a text area tells nothing about
 * where its lines are, and cannot style them. The stylesheet gives both the same type and the same width. In an engine
 * without `field-sizing` the copy gives the area its height.
 *
 * Each line is one element with one text node. More would break kerning, and letters that join.
 */
export class LineCopy {
  element = make("div", { class: "line-copy", "aria-hidden": "true", translate: false })
  /** @type {string[]} */
  lines = []
  #area
  #text = ""
  #starts = [0]
  #followers = []

  constructor(area) {
    this.#area = area
    // Keeps it out of the browser's own search. WebKit draws no highlights in inert elements.
    this.element.inert = !isWebKit
  }

  /**
   * @typedef {{start: number, end: number, texts: string[], before: string, after: string}} Change lines `start..<end`
   *   have become `texts`, and the text `before` is now `after`
   */
  onChange(follow) { this.#followers.push(follow) }

  /** Makes the copy equal to the area; only the changed lines are laid out again. */
  follow() {
    const area = this.#area, { value } = area
    if (!this.element.isConnected) area.after(this.element)
    if (this.#text === value && this.lines.length) return
    const before = this.#text
    this.#text = value
    this.#dress()
    const lines = value.split("\n")
    const hunks = difference(this.lines, lines)
    for (const hunk of hunks.toReversed()) this.#replace(hunk, lines)
    this.lines = lines
    this.#starts = lineStarts(lines)
    if (!hunks.length) return
    const { aStart: start, bStart } = hunks[0], { aEnd: end, bEnd } = hunks.at(-1)
    const texts = lines.slice(bStart, bEnd)
    for (const follow of this.#followers) follow({ start, end, texts, before, after: value })
  }

  /** The element of a line, from 0. */
  row(line) { return this.element.children[line] }

  /** The text of a line, from 0. */
  node(line) { return this.row(line)?.firstChild }

  /** The offset in the text at which a line begins. */
  startOf(line) { return this.#starts[Math.min(line, this.lines.length)] }

  /** The line, from 0, that contains an offset. */
  lineOf(offset) { return lastPlace(this.lines.length, line => this.#starts[line] <= offset) }

  /** `dir="auto"` gives the area the direction of its first letters, and lines without letters follow it. */
  #dress() {
    const { element } = this, { lang } = this.#area
    const direction = this.#area.matches(":dir(rtl)") ? "rtl" : "ltr"
    if (element.dir !== direction) element.dir = direction
    if (element.lang !== lang) element.lang = lang
  }

  /** Changes the text of lines that correspond, and adds or removes the others. */
  #replace({ aStart, aEnd, bStart, bEnd }, lines) {
    const { element } = this, { children } = element
    const kept = Math.min(aEnd - aStart, bEnd - bStart)
    for (let index = 0; index < kept; index++) {
      children[aStart + index].firstChild.data = lines[bStart + index] || filler
    }
    if (kept === aEnd - aStart && kept === bEnd - bStart) return
    for (const row of [...children].slice(aStart + kept, aEnd)) row.remove()
    const before = children[aStart + kept] ?? null
    const fresh = document.createDocumentFragment()
    for (const line of lines.slice(bStart + kept, bEnd)) fresh.append(make("div", {}, line || filler))
    element.insertBefore(fresh, before)
  }
}

const isWebKit = navigator.vendor.startsWith("Apple")

/**
 * Knows the height at which each line of a text area is, wrapped lines included. A text area has no interface for that,
 * so the ruler measures its copy.
 */
export class LineRuler {
  #copy

  constructor(copy) { this.#copy = copy }

  /**
   * @returns {number} the line, from 1, at a height of the area's content; its fraction is the position within the line
   */
  lineAt(height) {
    this.#copy.follow()
    const rows = this.#copy.element.children
    const line = lastPlace(rows.length, at => rows[at].offsetTop <= height), row = rows[line]
    if (!row) return 1
    const part = row.offsetHeight ? (height - row.offsetTop) / row.offsetHeight : 0
    return line + 1 + Math.min(Math.max(part, 0), 0.999)
  }

  /**
   * The vertical extent of the line at an offset.
   * @param {number} offset in the area's value
   * @returns {{top: number, bottom: number, left: number}} in the area's content
   */
  spanAt(offset) {
    this.#copy.follow()
    const line = this.#copy.lineOf(offset)
    const node = this.#copy.node(line)
    if (!node) return { top: 0, bottom: 0, left: 0 }
    const { top, bottom, left } = caretRect(node, offset - this.#copy.startOf(line))
    const start = this.#copy.element.getBoundingClientRect()
    return { top: top - start.top, bottom: bottom - start.top, left: left - start.left }
  }

  /**
   * The place in the text nearest to a point of the area's content.
   * @param {number} x from the area's left edge
   * @param {number} height in the area's content
   * @returns {number} an offset in the area's value
   */
  offsetAt(x, height) {
    this.#copy.follow()
    const start = this.#copy.element.getBoundingClientRect()
    const line = Math.floor(this.lineAt(height)) - 1
    const { length } = this.#copy.lines[line]
    const rect = at => caretRect(this.#copy.node(line), at)
    // The first place of the row at that height; places of one line stand in ascending rows, but not in ascending x.
    let low = 0
    let high = length
    while (low < high) {
      const middle = (low + high) >> 1
      if (rect(middle).bottom - start.top > height) high = middle
      else low = middle + 1
    }
    const { top } = rect(low)
    let best = low
    const distance = at => Math.abs(rect(at).left - start.left - x)
    for (let at = low; at <= length && rect(at).top - top < 1; at++) {
      if (distance(at) < distance(best)) best = at
    }
    return this.#copy.startOf(line) + best
  }
}

/**
 * The rectangle of a character of a row, where the caret before it stands; at the row's end, that of the caret. An
 * empty range before the first word of a wrapped line would give the end of the line before.
 */
function caretRect(node, at) {
  const range = document.createRange()
  range.setStart(node, Math.min(at, node.length))
  range.setEnd(node, Math.min(at + 1, node.length))
  return range.getClientRects()[0] ?? node.parentElement.getBoundingClientRect()
}
