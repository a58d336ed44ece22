/** What is typed above the list of posts: words, and `tag:sea`, `state:draft`, `kind:page` among them. */

/** The states by what can be typed; those with two words also as one. */
const states = { draft: "draft", drafts: "draft", scheduled: "scheduled", published: "published",
  unpublished: "unpublished", "taken-back": "unpublished", deleted: "deleted" }
const kinds = { post: "post", posts: "post", page: "page", pages: "page" }
const filterPattern = /(?:^|(?<=\s))(tag|state|kind):(?:"([^"]*)"?|(\S*))/giu

/**
 * @returns {{search: string, tag?: string, state?: string, kind?: string, problem: string|null}} the parameters of
 *   `GET /v1/posts`; `problem` says what of the text has no effect
 */
export function postsQuery(text) {
  const query = { problem: null }
  const words = text.replace(filterPattern, (whole, name, quoted, plain) => {
    addFilter(query, name.toLowerCase(), (quoted ?? plain).trim())
    return " "
  })
  return { ...query, search: words.replace(/\s+/g, " ").trim() }
}

function addFilter(query, name, value) {
  // Nothing is typed behind the colon yet.
  if (!value) return
  const known = { state: states, kind: kinds }[name]
  const meant = known ? Object.hasOwn(known, value.toLowerCase()) && known[value.toLowerCase()] : value.replace(/^#/, "")
  if (!meant) query.problem = `“${name}:${value}” is not known. There are ${listed(known)}.`
  else if (query[name] && query[name] !== meant) query.problem = `One ${name} at a time: “${name}:${value}” has no effect.`
  else query[name] = meant
}

const listed = known => [...new Set(Object.values(known))].map(word => `“${word}”`).join(", ")
