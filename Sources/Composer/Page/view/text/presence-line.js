/** The line that says who else has the open post open; their carets are marked in the text. */
import { presenceRanges, presenceWords } from "../../model/presence.js"
import { pageUser } from "../../net/api.js"
import { make, sayOrHide } from "../markup.js"

export class PresenceLine {
  element = make("p", { class: "presence", role: "status", hidden: true })
  #editor

  /** @param {{area: HTMLTextAreaElement, layers: TextLayers}} editor */
  constructor(editor) { this.#editor = editor }

  listen(model, signal) {
    const { area } = this.#editor
    const caret = () => document.activeElement === area ? area.selectionEnd : null
    const enter = () => model.presence.enter(document.hidden ? null : model.draft.id, caret)
    for (const name of ["post", "received"]) model.addEventListener(name, enter, { signal })
    let wasAway = false
    model.addEventListener("line", () => {
      if (wasAway && !model.isAway) model.presence.renew()
      wasAway = model.isAway
    }, { signal })
    document.addEventListener("visibilitychange", enter, { signal })
    addEventListener("pagehide", () => model.presence.leave(), { signal })
    addEventListener("pageshow", enter, { signal })
    model.presence.addEventListener("change", () => this.#show(model.presence.others), { signal })
    enter()
  }

  #show(others) {
    const text = this.#editor.area.value
    sayOrHide(this.element, presenceWords(others, pageUser, text))
    this.#editor.layers.set("elsewhere", presenceRanges(others, text))
  }
}
