/** Style for a text area's Markdown, drawn over its own text. */
import { editBetween } from "../../model/difference.js"
import { MarkdownRanges } from "../../model/markdown-ranges.js"
import { observeSizes } from "../markup.js"

/** The names of ranges that other parts of the page set. */
const named = ["elsewhere", "hit", "hit-here"]
/**
 * The kinds of ranges that can be drawn, those that are drawn last at the end. The stylesheet has their looks, as
 * `::highlight(text-…)`.
 */
const kinds = ["bold", "heading", "italic", "strike", "link", "code", "item", "mark", "inset-mark", "address", "note",
  "task", ...named]
/** The kinds of lines that have a background, and with them those that have a class. */
const tintedKinds = new Set(["code", "fence", "table"]), classedKinds = new Set([...tintedKinds, "heading"])
/** The most ranges that are drawn in one line, and the most that a name can have. */
const drawnMax = 1000, namedMax = 20_000

/**
 * Draws what the writer's marks mean, without moving a letter: lines of code and tables get a background, and ranges
 * of letters a colour, weight or line (CSS Custom Highlight). The area's own text stays visible, so that a layer that
 * is late or fails costs style and no words. In an engine without highlights only the backgrounds of lines are drawn.
 *
 * Ranges exist only near the view: their number, and so the cost of a key, does not depend on the length of the text.
 */
export class TextLayers {
  #copy
  #scroll
  #markdown = new MarkdownRanges()
  #highlights = new Map()
  /** The ranges of each line that is drawn. @type {Map<Text, [Highlight, StaticRange][]>} */
  #drawn = new Map()
  /** The lines that are drawn, from 0. */
  #near = { first: 0, last: -1 }
  /** @type {Map<string, {start: number, end: number}[]>} */
  #named = new Map()
  #namedDrawn = []
  /** Whether the typeface is a fixed one, and what then draws italic; without it, italic has a tint there, too. */
  #isFixed = false
  #drawFixed
  #preferences
  #selection = [0, 0]

