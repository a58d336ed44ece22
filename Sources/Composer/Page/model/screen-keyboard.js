/**
 * Where the keyboard on the screen lies over the layer. Browsers tell it in two ways: as a rectangle, or by the part of
 * the page that is left. A page that is zoomed in by pinching has none to speak of.
 * @param {{left: number, top: number, width: number, bottom: number}} layer on the page
 * @param {{offsetTop: number, height: number, scale: number}} [view] `visualViewport`
 * @param {{x: number, y: number, width: number, height: number}} [told] `navigator.virtualKeyboard.boundingRect`
 * @returns {Frame|null} from the layer's corner, in whole CSS px
 */
export function keyboardOver(layer, view, told) {
  if (told && told.width > 0 && told.height > 0) {
    const y = Math.round(told.y - layer.top)
    if (y >= layer.bottom - layer.top) return null
    return { x: Math.round(told.x - layer.left), y, width: Math.round(told.width), height: Math.round(told.height) }
  }
  if (!view || Math.abs(view.scale - 1) > 0.01) return null
  const height = Math.round(layer.bottom - view.offsetTop - view.height)
  if (height <= 0) return null
  return { x: 0, y: Math.round(layer.bottom - layer.top) - height, width: Math.round(layer.width), height }
}
