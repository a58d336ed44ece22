import { moment } from "./times.js"

/** So many drafts of posts are asked about at one start; the others wait for the next. */
const askedMax = 40

/**
 * What waits in this browser's store beside the user's own drafts. Those of other users are told of, and nothing is shown
 * of them. Those that were kept before drafts had users are the user's if the post is; a new one may be anybody's, so it is
 * offered by its time and length, and is theirs who opens it.
 */
export class OtherDrafts {
  #parts

  /**
   * @param {{kept: KeptDrafts, request: Function, notice: Function, tend: (record: object) => void,
   *   open: (record: object) => void}} parts `tend` has a draft saved, `open` shows it
   */
  constructor(parts) { this.#parts = parts }

  /** @param {object[]} drafts as `KeptDrafts.others` has them */
  async meet(drafts) {
    for (const words of othersWords(drafts, Date.now())) this.#parts.notice(words)
    const unclaimed = drafts.filter(({ user }) => user === null)
    this.#offer(unclaimed.filter(({ id }) => id === null))
    for (const draft of unclaimed.filter(({ id }) => id !== null).slice(0, askedMax)) {
      if (await this.#isOwn(draft.id)) this.#claim(draft, this.#parts.tend)
    }
  }

  /** Posts of others are not there for the daemon's answer. */
  async #isOwn(id) {
    try {
      await this.#parts.request("GET", `/v1/posts/${encodeURIComponent(id)}`)
      return true
    } catch {
      return false
    }
  }

  async #claim({ key }, use) {
    const record = await this.#parts.kept.claim(key)
    if (record) use(record)
    return record !== null
  }

  /** One after the other, the newest first. */
  #offer(drafts) {
    const [newest, ...rest] = drafts
    if (!newest) return
    const open = async () => {
      const isClaimed = await this.#claim(newest, this.#parts.open)
      if (!isClaimed) this.#parts.notice("This draft is open in another window, or was taken by another user.")
      this.#offer(rest)
    }
    this.#parts.notice(offerWords(newest, rest.length, Date.now()), { title: "Open it", run: open }, true)
  }
}

const lengthWords = ({ words }) => (words === 1 ? "one word" : `${words} words`)

/** A sentence for each other user of whom something waits. */
export function othersWords(drafts, now) {
  const users = [...new Set(drafts.map(({ user }) => user))].filter(user => user !== null)
  return users.map(user => {
    const theirs = drafts.filter(draft => draft.user === user)
    const [newest] = theirs
    const when = moment(newest.keptAt, now)
    return theirs.length === 1
      ? `This browser keeps a draft of ${user}: ${lengthWords(newest)}, ${when}. It is saved when ${user} signs in here.`
      : `This browser keeps ${theirs.length} drafts of ${user}, the newest with ${lengthWords(newest)}, ${when}. `
        + `They are saved when ${user} signs in here.`
  })
}

export function offerWords(draft, others, now) {
  const more = others === 0 ? "" : others === 1 ? " One more waits." : ` ${others} more wait.`
  return `This browser keeps a new draft that names no user: ${lengthWords(draft)}, ${moment(draft.keptAt, now)}. `
    + `Open it if it is yours.${more}`
}
