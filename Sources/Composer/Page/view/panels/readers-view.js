import { make } from "../markup.js"
import { followLink, passFiles } from "../page-view.js"

/** The height of the window in which a page is measured: some are never lower than their window. */
const windowHeight = 480

/**
 * `<readers-view>` shows the daemon's page of what the readers of a target see, in a frame as high as the page, in which
 * no script can run. The page of a later text replaces it once it is loaded, so that nothing flashes.
 */
export class ReadersViewElement extends HTMLElement {
  /** The frame whose page is seen, and the one that loads. */
  #shown
  #coming
  /** The address to load after the one that loads now. */
  #next = null
  #width = 0
  #watch = new ResizeObserver(() => { if (this.clientWidth !== this.#width) this.#fit() })
  #note = make("p", { class: "panel-note", hidden: true }, "This page cannot be shown now.")

  connectedCallback() {
    if (!this.#note.isConnected) this.append(this.#note)
    this.#watch.observe(this)
  }

  connectedMoveCallback() {}

  disconnectedCallback() { this.#watch.disconnect() }

  /** @param {string|null} address null for readers who see no page */
  show(address) {
    this.hidden = address === null
    if (this.hidden) return this.#clear()
    if (this.#coming) {
      this.#next = address
      return
    }
    this.#coming = make("iframe", { class: "is-coming", sandbox: "allow-same-origin", title: "As its readers see it", src: address,
      onload: event => this.#loaded(event.target) })
    this.append(this.#coming)
  }

  #clear() {
    for (const frame of [this.#shown, this.#coming]) frame?.remove()
    this.#shown = this.#coming = undefined
    this.#next = null
    this.#note.hidden = true
  }

  /** Also when a frame that is shown has loaded again, because its panel has moved. */
  #loaded(frame) {
    const page = frame.contentDocument
    // The browser shows a refusal in a page of its own.
    this.#note.hidden = Boolean(page?.body)
    if (frame === this.#coming) this.#replace(frame)
    if (page?.body) this.#listen(page)
    this.#fit()
    const next = this.#next
    this.#next = null
    if (next !== null) this.show(next)
  }

  #replace(frame) {
    const former = this.#shown, isOpen = former?.contentDocument?.querySelector("details[open]")
    this.#coming = undefined
    this.#shown = frame
    if (isOpen) for (const warning of frame.contentDocument?.querySelectorAll("details") ?? []) warning.open = true
    frame.style.height = former?.style.height ?? ""
    frame.hidden = !this.#note.hidden
    frame.classList.remove("is-coming")
    former?.remove()
  }

  #listen(page) {
    page.addEventListener("click", event => {
      const link = event.target.closest?.("a, area")
      if (link) followLink(event, link)
    })
    page.addEventListener("toggle", () => this.#fit(), true)
    passFiles(page, this)
  }

  /** What is scrolled must not become lower meanwhile. */
  #fit() {
    const page = this.#shown?.contentDocument?.documentElement
    this.#width = this.clientWidth
    if (!page || this.#width === 0) return
    this.style.height = `${this.offsetHeight}px`
    this.#shown.style.height = `${windowHeight}px`
    this.#shown.style.height = `${page.offsetHeight}px`
    this.style.height = ""
  }
}

customElements.define("readers-view", ReadersViewElement)
