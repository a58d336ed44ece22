import { Arrivals, insertion, PictureShelf } from "../model/pictures.js"
import { PictureTrayElement } from "./picture-tray.js"

/**
 * The pictures of the desk: those on their way into the text, with the tray in which they wait, and those on the shelf.
 * What waits beside the text is meant for a place in it, which moves as the text grows.
 */
export class EditorPictures {
  arrivals
  shelf
  #editor
  /** The text as the pictures on their way into it know it. */
  #known = ""
  #attended = ""

  /**
   * @param {{text: string, caret: number, apply: (edit: object) => void, hold: (tray: Element) => void}} editor
   * @param {object} desk
   * @param {{upload: Function, request: Function}} net
   */
  constructor(editor, desk, { upload, request }) {
    this.#editor = editor
    this.arrivals = new Arrivals(upload, request)
    this.shelf = new PictureShelf(request)
    this.arrivals.addEventListener("ready", event => this.#place(event.detail))
    desk.addEventListener("event", event => this.shelf.hear(event.detail.name))
    desk.addEventListener("line", () => { if (!desk.isAway) this.arrivals.resume() })
    for (const name of ["post", "save"]) desk.addEventListener(name, () => this.#attend(desk.draft))
    this.#attend(desk.draft)
    editor.hold(Object.assign(new PictureTrayElement(), { arrivals: this.arrivals }))
  }

  /**
   * @param {File[]} files
   * @param {number} at where in `text` they shall go
   * @param {string} text as it was when they came
   */
  take(files, at, text) {
    this.#known = text
    this.arrivals.add(files, at)
    this.follow()
  }

  /** The text was changed. */
  follow() {
    const { text } = this.#editor
    if (this.arrivals.items.length) this.arrivals.follow(this.#known, text)
    this.#known = text
  }

  /** Another text is open, whatever was known of the one before. */
  begin() { this.#known = this.#editor.text }

  #place({ words, at }) {
    this.follow()
    const { text, caret } = this.#editor
    this.#editor.apply(insertion(text, Math.min(at ?? caret, text.length), words))
    this.follow()
  }

  /** Tells the pictures which text is open, when it is another or has got its id. */
  #attend({ key, id }) {
    if (this.#attended === `${key} ${id}`) return
    this.#attended = `${key} ${id}`
    this.arrivals.attend({ key, id })
  }
}
