import { bounds } from "../../model/bounds.js"
import { sizeText } from "../../model/pictures.js"
import { arrange, button, getOrInsert, keepOnly, ListeningElement, make, say, sayOrHide } from "../markup.js"

/** `<media-panel>` shows all pictures: their descriptions, their uses, and a button that inserts each into the text. */
class MediaPanelElement extends ListeningElement {
  #list = make("ul", { class: "media", "aria-label": "Pictures" })
  #note = make("p", { class: "panel-note", role: "status" })
  #more = button("Show more", () => this.#library.more(), { hidden: true })
  #rows = new Map()

  build() {
    this.append(button("Add pictures…", () => this.commands.run("text.picture"), { class: "button media-add" }),
      this.#note, this.#list, this.#more)
  }

  listen() {
    this.on(this.#library, "change", () => this.#show())
    this.#show()
    this.#library.refresh()
  }

  update({ leaving }) {
    if (!leaving) return
    for (const row of this.#rows.values()) if (row.alt === document.activeElement) this.#save(row)
  }

  get #library() { return this.model.pictures.library }

  #show() {
    const { items, problem, hasMore, isLoaded } = this.#library
    keepOnly(this.#rows, items.map(item => item.id))
    arrange(this.#list, items.map(item => this.#row(item)))
    const none = "No pictures yet. Drop one on the text, paste it there, or press “Add pictures…”."
    sayOrHide(this.#note, problem ?? (items.length || !isLoaded ? "" : none))
    this.#more.hidden = !hasMore
  }

  #row(item) {
    const row = getOrInsert(this.#rows, item.id, () => this.#make(item))
    const isEditing = row.alt === document.activeElement
    row.media = item
    row.picture.alt = item.alt
    if (!isEditing) row.alt.value = this.#library.altOf(item)
    row.element.classList.toggle("is-silent", !item.alt)
    say(row.name, item.name || item.address)
    say(row.facts, `${item.width} × ${item.height}, ${sizeText(item.bytes)}${item.isAnimated ? ", moving" : ""}`)
    say(row.uses, usesText(item))
    row.remove.hidden = !item.isUnused
    return row.element
  }

  #make({ id, name, address }) {
    const title = name || address
    const row = {
      media: null, name: make("h3", { class: "media-name" }), facts: make("p", { class: "quiet" }),
      uses: make("p", { class: "quiet" }),
      picture: make("img", { class: "media-picture", draggable: false, src: `/v1/media/${id}/file`, loading: "lazy", decoding: "async" }),
      alt: make("input", {
        type: "text", class: "field", id: `media-${id}`, autocomplete: "off", maxLength: bounds.description,
        placeholder: "Nothing is said yet",
      }),
    }
    row.alt.addEventListener("blur", () => this.#save(row))
    row.alt.addEventListener("keydown", event => { if (event.key === "Enter") this.#save(row) })
    row.remove = button("Remove", () => this.#remove(row), { "aria-label": `Remove ${title}` })
    row.element = make("li", { class: "media-row" },
      row.picture,
      make("div", { class: "media-words" }, row.name, row.facts,
        make("label", { for: `media-${id}` }, "What it shows"), row.alt, row.uses,
        make("div", { class: "media-verbs" },
          button("Insert", () => this.#insert(row), { "aria-label": `Insert ${title}` }), row.remove)))
    return row
  }

  #insert({ media }) { this.model.pictures.uploads.put(media) }

  async #save(row) {
    try {
      await this.#library.describe(row.media, row.alt.value.trim())
    } catch (problem) {
      this.model.notice(problem.isAway ? `${problem.message} The words may not be saved.` : problem.message)
      if (problem.isStale) this.#library.refresh()
    }
  }

  async #remove(row) {
    const { media, element } = row, beside = element.nextElementSibling ?? element.previousElementSibling
    try {
      await this.#library.remove(media)
      if (!element.isConnected && document.activeElement === document.body) beside?.querySelector("input").focus()
      this.model.notice(`“${media.name || media.address}” is removed.`)
    } catch (problem) {
      this.model.notice(problem.isAway ? `${problem.message} The picture may be there still.` : problem.message)
      this.#library.refresh()
    }
  }
}

/** Lists the posts that use a picture, in one line. */
function usesText({ uses, isUnused }) {
  if (!uses.length) return isUnused ? "Used nowhere" : "Used by what was sent"
  const names = uses.slice(0, 3).map(({ title, slug, isPresent }) =>
    `“${title || slug}”${isPresent ? "" : " (an older revision)"}`)
  return `In ${names.join(", ")}${uses.length > 3 ? ` and ${uses.length - 3} more` : ""}`
}

customElements.define("media-panel", MediaPanelElement)
