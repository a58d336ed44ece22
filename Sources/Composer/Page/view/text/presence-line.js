/** The line that says who else has the open post open; their carets are marked in the text. */
import { presenceRanges, presenceWords } from "../../model/presence.js"
import { pageUser } from "../../net/api.js"
import { make, sayOrHide } from "../markup.js"

export class PresenceLine {
  element = make("p", { class: "presence", role: "status", hidden: true })
  #editor
  #model
  #wasAway = false

  /** @param {{area: HTMLTextAreaElement, layers: TextLayers}} editor */
  constructor(editor) { this.#editor = editor }

  listen({ model }, signal) {
    this.#model = model
    const enter = () => this.#enter()
    document.addEventListener("visibilitychange", enter, { signal })
    addEventListener("pagehide", () => model.presence.leave(), { signal })
    addEventListener("pageshow", enter, { signal })
    enter()
  }

  update({ post, received, presence, line }) {
    if (post || received) this.#enter()
    if (presence) this.#show(this.#model.presence.others)
    if (!line) return
    if (this.#wasAway && !this.#model.isAway) this.#model.presence.renew()
    this.#wasAway = this.#model.isAway
  }

  #enter() {
    const { area } = this.#editor, { presence, draft } = this.#model
    presence.enter(document.hidden ? null : draft.id, () => document.activeElement === area ? area.selectionEnd : null)
  }

  #show(others) {
    const text = this.#editor.area.value
    sayOrHide(this.element, presenceWords(others, pageUser, text))
    this.#editor.layers.set("elsewhere", presenceRanges(others, text))
  }
}
