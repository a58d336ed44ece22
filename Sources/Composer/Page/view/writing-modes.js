/** Focus mode and typewriter scrolling: their commands, and how the browser remembers them. */
import { announce } from "./markup.js"

const key = "galley-writing"
const focusWords = {
  off: "Focus mode is off.", sentence: "Focus on the sentence.", paragraph: "Focus on the paragraph.",
}

/** Switches the modes, each for all posts of this browser. */
export class WritingModes {
  #area
  #veil
  #scroll

  /**
   * @param {HTMLTextAreaElement} area
   * @param {FocusVeil} veil
   * @param {TextScroll} scroll
   */
  constructor(area, veil, scroll) {
    this.#area = area
    this.#veil = veil
    this.#scroll = scroll
    const { focus, isTypewriter } = stored()
    veil.mode = Object.hasOwn(focusWords, focus) ? focus : "off"
    scroll.isTypewriter = isTypewriter === true
    this.#show()
  }

  /** @returns {Command[]} */
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
    this.#veil.mode = this.#veil.mode === mode ? "off" : mode
    announce(this.#area, focusWords[this.#veil.mode])
    this.#changed()
  }

  #typewrite() {
    const { isTypewriter } = this.#scroll
    this.#scroll.isTypewriter = !isTypewriter
    announce(this.#area, `Typewriter scrolling is ${isTypewriter ? "off" : "on"}.`)
    this.#changed()
    if (!isTypewriter) this.#scroll.center()
  }

  #changed() {
    store({ focus: this.#veil.mode, isTypewriter: this.#scroll.isTypewriter })
    this.#show()
    this.#veil.follow()
  }

  #show() {
    const { classList } = this.#scroll.element
    classList.toggle("is-focusing", this.#veil.mode !== "off")
    classList.toggle("is-typewriter", this.#scroll.isTypewriter)
  }
}

function stored() {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {}
  } catch {
    return {}
  }
}

/** A browser that stores nothing keeps the mode until the page closes. */
function store(modes) {
  try {
    localStorage.setItem(key, JSON.stringify(modes))
  } catch {
    return
  }
}
