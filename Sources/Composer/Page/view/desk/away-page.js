import "./notice-board.js"
import { panelOf } from "../../model/panels.js"
import { postName } from "../../model/post-name.js"
import { button, leaveComposingKeys, make } from "../markup.js"
import { makeContent } from "../layer/panel-contents.js"

/** How often this window checks that the page to which it belongs is still there. */
const watchMilliseconds = 500
/** A page in the background saves late; this window is in front, and triggers the save. */
const remindMilliseconds = 1000

/**
 * One panel in a browser window of its own. It uses the model of the page that opened it, so both edit one draft.
 * Without that page the window closes.
 * @param {string} id of the panel
 */
export function showAway(id) {
  leaveComposingKeys()
  const { opener } = window
  const home = opener.document
  const connect = page => fill(id, page)
  opener.dispatchEvent(new opener.CustomEvent("panel-window", { detail: { panel: id, window, connect } }))
  setInterval(() => { if (!isThere(opener, home)) window.close() }, watchMilliseconds)
}

function isThere(opener, home) {
  try { return !opener.closed && opener.document === home } catch { return false }
}

function fill(id, { model, commands, arranging, run }) {
  const title = panelOf(arranging.window, id)?.title ?? id
  const content = makeContent(id, { model, commands, arranging })
  const main = make("main", { class: "away-page" },
    make("header", { class: "away-bar" }, make("h1", {}, title),
      button("Return", () => run({ command: "return", panel: id }), {
        class: "button", title: `Return ${title} to the desk`,
      })),
    make("div", { class: "panel-room" }, content))
  document.body.replaceChildren(main, Object.assign(make("notice-board"), { model }), make("live-announcer"))
  main.addEventListener("panel-command", event => run(event.detail))
  const entitle = () => { document.title = `${title} – ${postName(model.fields)} – Galley` }
  const listening = new AbortController(), { signal } = listening
  model.preferences.mirror(document.documentElement, signal)
  for (const name of ["post", "fields"]) model.addEventListener(name, entitle, { signal })
  let reminder
  model.addEventListener("fields", ({ detail }) => {
    if (detail.by !== "writer") return
    clearTimeout(reminder)
    reminder = setTimeout(() => model.push(), remindMilliseconds)
  }, { signal })
  addEventListener("pagehide", () => {
    // Half-typed fields, such as a tag, go into the post.
    model.leave()
    content.remove()
    listening.abort()
    model.push()
  })
  entitle()
}
