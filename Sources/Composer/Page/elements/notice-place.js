/** Pixels between the notices and what they stay clear of. */
const gap = 8

/**
 * Where notices lie: never over what is needed next, which is a picture that waits for its words, and what has the focus. The
 * text is told how much of it they cover (`--notices`), so that the line that is typed stays above them.
 */
export class NoticePlace {
  #board
  #text = document.querySelector("#body-text")
  #listening = new AbortController()
  /** The text's height follows whatever stands below it. */
  #sizes = new ResizeObserver(() => this.#place())

  /** @param {HTMLElement} board */
  constructor(board) {
    this.#board = board
    for (const element of [board, this.#text]) if (element) this.#sizes.observe(element)
    document.addEventListener("focusin", () => this.#place(), { signal: this.#listening.signal })
  }

  end() {
    this.#listening.abort()
    this.#sizes.disconnect()
  }

  /** Above what is needed, where that is covered; else where the style has it. */
  #place() {
    const board = this.#board, { style } = document.documentElement
    board.style.bottom = ""
    if (!board.firstElementChild) return style.removeProperty("--notices")
    for (const needed of this.#needed) {
      const bottom = innerHeight - needed.top + gap
      // Where they would leave the window they stay.
      if (isCovered(needed, board) && bottom + board.offsetHeight < innerHeight) board.style.bottom = `${bottom}px`
    }
    const end = this.#text?.getBoundingClientRect().bottom ?? 0
    return style.setProperty("--notices", `${Math.max(0, end - board.getBoundingClientRect().top + gap)}px`)
  }

  /** The lowest first. */
  get #needed() {
    const focused = document.activeElement
    const isControl = focused && focused !== document.body && focused !== this.#text && !this.#board.contains(focused)
    return [...document.querySelectorAll("picture-tray:not([hidden])"), ...isControl ? [focused] : []]
      .map(element => element.getBoundingClientRect()).filter(({ height }) => height > 0 && height < innerHeight * 0.6)
      .sort((a, b) => b.top - a.top)
  }
}

function isCovered(needed, board) {
  const own = board.getBoundingClientRect()
  return needed.right > own.left && needed.left < own.right && needed.bottom > own.top && needed.top < own.bottom
}