  constructor(copy, scroll) {
    this.#copy = copy
    this.#scroll = scroll
    copy.onChange(change => this.#changed(change))
    for (const [priority, kind] of canHighlight ? kinds.entries() : []) {
      const highlight = Object.assign(new Highlight(), { priority })
      this.#highlights.set(kind, highlight)
      CSS.highlights.set(`text-${kind}`, highlight)
    }
  }

  listen({ model }, signal) {
    this.#preferences = model.preferences
    this.#choose()
    observeSizes([this.#scroll.element, this.#copy.element], () => this.#extend(), signal)
    this.#scroll.element.addEventListener("scroll", () => this.#extend(), { signal, passive: true })
  }

  update({ preferences }) { if (preferences) this.#choose() }

  /** How each line is meant. */
  get lines() { return this.#markdown.lines }

  /**
   * Draws ranges of the text under a name, instead of those that the name had. They move with the text, and one
   * whose own letters change disappears. Names: `hit`, `hit-here` (the one that is selected), `elsewhere`.
   * @param {{start: number, end: number}[]} ranges offsets in the text, by their start; at most 20,000 are drawn
   */
  set(name, ranges) {
    if (!named.includes(name)) throw new RangeError(`There is no layer “${name}”. There are ${named.join(", ")}.`)
    this.#named.set(name, ranges.slice(0, namedMax))
    this.#drawNamed()
  }

  /** Follows the selection: italic there is drawn upright. */
  follow(...selection) {
    this.#selection = selection
    if (this.#isFixed) this.#drawNear()
  }

  async #choose() {
    const isFixed = this.#preferences.get("face") === "mono"
    if (isFixed === this.#isFixed) return
    this.#isFixed = isFixed
    if (isFixed) this.#drawFixed ??= (await import("./fixed-faces.js").catch(() => null))?.drawFixed
    for (const element of this.#copy.element.querySelectorAll(".fixed-faces")) element.remove()
    this.#drawNear()
  }

  #drawNear() { for (let line = this.#near.first; line <= this.#near.last; line++) this.#draw(line) }

  #changed({ start, end, texts, before, after }) {
    const read = this.#markdown.replace(start, end, texts)
    const { children } = this.#copy.element
    const grown = texts.length - (end - start)
    if (start <= this.#near.last) this.#near.last += grown
    for (let line = read.start; line < read.end; line++) {
      dress(children[line], this.#markdown.lines[line])
      if (line >= this.#near.first && line <= this.#near.last) this.#draw(line)
    }
    if (grown < 0 || texts.length > 1) this.#forgetRemoved()
    if (this.#named.size) this.#moveNamed(before, after)
  }

  /** Draws the lines near the view; called when another part of the text comes near. */
  #extend() {
    const [first, last] = this.#scroll.nearLines
    const { children } = this.#copy.element
    const old = this.#near
    this.#near = { first, last }
    for (let line = first; line <= last; line++) if (line < old.first || line > old.last) this.#draw(line)
    const isNear = new Set([...children].slice(first, last + 1).map(row => row.firstChild))
    for (const node of this.#drawn.keys()) if (!isNear.has(node)) this.#erase(node)
    if (this.#named.size) this.#drawNamed()
  }

  #draw(line) {
    const node = this.#copy.node(line)
    if (!node || !canHighlight) return
    const read = this.#markdown.lines[line], begin = this.#copy.startOf(line)
    const all = this.#isFixed && this.#drawFixed?.(node.parentNode, read, ...this.#selection.map(at => at - begin))
    const left = (all || read.ranges).slice(0, drawnMax), ranges = tintedKinds.has(read.kind) ? left.map(inset) : left
    const drawn = this.#drawn.get(node) ?? []
    // A key changes the ranges behind it only.
    let same = 0
    while (same < drawn.length && same < ranges.length && this.#isDrawn(drawn[same], ranges[same])) same++
    for (const [highlight, range] of drawn.splice(same)) highlight.delete(range)
    drawn.push(...ranges.slice(same).map(({ start, end, kind }) => this.#add(kind, node, start, end)))
    if (drawn.length) this.#drawn.set(node, drawn)
    else this.#drawn.delete(node)
  }

  #isDrawn([highlight, { startOffset, endOffset }], { start, end, kind }) {
    return startOffset === start && endOffset === end && highlight === this.#highlights.get(kind)
  }

  #add(kind, node, start, end) {
    const range = new StaticRange({ startContainer: node, startOffset: start, endContainer: node, endOffset: end })
    const highlight = this.#highlights.get(kind)
    highlight.add(range)
    return [highlight, range]
  }

  #erase(node) {
    for (const [highlight, range] of this.#drawn.get(node) ?? []) highlight.delete(range)
    this.#drawn.delete(node)
    node.nextSibling?.remove()
  }

  #forgetRemoved() {
    for (const node of this.#drawn.keys()) if (!node.isConnected) this.#erase(node)
  }

  // MARK: Named ranges

  #drawNamed() {
    for (const [highlight, range] of this.#namedDrawn) highlight.delete(range)
    this.#namedDrawn = []
    if (!canHighlight) return
    const copy = this.#copy
    const from = copy.startOf(this.#near.first), to = copy.startOf(this.#near.last + 1)
    for (const [name, ranges] of this.#named) {
      for (const { start, end } of ranges) if (end > from && start < to) this.#drawAcross(name, start, end)
    }
  }

  /** A range over several lines is drawn in each of those near the view. */
  #drawAcross(name, start, end) {
    const copy = this.#copy
    const first = Math.max(copy.lineOf(start), this.#near.first), last = Math.min(copy.lineOf(end), this.#near.last)
    for (let line = first; line <= last; line++) {
      const begin = copy.startOf(line), { length } = copy.lines[line]
      const at = Math.max(0, start - begin), until = Math.min(length, end - begin)
      if (at < until) this.#namedDrawn.push(this.#add(name, copy.node(line), at, until))
    }
  }

  /** Ranges move with their words; those whose words change disappear. */
  #moveNamed(before, after) {
    const { start: from, end: to, text } = editBetween(before, after)
    const by = text.length - (to - from)
    for (const [name, ranges] of this.#named) {
      this.#named.set(name, ranges.filter(({ start, end }) => end <= from || start >= to)
        .map(range => (range.start >= to ? { start: range.start + by, end: range.end + by } : range)))
    }
    this.#drawNamed()
  }
}

/** Marks are covered with the colour of their line. */
const inset = range => (range.kind === "mark" ? { ...range, kind: "inset-mark" } : range)

/** The classes of a line that the stylesheet knows. */
function dress(row, { kind, isQuoted }) {
  const name = [classedKinds.has(kind) ? `is-${kind}` : "", isQuoted ? "is-quoted" : ""].join(" ").trim()
  if (row.className !== name) row.className = name
}

const canHighlight = typeof Highlight === "function" && CSS.highlights !== undefined
