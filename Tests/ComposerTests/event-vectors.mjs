import { reactionTo } from "../../Sources/Composer/Page/model/arranging.js"

// The test vectors for a window's reaction to an event about its arrangement.

const words = { ignore: "ignored", follow: "applied", fetch: "fetch whole state" }

export const eventChecks = {
  /** A window that made the stored revision itself has seen the previous one, and has its answer when it looks again. */
  "sync event"({ storedRevision, seenRevision = storedRevision - 1, event, window = "this window" }) {
    const told = { name: "desk", ...event }
    const reactionAt = revision => reactionTo({ id: window, follows: "desk", revision }, told)
    const first = reactionAt(seenRevision)
    return { result: words[first === "echo" ? reactionAt(storedRevision) : first] }
  },

  "stale-echo"({ initialState, steps }) {
    let state = initialState, revision = 1, latest
    const movesPerStep = steps.map(step => {
      if (step.state === null) return 0
      if (step.from === "local") {
        state = step.state
        return null
      }
      const isNew = latest?.word !== step.state || step.from.includes("new command")
      if (isNew) latest = { word: step.state, revision: (latest?.revision ?? revision) + 1 }
      const event = { name: "desk", window: "w-2", revision: latest.revision, origin: "w-2" }
      const reaction = reactionTo({ id: "w-1", follows: "desk", revision }, event)
      const moves = reaction === "ignore" || step.state === state ? 0 : 1
      if (reaction !== "ignore") [state, revision] = [step.state, latest.revision]
      return moves
    })
    return { movesPerStep, finalState: state, how: "compare revisions, not values" }
  },
}
