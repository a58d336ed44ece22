import { Notifier } from "./notifier.js"

/** Texts that the user keeps by their names: snippets, searches and keys. The daemon keeps them. Event: `change`. */
export class NamedTexts extends Notifier {
  #request
  #path
  #known = null

  constructor(request, kind) {
    super()
    this.#request = request
    this.#path = `/v1/${kind}`
  }

  /** By name. */
  async all() {
    const asked = this.#known ??= this.#request("GET", `${this.#path}?limit=500`)
    try {
      const { body: { items }, isKept } = await asked
      if (!isKept) return asked === this.#known ? items : this.all()
      // What the browser keeps is asked for again: the daemon may be back.
      if (asked === this.#known) this.#known = null
      return items
    } catch (problem) {
      if (asked === this.#known) this.#known = null
      throw problem
    }
  }

  /** They may have changed elsewhere. */
  forget() {
    this.#known = null
    this.notify()
  }

  async keep(name, text) {
    await this.#request("PUT", this.#of(name), { body: { text } })
    this.forget()
  }

  async remove(name) {
    await this.#request("DELETE", this.#of(name))
    this.forget()
  }

  #of(name) { return `${this.#path}/${encodeURIComponent(name)}` }
}
