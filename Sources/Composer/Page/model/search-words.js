/** Reads what is typed above the list of posts as the daemon does, while that is away. */

/** The states by what can be typed; those with two words also as one. */
const states = { draft: "draft", drafts: "draft", scheduled: "scheduled", published: "published",
  unpublished: "unpublished", "taken-back": "unpublished", deleted: "deleted" }
const kinds = { post: "post", posts: "post", page: "page", pages: "page" }
// `\s` has another blank than the daemon.
const blanks = /\p{White_Space}+/gu
const filterPattern = /(?:^|(?<=\p{White_Space}))(tag|state|kind):(?:"([^"]*)"?|(\P{White_Space}*))/giu

/** @returns {{words: string, tag?: string, state?: string, kind?: string}} */
export function searchWords(text) {
  const found = {}
  const words = text.replace(filterPattern, (whole, name, quoted, plain) => {
    const meant = meaning(name.toLowerCase(), spaced(quoted ?? plain))
    // The first of each has an effect.
    if (meant) found[name.toLowerCase()] ??= meant
    return " "
  })
  return { words: spaced(words), ...found }
}

const spaced = text => text.replace(blanks, " ").replace(/^ | $/g, "")

function meaning(name, value) {
  const known = { state: states, kind: kinds }[name]
  if (!known) return value.includes(",") ? null : value.replace(/^# ?/, "")
  return Object.hasOwn(known, value.toLowerCase()) ? known[value.toLowerCase()] : null
}
