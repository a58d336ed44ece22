import { blockAt, partOf, patches, splitAgain } from "../model/blocks.js"
import { make, sayOrHide } from "./markup.js"

/**
 * Elements that could act by themselves or load something. They are removed although the sandbox already restricts
 * them.
 */
const refused = "script, iframe, frame, object, embed, link, meta, base, style, template, dialog"
const remote = /^(?:https?:)?\/\//i
/** The daemon has replaced the addresses of the pictures that it has. */
const missing = /^(?:media:|(?![a-z][a-z\d+.-]*:|\/))/i
const missingWords = "This picture is missing. Remove it or add it again."
const controls = "button, input, select, textarea, summary, label, audio, video"
const followed = ["theme", "face"]
/** How far from the edge a block is scrolled, in CSS px; there it may grow. */
const margin = 64
const restMilliseconds = 200
const address = new URL("../frame.html", import.meta.url)

/**
 * `<page-view>` shows a rendered text as readers will see it, in a frame in which no script can run. A new rendering
 * replaces only the changed blocks; nothing reloads, and the scroll position stays. Event: `pick`, whose detail finds
 * the words that were clicked in the text.
 */
export class PageViewElement extends HTMLElement {
  // The page may reach into the frame to scroll and patch it; no script in the frame may run (no allow-scripts).
  #frame = make("iframe", { sandbox: "allow-same-origin" })
  /** The rendering that is shown, as from `splitAgain`. */
  #shown = { html: "", blocks: [] }
  #nodes = []
  #language
  #heading
  #edited
  #showsRemote = false
  /** A timer that runs while the reader scrolls. */
  #scrolling = 0
  #ready
  #listening

  /** The frame's accessible name; set before the element is connected. */
  label = "The page as its readers will see it"

