/** A post as the daemon sends it, and a draft to which events happen. */
import { after } from "../../Sources/Composer/Page/model/draft.js"

export const post = (body, revision = 1, more = {}) => ({ id: "p1", revision, kind: "post", slug: "p", body, tags: [],
  ...more })

/** Applies events to a draft; collects the actions that it requests. */
export function live(draft, ...events) {
  let actions = []
  for (const event of events) ({ draft, actions } = after(draft, { now: 0, ...event }))
  return { draft, actions, does: actions.map(action => action.do) }
}
