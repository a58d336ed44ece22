/**
 * What to do about an `arrangement-changed` event.
 *
 * By revision, not by value: a real command that repeats the last one must not be taken for an echo.
 * - `ignore`: it is our own change coming back, older than what is drawn, or about another arrangement.
 * - `follow`: the next revision; fetch the window, and say the event's words.
 * - `fetch`: revisions were missed; fetch the window, and say nothing, for the words tell only the last step.
 * @param {{id: string, follows: string|null, revision: number}} window as it is drawn
 * @param {{name?: string, window?: string, revision: number, origin: string|null}} event
 * @returns {"ignore"|"follow"|"fetch"}
 */
export function reactionTo(window, event) {
  const isOfThis = event.window === window.id, isOwn = window.follows == null
  if (event.origin === window.id || !(isOfThis || (!isOwn && event.name === window.follows))) return "ignore"
  // Somebody has had this window follow the desk, or no more: its revisions count anew.
  if (isOfThis && !isOwn) return "fetch"
  if (!Number.isSafeInteger(event.revision)) return "fetch"
  if (event.revision <= window.revision) return "ignore"
  return event.revision === window.revision + 1 ? "follow" : "fetch"
}

/** Whether an answer may be drawn over what is drawn: an answer that was overtaken on its way may not. */
export function isNewer(drawn, answer) {
  if (!drawn || drawn.id !== answer.id || drawn.follows !== answer.follows) return true
  return answer.revision >= drawn.revision
}
