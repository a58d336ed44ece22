import { difference, words } from "../model/difference.js"
import { make } from "./markup.js"

/** `<payload-view>` shows what one target would be sent: text, count, what is lost, and the request itself. */
export class PayloadViewElement extends HTMLElement {
  #shown = ""

  clear() {
    this.#shown = ""
    this.replaceChildren()
  }

  tell(words) {
    this.#shown = ""
    this.replaceChildren(make("p", { class: "panel-note" }, words))
  }

  /** @param {object} preview of `/v1/posts/{id}/preview?target=` */
  show(preview) {
    const state = JSON.stringify(preview)
    if (state === this.#shown) return
    const isOpen = this.querySelector("details")?.open ?? false
    this.#shown = state
    const parts = [
      preview.problem ? make("p", { class: "payload-problem" }, preview.problem) : null,
      this.#held(preview), this.#count(preview), this.#text(preview), list("Pictures", preview.pictures),
      list("What is lost there", preview.losses),
        list("To know", preview.warnings),
      this.#request(preview, isOpen),
    ]
    this.replaceChildren(...parts.filter(Boolean))
  }

  /** What is there, and what an edit would make of it. */
  #held({ held }) {
    if (!held) return null
    const section = make("section", { class: "payload-held" }, make("h3", {}, "What changes there"),
      make("p", { class: "quiet" }, held.words))
    if (held.next === undefined || held.next === null) return section
    section.append(held.next === held.text
      ? make("p", {}, "The copy equals the post: nothing would change.")
      : make("div", { class: "payload-text", tabIndex: 0, role: "region", "aria-label": "What an edit would change" },
          ...changes(held.text, held.next)))
    return section
  }

  #count({ count, limit, rule }) {
    if (count === undefined || count === null) return null
    const isOver = limit !== undefined && count > limit
    const words = limit ? `${count} of ${limit} characters` : `${count} characters`
    const meter = limit ? make("meter", { min: 0, max: limit, high: limit * 0.95, value: Math.min(count, limit),
      "aria-label": words }) : null
    return make("div", { class: isOver ? "payload-count is-over" : "payload-count" },
      make("p", { title: rule ?? "" }, words), meter)
  }

  #text({ text, html, body, kind }) {
    const shown = html ?? text ?? body
    if (!shown) return null
    const isCode = html !== undefined || kind === "webhook"
    return make(isCode ? "pre" : "div", { class: isCode ? "payload-code" : "payload-text", tabIndex: 0, role: "region",
      "aria-label": "The text as it is sent" }, kind === "webhook" ? indented(shown) : shown)
  }

  #request({ request, headers, body, address }, isOpen) {
    if (!request) return null
    const details = make("details", { class: "payload-request", open: isOpen },
      make("summary", {}, "The request, as sent"),
      make("pre", { tabIndex: 0, role: "region", "aria-label": "The request" },
        [request, ...headers, "", body].join("\n")))
    return make("div", {}, address ? make("p", { class: "quiet" }, `Address: ${address}`) : null, details)
  }
}

/** The new text with what goes and what comes marked, word by word. */
function changes(old, now) {
  const [a, b] = [words(old), words(now)]
  const nodes = []
  let at = 0
  for (const { aStart, aEnd, bStart, bEnd } of difference(a, b)) {
    nodes.push(b.slice(at, bStart).join(""))
    if (aEnd > aStart) nodes.push(make("del", {}, a.slice(aStart, aEnd).join("")))
    if (bEnd > bStart) nodes.push(make("ins", {}, b.slice(bStart, bEnd).join("")))
    at = bEnd
  }
  return [...nodes, b.slice(at).join("")].filter(node => node !== "")
}

function list(title, lines) {
  if (!lines?.length) return null
  return make("section", { class: "payload-list" }, make("h3", {}, title),
    make("ul", {}, ...lines.map(line => make("li", {}, line))))
}

/** JSON in lines, when it is JSON. What is sent has no such spaces; “The request” shows it as it is. */
function indented(text) {
  try { return JSON.stringify(JSON.parse(text), null, 2) } catch { return text }
}

customElements.define("payload-view", PayloadViewElement)
