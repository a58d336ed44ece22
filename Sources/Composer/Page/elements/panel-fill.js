import "./meta-panel.js"
import * as contents from "./panel-contents.js"

/**
 * Makes what stands in a panel, once for the life of the page. A panel that this page does not know yet says so.
 * @param {string} id
 * @param {{desk: object, commands: object, arranging: object}} page what every content gets
 */
export function makeContent(id, { desk, commands, arranging }) {
  const name = id === "meta" ? "meta-panel" : contents.panelContents[id]
  if (!name) {
    return Object.assign(document.createElement("p"), {
      className: "meta-empty", textContent: "This page is older than the panel. Load the page again.",
    })
  }
  return Object.assign(document.createElement(name), { desk, commands, arranging })
}
