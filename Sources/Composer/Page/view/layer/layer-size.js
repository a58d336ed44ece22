/** Measuring the layer and the contents of its panels. */
import { atSize, KeyboardWatch, keyboardOver, NaturalSizes, withKeyboard } from "../../model/panels-layout.js"
import { isCompact, isShown } from "../../model/panels.js"
import { observeSizes } from "../markup.js"

const fingers = matchMedia("(pointer: coarse)")

/**
 * The insets that panels must keep clear of: the display's safe area, the bar at the foot.
 * @param {HTMLElement} layer its stylesheet sets its padding to the safe area, and `--meta-bar` to the height of the
 *   bar
 * @returns {{top: number, left: number, bottom: number, right: number}} whole CSS px
 */
function measuredInsets(layer, hasBar) {
  const style = getComputedStyle(layer)
  const pixels = name => Math.round(Number.parseFloat(style.getPropertyValue(name)) || 0)
  const safe = side => pixels(`padding-${side}`)
  const bottom = safe("bottom") + (hasBar ? pixels("--meta-bar") : 0)
  return { top: 0, left: safe("left"), bottom, right: safe("right") }
}

/**
 * The other properties of the screen that the daemon needs: its resolution, the reading direction, and where the
 * keyboard covers the layer.
 */
function measuredScreen(layer) {
  const keyboard = keyboardOver(
    layer.getBoundingClientRect(), visualViewport, navigator.virtualKeyboard?.boundingRect)
  const direction = getComputedStyle(layer).direction
  return { scale: devicePixelRatio, direction, ...keyboard && { keyboard } }
}

/** The longest wait for the daemon to lay out a new size. */
const patienceMilliseconds = 80

/**
 * Sends the layer's size and insets to the daemon whenever they change. Until it has answered, and while it is
 * unreachable, fits its last frames to the new size.
 */
export class LayerSize {
  #layer
  #answers
  #size = null
  #patience
  #keyboard = new KeyboardWatch()

  /**
   * @param {{changed: () => void, draw: (window: DeskWindow) => void}} answers `changed`: the size has changed; `draw`:
   *   draws the window provisionally
   */
  constructor(layer, answers) {
    this.#layer = layer
    this.#answers = answers
  }

