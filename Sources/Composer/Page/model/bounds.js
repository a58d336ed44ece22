/**
 * How much the daemon takes of what is typed, in characters; of `html` and of a whole `request` in bytes. `list`: how many
 * rows of a list it sends at once.
 */
export const bounds = { notes: 10_000, snippet: 20_000, name: 40, arrangement: 60, find: 1000, description: 1500,
  address: 2000, tag: 100, html: 1_000_000, request: 4_500_000, list: 500 }
