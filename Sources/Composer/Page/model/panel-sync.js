/**
 * What to do about an `arrangement-changed` event.
 *
 * By revision, not by value: a real command that repeats the last one must not be taken for an echo.
 * - `ignore`: it is older than what is drawn, our own change come back, or about another arrangement.
 * - `follow`: the next revision; fetch the window, and say the event's words.
 * - `fetch`: revisions were missed; fetch the window, and say nothing, for the words tell only the last step.
 * - `echo`: done in this window, and not seen yet: either the answer to it is on its way, or somebody else did it here,
 *   such as the command line. Fetch only if what was asked is answered and that was not it.
 * @param {{id: string, follows: string|null, revision: number}} window as it is drawn
 * @param {{name?: string, window?: string, revision?: number, origin?: string|null}} event without a revision when this
 *   window was made to follow another arrangement, whose revisions count anew
 * @returns {"ignore"|"follow"|"fetch"|"echo"}
 */
export function reactionTo(window, event) {
  const isOfThis = event.window === window.id, isOwn = window.follows == null
  if (!isOfThis && (isOwn || event.name !== window.follows)) return "ignore"
  const isCounted = Number.isSafeInteger(event.revision) && isOfThis === isOwn
  if (isCounted && event.revision <= window.revision) return "ignore"
  if (event.origin === window.id) return "echo"
  return isCounted && event.revision === window.revision + 1 ? "follow" : "fetch"
}

/** Whether an answer may be drawn over what is drawn: an answer that was overtaken on its way may not. */
export function isNewer(drawn, answer) {
  if (!drawn || drawn.id !== answer.id || drawn.follows !== answer.follows) return true
  return answer.revision >= drawn.revision
}
