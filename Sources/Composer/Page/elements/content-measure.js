import { isShown } from "../model/panels.js"
import { NaturalSizes } from "../model/natural-size.js"

/**
 * Measures the contents of panels that are as high as their content wants to be, and tells the daemon. It looks once a
 * frame at most, after the browser has laid out anyway, and never while somebody drags.
 */
export class ContentMeasure {
  #arranging
  #frames
  #observer = new ResizeObserver(() => this.#soon())
  #sizes = new NaturalSizes()
  #observed = new Set()
  #request = 0
  #telling = 0

  /**
   * @param {object} arranging
   * @param {(id: string) => Element|undefined} frames the frame of a panel
   */
  constructor(arranging, frames) {
    this.#arranging = arranging
    this.#frames = frames
  }

  /** The window was drawn: panels may have come that are to be watched. */
  drawn() {
    for (const panel of this.#fitted) {
      const content = this.#frames(panel.id)?.content
      if (!content || this.#observed.has(content)) continue
      this.#observed.add(content)
      this.#watch(content)
    }
    this.#soon()
  }

  stop() {
    this.#observer.disconnect()
    cancelAnimationFrame(this.#request)
    this.#observed.clear()
  }

  /** Whether the daemon knows every height, as far as it has been looked at. */
  get isAtRest() { return this.#request === 0 && this.#telling === 0 }

  get #fitted() { return this.#arranging.window?.panels.filter(panel => panel.fitsContent && isShown(panel)) ?? [] }

  /** A child that grows within a content of the same size is what is to be noticed. */
  #watch(content) {
    const observe = () => { for (const child of content.children) this.#observer.observe(child) }
    this.#observer.observe(content)
    new MutationObserver(() => { observe(); this.#soon() }).observe(content, { childList: true })
    observe()
  }

  #soon() { this.#request ||= requestAnimationFrame(() => this.#measure()) }

  #measure() {
    this.#request = 0
    if (this.#arranging.isAway || this.#arranging.isHeld) return
    for (const { id } of this.#fitted) {
      const content = this.#frames(id)?.content
      if (!content?.firstElementChild || content.clientWidth === 0) continue
      const size = this.#sizes.news(id, { width: content.clientWidth, height: naturalHeight(content) })
      if (size) this.#tell(id, size)
    }
  }

  async #tell(panel, size) {
    this.#telling++
    if (!await this.#arranging.tell({ command: "naturalSize", panel, ...size })) this.#sizes.forget(panel)
    this.#telling--
  }
}

/** From the top of a content to the end of its last child, whatever room it has been given. */
function naturalHeight(content) {
  const { top, width } = content.getBoundingClientRect()
  // While all panels are spread out they are drawn smaller than they are.
  const scale = width / content.offsetWidth || 1
  const style = getComputedStyle(content)
  const ends = [...content.children].map(child => {
    const frame = child.getBoundingClientRect()
    return frame.height === 0 ? 0 : (frame.bottom - top) / scale + Number.parseFloat(getComputedStyle(child).marginBottom)
  })
  return Math.max(0, ...ends) + Number.parseFloat(style.paddingBottom)
}