  listen(signal) {
    const again = () => this.measure(), options = { signal }
    observeSizes([this.#layer], again, signal)
    for (const name of ["resize", "scroll"]) visualViewport.addEventListener(name, again, options)
    navigator.virtualKeyboard?.addEventListener("geometrychange", again, options)
    this.#layer.addEventListener("focusin", () => { if (fingers.matches) again() }, options)
    // Another screen or zoom changes the size of its pixels.
    addEventListener("resize", again, options)
    signal.addEventListener("abort", () => clearTimeout(this.#patience))
  }

  measure() {
    const { arranging, clientWidth: width, clientHeight: height } = this.#layer
    if (width === 0 || height === 0) return
    const hasBar = arranging.window ? arranging.window.class === "compact" : isCompact({ width, height })
    const screen = measuredScreen(this.#layer)
    const isWriting = this.#isTyping(screen.keyboard) && hasBar
    this.#layer.classList.toggle("is-writing", isWriting)
    const size = { width, height, insets: measuredInsets(this.#layer, hasBar && !isWriting), ...screen }
    if (JSON.stringify(size) === JSON.stringify(this.#size)) return
    this.#size = size
    this.#answers.changed()
    arranging.resize(size)
    if (arranging.isAway) return this.#drawAlone()
    clearTimeout(this.#patience)
    this.#patience = setTimeout(() => this.#drawAlone(), patienceMilliseconds)
  }

  /** Whether the keyboard of a touch screen is open for the text or the title. */
  #isTyping(keyboard) {
    const { width, height, scale } = visualViewport, field = document.activeElement
    const page = { width: Math.round(width * scale), height: height * scale }
    const isOpen = this.#keyboard.isOpen(page, keyboard?.height ?? 0, field.matches("input, textarea"))
    return isOpen && fingers.matches && field.matches("#body-text, #post-title")
  }

  /** The daemon has sent the window's arrangement. */
  answered(window) { if (this.#isDrawnAt(window)) clearTimeout(this.#patience) }

  /** Fits the daemon's last frames to this size, without the daemon. */
  #drawAlone() {
    const { window } = this.#layer.arranging
    if (window) this.#answers.draw(this.fitted(window))
  }

  /** @param {DeskWindow} window from the daemon, maybe for another size */
  fitted(window) {
    const size = this.#size
    return withKeyboard(this.#isDrawnAt(window) ? window : atSize(window, size), size.keyboard)
  }

  #isDrawnAt({ width, height }) { return width === this.#size.width && height === this.#size.height }
}

/** The room for the grabber of a sheet from there, in CSS px (arranging.css): the daemon adds only a title bar. */
const grabbers = { bottom: 24, top: 20 }

/**
 * Measures the contents of panels whose height follows their content, and sends the heights to the daemon; and ends the
 * sheets of a phone with a whole control. Both at most once a frame, after the browser's own layout, never during a drag.
 */
export class ContentMeasure {
  #arranging
  #frames
  #observer = new ResizeObserver(() => this.#soon())
  #sizes = new NaturalSizes()
  #observed = new Set()
  #request = 0
  #reporting = 0

  /** @param {(id: string) => Element|undefined} frames returns the frame of a panel */
  constructor(arranging, frames) {
    this.#arranging = arranging
    this.#frames = frames
  }

  /** Observes panels that have appeared in the drawn window. */
  drawn() {
    for (const panel of [...this.#fitted, ...this.#sheets]) {
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

  /** Whether the daemon knows every height measured so far. */
  get isAtRest() { return this.#request === 0 && this.#reporting === 0 }

  get #fitted() { return this.#arranging.window?.panels.filter(panel => panel.fitsContent && isShown(panel)) ?? [] }

  /** Those of a phone. */
  get #sheets() {
    const { window } = this.#arranging
    return window?.class === "compact" ? window.panels.filter(panel => panel.sheet && isShown(panel)) : []
  }

  /** Observes the children, because one may grow while the content keeps its size. */
  #watch(content) {
    const observe = () => { for (const child of content.children) this.#observer.observe(child) }
    this.#observer.observe(content)
    new MutationObserver(() => { observe(); this.#soon() }).observe(content, { childList: true })
    observe()
    // A sheet's room changes while it moves, the content does not.
    this.#observer.observe(content.parentElement)
    content.parentElement.addEventListener("scroll", () => { if (this.#sheets.length) this.#soon() }, { capture: true, passive: true })
  }

  #soon() { this.#request ||= requestAnimationFrame(() => this.#measure()) }

  #measure() {
    this.#request = 0
    if (this.#arranging.isHeld) return
    this.#clip()
    if (this.#arranging.isAway) return
    for (const { id, sheet } of this.#fitted) {
      const content = this.#frames(id)?.content
      if (!content?.firstElementChild || content.clientWidth === 0) continue
      const height = naturalHeight(content) + (grabbers[sheet?.edge] ?? 0)
      const size = this.#sizes.news(id, { width: content.clientWidth, height })
      if (size) this.#report(id, size)
    }
  }

  #clip() {
    const sheets = this.#sheets.map(({ id }) => this.#frames(id)?.content)
    for (const content of this.#observed) {
      const { parentElement: room } = content
      if (sheets.includes(content)) endWithWholeControl(room)
      else if (room) room.style.clipPath = ""
    }
  }

  async #report(panel, size) {
    this.#reporting++
    if (!await this.#arranging.report({ command: "naturalSize", panel, ...size })) this.#sizes.forget(panel)
    this.#reporting--
  }
}

/** From the top of a content to the end of its last child, regardless of the space it has. */
function naturalHeight(content) {
  const { top, width } = content.getBoundingClientRect()
  // Spread-out panels are drawn smaller than they are.
  const scale = width / content.offsetWidth || 1
  const style = getComputedStyle(content)
  const ends = [...content.children].map(child => {
    const frame = child.getBoundingClientRect()
    return frame.height === 0 ? 0 : (frame.bottom - top) / scale + Number.parseFloat(getComputedStyle(child).marginBottom)
  })
  return Math.max(0, ...ends) + Number.parseFloat(style.paddingBottom)
}

/** What a finger or an eye takes for one thing; higher than that, it is a container. */
const controls = "button, input, select, textarea, a[href], li, [role=row]"
const highest = 120

/**
 * Ends what a phone's sheet shows at first with a whole control: one that the lower edge would cut is out of sight until
 * something in the sheet is scrolled.
 * @param {HTMLElement} room holds the content, and scrolls unless a part of it does
 */
function endWithWholeControl(room) {
  const { top: start, bottom } = room.getBoundingClientRect()
  const frames = isScrolled(room) ? [] : [...room.querySelectorAll(controls)].map(control => control.getBoundingClientRect())
  let end = bottom
  for (const { top, height } of frames.sort((one, other) => other.top - one.top)) {
    if (height > 0 && height <= highest && top < end && top + height > end + 1) end = top
  }
  // Of a sheet that is lower than its first control, that is seen.
  room.style.clipPath = end < bottom && end > (start + bottom) / 2 ? `inset(0 0 ${bottom - end}px)` : ""
}

function isScrolled(room) { return [room, ...room.querySelectorAll("*")].some(part => part.scrollTop > 0) }
