import { withKeyboard } from "../model/above-keyboard.js"
import { compactBelow } from "../model/panels.js"
import { layOutOffline } from "../model/panels-offline.js"
import { measuredInsets, measuredScreen } from "./panel-insets.js"

/** A daemon that takes longer than this to lay out a new size is not waited for. */
const patienceMilliseconds = 80

/**
 * Tells the daemon how large the layer is and what covers it, whenever that changes. Until it has answered, and while
 * it is away, its last frames are fitted to the new size.
 */
export class LayerSize {
  #layer
  #told
  #size = null
  #patience
  #observer = new ResizeObserver(() => this.measure())

  /**
   * @param {PanelLayerElement} layer
   * @param {{changed: () => void, draw: (window: DeskWindow) => void}} told `changed`: the size is another;
   *   `draw`: so the window looks at it for the time being
   */
  constructor(layer, told) {
    this.#layer = layer
    this.#told = told
  }

  listen(signal) {
    const again = () => this.measure(), options = { signal }
    this.#observer.observe(this.#layer)
    for (const name of ["resize", "scroll"]) globalThis.visualViewport?.addEventListener(name, again, options)
    navigator.virtualKeyboard?.addEventListener("geometrychange", again, options)
    // Another screen, or another zoom: its pixels are others.
    addEventListener("resize", again, options)
    signal.addEventListener("abort", () => {
      this.#observer.disconnect()
      clearTimeout(this.#patience)
    })
  }

  measure() {
    const { arranging, clientWidth: width, clientHeight: height } = this.#layer
    if (width === 0 || height === 0) return
    const isCompact = (arranging.window?.class ?? (width < compactBelow ? "compact" : "")) === "compact"
    const size = { width, height, insets: measuredInsets(this.#layer, isCompact), ...measuredScreen(this.#layer) }
    if (JSON.stringify(size) === JSON.stringify(this.#size)) return
    this.#size = size
    this.#told.changed()
    arranging.resize(size)
    if (arranging.isAway) return this.#drawAlone()
    clearTimeout(this.#patience)
    this.#patience = setTimeout(() => this.#drawAlone(), patienceMilliseconds)
  }

  /** The daemon has said how the window is arranged. */
  answered(window) { if (this.#isDrawnAt(window)) clearTimeout(this.#patience) }

  /** Without the daemon: its last frames at this size. */
  #drawAlone() {
    const { window } = this.#layer.arranging
    if (!window) return
    const { keyboard, insets } = this.#size
    const laid = this.#isDrawnAt(window) ? window : layOutOffline({ ...window, insets }, this.#size)
    this.#told.draw(keyboard ? withKeyboard(laid, keyboard) : laid)
  }

  #isDrawnAt({ width, height }) { return width === this.#size.width && height === this.#size.height }
}
