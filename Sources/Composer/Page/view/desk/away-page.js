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
  const connect = (page, run) => fill(id, page, run)
  opener.dispatchEvent(new opener.CustomEvent("panel-window", { detail: { panel: id, window, connect } }))
  setInterval(() => { if (!isThere(opener, home)) window.close() }, watchMilliseconds)
}

function isThere(opener, home) {
  try { return !opener.closed && opener.document === home } catch { return false }
}

function fill(id, page, run) {
  const { model } = page, title = panelOf(page.arranging.window, id)?.title ?? id
  const content = makeContent(id, page)
  const main = make("main", { class: "away-page" },
    make("header", { class: "away-bar" }, make("h1", {}, title),
      button("Return", () => run({ command: "return", panel: id }), {
        class: "button", title: `Return ${title} to the desk`,
      })),
    make("div", { class: "panel-room" }, content))
  document.body.replaceChildren(document.querySelector("#icons"), main,
    Object.assign(make("notice-board"), { page }), make("live-announcer"))
  main.addEventListener("panel-command", event => run(event.detail))
  const entitle = () => { document.title = `${title} – ${postName(model.fields)} – Galley` }
  const listening = new AbortController(), { signal } = listening
  model.preferences.mirror(document.documentElement)
  let reminder
  page.join({
    update({ fields, preferences }) {
      if (preferences) model.preferences.mirror(document.documentElement)
      if (fields) entitle()
      if (fields?.by !== "writer") return
      clearTimeout(reminder)
      reminder = setTimeout(() => model.push(), remindMilliseconds)
    },
  }, signal)
  addEventListener("pagehide", () => {
    // Half-typed fields, such as a tag, go into the post.
    model.leave()
    // Nothing of this window stays a part of the page.
    document.body.replaceChildren()
    listening.abort()
    model.push()
  })
  entitle()
}
