/** Requests that change nothing on the daemon, and whose answers the page does not keep. */
import { postPath } from "./fields.js"

export class DaemonRequests {
  #request
  #read

  /** @param {Function} read as `request`, but while the daemon is away from what the browser keeps */
  constructor(request, read) {
    this.#request = request
    this.#read = read
  }

  /** @returns {Promise<string>} HTML with source positions; the daemon stores nothing */
  async render(body) {
    return (await this.#request("POST", "/v1/preview?source_positions=true", { body })).body.html
  }

  /** @returns {Promise<string>} the Markdown of rich text; the daemon stores nothing */
  async converted(html) {
    return (await this.#request("POST", "/v1/conversions", { body: { html } })).body.markdown
  }

  /**
   * The payload that Galley would send to a target for the saved state of a post.
   * @param {string[]} [together] all targets of the publication; the default targets without it
   */
  async payload(id, target, together) {
    return (await this.#request("GET", this.payloadPath(id, target, together))).body
  }

  /** Where that is, and in a frame the page that the readers of the target see. */
  payloadPath(id, target, together) {
    return postPath(id, `/preview?${new URLSearchParams({ target, ...together && { to: together.join(",") } })}`)
  }

  /** The next free slot of these targets; undefined without one. */
  async nextSlot(targets) {
    // A page of the slots of all targets would end before some have one.
    const free = await Promise.all(targets.map(async target => {
      const { body: { items } } = await this.#request("GET", `/v1/slots?${new URLSearchParams({ target })}`)
      return items.find(({ isFree }) => isFree)
    }))
    const at = ({ date }) => Date.parse(date.instant)
    return free.filter(Boolean).sort((one, other) => at(one) - at(other))[0]
  }

  /** The posts that a search finds, the newest eight; without words those edited last. */
  async find(words) {
    const query = new URLSearchParams({ ...words ? { search: words } : { order: "edited" }, limit: "8" })
    return (await this.#read("GET", `/v1/posts?${query}`)).body.items
  }

  /**
   * Where readers find a post: where it has arrived, on a blog if possible; else where the first blog will show it.
   * @param {object[]} targets all that the daemon has
   * @returns {Promise<string|null>} null if no target shows it
   */
  async addressOf(id, targets) {
    const path = postPath(id)
    const blogs = targets.filter(target => target.givesAddress).map(({ name }) => name)
    const { body: { items } } = await this.#request("GET", `${path}/deliveries`)
    const there = items.filter(({ url, kind, takenBackAt }) => url && kind !== "delete" && !takenBackAt)
    const found = there.find(({ target }) => blogs.includes(target)) ?? there[0]
    if (found) return found.url
    if (!blogs.length) return null
    return (await this.#request("GET", `${path}/preview?${new URLSearchParams({ target: blogs[0] })}`)).body.address ?? null
  }
}
