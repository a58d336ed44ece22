/** Makes drafts of what other apps share with Galley. */
import { draftOfShare, picturesOfShare } from "../model/shares.js"

/** The page's address after the service worker could not keep a share. */
const lost = "lost"
const lostWords = "What was shared could not be kept: it is too large, or the browser has no room for it."

/** Takes shares into drafts, and their pictures to the list of uploads beside the text. */
export class Shared {
  #model
  #store
  #drafts

  /** @param {object} store as in `net/share-store.js` */
  constructor(model, store, drafts) {
    this.#model = model
    this.#store = store
    this.#drafts = drafts
  }

  /**
   * Begins the draft of the share for which the page was opened.
   * @param {string|null} key from the page's address
   * @returns {Promise<string|null>} the draft's key; null without a share
   */
  async begin(key) {
    if (key === lost) this.#model.notice(lostWords)
    if (!key || key === lost || !this.#store.canKeep) return null
    const shared = await this.#store.read(key).catch(() => undefined)
    if (shared) return this.#makeDraft(key, shared)
    if (shared === undefined) {
      this.#model.notice("What was shared could not be read. Share it again.")
      await this.#remove(key)
    }
    return null
  }

  /** Offers shares for which no page was opened, and goes on with kept pictures. */
  async rest() {
    if (!this.#store.canKeep) return
    try {
      for (const picture of await this.#store.pictures()) this.#resume(picture)
      for (const key of await this.#store.waiting()) {
        this.#offer("Something was shared with Galley, and waits here.", () => this.begin(key))
      }
    } catch { /* A browser that cannot keep them has none. */ }
  }

  #resume({ path, draft, file }) {
    const done = () => this.#store.removePicture(path), name = this.#model.postOf(draft)
    const { draft: open } = this.#model
    if (name !== null) return this.#add(file, { key: draft, id: name === draft ? null : name }, done)
    // A draft of pictures only was never kept.
    if (open.phase === "blank") return this.#add(file, open, done)
    return this.#offer(`A shared picture, “${file.name}”, waits here.`, () => {
      this.#model.newPost()
      this.#add(file, this.#model.draft, done)
    })
  }

  #offer(words, run) { this.#model.notice(words, { title: "Open it", run }) }

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
    return draft.key
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
