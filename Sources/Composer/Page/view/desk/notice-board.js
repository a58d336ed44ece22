/** Messages of the page itself: announced and shown. */
import { button, drawing, ListeningElement, make, observeSizes, setAttributes } from "../markup.js"

const clearMilliseconds = 4000

/** `<live-announcer>` announces to screen readers the text in the `detail` of any element's `announce` event. */
class LiveAnnouncerElement extends ListeningElement {
  #region = make("div", { "aria-live": "polite", class: "visually-hidden" })

  build() { this.append(this.#region) }

  listen() { this.on(document, "announce", event => this.#say(event.detail)) }

  #say(words) {
    // What is behind a dialog is silent until it closes.
    const dialog = document.querySelector("dialog:modal")
    if (dialog && !dialog.contains(this)) return
    // It does not take the place of another of the same moment, and is spoken even if it says the same.
    const line = make("p", {}, words)
    this.#region.append(line)
    setTimeout(() => line.remove(), clearMilliseconds)
  }
}

customElements.define("live-announcer", LiveAnnouncerElement)

/** CSS pixels between the notices and the elements that they must not cover. */
const gap = 8

/**
 * Places the notices so that they never cover a picture that waits for its description or the focused element. Sets
 * `--notices` to the height that they cover of the text, so that the line being typed stays above them.
 */
class NoticePlace {
  #board
  #text = document.querySelector("#text-scroll")

  constructor(board, signal) {
    this.#board = board
    // The text's height changes with the elements below it.
    observeSizes([board, this.#text].filter(Boolean), () => this.#place(), signal)
    document.addEventListener("focusin", () => this.#place(), { signal })
  }

  /** Moves the board above a needed element that it would cover; otherwise the stylesheet decides. */
  #place() {
    const board = this.#board, { style } = document.documentElement
    board.style.bottom = ""
    if (!board.firstElementChild) return style.removeProperty("--notices")
    for (const needed of this.#needed) {
      const bottom = innerHeight - needed.top + gap
      // If moving would push the notices out of the window, they stay.
      if (isCovered(needed, board) && bottom + board.offsetHeight < innerHeight) board.style.bottom = `${bottom}px`
    }
    const end = this.#text?.getBoundingClientRect().bottom ?? 0
    return style.setProperty("--notices", `${Math.max(0, end - board.getBoundingClientRect().top + gap)}px`)
  }

  /** The elements to keep visible, the lowest first. */
  get #needed() {
    const focused = document.activeElement
    const isElsewhere = ![this.#text, this.#board].some(one => one?.contains(focused))
    const isControl = focused && focused !== document.body && isElsewhere
    return [...document.querySelectorAll("picture-uploads:not([hidden])"), ...isControl ? [focused] : []]
      .map(element => element.getBoundingClientRect()).filter(({ height }) => height > 0 && height < innerHeight * 0.6)
      .sort((a, b) => b.top - a.top)
  }
}

function isCovered(needed, board) {
  const own = board.getBoundingClientRect()
  return needed.right > own.left && needed.left < own.right && needed.bottom > own.top && needed.top < own.bottom
}

const readMilliseconds = 8000
const noticesMax = 4

/**
 * `<notice-board>` shows the page's notices, with an action that undoes where there is one, clear of the elements that
 * `NoticePlace` protects.
 */
class NoticeBoardElement extends ListeningElement {
  /** The element that had the focus before a notice got it. */
  #before = null
  /** @type {NoticePlace|undefined} */
  #place

  listen() {
    setAttributes(this, { role: "region", "aria-label": "Notices", "aria-live": "polite" })
    this.on(this, "focusin", ({ relatedTarget }) => {
      if (!this.contains(relatedTarget)) this.#before = relatedTarget
    })
  }

  update({ notice }) { if (notice) this.#show(notice) }

  /** Replaces a notice with the same words, or about the same (`about`), such as a deletion that is undone. */
  #show({ words, about = words, action, isUrgent, isBrief }) {
    for (const notice of this.children) if (notice.dataset.about === about) this.#close(notice)
    // An urgent one may be the only way to a text that waits for its writer.
    while (this.children.length >= noticesMax) (this.querySelector(".notice:not([data-urgent])") ?? this.firstElementChild).remove()
    const notice = make("div", { class: "notice", "data-about": about, "data-urgent": isUrgent || null })
    const close = () => this.#close(notice), actions = [action ?? []].flat()
    notice.append(make("p", {}, words))
    for (const { title, run } of actions) {
      notice.append(button(title, () => { close(); run() }, { class: "notice-action" }))
    }
    notice.append(button(drawing("close"), close, { class: "icon-button", "aria-label": "Dismiss" }))
    this.append(notice)
    this.#place ??= new NoticePlace(this, this.listening.signal)
    // A notice with an action stays until dismissed, unless the action is available elsewhere. The pointer or the focus
    // holds a notice for slow readers.
    if ((!action || isBrief) && !isUrgent) this.#fade(notice)
  }

  #close(notice) {
    const hadFocus = notice.contains(document.activeElement)
    notice.remove()
    if (hadFocus) this.#before?.focus()
  }

  #fade(notice) {
    const check = () => {
      if (!notice.isConnected) return
      if (notice.matches(":hover, :focus-within")) setTimeout(check, 2000)
      else notice.remove()
    }
    setTimeout(check, readMilliseconds)
  }
}

customElements.define("notice-board", NoticeBoardElement)
