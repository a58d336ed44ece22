import { lately, moment } from "./times.js"

const states = { scheduled: "Scheduled", published: "Published", unpublished: "Taken back", deleted: "Deleted" }

/**
 * The line below a post's name in the index. A time stands beside the word for what happened then: no time of a save reads
 * as one of publishing.
 * @param {object} item as `GET /v1/posts` lists it
 */
export function rowWords({ state, changedAt, sendsAt = null, tags }, now) {
  return [states[state], timeWords(state, Date.parse(changedAt), Date.parse(sendsAt), now),
    tags.map(tag => `#${tag}`).join(" ")].filter(Boolean).join(" · ")
}

function timeWords(state, changedAt, sendsAt, now) {
  const isComing = state === "scheduled" && !Number.isNaN(sendsAt)
  if (isComing) return sendsAt > now ? `sends ${moment(sendsAt, now)}` : `due since ${moment(sendsAt, now)}`
  return state === "draft" ? lately(changedAt, now) : `changed ${lately(changedAt, now)}`
}
