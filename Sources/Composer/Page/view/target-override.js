import { bind, make } from "./markup.js"

const visibilities = { "": "As the target is set", public: "Public", unlisted: "Unlisted", private: "Followers only",
  direct: "Mentioned people only" }

const longTexts = { "": "As the target is set", link: "Its beginning and a link", thread: "A thread of all of it" }

/**
 * The fields of the open post that differ for one target, folded.
 * @param {object} desk
 * @param {{name: string, kind: string}} target
 * @param {{signal: AbortSignal, prefix: string}} place `prefix` keeps the ids apart: the same fields stand in the
 *   Targets panel and in the publish sheet
 */
export function overrideFields(desk, { name, kind }, { signal, prefix }) {
  const field = (word, title, input) => {
    input.id = `${prefix}-${name}-${word}`
    const write = text => ({ overrides: { ...desk.fields.overrides,
      [name]: { ...desk.fields.overrides[name], [word]: text } } })
    bind(input, { desk, signal, read: fields => fields.overrides[name]?.[word] ?? "", write })
    return make("div", { class: "target-field" }, make("label", { for: input.id }, title), input)
  }
  // Bluesky shows a known warning as a label and any other before the text; everything there is public.
  const hasWarnings = kind === "mastodon" || kind === "bluesky"
  const hasAudiences = kind === "mastodon"
  const hasThreads = hasWarnings
  const choice = titles => make("select", { class: "field" },
    ...Object.entries(titles).map(([value, title]) => make("option", { value }, title)))
  const summary = make("summary", {}, "Use another text there")
  const details = make("details", { class: "target-differently" }, summary,
    field("text", "Text", make("textarea", { class: "field", rows: 3, placeholder: "The post's own text" })),
    hasWarnings ? field("warning", "Content warning", make("input", { class: "field", placeholder: "None" })) : null,
    hasAudiences ? field("visibility", "Who sees it", choice(visibilities)) : null,
    hasThreads ? field("long", "A text that is too long", choice(longTexts)) : null,
    field("language", "Language", make("input", { class: "field", placeholder: "The post's own, such as en",
      autocapitalize: "none" })))
  const tell = () => summary.toggleAttribute("data-used",
    Object.values(desk.fields.overrides[name] ?? {}).some(Boolean))
  desk.addEventListener("fields", tell, { signal })
  tell()
  return details
}