  connectedCallback() {
    this.#frame.title = this.label
    // Connected without an address, it loads an empty page.
    this.#load()
    this.append(this.#frame)
  }

  connectedMoveCallback() {}

  disconnectedCallback() {
    this.#listening?.abort()
    this.#frame.remove()
  }

  /** Resolves when the frame has a document to draw into, or no longer loads it. */
  get ready() { return this.#ready }

  get #document() { return this.#frame.contentDocument }

  /** The frame's own content security policy decides about remote pictures, so the choice is made when it loads. */
  #load() {
    this.#listening?.abort()
    this.#listening = new AbortController()
    this.#heading = undefined
    this.#forget()
    this.#language = undefined
    this.#frame.src = this.#showsRemote ? `${address}?images=remote` : address.href
    const { signal } = this.#listening
    this.#ready = new Promise(resolve => {
      this.#frame.addEventListener("load", () => { this.#open(); resolve() }, { once: true, signal })
      signal.addEventListener("abort", resolve)
    })
  }

  #forget() {
    this.#shown = { html: "", blocks: [] }
    this.#nodes = []
  }

  #open() {
    if (!this.#document?.body) return
    const { signal } = this.#listening
    const { body } = this.#document
    body.replaceChildren()
    this.#document.addEventListener("click", event => this.#clicked(event), { signal })
    passFiles(this.#document, this, signal)
    for (const name of ["wheel", "touchmove", "scroll"]) {
      this.#document.addEventListener(name, () => this.#scrolls(name === "scroll"), { signal, passive: true })
    }
    this.#heading = Object.assign(this.#document.createElement("h1"),
      { className: "post-title", dir: "auto", hidden: true })
    body.append(this.#heading)
    this.#followChoices(signal)
  }

  /** The frame has the colours and the typeface of the page around it. */
  #followChoices(signal) {
    const from = this.ownerDocument.documentElement, to = this.#document.documentElement
    const copy = () => { for (const name of followed) to.dataset[name] = from.dataset[name] ?? "" }
    const observer = new MutationObserver(copy)
    observer.observe(from, { attributes: true, attributeFilter: followed.map(name => `data-${name}`) })
    signal.addEventListener("abort", () => observer.disconnect())
    copy()
  }

  #clicked(event) {
    const link = event.target.closest?.("a[href]")
    if (link) followLink(event, link)
    else this.#pick(event)
  }

  async #pick(event) {
    const { target } = event, index = this.#nodes.findIndex(node => node.contains(target))
    if (index < 0 || target.closest(controls) || !this.#document.getSelection().isCollapsed) return
    const node = this.#nodes[index], block = this.#shown.blocks[index]
    const loaded = await import("./clicked-words.js").catch(() => null)
    const find = loaded?.clickedWords(node, block, event)
    if (find) this.dispatchEvent(new CustomEvent("pick", { detail: find }))
  }

  /**
   * @param {string} html with source positions
   * @param {{title: string, language: string}} about
   * @returns {number} how many remote pictures are withheld
   */
  show(html, { title, language }) {
    if (!this.#heading?.isConnected) return 0
    const shown = splitAgain(this.#shown, html)
    for (const patch of patches(this.#shown.blocks, shown.blocks)) this.#patch(patch)
    this.#shown = shown
    sayOrHide(this.#heading, title)
    this.#speak(language)
    return this.#document.querySelectorAll(".withheld").length
  }

  /** Setting even the same language makes the browser recompute all styles. */
  #speak(language) {
    if (language === this.#language) return
    this.#language = language
    Object.assign(this.#document.body, { lang: language, dir: direction(language) })
  }

  #patch({ at, remove, insert }) {
    const fresh = this.#parse(insert), next = this.#nodes[at + remove]
    for (const node of this.#nodes.splice(at, remove, ...fresh)) node.remove()
    if (next) next.before(...fresh)
    else this.#document.body.append(...fresh)
  }

  /** Returns one element per block. Parses into a separate document, which loads nothing. */
  #parse(blocks) {
    if (!blocks.length) return []
    const parsed = new DOMParser().parseFromString(
      blocks.map(block => `<div class="block">${block.html}</div>`).join(""), "text/html")
    let holders = [...parsed.body.children]
    // Raw HTML with an unclosed tag swallows the next block: in that case each block is parsed separately.
    if (holders.length !== blocks.length || holders.some(holder => !holder.matches("div.block"))) {
      holders = blocks.map(block => new DOMParser().parseFromString(block.html, "text/html").body)
    }
    return holders.map(holder => {
      this.#disarm(holder)
      const only = holder.childNodes.length === 1 ? holder.firstElementChild : null
      const node = only ?? Object.assign(parsed.createElement("div"), { className: "raw" })
      if (!only) node.append(...holder.childNodes)
      return this.#document.adoptNode(node)
    })
  }

  #disarm(holder) {
    for (const element of holder.querySelectorAll(refused)) element.remove()
    for (const box of holder.querySelectorAll("li > input[type=checkbox]")) box.parentNode.classList.add("task")
    for (const picture of holder.querySelectorAll("img, video, audio, source, picture")) {
      picture.removeAttribute("srcset")
      picture.removeAttribute("poster")
      const source = picture.getAttribute("src") ?? "", isMissing = picture.localName === "img" && missing.test(source)
      if (!isMissing && (!remote.test(source) || this.#showsRemote)) continue
      const words = isMissing ? missingWords : picture.getAttribute("alt") || "Picture from elsewhere"
      picture.replaceWith(Object.assign(holder.ownerDocument.createElement("span"),
        { className: isMissing ? "missing" : "withheld", textContent: words }))
    }
  }

  /** Allows or blocks remote pictures. The frame reloads, so the caller must show the text again. */
  allowRemote(isAllowed) {
    if (this.#showsRemote === isAllowed) return
    this.#showsRemote = isAllowed
    this.#load()
  }

  /** Clears the view for another post. */
  clear() {
    for (const node of this.#nodes) node.remove()
    this.#forget()
    this.#frame.contentWindow?.scrollTo(0, 0)
  }

  // MARK: Scrolling

  /** Scrolling goes on after the finger, and the page scrolls, too. */
  #scrolls(goesOn) {
    if (goesOn && !this.#scrolling) return
    clearTimeout(this.#scrolling)
    this.#scrolling = setTimeout(() => { this.#scrolling = 0 }, restMilliseconds)
  }

  /** Marks the block that contains a line, and scrolls as little as brings it into view. */
  mark(line, { scrolls }) {
    const index = blockAt(this.#shown.blocks, line)
    const node = this.#nodes[index]
    if (this.#edited !== node) {
      this.#edited?.classList.remove("is-edited")
      node?.classList.add("is-edited")
      this.#edited = node
    }
    if (!scrolls || !node || this.#scrolling) return
    this.#reveal(index, node.getBoundingClientRect(), line)
  }

  #reveal(index, { top, bottom }, line) {
    const view = this.#frame.contentWindow, height = this.#frame.clientHeight, space = Math.min(margin, height / 4)
    const isHigh = () => bottom - top > height - 2 * space
    const { blocks } = this.#shown, part = at => top + (bottom - top) * partOf(blocks, index, at)
    const isStart = index === 0 && (!isHigh() || line <= blocks[0].start)
    // Of a block that is too high, the line; and of that, whatever is there.
    if (isHigh()) [top, bottom] = [part(line), part(line + 1)]
    if (isHigh() ? top < height && bottom > 0 : top >= 0 && bottom <= height) return
    // The title stands above the first block.
    if (isStart) view.scrollTo(0, 0)
    else view.scrollBy(0, top < 0 || isHigh() ? top - space : bottom + space - height)
  }

  /** Scrolls so that a line, with its fraction, is at the top. */
  follow(line) {
    const index = blockAt(this.#shown.blocks, line)
    const node = this.#nodes[index]
    if (!node) return
    const view = this.#frame.contentWindow
    if (line <= 1) return view.scrollTo(0, 0)
    const top = node.getBoundingClientRect().top + view.scrollY
    const next = this.#nodes[index + 1]
    const bottom = next ? next.getBoundingClientRect().top + view.scrollY : top + node.offsetHeight
    view.scrollTo(0, top + (bottom - top) * partOf(this.#shown.blocks, index, line) - 20)
  }
}

/** A link in a frame must not navigate it: it opens in a new tab, or leads to its place in the page. */
export function followLink(event, link) {
  event.preventDefault()
  const href = link.getAttribute("href") ?? ""
  if (href.startsWith("#")) link.ownerDocument.getElementById(href.slice(1))?.scrollIntoView({ block: "center" })
  else if (/^(https?|mailto):/i.test(href)) window.open(href, "_blank", "noopener,noreferrer")
}

/** A file dropped on a frame's document is dropped on the page. */
export function passFiles(document, element, signal) {
  for (const name of ["dragover", "dragleave", "drop"]) {
    document.addEventListener(name, event => {
      const { type, dataTransfer } = event
      const passed = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer })
      if (!element.dispatchEvent(passed)) event.preventDefault()
    }, { signal })
  }
}

/** The text direction, as the site determines it: by the language or, without one, by the words. */
function direction(language) {
  try {
    const locale = new Intl.Locale(language)
    return (locale.getTextInfo?.() ?? locale.textInfo)?.direction ?? "auto"
  } catch { return "auto" }
}

customElements.define("page-view", PageViewElement)
