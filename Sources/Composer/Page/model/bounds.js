/** How much the daemon takes of what is typed, in characters; of `html` in bytes. */
export const bounds = { notes: 10_000, snippet: 20_000, name: 40, arrangement: 60, find: 1000, description: 1500,
  address: 2000, tag: 100, html: 1_000_000 }
