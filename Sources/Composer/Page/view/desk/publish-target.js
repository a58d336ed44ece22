import { daemonNow } from "../../model/daemon-clock.js"
import { deliveryWords } from "../../model/deliveries.js"
import { make, say, setAttributes } from "../markup.js"
import { overrideFields } from "../target-override.js"

/** One target in the publish dialog: whether it gets the post, what will stand there, and the text that differs. */
export class PublishTargetRow {
  element
  #box
  #place = make("span", { class: "publish-place" })
  #preview = make("div", { class: "publish-preview" })
  #override
  #shown = ""

  /**
   * @param {{name: string, overrides: string[]}} target
   * @param {AbortSignal} signal ends it
   */
  constructor(page, target, signal) {
    const { name } = target, { model } = page
    this.#box = make("input", { type: "checkbox", "data-key": name, onchange: () => model.chooseTarget(name, this.#box.checked) })
    this.#override = overrideFields(page, target, { signal, prefix: "publish" })
    this.element = make("div", { class: "publish-row", "data-target": name },
      make("div", { class: "publish-target" }, make("label", {}, this.#box, name), this.#place),
      this.#preview, this.#override)
  }

  /**
   * @param {{url?: string}|undefined} state.there the delivery that arrived
   * @param {object|undefined} state.open the delivery that is under way, or waits for its time or for a decision
   * @param {{excerpt: string, facts: string[], notes: object[]}|null} state.preview null while it is not known
   * @param {string|null} state.sharedId of what is said of this and of other targets; null for nothing
   */
  show({ target, there, open, isChosen, preview, sharedId }) {
    const isSet = Boolean(there || open)
    this.#box.checked = isSet || isChosen
    this.#box.disabled = isSet
    this.#override.hidden = Boolean(there) || !this.#box.checked || target.overrides.length === 0
    this.#showPlace(target, there, open)
    const state = JSON.stringify([preview, sharedId])
    if (state === this.#shown) return
    this.#shown = state
    this.#preview.replaceChildren(...preview ? parts(preview) : [])
    const about = [preview?.notes.length ? this.#preview.lastElementChild.id : null, sharedId].filter(Boolean)
    setAttributes(this.#box, { "aria-describedby": about.join(" ") || null })
  }

  #showPlace({ kindTitle, isPaused }, there, open) {
    if (!there?.url) {
      return say(this.#place, there ? "It is there" : isPaused ? "paused: nothing leaves"
        : open ? deliveryWords(open, daemonNow()).title : kindTitle)
    }
    if (this.#place.firstElementChild?.href === there.url) return
    return this.#place.replaceChildren(make("a", { href: there.url, target: "_blank", rel: "noopener" }, "See it there"))
  }
}

let count = 0

function parts({ excerpt, facts, notes }) {
  const lines = notes.map(({ words, tone }) => make("li", { "data-tone": tone }, words))
  return [
    excerpt ? make("p", { class: "publish-excerpt", dir: "auto" }, excerpt) : null,
    facts.length ? make("p", { class: "quiet" }, facts.join(" · ")) : null,
    lines.length ? make("ul", { class: "publish-notes", id: `publish-notes-${++count}` }, ...lines) : null,
  ].filter(Boolean)
}
