/** Three steps for someone who has never written here. */
import { announce, button, make, say } from "./markup.js"

/** `at` selects what the step is about. */
const steps = [
  { title: "Write", at: "#body-text", words: "What you type is saved as you type it, and the line at the top says so. It is "
    + "Markdown: **bold**, *italic*, [[ for a link to a post of yours. Ctrl+Shift+P finds every command." },
  { title: "Panels", at: ".panels-button", words: "Preview, date, tags and more stand around the text. Drag a panel by its title bar, "
    + "pin it to a side, or open another one here." },
  { title: "Publish", at: "publish-button .publish", words: "Shows first what each place will get and when. Nothing is sent before "
    + "you have seen it, and for a while you can take it back." },
]

/** Stands beneath the text, where it covers nothing, until its end or “Skip”; then it is gone for good. */
export class Tour {
  #preferences
  #at = 0
  #title = make("h2", { class: "tour-title" })
  #words = make("p", {})
  #next = button("Next", () => this.#go(this.#at + 1), { class: "button is-primary" })
  #element = make("section", { class: "tour", "aria-label": "First steps" }, this.#title, this.#words,
    make("div", { class: "tour-buttons" }, this.#next, button("Skip", () => this.#end())))

  constructor(preferences) { this.#preferences = preferences }

  /**
   * Begins if the user has no post and has not seen it.
   * @param {HTMLElement} home gets the steps as its last child
   */
  static async begin(model, home) {
    const { preferences } = model
    if (preferences.get("tour") !== "new") return
    // Without the daemon there will be another time.
    const posts = await model.requests.find("").catch(() => null)
    if (posts === null) return
    const tour = new Tour(preferences)
    if (posts.length) return tour.#end()
    home.append(tour.#element)
    tour.#go(0)
  }

  #go(at) {
    this.#mark(false)
    const step = steps[at]
    if (!step) return this.#end()
    this.#at = at
    say(this.#title, `${step.title} · ${at + 1} of ${steps.length}`)
    say(this.#words, step.words)
    say(this.#next, at === steps.length - 1 ? "Done" : "Next")
    this.#mark(true)
    announce(this.#element, `${step.title}. ${step.words}`)
  }

  #mark(isOn) { document.querySelector(steps[this.#at].at)?.classList.toggle("is-toured", isOn) }

  #end() {
    this.#mark(false)
    const hadFocus = this.#element.contains(document.activeElement)
    this.#element.remove()
    if (hadFocus) document.querySelector("#body-text").focus()
    // If the daemon cannot keep it now, the steps come once more.
    this.#preferences.choose("tour", "done").catch(() => {})
  }
}
