import { longTexts, visibilities } from "../model/fields.js"
import { bind, make, select } from "./markup.js"

export const noTargetWords = "There is no target yet. Add a [[target]] to the configuration."

/**
 * The fields of the open post that differ for one target, folded.
 * @param {{name: string, overrides: string[]}} target
 * @param {{signal: AbortSignal, prefix: string}} place `prefix` keeps the ids apart: the same fields stand in the
 *   Targets panel and in the publish dialog
 */
export function overrideFields(page, { name, overrides }, { signal, prefix }) {
  const { model } = page
  const field = (word, title, input) => {
    input.id = `${prefix}-${name}-${word}`
    const write = text => ({ overrides: { ...model.fields.overrides,
      [name]: { ...model.fields.overrides[name], [word]: text } } })
    bind(input, { page, signal, read: fields => fields.overrides[name]?.[word] ?? "", write })
    return make("div", { class: "target-field" }, make("label", { for: input.id }, title), input)
  }
  const inputs = {
    text: () => ["Text", make("textarea", { class: "field", rows: 3, placeholder: "The post's own text" })],
    warning: () => ["Content warning", make("input", { class: "field", placeholder: "None" })],
    visibility: () => ["Who sees it", select(visibilities)],
    long: () => ["A text that is too long", select(longTexts)],
    language: () => ["Language", make("input", { class: "field", placeholder: "The post's own, such as en",
      autocapitalize: "none" })],
  }
  const summary = make("summary", {}, "Use another text there", make("span", { class: "visually-hidden" }, `(${name})`))
  const details = make("details", { class: "target-differently", hidden: overrides.length === 0 }, summary,
    ...Object.keys(inputs).filter(word => overrides.includes(word)).map(word => field(word, ...inputs[word]())))
  const mark = () => summary.toggleAttribute("data-used",
    Object.values(model.fields.overrides[name] ?? {}).some(Boolean))
  page.join({ update({ fields }) { if (fields) mark() } }, signal)
  mark()
  return details
}
