/** The line that says who else has the open post open; their carets are marked in the text. */
import { presenceRanges, presenceWords } from "../model/presence.js"
import { pageUser } from "../net/api.js"
import { make, say } from "./markup.js"

export class PresenceLine {
  element = make("p", { class: "presence", role: "status", hidden: true })
  #editor

  /** @param {{area: HTMLTextAreaElement, layers: TextLayers}} editor */
  constructor(editor) { this.#editor = editor }

  listen(desk, signal) {
    const { area } = this.#editor
    const caret = () => document.activeElement === area ? area.selectionEnd : null
    const enter = () => desk.presence.enter(document.hidden ? null : desk.draft.id, caret)
    for (const name of ["post", "received"]) desk.addEventListener(name, enter, { signal })
    document.addEventListener("visibilitychange", enter, { signal })
    addEventListener("pagehide", () => desk.presence.leave(), { signal })
    addEventListener("pageshow", enter, { signal })
    desk.presence.addEventListener("change", () => this.#show(desk.presence.others), { signal })
    enter()
  }

  #show(others) {
    const text = this.#editor.area.value
    say(this.element, presenceWords(others, pageUser, text))
    this.element.hidden = !others.length
    this.#editor.layers.set("elsewhere", presenceRanges(others, text))
  }
}
