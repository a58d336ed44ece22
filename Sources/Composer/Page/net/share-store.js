/**
 * What other apps share with Galley. The service worker keeps each share as it came; the page makes a draft of it, and
 * keeps its pictures until they are in the text.
 */
import { lock } from "./locks.js"

const cacheName = "galley-shares"
const sharePath = "/shares/"
const picturePath = "/shared-pictures/"
const headers = { draft: "Galley-Draft", name: "Galley-Name" }

const open = () => caches.open(cacheName)
const pathOf = request => new URL(request.url).pathname

export const shareStore = {
  /** Whether the browser can keep shares here. */
  get canKeep() { return "caches" in globalThis && navigator.locks !== undefined },

  /** The shares that no page has taken. @returns {Promise<string[]>} their keys */
  async waiting() {
    const paths = (await (await open()).keys()).map(pathOf)
    return paths.filter(path => path.startsWith(sharePath)).map(path => path.slice(sharePath.length))
  },

  /**
   * Reads a share.
   * @returns {Promise<{title: string, text: string, url: string, files: File[]}|null>} null if it is gone
   */
  async read(key) {
    const answer = await (await open()).match(sharePath + key)
    if (!answer) return null
    const form = await answer.formData()
    const text = name => String(form.get(name) ?? "")
    const files = form.getAll("pictures").filter(file => file instanceof File && file.size > 0)
    return { title: text("title"), text: text("text"), url: text("url"), files }
  },

  async remove(key) { await (await open()).delete(sharePath + key) },

  /** Keeps a picture for a draft. @returns {Promise<string>} its path */
  async keepPicture(draft, file) {
    const path = picturePath + crypto.randomUUID()
    const about = { "Content-Type": file.type, [headers.draft]: draft, [headers.name]: encodeURIComponent(file.name) }
    await (await open()).put(path, new Response(file, { headers: about }))
    return path
  },

  async removePicture(path) { await (await open()).delete(path) },

  /** The kept pictures that no other window has. This window has them until it closes. */
  async pictures() {
    const cache = await open(), found = []
    for (const request of await cache.keys()) {
      const path = pathOf(request)
      if (!path.startsWith(picturePath) || !await this.hold(path)) continue
      const answer = await cache.match(request)
      if (!answer) continue
      const name = decodeURIComponent(answer.headers.get(headers.name) ?? "")
      const file = new File([await answer.blob()], name, { type: answer.headers.get("Content-Type") ?? "" })
      found.push({ path, draft: answer.headers.get(headers.draft), file })
    }
    return found
  },

  /** @returns {Promise<boolean>} whether this window has the picture now, until it closes */
  hold: async path => await lock(`galley ${path}`) !== null,
}
