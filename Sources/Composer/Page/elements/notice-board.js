/** What the page says by itself: read out, and shown. */
import { button, drawing, make } from "../view/markup.js"

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

/** Pixels between the notices and what they stay clear of. */
const gap = 8

/**
 * Where notices lie: never over what is needed next, which is a picture that waits for its words, and what has the focus. The
 * text is told how much of it they cover (`--notices`), so that the line that is typed stays above them.
 */
export class NoticePlace {
  #board
  #text = document.querySelector("#body-text")
  #listening = new AbortController()
  /** The text's height follows whatever stands below it. */
  #sizes = new ResizeObserver(() => this.#place())

  /** @param {HTMLElement} board */
  constructor(board) {
    this.#board = board
    for (const element of [board, this.#text]) if (element) this.#sizes.observe(element)
    document.addEventListener("focusin", () => this.#place(), { signal: this.#listening.signal })
  }

  end() {
    this.#listening.abort()
    this.#sizes.disconnect()
  }

  /** Above what is needed, where that is covered; else where the style has it. */
  #place() {
    const board = this.#board, { style } = document.documentElement
    board.style.bottom = ""
    if (!board.firstElementChild) return style.removeProperty("--notices")
    for (const needed of this.#needed) {
      const bottom = innerHeight - needed.top + gap
      // Where they would leave the window they stay.
      if (isCovered(needed, board) && bottom + board.offsetHeight < innerHeight) board.style.bottom = `${bottom}px`
    }
    const end = this.#text?.getBoundingClientRect().bottom ?? 0
    return style.setProperty("--notices", `${Math.max(0, end - board.getBoundingClientRect().top + gap)}px`)
  }

  /** The lowest first. */
  get #needed() {
    const focused = document.activeElement
    const isControl = focused && focused !== document.body && focused !== this.#text && !this.#board.contains(focused)
    return [...document.querySelectorAll("picture-tray:not([hidden])"), ...isControl ? [focused] : []]
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
