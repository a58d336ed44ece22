import { coalesced } from "./coalesced.js"
import { isReset } from "./daemon-events.js"
import { editBetween } from "./difference.js"
import { firstItems } from "./lists.js"
import { Notifier } from "./notifier.js"

const pageLength = 40

/** A picture in Markdown. */
export function markdownOf({ address }, alt) {
  // Escapes every character with a meaning in Markdown; a backslash before ASCII punctuation is never visible.
  const words = alt.trim().replace(/\s+/g, " ").replace(/[\\`*_[\]<>&~!]/g, "\\$&")
  return `![${words}](${address})`
}

/**
 * Inserts a picture into a text as a separate paragraph.
 * @param {number} at the insertion point
 */
export function insertion(text, at, words) {
  const before = text.slice(0, at)
  const after = text.slice(at)
  const gap = before === "" || /\n[ \t]*\n$/.test(before) ? "" : before.endsWith("\n") ? "\n" : "\n\n"
  const tail = after === "" || /^\n[ \t]*\n/.test(after) ? "" : after.startsWith("\n") ? "\n" : "\n\n"
  const end = at + gap.length + words.length
  return { start: at, end: at, text: gap + words + tail, selectionStart: end, selectionEnd: end }
}

/** Maps an offset in a text to the text after a change. */
export function carried(at, before, after) {
  if (before === after) return at
  const { start, end, text } = editBetween(before, after)
  if (at <= start) return at
  return at >= end ? at + after.length - before.length : start + text.length
}

/** A size such as `2.1 MB`, formatted as the daemon does. */
export function sizeText(bytes) {
  if (bytes < 1000) return `${bytes} bytes`
  return bytes < 999_500 ? `${Math.round(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}

/**
 * Pictures that are being added to the text: each is uploaded at once, and is inserted when its writer has described
 * it.
 *
 * A picture is `sending`, `sent`, `waiting` (the daemon is unreachable) or `failed`. Events: `change`, `added`, `ready`
 * (`detail.words`, `detail.at`: to insert into the text).
 */
export class PictureUploads extends Notifier {
  /** @type {{key: number, name: string, file: Blob, state: string, part: number, alt: string, at: number,
   * problem: string|null, media: object|null, isWanted: boolean, draft: object}[]} */
  items = []
  #draft = { key: null, id: null }
  #count = 0
  #send
  #request

  /** @param {(file: Blob, options: object) => Promise<object>} send as in `net/api.js` */
  constructor(send, request) {
    super()
    this.#send = send
    this.#request = request
  }

  /** Whether closing the page now would lose a picture. */
  get isBusy() { return this.items.some(item => item.state !== "sent" && !item.done) }

  /** The pictures for the open text. */
  get shown() { return this.items.filter(item => this.#isHere(item)) }

  /** Another text is open, or the daemon has given this one its id. Waiting pictures stay with their own text. */
  attend({ key, id }) {
    this.#draft = { key, id }
    for (const item of this.items) if (item.draft.key === key) item.draft.id = id
    for (const item of this.shown) if (item.isWanted && item.state === "sent") this.#finish(item)
    this.notify()
  }

  /** Inserts a picture of the library into the text at the caret. */
  put(media) {
    this.notify("ready", { words: markdownOf(media, media.alt), at: null })
  }

  /**
   * @param {number} at the insertion point
   * @param {{draft?: {key: string, id: string|null}, done?: () => void}} [of] `draft`: the text, if it is not the open
   *   one; `done`, for pictures that the browser keeps: called once they are in the text or left out
   */
  add(files, at, { draft = this.#draft, done } = {}) {
    for (const file of files) {
      const item = {
        key: ++this.#count, draft: { ...draft }, done, name: file.name ?? "", file, state: "sending", part: 0, alt: "",
        at, problem: null, media: null, isWanted: false, stop: null,
      }
      this.items.push(item)
      this.#carry(item)
    }
    this.notify()
    this.notify("added")
  }

  /** Moves the insertion points after a change of the text. */
  follow(before, after) {
    for (const item of this.shown) item.at = carried(item.at, before, after)
  }

  describe(key, alt) {
    const item = this.#item(key)
    if (item) item.alt = alt
  }

  /** Inserts the picture into the text as soon as the daemon has it. */
  insert(key) {
    const item = this.#item(key)
    if (!item) return
    item.isWanted = true
    if (item.state === "sent") this.#finish(item)
    else this.notify()
  }

  retry(key) {
    const item = this.#item(key)
    if (item && item.state !== "sending" && item.state !== "sent") this.#carry(item)
    this.notify()
  }

  /** The daemon is back: resumes the uploads that waited for it. */
  resume() {
    for (const item of this.items) if (item.state === "waiting") this.#carry(item)
    this.notify()
  }

  remove(key) {
    this.#item(key)?.stop?.abort()
    this.#item(key)?.done?.()
    this.items = this.items.filter(item => item.key !== key)
    this.notify()
  }

  /** The page closes: descriptions that are in no text yet are kept with their pictures. */
  close() { for (const item of this.items) if (item.media) this.#keepWords(item) }

  async #carry(item) {
    const stop = new AbortController()
    Object.assign(item, { state: "sending", part: 0, problem: null, stop })
    try {
      item.media = await this.#send(item.file, {
        name: item.name, signal: stop.signal,
        progress: (loaded, total) => {
          item.part = total ? loaded / total : 0
          this.notify()
        },
      })
      Object.assign(item, { state: "sent", part: 1, alt: item.alt || item.media.alt })
      if (item.isWanted && this.shown.includes(item)) return this.#finish(item)
    } catch (problem) {
      item.state = problem.isObstacle ? "waiting" : "failed"
      item.problem = problem.isObstacle ? `${problem.message} The picture waits here.` : problem.message
    }
    this.notify()
  }

  #finish(item) {
    this.items = this.items.filter(other => other !== item)
    const detail = { words: markdownOf(item.media, item.alt), at: item.at }
    this.#keepWords(item)
    this.notify("ready", detail)
    item.done?.()
    this.notify()
  }

  /** Stores the description with the picture, for the next post that shows it; the text has it in any case. */
  async #keepWords({ media, alt }) {
    const words = alt.trim()
    if (!words || media.alt) return
    try {
      await this.#request("PUT", `/v1/media/${media.id}`, { body: { alt: words }, revision: media.revision, keepalive: true })
    } catch { /* Nothing is lost. */ }
  }

  #isHere({ draft }) {
    const { key, id } = this.#draft
    return draft.key === key || (id !== null && draft.id === id)
  }

  #item(key) { return this.items.find(item => item.key === key) }
}

/** All pictures, newest first. Events: `change`. */
export class PictureLibrary extends Notifier {
  items = []
  problem = null
  isLoaded = false
  #cursor
  #turn = 0
  #request
  /** Descriptions that the daemon does not have, and those under way, by the ids of their pictures. */
  #unsaved = new Map()
  #sent = new Map()
  #refreshSoon = coalesced(() => this.refresh(), 120)

  constructor(request) {
    super()
    this.#request = request
  }

  get hasMore() { return Boolean(this.#cursor) }

  /** Handles an event about a picture, or about a text that may refer to one. */
  receive(name) {
    const isOfPictures = isReset(name) || name.startsWith("media-") || name.startsWith("post-")
    if (this.isLoaded && isOfPictures) this.#refreshSoon()
  }

  /** Loads as many again as are loaded now. */
  refresh() { return this.#load(Math.max(this.items.length, pageLength)) }

  more() { return this.hasMore ? this.#load(this.items.length + pageLength) : undefined }

  /** The description of a picture as its writer sees it. */
  altOf({ id, alt }) { return this.#unsaved.get(id) ?? alt }

  /**
   * Describes a picture. What the daemon does not take waits for another try.
   * @throws the daemon's problem
   */
  async describe({ id, alt: before, revision }, alt) {
    if (this.#sent.get(id) === alt) return
    this.#unsaved.set(id, alt)
    if (alt !== before) {
      this.#sent.set(id, alt)
      try {
        const { body } = await this.#request("PUT", `/v1/media/${id}`, { body: { alt }, revision, keepalive: true })
        this.#replace(body)
      } finally { this.#sent.delete(id) }
    }
    if (this.#unsaved.get(id) === alt) this.#unsaved.delete(id)
  }

  async remove(media) {
    await this.#request("DELETE", `/v1/media/${media.id}`)
    this.items = this.items.filter(item => item.id !== media.id)
    this.notify()
  }

  async #load(count) {
    const turn = ++this.#turn
    try {
      const { items, cursor } = await firstItems(count, async (cursor, limit) =>
        (await this.#request("GET", `/v1/media?${new URLSearchParams({ limit, ...cursor && { cursor } })}`)).body)
      if (turn !== this.#turn) return
      Object.assign(this, { items, problem: null, isLoaded: true })
      this.#cursor = cursor
    } catch (problem) {
      if (turn !== this.#turn) return
      Object.assign(this, { problem: problem.message, isLoaded: true })
    }
    this.notify()
  }

  #replace(media) {
    this.items = this.items.map(item => (item.id === media.id ? media : item))
    this.notify()
  }
}
