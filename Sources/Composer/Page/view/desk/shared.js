/**
 * Makes drafts of what another app or a web page shares with Galley: of its text and address, and its pictures. The
 * browser does not say where a share comes from, so its user is asked before anything is made of it.
 */
import { daemonNow } from "../../model/daemon-clock.js"
import { moment } from "../../model/language.js"
import { sizeText } from "../../model/pictures.js"

/** The page's address after the service worker could not keep a share. */
const lost = "lost"
const lostWords = "What was shared could not be kept: it is too large, too much waits here already, or the browser has "
  + "no room for it."
const goneWords = "Another window has taken this share, or discarded it."

/** Asks about shares, takes them into drafts, and their pictures to the list of uploads beside the text. */
export class Shared {
  #model
  #store
  #drafts
  /** The share for which the page was opened. */
  #asked = null

  /** @param {object} store as in `net/share-store.js` */
  constructor(model, store, drafts) {
    this.#model = model
    this.#store = store
    this.#drafts = drafts
  }

  /**
   * Asks about the share for which the page was opened.
   * @param {string|null} key from the page's address
   */
  async begin(key) {
    if (key === lost) this.#model.notice(lostWords)
    if (!key || key === lost) return
    this.#asked = key
    await this.#ask(key)
  }

  /** Asks about shares for which no page was opened, and about what has no owner; goes on with kept pictures. */
  async rest() {
    try {
      await this.#resumePictures()
      await this.#askNext((await this.#store.waiting()).filter(key => key !== this.#asked))
      this.#offerUnowned((await this.#store.others()).filter(({ user }) => user === null))
    } catch { /* A browser that cannot keep them has none. */ }
  }

  /** One after the other. */
  async #askNext([key, ...others]) {
    if (key !== undefined) await this.#ask(key, () => this.#askNext(others))
  }

  /** @param {() => void} next called when the user has decided, or if there is nothing to decide */
  async #ask(key, next = () => {}) {
    const shared = await this.#read(key)
    if (!shared) return next()
    const make = { title: "Make a draft", run: async () => {
      await this.#take(key)
      await next()
    } }
    const discard = { title: "Discard", run: async () => {
      await this.#remove(key)
      await next()
    } }
    return this.#model.notice(shareWords(shared), [make, discard], true)
  }

  /** @returns {Promise<object|null>} null if it is gone, not the user's, or cannot be read */
  async #read(key) {
    try { return await this.#store.read(key) } catch {
      const discard = { title: "Discard", run: () => this.#remove(key) }
      this.#model.notice("What was shared cannot be read. Share it again, and discard this.", discard)
      return null
    }
  }

  async #take(key) {
    const shared = await this.#read(key)
    if (shared) await this.#makeDraft(key, shared)
    else this.#model.notice(goneWords)
  }

  /** Offers one after the other, without their content. */
  #offerUnowned([first, ...others]) {
    if (!first) return
    this.#model.notice(unownedWords(first, daemonNow()), { title: "Look at it", run: async () => {
      if (!await this.#store.claim(first.path).catch(() => false)) this.#model.notice(goneWords)
      else if (first.kind === "share") await this.#ask(this.#store.keyOf(first.path))
      else await this.#resumePictures()
      this.#offerUnowned(others)
    } }, true)
  }

  async #resumePictures() { for (const picture of await this.#store.pictures()) this.#resume(picture) }

  #resume({ path, draft, file }) {
    const done = () => this.#store.removePicture(path), name = this.#model.postOf(draft)
    const { draft: open } = this.#model
    if (name !== null) return this.#add(file, { key: draft, id: name === draft ? null : name }, done)
    // A draft of pictures only was never kept.
    if (open.phase === "blank") return this.#add(file, open, done)
    return this.#model.notice(`A shared picture, “${file.name}”, waits here.`, { title: "Open it", run: () => {
      this.#model.newPost()
      this.#add(file, this.#model.draft, done)
    } })
  }

  async #makeDraft(key, shared) {
    const model = this.#model
    const { body, problem } = draftOfShare(shared)
    const { taken, problems } = picturesOfShare(shared.files)
    for (const words of [problem, ...problems].filter(Boolean)) model.notice(words, undefined, true)
    model.newDraft(body)
    const { draft } = model
    for (const file of taken) await this.#picture(file, draft.key)
    model.push()
    await this.#drafts.flush()
    // Without a stored draft the share is the only copy until the daemon has the post.
    if (this.#drafts.canKeep) await this.#remove(key)
  }

  #remove(key) { return this.#store.remove(key).catch(() => { /* The next page offers it again. */ }) }

  async #picture(file, draft) {
    const path = await this.#store.keepPicture(draft, file).catch(() => null)
    if (path) await this.#store.hold(path)
    this.#add(file, { key: draft, id: null }, path ? () => this.#store.removePicture(path) : undefined)
  }

  /** At the end of the text, wherever that is when the picture goes in. */
  #add(file, { key, id }, done) { this.#model.pictures.uploads.add([file], Infinity, { draft: { key, id }, done }) }
}

