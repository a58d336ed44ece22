/** Focus mode, typewriter scrolling and spelling: their commands, and how they follow the preferences. */
import { announce } from "../markup.js"

const focusWords = {
  off: "Focus mode is off.", sentence: "Focus on the sentence.", paragraph: "Focus on the paragraph.",
}

/** Switches the modes, each for all posts and windows of the user. */
export class WritingModes {
  #area
  #veil
  #scroll
  #model

  constructor(area, veil, scroll) {
    this.#area = area
    this.#veil = veil
    this.#scroll = scroll
  }

  listen({ model }) {
    this.#model = model
    this.#show()
  }

  update({ preferences }) { if (preferences) this.#show() }

  get commands() {
    return [
      { id: "text.focus-sentence", title: "Focus on the sentence", keys: ["Mod+Alt+S"],
        run: () => this.#focus("sentence") },
      { id: "text.focus-paragraph", title: "Focus on the paragraph", keys: ["Mod+Alt+G"],
        run: () => this.#focus("paragraph") },
      { id: "text.typewriter", title: "Typewriter scrolling", keys: ["Mod+Alt+Y"], run: () => this.#typewrite() },
    ]
  }

  /** The same command again ends the mode. */
  #focus(mode) {
    this.#choose("focus", this.#veil.mode === mode ? "off" : mode)
    announce(this.#area, focusWords[this.#veil.mode])
  }

  #typewrite() {
    this.#choose("typewriter", this.#scroll.isTypewriter ? "off" : "on")
    announce(this.#area, `Typewriter scrolling is ${this.#model.preferences.get("typewriter")}.`)
    if (this.#scroll.isTypewriter) this.#scroll.center()
  }

  /** The mode changes at once; only keeping it needs the daemon. */
  #choose(name, value) {
    this.#model.preferences.choose(name, value).catch(({ message }) => this.#model.notice(message))
  }

  #show() {
    const { preferences } = this.#model
    this.#veil.mode = preferences.get("focus")
    this.#scroll.isTypewriter = preferences.get("typewriter") === "on"
    this.#area.spellcheck = preferences.get("spelling") === "on"
    const { classList } = this.#scroll.element
    classList.toggle("is-focusing", this.#veil.mode !== "off")
    classList.toggle("is-typewriter", this.#scroll.isTypewriter)
    this.#veil.follow()
  }
}
