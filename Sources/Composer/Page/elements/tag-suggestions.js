import { make } from "./markup.js"

const suggestionsMax = 8

/** Below a field for tags those of other posts that fit what is typed; arrows lead along them, a press chooses. */
export class TagSuggestions {
  #input
  #list
  #active = -1

  /**
   * @param {HTMLInputElement} input
   * @param {HTMLElement} list
   * @param {(tag: string) => void} choose
   */
  constructor(input, list, choose) {
    this.#input = input
    this.#list = list
    // The field must keep the focus, or its text would be taken before the choice.
    list.addEventListener("pointerdown", event => event.preventDefault())
    list.addEventListener("click", event => {
      const option = event.target.closest("li")
      if (option) choose(option.textContent)
    })
  }

  /** The one that the arrows have led to. */
  get active() { return this.#list.children[this.#active]?.textContent }

  /**
   * @param {string[]} known tags of other posts
   * @param {string[]} own those that the post has already
   */
  show(known, own) {
    const typed = this.#input.value.trim().toLowerCase()
    const taken = new Set(own.map(tag => tag.toLowerCase()))
    const begins = tag => Number(tag.toLowerCase().startsWith(typed))
    const found = known.filter(tag => !taken.has(tag.toLowerCase()) && tag.toLowerCase().includes(typed))
      .sort((one, other) => begins(other) - begins(one)).slice(0, suggestionsMax)
    const isOpen = found.length > 0 && document.activeElement === this.#input
    this.#list.replaceChildren(...found.map((tag, index) =>
      make("li", { id: `tag-option-${index}`, role: "option", "aria-selected": "false" }, tag)))
    this.#list.hidden = !isOpen
    this.#input.setAttribute("aria-expanded", String(isOpen))
    this.#activate(-1)
  }

  /** @returns {boolean} whether the key meant something here */
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
    for (const [at, option] of [...this.#list.children].entries()) {
      option.setAttribute("aria-selected", String(at === index))
    }
    if (index < 0) this.#input.removeAttribute("aria-activedescendant")
    else this.#input.setAttribute("aria-activedescendant", `tag-option-${index}`)
    this.#list.children[index]?.scrollIntoView({ block: "nearest" })
  }

  close() {
    this.#list.hidden = true
    this.#input.setAttribute("aria-expanded", "false")
    this.#activate(-1)
  }
}
