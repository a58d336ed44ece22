/** What the user has chosen for the page. The daemon keeps it, and writes it into the page that it sends. */
import { numbered } from "./language.js"
import { Notifier } from "./notifier.js"

/**
 * The choices (`Preferences.all` in Sources/Posts), in their order in the panel; the first value of each is the
 * default.
 * @typedef {{name: string, title: string, values: [string, string][]}} Choice `values` with their titles
 */
/** @type {Choice[]} */
export const choices = [
  { name: "face", title: "Typeface", values: [["serif", "Serif"], ["sans", "Sans serif"], ["mono", "Monospaced"]] },
  { name: "size", title: "Size", values: [["medium", "Medium"], ["small", "Small"], ["large", "Large"],
    ["largest", "Largest"]] },
  { name: "measure", title: "Line length", values: [["medium", "Medium"], ["narrow", "Short"], ["wide", "Long"]] },
  { name: "spacing", title: "Line spacing", values: [["medium", "Medium"], ["tight", "Tight"], ["loose", "Loose"]] },
  { name: "theme", title: "Colours", values: [["system", "As the system"], ["light", "Light"], ["dark", "Dark"]] },
  { name: "focus", title: "Focus", values: [["off", "Off"], ["sentence", "On the sentence"],
    ["paragraph", "On the paragraph"]] },
  { name: "typewriter", title: "Typewriter scrolling", values: [["off", "Off"], ["on", "On"]] },
  { name: "spelling", title: "Check spelling", values: [["on", "On"], ["off", "Off"]] },
  { name: "goal", title: "Session goal", values: [["off", "None"],
    ...[250, 500, 1000, 2000].map(words => [String(words), `${numbered(words)} words`])] },
  { name: "order", title: "Order of posts", values: [["edited", "Last edited"], ["date", "Date"], ["title", "Title"],
    ["state", "State"]] },
  { name: "opens", title: "Open first", values: [["new", "A new post"], ["last", "The latest post"]] },
  { name: "tour", title: "First steps", values: [["new", "At the next visit"], ["done", "Seen"]] },
]

const valuesOf = name => choices.find(choice => choice.name === name)?.values.map(([value]) => value) ?? []

/** Event: `change`. */
export class Preferences extends Notifier {
  #request
  #root
  /** How many choices are on their way. Until then what the daemon has is older. */
  #choosing = 0
  #turn = 0

  /** @param {{dataset: DOMStringMap}} root the page's root element, whose `data-…` the stylesheets read */
  constructor(request, root) {
    super()
    this.#request = request
    this.#root = root
  }

  get(name) {
    const values = valuesOf(name), value = this.#root.dataset[name]
    return values.includes(value) ? value : values[0]
  }

  /**
   * Chooses at once here, and asks the daemon to keep it.
   * @throws {Error} in words for the writer, if the daemon does not
   */
  async choose(name, value) {
    this.#apply({ [name]: value })
    this.#choosing++
    try {
      await this.#request("PATCH", "/v1/preferences", { body: { [name]: value }, keepalive: true })
    } catch ({ message }) {
      throw new Error(`${message} The choice lasts until this page is loaded again.`)
    } finally {
      this.#choosing--
      this.#turn++
    }
    if (!this.#choosing) await this.load()
  }

  /** A command for each value of each choice. @param {(problem: Error) => void} report */
  commands(report) {
    return choices.flatMap(({ name, title, values }) => values.map(([value, words]) => ({
      id: `setting.${name}.${value}`, title: `${title}: ${words}`, words: name, isOn: () => this.get(name) === value,
      run: () => this.choose(name, value).catch(report) })))
  }

  /** Takes what another window chose, unless something was chosen meanwhile. */
  async load() {
    const turn = ++this.#turn
    try {
      const { body } = await this.#request("GET", "/v1/preferences")
      if (turn === this.#turn && !this.#choosing) this.#apply(body)
    } catch { /* The next event, or the next page, brings them. */ }
  }

  /** Gives the root element of another document the same choices. */
  mirror(root) { for (const { name } of choices) root.dataset[name] = this.get(name) }

  #apply(chosen) {
    const changed = Object.entries(chosen).filter(([name, value]) => valuesOf(name).includes(value)
      && this.get(name) !== value)
    for (const [name, value] of changed) this.#root.dataset[name] = value
    if (changed.length) this.notify()
  }
}
