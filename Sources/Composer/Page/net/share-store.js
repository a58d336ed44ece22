/**
 * What other apps share with Galley. The service worker keeps each share as it came; the page makes a draft of it, and
 * keeps its pictures until they are in the text. Both belong to a user (`owner.js`).
 */
import { daemonNow } from "../model/daemon-clock.js"
import { pageUser } from "./api.js"
import { lock } from "./locks.js"
import { ownerHeader, ownerOfAnswer } from "./owner.js"

const cacheName = "galley-shares"
const paths = { share: "/shares/", picture: "/shared-pictures/" }
const headers = { draft: "Galley-Draft", name: "Galley-Name", keptAt: "Galley-Kept-At", bytes: "Galley-Bytes" }

const open = () => caches.open(cacheName)

/**
 * All that is kept, the oldest first.
 * @returns {Promise<{path: string, kind: "share"|"picture", user: string|null, keptAt: number, answer: Response}[]>}
 *   `keptAt`: 0 if it is not known
 */
async function entries() {
  const cache = await open(), found = []
  for (const request of await cache.keys()) {
    const path = new URL(request.url).pathname, kind = Object.keys(paths).find(kind => path.startsWith(paths[kind]))
    const answer = kind && await cache.match(request)
    if (!answer) continue
    found.push({ path, kind, user: ownerOfAnswer(answer), keptAt: Number(answer.headers.get(headers.keptAt)), answer })
  }
  return found.sort((one, other) => one.keptAt - other.keptAt)
}

const own = async kind => (await entries()).filter(entry => entry.kind === kind && entry.user === pageUser)

export const shareStore = {
  /** The user's shares that no page has taken. @returns {Promise<string[]>} their keys */
  async waiting() { return (await own("share")).map(({ path }) => shareStore.keyOf(path)) },

  /**
   * What other users have here, and what has no owner.
   * @returns {Promise<{path: string, kind: "share"|"picture", user: string|null, keptAt: number}[]>} without its content
   */
  async others() {
    try {
      return (await entries()).filter(({ user }) => user !== pageUser)
        .map(({ path, kind, user, keptAt }) => ({ path, kind, user, keptAt }))
    } catch { return [] }
  },

  /**
   * Makes a thing without an owner the user's.
   * @returns {Promise<boolean>} whether it is the user's now; false if it is gone, or another user's meanwhile
   */
  async claim(path) {
    const entry = (await entries()).find(one => one.path === path)
    if (!entry || ![null, pageUser].includes(entry.user)) return false
    const about = { ...Object.fromEntries(entry.answer.headers), ...ownerHeader(pageUser) }
    await (await open()).put(path, new Response(await entry.answer.blob(), { headers: about }))
    return true
  },

  /** The key of a share, by its path. */
  keyOf: path => path.slice(paths.share.length),

  /**
   * Reads a share of the user.
   * @returns {Promise<{title: string, text: string, url: string, files: File[]}|null>} null if it is gone, or not the
   *   user's
   */
  async read(key) {
    const answer = await (await open()).match(paths.share + key)
    if (!answer || ownerOfAnswer(answer) !== pageUser) return null
    const form = await answer.formData()
    const text = name => String(form.get(name) ?? "")
    const files = form.getAll("pictures").filter(file => file instanceof File && file.size > 0)
    return { title: text("title"), text: text("text"), url: text("url"), files }
  },

  async remove(key) { await (await open()).delete(paths.share + key) },

  /** Keeps a picture for a draft. @returns {Promise<string>} its path */
  async keepPicture(draft, file) {
    const path = paths.picture + crypto.randomUUID()
    const about = { "Content-Type": file.type, [headers.draft]: draft, [headers.name]: encodeURIComponent(file.name),
      [headers.keptAt]: `${daemonNow()}`, [headers.bytes]: `${file.size}`, ...ownerHeader(pageUser) }
    await (await open()).put(path, new Response(file, { headers: about }))
    return path
  },

  async removePicture(path) { await (await open()).delete(path) },

  /** The user's kept pictures that no other window has. This window has them until it closes. */
  async pictures() {
    const found = []
    for (const { path, answer } of await own("picture")) {
      if (!await this.hold(path)) continue
      const name = decodeURIComponent(answer.headers.get(headers.name) ?? "")
      const file = new File([await answer.blob()], name, { type: answer.headers.get("Content-Type") ?? "" })
      found.push({ path, draft: answer.headers.get(headers.draft), file })
    }
    return found
  },

  /** @returns {Promise<boolean>} whether this window has the picture now, until it closes */
  hold: async path => await lock(`galley ${path}`) !== null,
}
