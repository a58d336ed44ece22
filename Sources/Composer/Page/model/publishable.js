/** Why a post cannot be published as it is. */

const choiceWords = "Choose at least one target."
const emptyWords = "There is nothing to publish yet: the post is empty."
/** Phases of a draft that the daemon cannot have as the writer sees it. */
const unsaved = ["conflict", "refused", "deleted"]

/**
 * @param {{draft: {phase: string}, save: {words: string}, barred: string|null}} model `barred`: why the daemon refuses all
 *   that this page asks
 * @param {string[]} missing the chosen targets that would get the post
 * @param {Map<string, {notes: {tone: string}[]}>} previews what is known of them
 * @returns {string} empty if it can be published, or kept until the daemon is back
 */
export function whyUnpublishable({ draft: { phase }, save, barred }, missing, previews) {
  if (barred) return barred
  if (phase === "blank") return emptyWords
  if (unsaved.includes(phase)) return save.words
  if (!missing.length) return choiceWords
  // The daemon sends to all of them, or to none.
  const refusing = missing.filter(name => previews.get(name)?.notes.some(({ tone }) => tone === "problem"))
  if (!refusing.length) return ""
  if (refusing.length === missing.length) return "It cannot be sent as it is. What is wrong stands above."
  const them = refusing.length > 1 ? "them" : "it"
  return `${targetList(refusing)} cannot get it as it is. Correct it, or publish without ${them}.`
}

/** `“site” and “hook”` */
export const targetList = names => new Intl.ListFormat("en-GB").format(names.map(name => `“${name}”`))
