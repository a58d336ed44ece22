/** What other users have in this browser: named by owner, number and time, and never shown. */
import { daemonNow } from "./daemon-clock.js"
import { postPath } from "./fields.js"
import { moment } from "./language.js"

/** The number of posts to ask about at one start; other drafts wait for the next start. */
const askedMax = 40

/**
 * What is in this browser's stores beside the user's own. The page reports what other users have, without its content.
 * Drafts stored before drafts had users belong to the user if the post does; a draft of a new post may belong
 * to anyone, so the page offers it by its time and length, and it becomes the property of the user who opens it.
 */
export class OtherUsers {
  #request
  #model

  /** @param {PageModel} model */
  constructor(request, model) {
    this.#request = request
    this.#model = model
  }

  /**
   * @param {{drafts: object[], wishes?: object[], shares?: object[]}} kept the results of `others` of each store;
   *   `view/desk/shared.js` offers the shares without an owner
   */
  async report({ drafts, wishes = [], shares = [] }) {
    for (const words of othersWords({ drafts, wishes, shares }, daemonNow())) this.#model.notice(words)
    const unclaimed = drafts.filter(({ user }) => user === null)
    this.#offer(unclaimed.filter(({ id }) => id === null))
    for (const draft of unclaimed.filter(({ id }) => id !== null).slice(0, askedMax)) {
      if (await this.#isOwn(draft.id)) this.#claim(draft, saver => this.#model.savers.keepSaving(saver))
    }
  }

  /** Whether the post is the user's; the daemon answers 404 for other people's posts. */
  async #isOwn(id) {
    try {
      await this.#request("GET", postPath(id))
      return true
    } catch {
      return false
    }
  }

  async #claim({ key }, use) {
    const record = await this.#model.drafts.claim(key)
    if (record) use(this.#model.savers.revive(record))
    return record !== null
  }

  /** Offers one after the other, the newest first. */
  #offer(drafts) {
    const [newest, ...rest] = drafts
    if (!newest) return
    const open = async () => {
      const isClaimed = await this.#claim(newest, saver => this.#model.savers.switchTo(saver))
      if (!isClaimed) this.#model.notice("This draft is open in another window, or was taken by another user.")
      this.#offer(rest)
    }
    this.#model.notice(offerWords(newest, rest.length, daemonNow()), { title: "Open it", run: open }, true)
  }
}

const lengthWords = ({ words }) => (words === 1 ? "one word" : `${words} words`)

/** What each other user has here, who gets it by signing in. */
export function othersWords({ drafts, wishes = [], shares = [] }, now) {
  const users = new Set([...drafts, ...wishes, ...shares].map(({ user }) => user).filter(user => user !== null))
  return [...users].map(user => {
    const [texts, wished, shared] = [drafts, wishes, shares].map(things => things.filter(one => one.user === user))
    const ofKind = wanted => shared.filter(({ kind }) => kind === wanted).length
    const list = listed({ share: ofKind("share"), "shared picture": ofKind("picture"), publication: wished.length })
    if (texts.length) return draftsWords(user, texts, now) + (list && ` It keeps ${list} of ${user}, too.`)
    const it = wished.length + shared.length === 1 ? "it" : "them"
    return `This browser keeps ${list} of ${user}. ${user} gets ${it} by signing in here.`
  })
}

/** @param {Record<string, number>} counts how many there are of each */
const listed = counts => new Intl.ListFormat("en-GB").format(Object.entries(counts).filter(([, count]) => count > 0)
  .map(([name, count]) => (count === 1 ? `a ${name}` : `${count} ${name}s`)))

function draftsWords(user, drafts, now) {
  const [newest] = drafts
  const when = moment(newest.keptAt, now)
  return drafts.length === 1
    ? `This browser keeps a draft of ${user}: ${lengthWords(newest)}, ${when}. It is saved when ${user} signs in here.`
    : `This browser keeps ${drafts.length} drafts of ${user}, the newest with ${lengthWords(newest)}, ${when}. `
      + `They are saved when ${user} signs in here.`
}

export function offerWords(draft, others, now) {
  const more = others === 0 ? "" : others === 1 ? " One more waits." : ` ${others} more wait.`
  return `This browser keeps a new draft that names no user: ${lengthWords(draft)}, ${moment(draft.keptAt, now)}. `
    + `Open it if it is yours.${more}`
}
