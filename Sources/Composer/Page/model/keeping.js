/**
 * What the page tells its user of a browser that does not keep what the page gives it.
 * @param {"refused"|"full"|null} fault why it does not keep the page's values (`net/browser-store.js`)
 * @param {boolean} canKeep whether it keeps unsaved text
 * @returns {string|null} one line; null if it keeps all
 */
export function keepingWords(fault, canKeep) {
  if (!canKeep) {
    const start = fault === "full" ? "has no room left for Galley, not even for" : "keeps no"
    return `This browser ${start} unsaved text. Close the page only while it says “Saved”.`
  }
  const start = fault === "full" ? "has no room left for Galley" : "keeps nothing for Galley"
  return fault && `This browser ${start}: a reload forgets where you were. Your text is saved as usual.`
}
