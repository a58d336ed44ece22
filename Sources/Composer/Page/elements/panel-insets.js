/**
 * What of the layer panels must keep clear: the display's safe area, the on-screen keyboard, the bar at the foot.
 * @param {HTMLElement} layer by the style sheet its padding is the safe area, and `--meta-bar` the height of the bar
 * @param {boolean} hasBar
 * @returns {{top: number, left: number, bottom: number, right: number}} whole CSS px
 */
export function measuredInsets(layer, hasBar) {
  const style = getComputedStyle(layer)
  const pixels = name => Math.round(Number.parseFloat(style.getPropertyValue(name)) || 0)
  const safe = side => pixels(`padding-${side}`)
  const bottom = safe("bottom") + (hasBar ? pixels("--meta-bar") : 0)
  return { top: 0, left: safe("left"), bottom: Math.max(bottom, keyboardHeight(layer)), right: safe("right") }
}

/** Where the browser lays the keyboard over the page. A page that is zoomed in by pinching has none to speak of. */
function keyboardHeight(layer) {
  const view = globalThis.visualViewport
  if (!view || Math.abs(view.scale - 1) > 0.01) return 0
  return Math.max(0, Math.round(layer.getBoundingClientRect().bottom - view.offsetTop - view.height))
}
