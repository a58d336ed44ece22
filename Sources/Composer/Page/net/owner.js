/**
 * Whose a thing in the browser is. Several users may sign in to one browser, so whatever the page keeps here for its user
 * names that user: a record of a database in its field `user`, a value of the local or session storage in its key, an
 * answer in a cache in its header `Galley-User`, which the service worker writes too. A page reads only what its own user
 * kept. Of everything else it learns how much there is, whose it is and since when (`others` of each store).
 *
 * A thing without an owner was shared while no user was signed in, or is older than owners. The page offers it without its
 * content, and it becomes the user's who takes it.
 *
 * These belong to the browser and name no user: the files of the page, the direction in which lines run, and of each tab the
 * ids of its window and of its draft, for which the daemon and the browser's store ask for the user.
 */
import { pageUser } from "./api.js"

const header = "Galley-User"

export const owned = (record, user) => ({ ...record, user })
/** @returns {string|null} null without an owner */
export const ownerOf = record => record.user ?? null

export const ownerHeader = user => ({ [header]: encodeURIComponent(user) })
/** @param {Response} answer */
export function ownerOfAnswer(answer) {
  const user = answer.headers.get(header)
  return user === null ? null : decodeURIComponent(user)
}

/** The key of a value that belongs to the page's user. */
export const ownedKey = name => `${name}:${pageUser}`
