/** What is pasted into the text or dropped on it: pictures, tables, addresses, rich text. */
import {
  editorLanguage, embeddedPictures, inLanguage, pastedAs, richEdit, tableEdit,
} from "../../model/clipboard.js"
import { edits, moved } from "../../model/difference.js"
import { counted } from "../../model/language.js"
import { lineEnd, paste } from "../../model/writing.js"

export class PasteAndDrop {
  #editor
  #model

  /** @param {PostEditorElement} editor */
  constructor(editor) { this.#editor = editor }

  listen({ model }, signal) {
    this.#model = model
    const { area, classList } = this.#editor
    area.addEventListener("paste", event => this.#pasted(event), { signal })
    // For a file dropped beside the text the browser would leave the page.
    document.addEventListener("dragover", event => this.#hovered(event), { signal })
    document.addEventListener("dragleave", event => event.relatedTarget ?? classList.remove("is-target"), { signal })
    document.addEventListener("drop", event => this.#dropped(event), { signal })
  }

  #pasted(event) {
    const [plain, pastedHTML, data] = ["text/plain", "text/html", "vscode-editor-data"].map(
      kind => event.clipboardData?.getData(kind) ?? "")
    // A program that copies text may add a picture of it; the text is what the author wants.
    if (event.clipboardData?.files.length && !plain) {
      event.preventDefault()
      return this.#take(event.clipboardData, this.#editor.caret)
    }
    const { state, isInCode } = this.#editor, language = editorLanguage(data)
    const { html, files: embedded } = embeddedPictures(pastedHTML)
    // With Shift, browsers pass no HTML, and the text is pasted as it is.
    const { table, isRich } = isInCode ? {} : pastedAs(plain, html, language)
    const edit = table ? tableEdit(...state, table) : paste(...state, plain)
    if (edit) {
      event.preventDefault()
      // A link's words are the writer's.
      if (table) this.#editor.paste(edit)
      else this.#editor.apply(edit)
    } else if (isRich && plain.trim()) {
      event.preventDefault()
      this.#pasteRich(plain.replaceAll("\r\n", "\n"), html, embedded, language)
    }
  }

  /**
   * Rich text is pasted as its plain words at once, which its Markdown then replaces. So the words are there whatever
   * happens, and one undo leads back to them.
   */
  async #pasteRich(plain, html, files, language) {
    const editor = this.#editor, model = this.#model
    const { selectionStart: at, selectionEnd: end } = editor.area
    const after = at + plain.length
    editor.paste({ start: at, end, text: plain, selectionStart: after, selectionEnd: after })
    const { key } = model.draft, pasted = editor.text
    try {
      const markdown = inLanguage(await model.requests.converted(html), language)
      if (model.draft.key !== key || editor.isComposing) return
      const now = moved(at, edits(pasted, editor.text))
      const change = richEdit(editor.text, { at: now, plain }, markdown, editor.caret)
      if (change) editor.paste(change)
      // Where they stood in the text is not known any more, so they follow it.
      if (files.length) editor.takePictures(files, lineEnd(editor.text, editor.caret))
    } catch (problem) {
      model.notice(`The text was pasted without its links and emphasis. ${problem.message}`)
    }
  }

  #hovered(event) {
    if (!event.dataTransfer?.types.includes("Files")) return
    event.preventDefault()
    event.dataTransfer.dropEffect = "copy"
    this.#editor.classList.add("is-target")
  }

  #dropped(event) {
    const editor = this.#editor
    editor.classList.remove("is-target")
    if (!event.dataTransfer?.files.length) return
    event.preventDefault()
    const found = document.caretPositionFromPoint?.(event.clientX, event.clientY)
    const at = found?.offsetNode === editor.area ? found.offset : editor.caret
    this.#take(event.dataTransfer, lineEnd(editor.text, at))
  }

  /** @param {DataTransfer} transfer */
  #take({ files, items }, at) {
    const folders = [...items].map(item => item.webkitGetAsEntry?.()).filter(entry => entry?.isDirectory)
    const leftOut = leftOutWords(files, folders.map(({ name }) => name)), pictures = picturesAmong(files)
    if (leftOut) this.#model.notice(leftOut)
    if (pictures.length) this.#editor.takePictures(pictures, at)
  }
}

// MARK: Which files go into the text, and what works for the others

const isPicture = ({ type }) => type.startsWith("image/")
/** Those that claim to be pictures; the daemon checks their content. */
export const picturesAmong = files => [...files].filter(isPicture)

/** @param {string[]} folders names @returns {string} empty if all are pictures */
export function leftOutWords(files, folders = []) {
  const [first, ...more] = [...files].filter(file => !isPicture(file))
  if (!first) return ""
  const only = "Only pictures (JPEG, PNG, GIF, WebP, SVG) go into the text"
  if (more.length) return `${only}: ${counted(more.length + 1, "file")} are left out.`
  const { name, type } = first
  if (folders.includes(name)) return `“${name}” is a folder. Drop the pictures that are in it.`
  return type.startsWith("text/") || /\.(?:md|txt|rtf|html?|docx?|odt|pages)$/i.test(name)
    ? `${only}. Open “${name}”, copy its words and paste them here.`
    : `${only}. Put “${name}” online, and paste its address here.`
}
