/**
 * What keys do in the text beside typing: marks, lists, lines. The rules are in `model/writing.js` and its neighbours.
 */
import { heading, indent, list, moveLines, newLine, quote, removal, task } from "../../model/line-edits.js"
import { code, footnote, link, surround, wrap } from "../../model/writing.js"
import { announce, claim, isMac } from "../markup.js"

/** The keys of deletions that may join lines; what Backspace and Delete remove if nothing is selected. */
const deletions = {
  deleteContentBackward: (text, at) => [at - 1, at],
  deleteContentForward: (text, at) => [at, at + 1],
  deleteByCut: (text, at) => [at, at],
}

/** Helps the writer in a text area, and does nothing while an input method composes. */
export class TypingHelp {
  #editor
  #commands
  /** After Escape the next Tab leaves the text, so that the text is no trap for the keyboard. */
  #isLeaving = false

  /** @param {object} editor its `area`, `state` and `apply`, which makes one step of native undo */
  constructor(editor, commands) {
    this.#editor = editor
    this.#commands = commands
  }

  listen(signal) {
    const { area } = this.#editor
    area.addEventListener("keydown", event => this.#pressed(event), { signal })
    area.addEventListener("beforeinput", event => this.#ahead(event), { signal })
    area.addEventListener("blur", () => { this.#isLeaving = false }, { signal })
  }

  get #state() { return this.#editor.state }
  #apply(edit) { this.#editor.apply(edit) }

  /** The commands on the text, for the page's list. */
  get commands() {
    const command = (id, title, keys, edit) =>
      ({ id: `text.${id}`, scope: "text", title, keys, run: () => this.#apply(edit(...this.#state)) })
    const isMovedBy = isMac ? "Mod+Alt+" : "Alt+"
    return [
      command("bold", "Bold", ["Mod+B"], (...state) => wrap(...state, "**")),
      command("italic", "Italic", ["Mod+I"], (...state) => wrap(...state, "*")),
      command("link", "Link", ["Mod+K"], link),
      command("strike", "Strike through", ["Mod+Shift+X"], (...state) => wrap(...state, "~~")),
      command("code", "Code", ["Mod+E"], code),
      command("footnote", "Insert a footnote", [], footnote),
      { id: "text.table", title: "Align table", run: () => this.#alignTable() },
      ...[1, 2, 3, 4, 5, 6].map(level =>
        command(`heading${level}`, `Heading ${level}`, [`Mod+Alt+${level}`], (...state) => heading(...state, level))),
      command("quote", "Quote", ["Mod+Shift+."], quote),
      command("numbers", "Numbered list", ["Mod+Shift+7"], (...state) => list(...state, "numbers")),
      command("bullets", "List", ["Mod+Shift+8"], (...state) => list(...state, "bullets")),
      command("task", "Task: open, done, none", ["Mod+Shift+L"], task),
      command("indent", "Indent", ["Mod+]"], (...state) => this.#indented(state, false)),
      command("outdent", "Move out", ["Mod+["], (...state) => this.#indented(state, true)),
      command("up", "Move line up", [`${isMovedBy}ArrowUp`], (...state) => moveLines(...state, false)),
      command("down", "Move line down", [`${isMovedBy}ArrowDown`], (...state) => moveLines(...state, true)),
    ]
  }

  /** A line that is no item stays where it is. */
  #indented([text, start, end], isBack) {
    return indent(text, start, end, isBack)
      ?? { start, end: start, text: "", selectionStart: start, selectionEnd: end }
  }

  async #alignTable() {
    const loaded = await import("../../model/table-alignment.js").catch(() => null)
    const edit = loaded?.alignTable(...this.#state)
    if (edit) this.#apply(edit)
    else this.#editor.model.notice(loaded ? "There is no table at the caret. Put the caret into one."
      : "The daemon is away. Try again when it is back.")
  }

  #pressed(event) {
    if (this.#tabbed(event)) return
    const command = this.#commands.match(event, isMac)
    if (command?.scope !== "text") return
    claim(event)
    this.#commands.run(command.id)
  }

  /** Tab belongs to the text only in an item or on several selected lines, and not after Escape. */
  #tabbed(event) {
    const { key, code, shiftKey, ctrlKey, altKey, metaKey } = event
    if (key === "Shift") return false
    const isLeaving = this.#isLeaving
    this.#isLeaving = key === "Escape"
    // In WebKitGTK, Shift-Tab is a key without a name.
    const isTab = key === "Tab" || code === "Tab"
    if (!isTab || ctrlKey || altKey || metaKey || isLeaving) return false
    const edit = indent(...this.#state, shiftKey)
    if (!edit) return false
    event.preventDefault()
    if (edit.start === edit.end && !edit.text) announce(this.#editor.area, "Escape, then Tab leaves the text.")
    this.#apply(edit)
    return true
  }

  #ahead(event) {
    if (event.isComposing || !event.cancelable || this.#editor.isApplying) return
    const edit = this.#help(event)
    if (!edit) return
    event.preventDefault()
    this.#apply(edit)
  }

  /** Every keyboard, on-screen ones included, sends Enter as `insertLineBreak`. */
  #help({ inputType, data }) {
    const [text, start, end] = this.#state
    if (inputType === "insertLineBreak") return newLine(text, start, end)
    if (inputType === "insertText" && data?.length === 1) return surround(text, start, end, data)
    const range = Object.hasOwn(deletions, inputType) && (start < end ? [start, end] : deletions[inputType](text, start))
    return range && range[0] >= 0 ? removal(text, ...range) : null
  }
}
