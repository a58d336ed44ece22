/** What the palette lists, and in which order. */

const wordsMax = 8

/** Groups of commands by the first part of their id, in the order of the list of keys. */
const groups = [
  ["post", "Post"], ["text", "Text"], ["find", "Find"], ["panel", "Panels"], ["arrangement", "Arranging"],
  ["page", "Page"], ["setting", "Settings"],
]

/**
 * How well a title fits what was typed: every typed word has to begin a word of the title, stand inside it, or appear
 * in it letter by letter.
 * @returns {number} 0 if it does not fit; more is better
 */
export function fit(typed, title) {
  const text = plain(title)
  const words = plain(typed).split(/\s+/).filter(Boolean).slice(0, wordsMax)
  if (!words.length) return 1
  const fits = words.map(word => fitOfWord(word, text))
  return fits.includes(0) ? 0 : Math.min(...fits) + (text.startsWith(words[0]) ? 1 : 0)
}

function fitOfWord(word, text) {
  if (text.split(/[\s/:–-]+/).some(part => part.startsWith(word))) return 4
  if (text.includes(word)) return 3
  // A slip of the finger: all letters in their order. Two letters would stand in nearly every title.
  return word.length > 2 && isSpread(word, text) ? 1 : 0
}

function isSpread(word, text) {
  let at = -1
  return [...word].every(letter => (at = text.indexOf(letter, at + 1)) >= 0)
}

/** Without accents and case, so that “ubersicht” finds “Übersicht”. */
const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()

/** What a command, or a post, is found by. */
const wordsOf = ({ title, words = "" }) => `${title} ${words}`

/**
 * The commands for what was typed: the best first, of equal ones the last used first.
 * @param {{id: string, title: string, words?: string}[]} commands
 * @param {string[]} recent ids, the latest first
 */
export function ranked(typed, commands, recent) {
  const age = ({ id }) => (recent.includes(id) ? recent.indexOf(id) : recent.length)
  return commands.map((command, at) => ({ command, at, fit: fit(typed, wordsOf(command)) }))
    .filter(({ fit }) => fit > 0)
    .sort((one, other) => other.fit - one.fit || age(one.command) - age(other.command) || one.at - other.at)
    .map(({ command }) => command)
}

const proposedMax = 5

/**
 * What was found, in groups: the one with the best hit first, and last the commands that only have the typed letters
 * somewhere, or are disabled.
 * @param {object[]} commands as `ranked` returns them
 * @param {{title: string}[]} posts
 */
export function sections(typed, commands, posts, isEnabled) {
  const fits = item => fit(typed, wordsOf(item))
  const enabled = commands.filter(({ id }) => isEnabled(id))
  const front = typed ? enabled.filter(command => fits(command) > 2) : enabled.slice(0, proposedMax)
  const best = ({ items }) => Math.max(0, ...items.map(fits))
  return [
    ...[{ title: "Commands", items: front.filter(command => !isSetting(command)) },
      { title: "Settings", items: front.filter(isSetting) },
      { title: "Posts", items: [...posts].sort((one, other) => fits(other) - fits(one)) }]
      .sort((one, other) => best(other) - best(one)),
    { title: "More", items: [...new Set([...enabled, ...commands])].filter(command => !front.includes(command)) },
  ].filter(({ items }) => items.length)
}

/** The commands that have keys, by group. */
export function keyGroups(commands) {
  const withKeys = commands.filter(({ keys }) => keys?.length)
  return groups.map(([name, title]) => ({ title, commands: withKeys.filter(({ id }) => id.startsWith(`${name}.`)) }))
    .filter(group => group.commands.length)
}

/** The group of a command, as the palette shows it beside the title. */
export const groupOf = ({ id }) => groups.find(([name]) => id.startsWith(`${name}.`))?.[1] ?? ""

const isSetting = command => groupOf(command) === "Settings"

const recentMax = 12

/** The ids of recently used commands after one more. */
export const withRecent = (recent, id) => [id, ...recent.filter(other => other !== id)].slice(0, recentMax)