// MARK: What it says, and what a draft gets of it

const picturesMax = 10
export const pictureBytesMax = 20_000_000
export const charactersMax = 100_000

/**
 * The text of the new draft: the words, and a link to the address.
 * @param {{title?: string, text?: string, url?: string}} shared apps put an address into `text` as often as into `url`
 */
export function draftOfShare({ title = "", text = "", url = "" }) {
  const length = title.length + text.length + url.length
  if (length > charactersMax) return tooLong(length)
  const words = text.trim(), address = addressIn(url) ?? addressIn(words)
  const name = title.trim().replace(/\s+/g, " ")
  const isOnlyAddress = address !== null && address === addressIn(words)
  const link = address === null ? name : `[${(name || address).replace(/[\\`*_[\]<>]/g, "\\$&")}](<${address}>)`
  const body = [isOnlyAddress || words === name ? "" : words, link].filter(Boolean).join("\n\n")
  return body.length <= charactersMax ? { body, problem: null } : tooLong(body.length)
}

function tooLong(length) {
  const [count, most] = [length, charactersMax].map(number => number.toLocaleString("en"))
  return { body: "", problem: `The shared text has ${count} characters; a share may have ${most}.` }
}

const excerptMax = 200

/** Asks about a share: the beginning of what a draft of it would be, and where it comes from. */
export function shareWords(shared) {
  const { body, problem } = draftOfShare(shared)
  const letters = [...(problem ?? body).replace(/\s+/g, " ")]
  const words = letters.length > excerptMax ? `${letters.slice(0, excerptMax).join("")}…` : letters.join("")
  const { length } = shared.files, files = length === 1 ? "one file" : `${length} files`
  const what = [words && (problem ? words : `“${words}”`), length > 0 && files].filter(Boolean).join(" and ")
  return `An app or a web page shared this with Galley; its source is unknown: ${what || "nothing"}`
    + `${problem ? "" : "."} Make a draft of it only if you have shared it.`
}

/** Names a thing without an owner and without its content. @param {number} keptAt 0 if it is not known */
export function unownedWords({ kind, keptAt }, now) {
  const when = keptAt ? `, ${moment(keptAt, now)}` : ""
  const what = kind === "share" ? "something that was shared with Galley" : "a picture that was shared with Galley"
  return `This browser keeps ${what} and names no user${when}. Look at it only if it is yours.`
}

/** The address that a text consists of; null for any other text. */
function addressIn(text) {
  const trimmed = text.trim()
  return /^https?:\/\/[^\s<>]+$/i.test(trimmed) && URL.canParse(trimmed) ? trimmed : null
}

/**
 * Which of the shared files are taken.
 * @param {{name: string, type: string, size: number}[]} files
 */
export function picturesOfShare(files) {
  const problems = [], taken = []
  for (const file of files.slice(0, picturesMax)) {
    if (!file.type.startsWith("image/")) problems.push(`“${file.name}” is no picture, so it was left out.`)
    else if (file.size > pictureBytesMax) {
      problems.push(`“${file.name}” has ${sizeText(file.size)}; a shared picture may have ${sizeText(pictureBytesMax)}.`)
    } else taken.push(file)
  }
  if (files.length > picturesMax) {
    problems.push(`Of ${files.length} shared files the first ${picturesMax} were taken. Share the others again.`)
  }
  return { taken, problems }
}
