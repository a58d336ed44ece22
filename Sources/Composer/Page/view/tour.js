/** What someone sees who opens the desk for the first time: a post, and three next steps beside it. */
import { announce, button, make } from "./markup.js"

const steps = [
  { title: "Write on", command: "text.focus",
    words: "What you type is saved as you type it, and the line at the top says so." },
  { title: "See what readers get", command: "panel.preview",
    words: "The preview follows the text. Date, tags and more are panels, too: “Panels” lists them." },
  { title: "Publish it", command: "post.publish",
    words: "First you see what each place will get and when, and for a while you can take it back." },
]

/**
 * For a user who has not seen it. What the user has opened or written meanwhile stays.
 * @param {HTMLElement} home stands around the text
 */
export async function begin(model, commands, home) {
  // Without the daemon there will be another time.
  const posts = await model.requests.find("").catch(() => null)
  if (posts === null) return
  // At a desk without posts the empty text stays: nothing is saved that the user has not written.
  if (posts.length && model.draft.phase === "blank" && !model.isOpening) await model.open(posts[0].id)
  new Tour(model.preferences, commands).show(home)
}

/** Stands beneath the text, where it covers nothing, until “Done”; then it is gone for good. */
class Tour {
  #preferences
  #commands
  #element = make("section", { class: "tour", "aria-label": "Next steps" })

  constructor(preferences, commands) {
    this.#preferences = preferences
    this.#commands = commands
    this.#element.append(make("ol", { class: "tour-steps" }, ...steps.map(step => this.#item(step))),
      button("Done", () => this.#end()))
  }

  /** @param {HTMLElement} home gets the steps as its last child */
  show(home) {
    home.append(this.#element)
    announce(this.#element, `Next steps: ${steps.map(({ title }) => title).join(", ")}.`)
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
