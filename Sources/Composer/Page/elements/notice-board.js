import { button, drawing, make } from "./markup.js"
import { NoticePlace } from "./notice-place.js"

const readMilliseconds = 8000
const noticesMax = 4

/**
 * `<notice-board>` shows what the desk has to say, with a way back where there is one, and not over what is needed next
 * (`NoticePlace`). Property `desk`.
 */
export class NoticeBoardElement extends HTMLElement {
  #listening
  /** What had the focus before a notice had it. */
  #before = null
  /** @type {NoticePlace|undefined} */
  #place
  connectedCallback() {
    this.setAttribute("role", "region")
    this.setAttribute("aria-label", "Notices")
    this.setAttribute("aria-live", "polite")
    this.#listening = new AbortController()
    const { signal } = this.#listening
    this.desk.addEventListener("notice", event => this.#show(event.detail), { signal })
    this.addEventListener("focusin", ({ relatedTarget }) => {
      if (!this.contains(relatedTarget)) this.#before = relatedTarget
    }, { signal })
  }

  disconnectedCallback() {
    this.#listening.abort()
    this.#place?.end()
  }

  #show({ words, action, isUrgent, isBrief }) {
    for (const notice of this.children) if (notice.dataset.words === words) notice.remove()
    while (this.children.length >= noticesMax) this.firstElementChild.remove()
    const notice = make("div", { class: "notice", "data-words": words, "data-urgent": isUrgent ? "" : null })
    const close = () => this.#close(notice)
    notice.append(make("p", {}, words))
    if (action) {
      const run = () => { close(); action.run() }
      notice.append(button(action.title, run, { class: "notice-action" }))
    }
    notice.append(button(drawing("close"), close, { class: "icon-button", "aria-label": "Dismiss" }))
    this.append(notice)
    this.#place ??= new NoticePlace(this)
    // What offers a way back stays until it is dismissed, unless there are other ways there; who reads slowly holds a
    // notice with the pointer or the focus.
    if ((!action || isBrief) && !isUrgent) this.#fade(notice)
  }

  #close(notice) {
    const hadFocus = notice.contains(document.activeElement)
    notice.remove()
    if (hadFocus) this.#before?.focus()
  }

  #fade(notice) {
    const look = () => {
      if (!notice.isConnected) return
      if (notice.matches(":hover, :focus-within")) setTimeout(look, 2000)
      else notice.remove()
    }
    setTimeout(look, readMilliseconds)
  }
}

customElements.define("notice-board", NoticeBoardElement)
