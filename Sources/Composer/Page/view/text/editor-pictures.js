import { bounds } from "../../model/bounds.js"
import { PictureUploads, insertion, PictureLibrary, sizeText } from "../../model/pictures.js"
import {
  announce, arrange, button, claim, getOrInsert, keepOnly, ListeningElement, make, say, setAttributes,
} from "../markup.js"

/**
 * `<picture-uploads>` shows the pictures that are being added to the text: the upload's progress and the description.
 * Property `uploads`.
 */
class PictureUploadsElement extends ListeningElement {
  #rows = new Map()

  listen() {
    setAttributes(this, { role: "region", "aria-label": "Pictures on their way into the text" })
    this.on(this.uploads, "change", () => this.#show())
    this.on(this.uploads, "added", () => this.#ask())
    this.#show()
  }

  #show() {
    const items = this.uploads.shown
    const hadFocus = this.contains(document.activeElement)
    keepOnly(this.#rows, items.map(item => item.key), row => URL.revokeObjectURL(row.picture.src))
    arrange(this, items.map(item => this.#row(item)))
    this.hidden = items.length === 0
    // Focuses the next description field; after the last one, the text.
    if (hadFocus && !this.contains(document.activeElement)) this.#ask()
  }

  #ask() { this.querySelector("input")?.focus() }

  #row(item) {
    const row = getOrInsert(this.#rows, item.key, () => this.#make(item))
    const isStuck = item.state === "failed" || item.state === "waiting"
    row.element.dataset.state = item.state
    row.progress.hidden = item.state !== "sending"
    row.progress.value = item.part
    row.retry.hidden = !isStuck
    row.insert.hidden = item.state === "failed"
    row.insert.disabled = item.isWanted
    if (item.media && !row.alt.value && item.alt) row.alt.value = item.alt
    say(row.insert, insertWords(item.alt))
    const words = this.#words(item)
    if (isStuck && row.state.textContent !== words) announce(this, words)
    say(row.state, words)
    return row.element
  }

  #words({ state, part, problem, file, media, isWanted }) {
    switch (state) {
      case "sending": return `${Math.round(part * 100)} % of ${sizeText(file.size)}${isWanted ? ", then it goes in" : ""}`
      case "sent": return `${media.width} × ${media.height}, ${sizeText(media.bytes)}`
      default: return problem
    }
  }

  #make({ key, name, file, alt }) {
    const { uploads } = this
    const id = `upload-${key}`
    const row = {
      picture: make("img", { class: "upload-picture", alt: "", src: URL.createObjectURL(file) }),
      progress: make("progress", { max: 1, "aria-label": `How much of ${name || "the picture"} is sent` }),
      state: make("p", { class: "upload-state" }),
      alt: make("input", {
        type: "text", class: "field", id, autocomplete: "off", maxLength: bounds.description, value: alt,
        placeholder: "For those who cannot see it",
      }),
    }
    row.insert = button("", () => uploads.insert(key), { class: "button is-primary" })
    row.retry = button("Try again", () => uploads.retry(key))
    row.picture.addEventListener("error", () => row.picture.classList.add("is-blank"))
    row.alt.addEventListener("input", () => {
      uploads.describe(key, row.alt.value)
      say(row.insert, insertWords(row.alt.value))
    })
    row.alt.addEventListener("keydown", event => {
      if (event.key !== "Enter" && event.key !== "Escape") return
      claim(event)
      if (event.key === "Escape") uploads.remove(key)
      else if (row.alt.value.trim()) uploads.insert(key)
    })
    row.element = make("section", { class: "upload", "aria-label": name || "Picture" },
      row.picture,
      make("div", { class: "upload-words" },
        make("label", { for: id }, `What does ${name ? `“${name}”` : "the picture"} show?`), row.alt,
        row.progress, row.state),
      make("div", { class: "upload-verbs" }, row.insert, row.retry,
        button("Leave out", () => uploads.remove(key), { "aria-label": `Leave ${name || "the picture"} out` })))
    return row
  }
}

const insertWords = alt => alt.trim() ? "Insert" : "Insert without words"

customElements.define("picture-uploads", PictureUploadsElement)

/**
 * The pictures: those being added to the text, and those of the library. Each waiting picture has
 * an insertion point, which moves as the text changes.
 */
export class EditorPictures {
  uploads
  library
  #editor
  #model
  /** The text to which the insertion points refer. */
  #known = ""
  #attended = ""

  /**
   * @param {{text: string, caret: number, apply: (edit: object) => void, hold: (uploads: Element) => void}} editor
   * @param {{upload: Function, request: Function}} net
   */
  constructor(editor, page, { upload, request }) {
    this.#editor = editor
    this.#model = page.model
    this.uploads = new PictureUploads(upload, request)
    this.library = new PictureLibrary(request)
    this.uploads.addEventListener("ready", event => this.#place(event.detail))
    addEventListener("pagehide", () => this.uploads.close())
    this.#attend()
    page.join(this)
    editor.hold(Object.assign(new PictureUploadsElement(), { uploads: this.uploads }))
  }

  update({ event, line, post, save }) {
    if (event) this.library.receive(event.name)
    if (line && !this.#model.isAway) this.uploads.resume()
    if (post || save) this.#attend()
  }

  /**
   * @param {number} at the insertion point in `text`
   * @param {string} text the text when the files arrived
   */
  add(files, at, text) {
    this.#known = text
    this.uploads.add(files, at)
    this.follow()
  }

  /** Moves the insertion points after a change of the text. */
  follow() {
    const { text } = this.#editor
    if (this.uploads.items.length) this.uploads.follow(this.#known, text)
    this.#known = text
  }

  /** Starts over with another text, without comparing it to the previous one. */
  begin() { this.#known = this.#editor.text }

  #place({ words, at }) {
    this.follow()
    const { text, caret } = this.#editor
    this.#editor.apply(insertion(text, Math.min(at ?? caret, text.length), words))
    this.follow()
  }

  /** Tells the pictures which text is open if that changed or the text received its id. */
  #attend() {
    const { key, id } = this.#model.draft
    if (this.#attended === `${key} ${id}`) return
    this.#attended = `${key} ${id}`
    this.uploads.attend({ key, id })
  }
}
