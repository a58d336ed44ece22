/** Looks for an expression apart from the page, which can end it. */
import { find } from "./finding.js"

globalThis.onmessage = ({ data: { turn, text, query } }) => {
  try {
    globalThis.postMessage({ turn, hits: find(text, query) })
  } catch (error) {
    globalThis.postMessage({ turn, words: error.message })
  }
}
globalThis.postMessage("ready")
