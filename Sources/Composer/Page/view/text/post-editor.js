import { edits, merge, moved, undoneAmong } from "../../model/difference.js"
import { isPasting } from "../../model/session-count.js"
import { lineAt } from "../../model/writing.js"
import { rememberedInTab } from "../../net/browser-store.js"
import { announce, button, hide, ListeningElement, make, setAttributes } from "../markup.js"
import { Completion } from "./completion.js"
import { FocusVeil } from "./focus-veil.js"
import { LayoutCheck } from "./layout-check.js"
import { LineCopy, LineRuler } from "./line-copy.js"
import { PasteAndDrop } from "./paste-and-drop.js"
import { PresenceLine } from "./presence-line.js"
import { TextCount } from "./text-count.js"
import { replaceText, withFocusUnnoticed } from "../text-edits.js"
import { TextLayers } from "./text-layers.js"
import { TextScroll } from "./text-scroll.js"
import { TitleLine } from "./title-line.js"
import { TypingHelp } from "./typing-help.js"
import { WritingBar } from "./writing-bar.js"
import { WritingModes } from "./writing-modes.js"
import { PanelFading } from "./panel-fading.js"
import { ConflictViewElement } from "./conflict-view.js"
import { FindBarElement } from "./find-bar.js"

/** The most steps that are remembered for the browser's undo. */
const stepsMax = 50
const placesMax = 50
const writingWords = "Write…"
const deletedWords = "This post was deleted. Its text is still here."
const openingWords = "The post is on its way. What you type now goes into another one."

/**
 * `<post-editor>` is where the author writes: a native text area with a little help for Markdown, and a word count
 * below it. The area is the page's `#body-text`, which accepts input before this script loads.
 * Property `pictures` (`EditorPictures`).
 */
