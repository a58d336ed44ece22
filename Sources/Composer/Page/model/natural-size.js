/**
 * When a content's height is worth telling the daemon. The daemon answers with another height of the panel and never
 * with another width, and at one width a height that comes back again is not told again: so measuring comes to an end
 * even where a scroll bar comes and goes with the height.
 */
const settledMax = 6

export class NaturalSizes {
  #told = new Map()

  /**
   * @param {string} panel
   * @param {{width: number, height: number}} size of the content: the width it has, the height it wants
   * @returns {{width: number, height: number}|null} what to tell, or null
   */
  news(panel, { width, height }) {
    const size = { width: Math.round(width), height: Math.ceil(height) }
    const told = this.#told.get(panel)
    if (told?.width !== size.width) {
      this.#told.set(panel, { width: size.width, heights: [size.height] })
      return size
    }
    if (told.heights.at(-1) === size.height) return null
    // Back and forth between the same two heights is a loop, not a text that grows.
    const { heights } = told
    const isLoop = heights.length >= settledMax && new Set([...heights.slice(1 - settledMax), size.height]).size <= 2
    if (isLoop) return null
    heights.push(size.height)
    if (heights.length > settledMax) heights.shift()
    return size
  }

  /** The daemon did not take it: it is told again when it is measured again. */
  forget(panel) { this.#told.delete(panel) }
}
