/** Compares the layout of a text area with that of the copy over it. */

const pauseMilliseconds = 1000
/** The most lines that are compared at a time. */
const linesMax = 16
/** How far the offset at a letter may be from that behind it. */
const near = 1
/** Letters and signs that stand alone: others may share a place with their neighbours. */
const plain = /[\p{L}\p{N}.,;:!?)]/u
/** How far before a place such a letter is sought. */
const searchMax = 20

/**
 * Looks, whenever the text has rested and is of another height or width, whether letters are where the copy has them. A
 * browser or typeface that lays out text areas in another way would put style beside the letters; there, the text is
 * plain. Where the browser finds no letter at a point, only the heights are compared.
 */
export class LayoutCheck {
  #area
  #copy
  #scroll
  #timer
  #differ

  /** @param {() => void} differ called once */
  constructor(area, copy, scroll, differ) {
    this.#area = area
    this.#copy = copy
    this.#scroll = scroll
    this.#differ = differ
  }

  listen(signal) {
    const observer = new ResizeObserver(() => {
      clearTimeout(this.#timer)
      this.#timer = setTimeout(() => {
        if (this.isEqual || signal.aborted) return
        observer.disconnect()
        this.#differ()
      }, pauseMilliseconds)
    })
    observer.observe(this.#copy.element)
    signal.addEventListener("abort", () => {
      observer.disconnect()
      clearTimeout(this.#timer)
    })
  }

  /** Whether the two agree, as far as can be seen. A single place that differs is no proof: letters may join. */
  get isEqual() {
    if (!document.caretPositionFromPoint) return this.#area.scrollHeight <= this.#copy.element.offsetHeight + 1
    const answers = this.#lines().flatMap(line => places(this.#copy.lines[line]).map(at => this.#isEqualAt(line, at)))
      .filter(answer => answer !== null)
    return answers.filter(answer => !answer).length <= answers.length / 4
  }

  /** Some lines of the view that have letters. */
  #lines() {
    const [first, last] = this.#scroll.nearLines
    const lines = []
    for (let line = first; line <= last && lines.length < linesMax; line++) {
      if (this.#copy.lines[line]?.trim()) lines.push(line)
    }
    return lines
  }

  /** @returns {boolean|null} null if the letter is out of the view, or covered */
  #isEqualAt(line, at) {
    const range = document.createRange()
    range.setStart(this.#copy.node(line), at)
    range.setEnd(this.#copy.node(line), at + 1)
    const { left, top, width, height } = range.getBoundingClientRect()
    const found = document.caretPositionFromPoint(left + width / 2, top + height / 2)
    if (found?.offsetNode !== this.#area) return null
    return Math.abs(found.offset - this.#copy.startOf(line) - at - 1) <= near
  }
}

/** A letter near the middle of a line, and one near its end, each a place that stands alone. */
function places(line) {
  return [line.length >> 1, line.length - 1].map(from => {
    let at = from
    while (at >= 0 && from - at < searchMax && !plain.test(line[at])) at--
    return at
  }).filter((at, index, all) => plain.test(line[at] ?? "") && all.indexOf(at) === index)
}
