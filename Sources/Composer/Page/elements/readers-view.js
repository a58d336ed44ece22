import { make } from "../view/markup.js"
import { followLink } from "./page-view.js"

/**
 * `<readers-view>` shows the daemon's page of what the readers of a target see, in a frame as high as the page, in which
 * no script can run. The page of a later text replaces it once it is loaded, so that nothing flashes.
 */
export class ReadersViewElement extends HTMLElement {
  #coming
  #watch = new ResizeObserver(() => this.#fit())

  /** @param {string|null} address null for readers who see no page */
  show(address) {
    this.hidden = address === null
    if (this.hidden) return this.clear()
    this.#coming?.remove()
    this.#coming = make("iframe", { class: "is-coming", sandbox: "allow-same-origin", title: "As its readers see it", src: address,
      onload: event => this.#loaded(event.target) })
    this.append(this.#coming)
  }

  clear() {
    this.#watch.disconnect()
    this.replaceChildren()
    this.#coming = undefined
  }

  #loaded(frame) {
    const { body } = frame.contentDocument ?? {}
    if (frame !== this.#coming || !body) return
    this.#coming = undefined
    body.addEventListener("click", event => {
      const link = event.target.closest?.("a[href]")
      if (link) followLink(event, link)
    })
    for (const former of [...this.children]) {
      if (former === frame) continue
      // What is scrolled must not become lower, not even until the frame fits.
      frame.style.height = former.style.height
      former.remove()
    }
    frame.classList.remove("is-coming")
    this.#watch.disconnect()
    this.#watch.observe(body)
    this.#fit()
  }

  #fit() {
    const frame = this.firstElementChild, page = frame?.contentDocument?.documentElement
    if (page) frame.style.height = `${page.offsetHeight}px`
  }
}

customElements.define("readers-view", ReadersViewElement)
