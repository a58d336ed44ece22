/** What someone sees who opens the desk for the first time: a post, and next steps beneath it, each on one line. */
import { remembered } from "../../net/browser-store.js"
import { announce, button, make } from "../markup.js"

/** Whether the user has been here in this browser: later visits begin as they always do, while the steps stand there. */
const welcomed = remembered("galley-welcomed")

const steps = [
  { title: "Write on", command: "text.focus", words: "What you type is saved as you type it." },
  { title: "See what readers get", command: "panel.preview", words: "The preview follows the text." },
  { title: "Work with panels", command: "arrangement.with-panels", words: "Preview, date and tags stand around the text." },
  { title: "Publish it", command: "post.publish", words: "First you see who gets what, and when." },
]

/**
 * For a user who has not seen it. What the user has opened or written meanwhile stays.
 * @param {HTMLElement} home stands around the text
 */
export async function begin({ model, commands, arranging }, home) {
  if (!arranging.window) await new Promise(resolve => arranging.addEventListener("change", resolve, { once: true }))
  // Without the daemon there will be another time.
  const posts = await model.requests.find("").catch(() => null)
  if (posts === null) return
  // At a desk without posts the empty text stays: nothing is saved that the user has not written.
  const isFirst = posts.length && !welcomed.get()
  welcomed.set(true)
  if (isFirst && model.draft.phase === "blank" && !model.isOpening) await model.open(posts[0].id)
  new Tour(model.preferences, commands).show(home)
}

/** Stands beneath the text, where it covers nothing, until “Done”; then it is gone for good. */
class Tour {
  #preferences
  #commands
  #steps
  #element = make("section", { class: "tour", "aria-label": "First steps" })

  constructor(preferences, commands) {
    this.#preferences = preferences
    this.#commands = commands
    // A narrow window has no panels around its text.
    this.#steps = steps.filter(({ command }) => command !== "arrangement.with-panels" || commands.isEnabled(command))
    this.#element.append(make("ol", { class: "tour-steps" }, ...this.#steps.map(step => this.#item(step))),
      button("Done", () => this.#end()))
  }

  /** @param {HTMLElement} home gets the steps as its last child */
  show(home) {
    home.append(this.#element)
    announce(this.#element, `First steps: ${this.#steps.map(({ title }) => title).join(", ")}.`)
  }

  #item({ title, command, words }) {
    const run = () => {
      // What is open stays open.
      if (!isOpen(command)) this.#commands.run(command)
      item.classList.add("is-done")
    }
    const item = make("li", {}, button(title, run, { class: "link-button" }), make("p", {}, words))
    return item
  }

  #end() {
    const hadFocus = this.#element.contains(document.activeElement)
    this.#element.remove()
    if (hadFocus) document.querySelector("#body-text").focus()
    // If the daemon cannot keep it now, the steps come once more.
    this.#preferences.choose("tour", "done").catch(() => {})
  }
}

function isOpen(command) {
  const [, panel] = /^panel\.(.*)$/.exec(command) ?? []
  return Boolean(panel && document.querySelector(`#panel-${panel}:not([inert])`)?.checkVisibility())
}
