import "./date-panel.js"
import "./media-panel.js"
import "./meta-panel.js"
import "./posts-panel.js"
import "./preview-panel.js"
import "./queue-panel.js"
import "./tags-panel.js"
import "./targets-panel.js"
import "./title-panel.js"

/** The panels that this page has an element for: `ID-panel`. */
export const panelContents = ["title", "date", "tags", "preview", "targets", "queue", "posts", "media", "meta"]

/**
 * Makes what stands in a panel, once for the life of the page. A panel that this page does not know says so.
 * @param {string} id
 * @param {{desk: object, commands: object, arranging: object}} page what every content gets
 */
export function makeContent(id, { desk, commands, arranging }) {
  const content = Object.assign(document.createElement(`${id}-panel`), { desk, commands, arranging })
  if (!panelContents.includes(id)) content.append(Object.assign(document.createElement("p"), {
    className: "meta-empty", textContent: "This page has nothing to show here. Load the page again.",
  }))
  return content
}