class PostEditorElement extends ListeningElement {
  #area = document.querySelector("#body-text")
  #count = new TextCount(this.#area, () => this.#names)
  #deleted = make("div", { class: "deleted-bar", role: "status", hidden: true })
  #conflicts = null
  #files = make("input", { type: "file", accept: "image/*", multiple: true, hidden: true, tabIndex: -1,
    "aria-hidden": "true" })
  #copy = new LineCopy(this.#area)
  #scroll = new TextScroll(document.querySelector("#text-scroll"), this.#area, this.#copy)
  /** Draws ranges of the text. @type {TextLayers} */
  layers = new TextLayers(this.#copy, this.#scroll)
  #veil = new FocusVeil(this.#area, this.#copy, this.layers)
  #modes = new WritingModes(this.#area, this.#veil, this.#scroll)
  #title = new TitleLine(this.#area, this.#scroll)
  #ruler = new LineRuler(this.#copy)
  #completion = new Completion(this, this.#ruler)
  #bar = null
  #presence = new PresenceLine(this)
  #fading = new PanelFading(this.#area, this.#ruler)
  #finding = new FindBarElement()
  /** The page's own steps of undo: the texts before and after, and the writer's selection in each. */
  #steps = []
  #last = ""
  /** The selection and the scroll position in posts that were open, by their names. */
  #kept = rememberedInTab("galley-places")
  #places = new Map(this.#kept.get())
  #uploads
  /** The field in which an input method is composing. @type {Element|null} */
  #composing = null
  #isEntering = false
  #isApplying = false
  #isPasting = false
  #waiting = null
  #reported

  constructor() {
    super()
    this.#deleted.append(make("p", {}, deletedWords),
      button("Undo the deletion", () => this.model.actions.undelete(this.model.draft.id)))
    this.#files.addEventListener("change", () => {
      this.takePictures([...this.#files.files])
      this.#files.value = ""
    })
  }

  listen(signal) {
    if (this.contains(this.#area)) this.#opened()
    else this.#build()
    const area = this.#area
    this.on(area, "input", event => this.#typed(event))
    this.on(document, "beforeinput", event => {
      if (event.inputType === "historyUndo" && event.cancelable && this.#undoOwn()) event.preventDefault()
    })
    // Its keys come before those of the help while typing.
    this.#completion.listen(this.page, signal)
    new PasteAndDrop(this).listen(this.page, signal)
    this.#scroll.listen(signal, () => this.#reportPlace(this.#scroll.topLine))
    this.on(document, "compositionstart", ({ target }) => { this.#composing = target })
    this.on(document, "compositionend", () => this.#composed())
    this.on(document, "selectionchange", () => this.#moved())
    this.#copy.follow()
    this.layers.listen(this.page, signal)
    this.#count.listen(this.page, signal)
    this.#veil.listen(signal)
    this.#presence.listen(this.page, signal)
    this.#fading.listen(signal)
    new LayoutCheck(area, this.#copy, this.#scroll, () => this.#showPlain()).listen(signal)
    this.#title.listen(this.page, signal)
    this.#modes.listen(this.page)
    const help = new TypingHelp(this, this.commands)
    help.listen(signal)
    signal.addEventListener("abort",
      this.commands.register(...help.commands, ...this.#finding.commands, ...this.#commands()))
    if (!this.#bar) this.append((this.#bar = new WritingBar(area, this.commands)).element)
    this.#bar.listen(signal)
    this.#showState()
  }

  update(change) {
    const { leaving, post, fields, save, reveal, rewrite } = change
    const parts = [this.#completion, this.layers, this.#count, this.#presence, this.#modes, this.#bar]
    if (leaving) this.#left()
    if (post) this.#opened()
    if (fields) this.#fieldsChanged(fields)
    if (save) this.#showState()
    for (const part of parts) part.update(change)
    if (reveal) this.#goTo(reveal.start, reveal.end, reveal.isFocused)
    if (rewrite) this.#rewrite(rewrite)
  }

  #build() {
    Object.assign(this.#finding, { editor: this, page: this.page })
    this.append(this.#deleted, this.#finding, this.#uploads, this.#presence.element, this.#count.element,
      this.#files, this.#completion.element)
    // The area in it may already have the focus, text and an active input method.
    if (this.moveBefore) this.moveBefore(this.#scroll.element, this.#uploads)
    else this.insertBefore(this.#scroll.element, this.#uploads)
    if (this.#area.value) this.#typed()
    else this.#opened()
  }

  focus(options) { this.#area.focus(options) }

  /** @param {number|null} start an offset in the text; null for the caret */
  #goTo(start, end = start, isFocused = true) {
    if (start !== null) this.#area.setSelectionRange(start, end)
    if (isFocused) this.#area.focus({ preventScroll: true })
    this.#scroll.keepInSight()
  }

  #rewrite(edit) {
    this.apply(edit)
    this.#scroll.keepInSight()
  }

  #commands() {
    return [
      // The browser's own commands, which have keys already.
      ...["Undo", "Redo"].map(step => ({
        id: `text.${step.toLowerCase()}`, title: `${step} typing`, run: () => this.#step(step),
        isEnabled: () => document.queryCommandEnabled(step),
      })),
      { id: "text.picture", title: "Add pictures…", keys: ["Mod+Alt+U"], run: () => this.#files.click() },
      ...this.#modes.commands,
      { id: "text.focus", title: "Go to the text", keys: ["Mod+Alt+0"], run: () => this.focus() },
    ]
  }

  #step(step) {
    if (!document.activeElement?.matches("textarea, input")) this.#area.focus({ preventScroll: true })
    if (step !== "Undo" || !this.#undoOwn()) document.execCommand(step)
  }

  /** Undoes the writer's step below the last ones of others, whose words stay. @returns {boolean} whether it has */
  #undoOwn() {
    const area = this.#area, theirs = area.value, { top } = this.#scroll
    const steps = this.#steps.filter(({ isForeign }) => isForeign)
    if (!steps.some(({ after }) => after === theirs)) return false
    const isForeign = last => steps.some(({ before, after }) => after === last && before === area.value)
    let base = theirs
    this.#isEntering = true
    while (document.execCommand("undo") && isForeign(base)) base = area.value
    this.#count.changedElsewhere(theirs, base)
    this.#scroll.top = top
    this.#enter(undoneAmong(base, area.value, theirs))
    this.#isEntering = false
    this.model.change({ body: area.value })
    if (area.value !== theirs) this.#scroll.keepInSight()
    return true
  }

  /** By itself, undo selects what the page replaced, so that the next key deletes it. */
  #restore(inputType) {
    const { value } = this.#area, last = this.#last
    this.#last = value
    if (!inputType?.startsWith("history") || this.#isApplying) return
    for (const { before, after, from, to } of this.#steps) {
      if (before === value && after === last) this.#area.setSelectionRange(...from)
      if (before === last && after === value) this.#area.setSelectionRange(...to)
    }
  }

  get #names() { return [this.model.draft.id, this.model.draft.key].filter(Boolean) }
  /** The text and the selection. */
  get state() { return [this.#area.value, ...this.#selection] }
  get #selection() { return [this.#area.selectionStart, this.#area.selectionEnd] }

  // MARK: Typing

  #typed(event) {
    this.#restore(event?.inputType)
    this.#copy.follow()
    this.pictures.follow()
    this.#count.followed(this.#isPasting || isPasting(event?.inputType))
    if (this.#isEntering) return
    this.model.change({ body: this.#joined })
    this.#count.changed()
  }

  /** Whether the caret is in a block of code. */
  get isInCode() { return ["code", "fence"].includes(this.layers.lines[this.#copy.lineOf(this.caret)]?.kind) }

  // MARK: For the parts of the editor

  get area() { return this.#area }
  /** Whether an input method is composing, in the text or in another field. A field that is gone composes no longer. */
  get isComposing() { return this.#composing !== null && this.#composing === document.activeElement }
  /** Whether the text is being changed by the page itself, whose input no help may change. */
  get isApplying() { return this.#isEntering || this.#isApplying }
  get text() { return this.#area.value }
  get caret() { return this.#area.selectionEnd }
  /** Adds pictures at an offset. */
  takePictures(files, at = this.caret) { this.pictures.add(files, at, this.text) }
  putSnippet(snippet, start, end) { this.#completion.putSnippet(snippet, start, end) }
  /** Selects a part of the text and brings it into view, wherever the focus is. */
  select(start, end) {
    this.#area.setSelectionRange(start, end)
    this.#veil.follow()
    this.#scroll.keepInSight()
  }
  /** Stores the element that stands between the text and its count. */
  hold(uploads) { this.#uploads = uploads }

  /** Uses the browser's own editing command, so that its undo knows the step. */
  apply({ start, end, text, selectionStart, selectionEnd }) {
    this.#area.focus({ preventScroll: true })
    this.#insert(start, end, text, [selectionStart, selectionEnd])
    this.#area.setSelectionRange(selectionStart, selectionEnd)
  }

  /** As `apply`, with words that were not written here. */
  paste(edit) {
    this.#isPasting = true
    this.apply(edit)
    this.#isPasting = false
  }

  #insert(start, end, text, to) {
    const area = this.#area, step = { before: area.value, from: this.#selection, to, isForeign: this.#isEntering }
    this.#isApplying = true
    const isDone = replaceText(area, start, end, text)
    this.#isApplying = false
    if (isDone) {
      this.#steps = [...this.#steps, { ...step, after: area.value }].slice(-stepsMax)
      return
    }
    // The browser's own undo no longer fits what it would change.
    this.#steps = []
    area.setRangeText(text, start, end, "end")
    if (!this.#isEntering) this.#typed()
  }

  // MARK: Changes from elsewhere

  /** For when the post opens again, also after a reload. */
  #keepPlace() {
    const [name] = this.#names
    this.#places.delete(name)
    this.#places.set(name, [...this.#selection, this.#scroll.top])
    this.#kept.set([...this.#places].slice(-placesMax))
  }

  /** Ends an input method's composition, so that its text belongs to this post. */
  #left() {
    this.#keepPlace()
    if (!this.isComposing) return
    const focused = document.activeElement
    focused.blur()
    if (this.#composing) this.#composed()
    focused.focus({ preventScroll: true })
  }

  #opened() {
    const area = this.#area, { body, language } = this.model.fields
    this.#last = body
    this.#steps = []
    // If both texts are empty, nothing needs layout.
    if (area.value || body) {
      area.value = body
      this.#copy.follow()
      const [start, end, top] = this.#places.get(this.#names.find(name => this.#places.has(name))) ?? [0, 0, 0]
      area.setSelectionRange(start, end)
      this.#scroll.top = top
    }
    this.pictures.begin()
    if (area.lang !== language) area.lang = language
    this.#count.opened()
  }

  #fieldsChanged({ names, by }) {
    const { body, language } = this.model.fields
    // The browser checks the spelling by it.
    if (names?.includes("language") && this.#area.lang !== language) this.#area.lang = language
    if (by !== "daemon" || !names?.includes("body")) return
    // Must not disturb an input method: a change that arrives during a composition waits for its end.
    if (this.isComposing) {
      this.#waiting = { base: this.#area.value, body }
      return
    }
    this.#waiting = null
    this.#enter(body)
  }

  /** The area's text merged with the change that waits. */
  get #joined() {
    const { value } = this.#area
    return this.#waiting ? merge(this.#waiting.base, value, this.#waiting.body).text : value
  }

  #composed() {
    const isElsewhere = this.#composing !== this.#area
    this.#composing = null
    if (isElsewhere && !this.#waiting) return
    const body = this.#joined
    this.#waiting = null
    this.model.change({ body })
    this.#enter(body)
  }

  #enter(text) { withFocusUnnoticed(() => this.#enterAsEdits(text)) }

  /** Applies a text from elsewhere as edits, which keeps selection, scroll position, focus and the browser's undo. */
  #enterAsEdits(text) {
    const area = this.#area
    const before = area.value
    const changes = edits(before, text)
    if (!changes.length) return
    const focused = document.activeElement
    const { selectionStart, selectionEnd, selectionDirection } = area
    const { top, height } = this.#scroll
    const isAbove = changes.at(-1).start < selectionStart
    this.#isEntering = true
    area.focus({ preventScroll: true })
    for (const { start, end, text } of changes.toReversed()) this.#insert(start, end, text)
    this.#isEntering = false
    // If the browser's editing command declined some edits, the area must still show the real text.
    if (area.value !== text) area.value = text
    this.#copy.follow()
    area.setSelectionRange(moved(selectionStart, changes), moved(selectionEnd, changes), selectionDirection)
    this.#scroll.top = top + (isAbove && top > 0 ? this.#scroll.height - height : 0)
    if (focused !== area) {
      area.blur()
      if (focused instanceof HTMLElement && focused !== document.body) focused.focus({ preventScroll: true })
    }
    this.#count.changedElsewhere(before, text)
  }

  /** The layers would stand beside the letters here. */
  #showPlain() {
    this.#scroll.element.classList.add("is-plain")
    this.model.notice("This browser lays out text in an unforeseen way. Markdown and focus mode are not drawn here.")
  }

  // MARK: Position

  #moved() {
    if (document.activeElement !== this.#area) return
    this.#veil.follow()
    this.layers.follow(...this.#selection)
    this.#fading.follow()
    this.#reportPlace(null)
  }

  /**
   * Reports where the writer is, so that the preview can follow; at once, because another frame would draw each key
   * twice. Scrolling may be reported before the caret that has caused it.
   */
  #reportPlace(top) {
    const isMoved = this.#reported !== (this.#reported = this.#selection.join())
    this.model.setPlace({ caret: lineAt(this.#area.value, this.#area.selectionStart), top: isMoved ? null : top })
  }

  #showState() {
    const { isDeleted, isOpening } = this.model
    if (isDeleted && this.#deleted.hidden) announce(this, deletedWords)
    if (!isDeleted && this.#deleted.contains(document.activeElement)) this.#area.focus()
    hide(this.#deleted, !isDeleted)
    setAttributes(this.#area, { placeholder: isOpening ? openingWords : writingWords })
    if (this.#conflicts) this.#conflicts.show()
    else if (this.model.draft.phase === "conflict") this.#showConflicts()
  }

  #showConflicts() {
    this.#conflicts = Object.assign(new ConflictViewElement(), { model: this.model })
    this.#conflicts.addEventListener("joined", ({ detail: { at } }) => this.#goTo(at))
    this.#deleted.after(this.#conflicts)
  }
}

customElements.define("post-editor", PostEditorElement)
