import { make } from "./markup.js"

const clearMilliseconds = 4000

/** `<live-announcer>` reads out what any element sends as an `announce` event with words as its `detail`. */
export class LiveAnnouncerElement extends HTMLElement {
  #region = make("div", { role: "status", class: "visually-hidden" })
  #timer
  #listening

  connectedCallback() {
    this.append(this.#region)
    this.#listening = new AbortController()
    document.addEventListener("announce", event => this.#say(event.detail), { signal: this.#listening.signal })
  }

  disconnectedCallback() {
    this.#listening.abort()
    clearTimeout(this.#timer)
  }

  #say(words) {
    clearTimeout(this.#timer)
    // The same words twice are two announcements; a region that does not change is silent.
    this.#region.textContent = this.#region.textContent === words ? `${words}\u00a0` : words
    this.#timer = setTimeout(() => { this.#region.textContent = "" }, clearMilliseconds)
  }
}

customElements.define("live-announcer", LiveAnnouncerElement)
