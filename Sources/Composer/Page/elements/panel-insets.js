/** The height of the bar at the foot of a compact window; `--meta-bar` of the style sheet. */
const barHeight = 48

/**
 * What of the layer panels must keep clear: the display's safe area, the on-screen keyboard, the bar at the foot.
 * @param {HTMLElement} layer its padding is the safe area, by the style sheet
 * @param {boolean} hasBar
 * @returns {{top: number, left: number, bottom: number, right: number}} whole CSS px
 */
export function measuredInsets(layer, hasBar) {
  const style = getComputedStyle(layer)
  const safe = side => Math.round(Number.parseFloat(style.getPropertyValue(`padding-${side}`)) || 0)
  const bottom = safe("bottom") + (hasBar ? barHeight : 0)
  return { top: 0, left: safe("left"), bottom: Math.max(bottom, keyboardHeight(layer)), right: safe("right") }
}

/** Where the browser lays the keyboard over the page. A page that is zoomed in by pinching has none to speak of. */
function keyboardHeight(layer) {
  const view = globalThis.visualViewport
  if (!view || Math.abs(view.scale - 1) > 0.01) return 0
  return Math.max(0, Math.round(layer.getBoundingClientRect().bottom - view.offsetTop - view.height))
}
