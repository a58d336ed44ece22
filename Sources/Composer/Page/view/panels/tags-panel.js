import { changes } from "../../model/page.js"
import { announce, arrange, button, drawing, hide, ListeningElement, make, markOption, setAttributes } from "../markup.js"

const suggestionsMax = 8

/** Below a tag field, suggests matching tags of other posts; arrow keys move along them, a press chooses. */
class TagSuggestions {
  #input
  #list
  #active = -1

  /** @param {(tag: string) => void} choose */
  constructor(input, list, choose) {
    this.#input = input
    this.#list = list
    // The field must keep the focus; losing it would commit its text before the choice.
    list.addEventListener("pointerdown", event => event.preventDefault())
    list.addEventListener("click", event => {
      const option = event.target.closest("li")
      if (option) choose(option.textContent)
    })
  }

  /** The suggestion that the arrow keys have reached. */
  get active() { return this.#list.children[this.#active]?.textContent }

  /**
   * @param {string[]} known tags of other posts
   * @param {string[]} own tags that the post already has
   */
  show(known, own) {
    const typed = this.#input.value.trim().toLowerCase()
    const taken = new Set(own.map(tag => tag.toLowerCase()))
    const begins = tag => Number(tag.toLowerCase().startsWith(typed))
    const found = known.filter(tag => !taken.has(tag.toLowerCase()) && tag.toLowerCase().includes(typed))
      .sort((one, other) => begins(other) - begins(one)).slice(0, suggestionsMax)
    const isOpen = found.length > 0 && document.activeElement === this.#input
    this.#list.replaceChildren(...found.map((tag, index) =>
      make("li", { id: `${this.#list.id}-${index}`, role: "option" }, tag)))
    this.#list.hidden = !isOpen
    this.#input.ariaExpanded = isOpen
    this.#activate(-1)
  }

  /** @returns {boolean} whether it handled the key */
  pressed(key) {
    const options = this.#list.children.length
    if (key === "Escape" && !this.#list.hidden) {
      this.close()
      return true
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (!step || !options) return false
    this.#activate((this.#active + step + options) % options)
    return true
  }

  #activate(index) {
    this.#active = index
    markOption(this.#input, this.#list.children, index)
  }

  close() {
    this.#list.hidden = true
    this.#input.ariaExpanded = "false"
    this.#activate(-1)
  }
}

/**
 * `<tags-panel>`: chips, and a field that suggests the tags of other posts. Property `name`, with which the
 * ids of its field and its list begin.
 */
class TagsPanelElement extends ListeningElement {
  name = "tag"
  #chips = make("ul", { class: "chips", "aria-label": "Tags" })
  #input = make("input", {
    class: "tag-text", placeholder: "Add a tag", autocomplete: "off", spellcheck: true,
    autocapitalize: "none", role: "combobox", "aria-label": "Add a tag", "aria-expanded": "false",
    "aria-autocomplete": "list",
  })
  #list = make("ul", { class: "suggestions", role: "listbox", "aria-label": "Tags of other posts", hidden: true })
  #suggestions = new TagSuggestions(this.#input, this.#list, text => {
    this.#add(text)
    this.#suggest()
  })
  #note = make("p", { class: "note", role: "status" })

  constructor() {
    super()
    this.#input.addEventListener("input", () => this.#typed())
    this.#input.addEventListener("keydown", event => this.#pressed(event))
    this.#input.addEventListener("focus", () => this.#focused())
    this.#input.addEventListener("blur", () => { this.#add(this.#input.value); this.#suggestions.close() })
    this.addEventListener("click", event => { if (event.target === this) this.#input.focus() })
  }

  build() {
    this.#input.id = `${this.name}-text`
    this.#list.id = `${this.name}-suggestions`
    setAttributes(this.#input, { "aria-controls": this.#list.id })
    this.append(make("div", { class: "tag-field" }, this.#chips, this.#input), this.#note, this.#list)
  }

  listen() { this.#show() }

  update({ leaving, save, fields }) {
    if (leaving) this.#add(this.#input.value)
    if (save || changes(fields, "tags")) this.#show()
  }

  get #tags() { return this.model.fields.tags }

  #show() {
    const known = new Map([...this.#chips.children].map(chip => [chip.dataset.tag, chip]))
    const chips = this.#tags.map(tag => known.get(tag) ?? this.#chip(tag))
    arrange(this.#chips, chips)
    hide(this.#chips, chips.length === 0)
    this.#note.textContent = this.model.refusalOf("tags")
  }

  #chip(tag) {
    const remove = button(drawing("close"), () => this.#pressedRemove(tag),
      { class: "chip-remove", "aria-label": `Remove ${tag}` })
    return make("li", { class: "chip", "data-tag": tag }, make("span", {}, tag), remove)
  }

  #add(text) {
    const fresh = text.split(",").map(tag => tag.trim().replace(/^#/, "").replace(/\s+/g, " ")).filter(Boolean)
    this.#input.value = ""
    const tags = [...this.#tags]
    for (const tag of fresh) if (!tags.some(known => known.toLowerCase() === tag.toLowerCase())) tags.push(tag)
    if (tags.length === this.#tags.length) return
    this.model.change({ tags })
    announce(this, `${fresh.join(", ")} added.`)
  }

  #remove(tag) {
    this.model.change({ tags: this.#tags.filter(other => other !== tag) })
    announce(this, `${tag} removed.`)
  }

  /** The focus moves from a removed chip to the next one, or the last. */
  #pressedRemove(tag) {
    const index = this.#tags.indexOf(tag)
    this.#remove(tag)
    const chip = this.#chips.children[index] ?? this.#chips.lastElementChild
    ;(chip?.querySelector("button") ?? this.#input).focus()
  }

  async #focused() {
    await this.model.facts.loadTags()
    this.#suggest()
  }

  #suggest() { this.#suggestions.show(this.model.facts.tags, this.#tags) }

  #typed() {
    this.model.touch()
    if (this.#input.value.includes(",")) this.#add(this.#input.value)
    this.#suggest()
  }

  #pressed(event) {
    const { key } = event
    if (key === "Enter") {
      event.preventDefault()
      this.#add(this.#suggestions.active ?? this.#input.value)
      this.#suggest()
    } else if (key === "Backspace" && !this.#input.value && this.#tags.length) {
      event.preventDefault()
      this.#remove(this.#tags.at(-1))
    } else if (this.#suggestions.pressed(key)) {
      event.preventDefault()
    }
  }
}

customElements.define("tags-panel", TagsPanelElement)
