import { keyboardOver } from "../model/screen-keyboard.js"

/**
 * What of the layer panels must keep clear: the display's safe area, the bar at the foot.
 * @param {HTMLElement} layer by the style sheet its padding is the safe area, and `--meta-bar` the height of the bar
 * @param {boolean} hasBar
 * @returns {{top: number, left: number, bottom: number, right: number}} whole CSS px
 */
export function measuredInsets(layer, hasBar) {
  const style = getComputedStyle(layer)
  const pixels = name => Math.round(Number.parseFloat(style.getPropertyValue(name)) || 0)
  const safe = side => pixels(`padding-${side}`)
  const bottom = safe("bottom") + (hasBar ? pixels("--meta-bar") : 0)
  return { top: 0, left: safe("left"), bottom, right: safe("right") }
}

/**
 * What the daemon has to know of the screen beside the layer's size: how fine it is, which way one reads, and where the
 * keyboard lies over it.
 */
export function measuredScreen(layer) {
  const keyboard = keyboardOver(
    layer.getBoundingClientRect(), globalThis.visualViewport, navigator.virtualKeyboard?.boundingRect)
  const direction = getComputedStyle(layer).direction
  return { scale: devicePixelRatio, direction, ...keyboard && { keyboard } }
}
