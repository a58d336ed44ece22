import { moment } from "./times.js"

const waiting = ["scheduled", "due", "preparing", "armed", "retrying", "blocked", "uncertain", "reconciling"]

/**
 * What the end of a deletion brought back, target by target, and what it did not.
 * @param {string} name of the post
 * @param {object[]|null} deliveries of the post as they are now; null when they could not be asked for
 */
export function backWords(name, deliveries, now) {
  if (!deliveries) return `${name} is back. The queue shows what is sent of it.`
  const last = [...new Map(deliveries.filter(({ kind, state }) => kind === "create" && state !== "superseded")
    .map(delivery => [delivery.target, delivery])).values()]
  const isTakenBack = ({ target, takenBackAt }) => Boolean(takenBackAt)
    || deliveries.some(one => one.kind === "delete" && one.target === target && waiting.includes(one.state))
  const coming = last.filter(({ state }) => waiting.includes(state))
  const there = last.filter(delivery => delivery.state === "delivered")
  return [
    `${name} is back.`,
    coming.length ? `It will be sent to ${list(coming.map(one => `${one.target}, ${moment(Date.parse(one.dueAt), now)}`))}.` : "",
    targets("It is still at", there.filter(delivery => !isTakenBack(delivery)), "."),
    targets("Its copy was deleted at", there.filter(isTakenBack), ": publish it again to have it there."),
    targets("It is no longer on its way to", last.filter(({ state }) => state === "cancelled"), ": publish it again."),
  ].filter(Boolean).join(" ")
}

const targets = (words, deliveries, end) =>
  (deliveries.length ? `${words} ${list(deliveries.map(({ target }) => target))}${end}` : "")

const list = parts => (parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join("; ")} and ${parts.at(-1)}`)
