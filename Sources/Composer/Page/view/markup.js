/** Creates elements; texts are inserted as text, never as markup. */
import { editBetween, moved } from "../model/difference.js"
import { replaceText } from "./text-edits.js"

const attributePattern = /^(aria-|data-|role$|list$|for$|autocapitalize$|popover$|sandbox$)/

/**
 * @param {object} [properties] `class`, `on…` listeners, `aria-…`/`data-…`/`role` as attributes, anything else as a
 *   property
 */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null) continue
    if (name === "class") element.className = value
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value)
    else if (attributePattern.test(name)) element.setAttribute(name, value)
    else element[name] = value
  }
  element.append(...children.filter(child => child !== null && child !== undefined))
  return element
}

/**
 * An element whose `listen(signal)` runs whenever the element enters the page, the first time after `build()`; `signal`
 * ends when it leaves. With a method `update(change)` it is a part of the page as long (`model/page.js`). The content of a
 * panel that is out of sight has the attribute `data-away`; `returned()` runs when the panel comes back.
 */
export class ListeningElement extends HTMLElement {
  static observedAttributes = ["data-away"]
  /** Set before the element enters a document. @type {Page} */
  page
  #timer

  get model() { return this.page.model }
  get commands() { return this.page.commands }
  get arranging() { return this.page.arranging }

  connectedCallback() {
    const isNew = !this.listening
    this.listening = new AbortController()
    if (isNew) this.build?.()
    this.listen?.(this.listening.signal)
    if (this.update) this.page.join(this, this.listening.signal)
  }

  /** An element that only moves keeps listening. */
  connectedMoveCallback() {}
  disconnectedCallback() {
    this.listening.abort()
    this.notLater()
  }

  /** Listens until the element leaves the page. @param {string} names of events, with blanks between them */
  on(target, names, answer) {
    for (const name of names.split(" ")) target.addEventListener(name, answer, { signal: this.listening.signal })
  }

  /** Runs `work` after a while, unless another call or `notLater` comes before, or the element leaves the page. */
  later(milliseconds, work) {
    this.notLater()
    this.#timer = setTimeout(work, milliseconds)
  }

  notLater() { clearTimeout(this.#timer) }

  get isAway() { return this.hasAttribute("data-away") }
  attributeChangedCallback(name, before, now) { if (now === null && this.isConnected) this.returned?.() }
}

/**
 * A button with a click handler.
 * @param {object} [properties] as for `make`; without a class it has the look of a button
 */
export function button(content, run, properties = {}, ...more) {
  return make("button", { type: "button", class: "button", onclick: run, ...properties }, content, ...more)
}

/**
 * A dialog with fields, for `openDialog`. A press beside it closes it, and its keys reach nothing behind it. It is in
 * the page only while it is open: Chromium has one undo for all fields of a page, and leaves out those that are gone.
 * What is behind it is silent, hence its own announcer.
 */
export function dialog(properties, ...children) {
  const element = make("dialog", { onclick: ({ target }) => { if (target === element) closeDialog(element) }, ...properties },
    ...children, document.createElement("live-announcer"))
  element.addEventListener("keydown", event => {
    event.stopPropagation()
    if (event.key !== "Escape" || event.defaultPrevented) return
    event.preventDefault()
    closeDialog(element)
  })
  // The event comes later, and the dialog may be open again by then.
  element.addEventListener("close", () => { if (!element.open && element.isConnected) closeDialog(element) })
  return element
}

/** The element from which each dialog was opened. */
const openedFrom = new WeakMap()

export function openDialog(element, home) {
  openedFrom.set(element, document.activeElement)
  home.append(element)
  element.showModal()
  offerBack(element, ["dialog"], () => closeDialog(element))
}

/**
 * At once: the event comes later, and the writer's next key may be Ctrl+Z. A closing dialog returns the focus, but not
 * the selection in a text area, which has moved if others have written there meanwhile.
 */
export function closeDialog(element) {
  const field = openedFrom.get(element), { selectionStart = null, selectionEnd } = field ?? {}
  element.close()
  offerBack(element, [])
  element.remove()
  if (selectionStart === null) return
  field.focus({ preventScroll: true })
  field.setSelectionRange(selectionStart, selectionEnd)
}

/** @param {[value: string, title?: string][]} choices */
export const optionsOf = choices => choices.map(([value, title = value]) => make("option", { value }, title))

/** A field to choose from. @param {[value: string, title: string][]} choices */
export const select = (choices, properties) => make("select", { class: "field", ...properties }, ...optionsOf(choices))

/** Marks an option of a list box whose field keeps the focus. @param {number} at -1 for none */
export function markOption(field, options, at) {
  for (const [index, option] of [...options].entries()) option.ariaSelected = index === at
  setAttributes(field, { "aria-activedescendant": options[at]?.id ?? null })
  options[at]?.scrollIntoView({ block: "nearest" })
}

/** A text with removed and added words marked. @param {Part[]} parts as from `wordParts` */
export const changeNodes = parts => parts.map(({ text, kind }) =>
  kind === "same" ? text : make(kind === "gone" ? "del" : "ins", {}, text))

/** Sets attributes, those that have changed; null removes one. */
export function setAttributes(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null) element.removeAttribute(name)
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value)
  }
}

