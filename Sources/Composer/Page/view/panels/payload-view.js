import { wordParts } from "../../model/difference.js"
import { lengthWords } from "../../model/publishing.js"
import { changeNodes, make } from "../markup.js"
import { ReadersViewElement } from "./readers-view.js"

/**
 * `<payload-view>` shows what readers of one target will see, and beside or beneath it what Galley would send there: text,
 * count, losses, and the request itself.
 */
export class PayloadViewElement extends HTMLElement {
  #shown = ""
  #facts = make("div", { class: "payload-part" })
  #readers = new ReadersViewElement()
  #source = make("div", { class: "payload-part" })

  connectedCallback() { if (!this.firstChild) this.append(this.#facts, this.#readers, this.#source) }

  connectedMoveCallback() {}

  clear() { this.showNote() }

  showNote(words) {
    this.#shown = ""
    this.#facts.replaceChildren(words ? make("p", { class: "panel-note" }, words) : "")
    this.#readers.show(null)
    this.#source.replaceChildren()
  }

  /**
   * @param {object} preview the answer of `/v1/posts/{id}/preview?target=`
   * @param {string} address where it is a page
   * @param {number} revision of the post: the page shows more of it than what is sent
   */
  show(preview, address, revision) {
    const state = JSON.stringify([preview, revision])
    if (state === this.#shown) return
    const open = [...this.querySelectorAll("details[open]")].map(({ className }) => className)
    this.#shown = state
    this.#facts.replaceChildren(...[
      preview.problem ? make("p", { class: "payload-problem" }, preview.problem) : null, this.#count(preview),
    ].filter(Boolean))
    this.#readers.show(preview.hasPage ? address : null)
    this.#source.replaceChildren(...[this.#held(preview), list("What is lost there", preview.losses),
      list("To know", preview.warnings), list("Pictures", preview.pictures), this.#text(preview), this.#request(preview),
    ].filter(Boolean))
    for (const name of open) this.querySelector(`details.${name}`)?.setAttribute("open", "")
  }

  /** The text that the target holds, and what an edit would change. */
  #held({ held }) {
    if (!held) return null
    const section = make("section", { class: "payload-held" }, make("h3", {}, "What changes there"),
      make("p", { class: "quiet" }, held.words))
    if (held.next === undefined || held.next === null) return section
    section.append(held.next === held.text
      ? make("p", {}, "The copy equals the post: nothing would change.")
      : make("div", { class: "payload-text", tabIndex: 0, role: "region", "aria-label": "What an edit would change" },
          ...changeNodes(wordParts(held.text, held.next))))
    return section
  }

  #count({ thread, count, limit, rule }) {
    if (count === undefined || count === null) return null
    const isOver = limit !== undefined && count > limit
    const words = lengthWords({ thread, count, limit })
    const meter = limit ? make("meter", { min: 0, max: limit, high: limit * 0.95, value: Math.min(count, limit),
      "aria-label": words }) : null
    return make("div", { class: isOver ? "payload-count is-over" : "payload-count" },
      make("p", { title: rule ?? "" }, words), meter)
  }

  /** Readers see most of it in their page. */
  #text(preview) {
    const text = this.#sent(preview)
    if (!preview.hasPage || !text) return text
    return make("details", { class: "payload-sent" }, make("summary", {}, "The text, as sent"), text)
  }

  #sent({ text, thread, limit, html, body, kind }) {
    if (thread) {
      return make("ol", { class: "payload-thread", tabIndex: 0, "aria-label": "The posts as they are sent" },
        ...thread.map(({ text, count }) => make("li", {}, make("div", { class: "payload-text" }, text),
          make("p", { class: "quiet" }, limit ? `${count} of ${limit}` : `${count}`))))
    }
    const shown = html ?? text ?? body
    if (!shown) return null
    const isCode = html !== undefined || kind === "webhook"
    return make(isCode ? "pre" : "div", { class: isCode ? "payload-code" : "payload-text", tabIndex: 0, role: "region",
      "aria-label": "The text as it is sent" }, kind === "webhook" ? indented(shown) : shown)
  }

  #request({ request, headers, body, address }) {
    if (!request) return null
    const details = make("details", { class: "payload-request" },
      make("summary", {}, "The request, as sent"),
      make("pre", { tabIndex: 0, role: "region", "aria-label": "The request" },
        [request, ...headers, "", body].join("\n")))
    return make("div", {}, address ? make("p", { class: "quiet" }, `Address: ${address}`) : null, details)
  }
}

function list(title, lines) {
  if (!lines?.length) return null
  return make("section", { class: "payload-list" }, make("h3", {}, title),
    make("ul", {}, ...lines.map(line => make("li", {}, line))))
}

/**
 * Indents JSON and leaves other text unchanged. The payload itself has no such spaces; “The request” shows it exactly.
 */
function indented(text) {
  try { return JSON.stringify(JSON.parse(text), null, 2) } catch { return text }
}

customElements.define("payload-view", PayloadViewElement)
