import { panelContents } from "./panel-contents.js"

/**
 * Makes what stands in a panel, once for the life of the page. It comes to life as soon as its module is there. One that
 * `panel-contents.js` does not name has it under its own name; a panel that this page knows nothing of says so.
 * @param {string} id
 * @param {{desk: object, commands: object, arranging: object}} page what every content gets
 */
export function makeContent(id, { desk, commands, arranging }) {
  const load = panelContents[id] ?? (() => import(`./${id}-panel.js`))
  const missing = panelContents[id] ? "This panel did not arrive. Load the page again when the daemon answers."
    : "This page has nothing to show here. Load the page again."
  const content = Object.assign(document.createElement(`${id}-panel`), { desk, commands, arranging })
  content.coming = load().catch(() => content.append(note(missing)))
  return content
}

const note = text => Object.assign(document.createElement("p"), { className: "meta-empty", textContent: text })