/** Sets a text only if it has changed: a live region must not announce it twice. */
export function say(element, text) {
  if (element.textContent !== text) element.textContent = text
}

/** Sets a text, and hides the element while it has none. */
export function sayOrHide(element, text) {
  say(element, text)
  hide(element, !text)
}

/** Hides or shows an element. Even an attribute that stays the same has the browser draw all highlights again. */
export function hide(element, isHidden) {
  if (element.hidden !== isHidden) element.hidden = isHidden
}

/** Names a button that shows no words, for the pointer and for screen readers. */
export function entitle(button, name) {
  button.title = button.ariaLabel = name
}

/**
 * Leaves the keys of an input method to it: no other listener of this page gets them. WebKit no longer calls the Enter
 * that accepts a word composing, and only its old code 229 tells it from one that means a new line.
 */
export function leaveComposingKeys() {
  addEventListener("keydown", event => {
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation()
  }, { capture: true })
}

/** Runs `work` at first, and whenever one of the elements changes its size. */
export function observeSizes(elements, work, signal) {
  const observer = new ResizeObserver(work)
  for (const element of elements) observer.observe(element)
  signal.addEventListener("abort", () => observer.disconnect())
}

/**
 * Makes a text area as high as its text in engines without `field-sizing`, which would cut the text off.
 * @param {Element[]} others elements whose size changes with the size of its letters
 */
export function fitHeight(area, signal, others = []) {
  if (CSS.supports("field-sizing", "content")) return
  const fit = () => {
    area.style.height = "auto"
    if (area.scrollHeight) area.style.height = `${area.scrollHeight}px`
  }
  for (const name of ["input", "shown"]) area.addEventListener(name, fit, { signal })
  observeSizes([area, ...others], fit, signal)
}

/** Sets positions through the style object, because the page's content security policy forbids style attributes. */
export function place({ style }, { x, y, width, height }) {
  style.left = `${x}px`
  style.top = `${y}px`
  style.width = `${width}px`
  style.height = `${height}px`
}

const gap = 4

/**
 * Places a popover below a part of the window, above it if there is no room, and never beyond the window.
 * @param {DOMRect} at
 * @param {"left"|"right"} [edge] the edges that meet
 */
export function placeBeside(popover, at, edge = "right") {
  const { width, height } = popover.getBoundingClientRect(), { clientWidth, clientHeight } = document.documentElement
  const x = edge === "left" ? at.left : at.right - width
  const below = at.bottom + gap, above = at.top - gap - height
  const y = below + height <= clientHeight - gap || above < gap ? below : above
  popover.style.left = `${Math.max(gap, Math.min(x, clientWidth - gap - width))}px`
  popover.style.top = `${Math.max(gap, Math.min(y, clientHeight - gap - height))}px`
}

/** Sends an event that bubbles from the element. */
export function send(element, name, detail) { element.dispatchEvent(new CustomEvent(name, { bubbles: true, detail })) }

/**
 * Reports what is open of an element, so that Back closes it.
 * @param {string[]} open the keys of what is open; `close` gets one of them
 */
export const offerBack = (element, open, close) => send(element, "back-offer", { element, open, close })

/** Keeps an event from the browser and from the elements around: it is done here. */
export function claim(event) {
  event.preventDefault()
  event.stopPropagation()
}

/** Announces to the screen reader what a sighted user sees. */
export const announce = (element, words) => send(element, "announce", words)

const namespace = "http://www.w3.org/2000/svg"

/** An element of SVG. */
export function shape(name, attributes, ...children) {
  const element = document.createElementNS(namespace, name)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value)
  element.append(...children)
  return element
}

/**
 * A line drawing of `icons.svg` in the colour of the text; without a name it is empty. Screen readers skip it: its button
 * has a name.
 */
