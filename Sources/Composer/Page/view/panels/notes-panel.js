import { bounds } from "../../model/bounds.js"
import { bind, ListeningElement, make, sayOrHide } from "../markup.js"

/** From here on the room that is left is shown. */
const nearlyFull = 500

/** `<notes-panel>`: notes beside a post, which reach no target and no exported file. */
class NotesPanelElement extends ListeningElement {
  #text = make("textarea", { class: "notes-text", dir: "auto", spellcheck: true, "aria-label": "Private notes",
    placeholder: "Sources, loose ends, what to ask. Notes stay here: they are never published or exported." })
  #note = make("p", { class: "notes-note quiet", role: "status", hidden: true })

  build() { this.append(this.#text, this.#note) }

  listen(signal) {
    bind(this.#text, { page: this.page, signal, read: fields => fields.privateNotes, write: text => ({ privateNotes: text }) })
    this.#show()
  }

  update({ received, save, fields }) { if (received || save || fields) this.#show() }

  #show() {
    const { privateNotes } = this.model.fields
    const room = privateNotes.length < bounds.notes - nearlyFull ? nearlyFull : bounds.notes - [...privateNotes].length
    sayOrHide(this.#note, this.model.refusalOf("privateNotes")
      || (room < nearlyFull && room >= 0 ? `Room for ${room} more characters.` : ""))
  }
}

customElements.define("notes-panel", NotesPanelElement)
