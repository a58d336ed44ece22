import { fieldTitles } from "../../model/fields.js"
import { sideBySide } from "../../model/difference.js"
import { announce, button, changeNodes, make, send, setAttributes } from "../markup.js"

/**
 * `<conflict-view>` shows, side by side, the places that were changed both here and elsewhere, with the differing words
 * marked, and with three choices for each. Event `joined`: the last choice was made; `detail.at` is
 * where the chosen text ends, null if the conflict was not in the text.
 */
export class ConflictViewElement extends HTMLElement {
  #shown = ""

  connectedCallback() {
    setAttributes(this, { role: "region", "aria-label": "Changed here and elsewhere" })
    this.show()
  }

  /** Draws the conflicts of the open draft if they have changed. */
  show() {
    const { conflicts, phase } = this.model.draft
    const places = phase === "conflict" ? conflicts : []
    const state = JSON.stringify(places.map(({ field, mine, theirs }) => [field, mine, theirs]))
    this.hidden = places.length === 0
    if (state === this.#shown) return
    const hadFocus = this.contains(document.activeElement)
    const isNew = this.#shown === "" || this.#shown === "[]"
    this.#shown = state
    this.replaceChildren(...places.map((place, index) => this.#place(place, index)))
    if (isNew && places.length) announce(this, "The same words were changed here and elsewhere. Choose which to keep.")
    if (hadFocus) this.querySelector("button")?.focus()
  }

  #place({ field, mine, theirs }, index) {
    const choose = choice => () => {
      const at = this.model.choose(index, choice)
      // The pressed button is gone. If another conflict is left, its first button gets the focus.
      if (this.hidden) send(this, "joined", { at })
    }
    const name = field.split(".").at(-1)
    const what = field === "body" ? "the text" : `“${fieldTitles[name] ?? name}”`
    const both = field === "body" ? button("Keep both", choose("both")) : null
    const [here, elsewhere] = sideBySide(mine, theirs)
    return make("section", { class: "conflict" },
      head(make("h2", {}, `Changed here and elsewhere, in ${what}`), both),
      make("div", { class: "conflict-sides" },
        this.#side("Here", mine, here, button("Keep this", choose("mine"))),
        this.#side("Elsewhere", theirs, elsewhere, button("Take this", choose("theirs")))))
  }

  #side(title, words, parts, choice) {
    const shown = words.trim() ? changeNodes(parts) : ["(nothing: it was taken out)"]
    return make("div", { class: "conflict-side" }, head(make("h3", {}, title), choice), make("blockquote", {}, ...shown))
  }
}

/** The choices stand above the texts, so that a long text does not move them out of view. */
const head = (...children) => make("div", { class: "conflict-head" }, ...children)

customElements.define("conflict-view", ConflictViewElement)