export const drawing = (name, kind = "drawing") => shape("svg", { class: kind, "aria-hidden": "true" },
  ...name ? [shape("use", { href: `#icon-${name}` })] : [])

export const isMac = /Mac|iP(hone|ad|od)/.test(navigator.platform)

/** The keys that move back and forward along a row of items, in its reading order. */
export const keysAlong = row => row.matches(":dir(rtl)") ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"]

/** Whether a key is pressed without modifiers. */
export const isPlain = ({ shiftKey, ctrlKey, altKey, metaKey }) => !(shiftKey || ctrlKey || altKey || metaKey)

/** A drawing of panels by its name; without one the empty drawing keeps the text aligned. */
export const icon = name => drawing(name, "panel-icon")

/** A button that shows a drawing, or one by its name, with the accessible name `name`. */
export const iconButton = (drawing, name, run, look = "panel-button") =>
  button(typeof drawing === "string" ? icon(drawing) : drawing, run, { class: look, title: name, "aria-label": name })

/** What a map has for a key. If it has nothing, it gets what `create` makes. */
export function getOrInsert(map, key, create) {
  if (!map.has(key)) map.set(key, create(key))
  return map.get(key)
}

/**
 * Removes what a map has for other keys.
 * @param {Iterable} keys those that stay
 * @param {(value: object) => void} [gone] called with each removed value
 */
export function keepOnly(map, keys, gone = () => {}) {
  const stays = new Set(keys)
  for (const [key, value] of map) {
    if (stays.has(key)) continue
    map.delete(key)
    gone(value)
  }
}

/**
 * Gives a list exactly these children, in this order, and moves only those that must: a row that stays keeps its focus,
 * its selection and its scroll position.
 */
export function arrange(list, wanted) {
  const stays = new Set(wanted)
  for (const child of [...list.children]) if (!stays.has(child)) child.remove()
  let next = list.firstElementChild
  for (const row of wanted) {
    if (row === next) next = next.nextElementSibling
    else move(list, row, next)
  }
}

/** `moveBefore` keeps the focus inside; without it a moved row loses the focus. */
function move(list, row, before) {
  if (row.parentNode === list && list.moveBefore) list.moveBefore(row, before)
  else list.insertBefore(row, before)
}

const glideMilliseconds = 220
/** Above this number of rows the list counts as new, and nothing glides. */
const glidesMax = 60

/** Like `arrange`, with an animation: rows glide to their new places, and new ones fade in. */
export function arrangeGliding(list, wanted) {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches
  const before = new Map([...list.children].map(row => [row, row.offsetTop]))
  arrange(list, wanted)
  if (isCalm || before.size === 0 || list.children.length > glidesMax) return
  const timing = { duration: glideMilliseconds, easing: "cubic-bezier(0.2, 0, 0, 1)" }
  for (const row of list.children) {
    const from = before.get(row)
    const way = (from ?? row.offsetTop) - row.offsetTop
    if (from === undefined) row.animate([{ opacity: 0 }, { opacity: 1 }], timing)
    else if (way !== 0) row.animate([{ translate: `0 ${way}px` }, { translate: "0 0" }], timing)
  }
}

/**
 * Synchronises a text field with a field of the draft. Typing goes to the model; changes from elsewhere go into the
 * field without moving the caret, and as a step of the browser's undo if the writer is in it.
 * @param {{page: Page, read: (fields: Fields) => string, write: (text: string) => object, signal: AbortSignal}} ends
 */
export function bind(input, { page, read, write, signal }) {
  const { model } = page
  let isShowing = false
  const show = by => {
    const text = read(model.fields), { value, selectionStart, selectionEnd } = input
    if (value === text) return
    const edit = editBetween(value, text), hasCaret = document.activeElement === input && input.setSelectionRange
    isShowing = true
    // The words of another post must not come back.
    if (hasCaret && by === "daemon") replaceText(input, edit.start, edit.end, edit.text)
    if (input.value !== text) input.value = text
    isShowing = false
    if (hasCaret) input.setSelectionRange(moved(selectionStart, [edit]), moved(selectionEnd, [edit]))
    input.dispatchEvent(new Event("shown"))
  }
  input.addEventListener("input", () => { if (!isShowing) model.change(write(input.value)) }, { signal })
  // What the writer types here stays as typed; the same field may also stand elsewhere in the page.
  page.join({ update({ fields }) {
    if (fields && (fields.by !== "writer" || document.activeElement !== input)) show(fields.by)
  } }, signal)
  show()
}
