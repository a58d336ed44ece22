import { panelContents } from "./panel-contents.js"

/**
 * Makes what stands in a panel, once for the life of the page. It comes to life as soon as its module is there. A panel
 * that this page does not know yet says so.
 * @param {string} id
 * @param {{desk: object, commands: object, arranging: object}} page what every content gets
 */
export function makeContent(id, { desk, commands, arranging }) {
  const load = panelContents[id]
  if (!load) return note("This page is older than the panel. Load the page again.")
  const content = Object.assign(document.createElement(`${id}-panel`), { desk, commands, arranging })
  content.coming = load().catch(() => content.append(note("The daemon is away. Load the page again when it is back.")))
  return content
}

const note = text => Object.assign(document.createElement("p"), { className: "meta-empty", textContent: text })
