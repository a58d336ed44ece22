/** Texts in which `|` marks the caret, or both ends of the selection. */

/**
 * Applies an action to a marked text.
 * @returns {string|null} the marked text afterwards; null if the action leaves it to the browser
 */
export function at(marked, act) {
  const [before, inner, after] = marked.includes("|") && marked.split("|").length === 3 ? marked.split("|")
    : [...marked.split("|").slice(0, 1), "", marked.split("|")[1]]
  const text = before + inner + after
  const edit = act(text, before.length, before.length + inner.length)
  if (!edit) return null
  const told = text.slice(0, edit.start) + edit.text + text.slice(edit.end)
  const { selectionStart: start, selectionEnd: end } = edit
  return start === end ? `${told.slice(0, start)}|${told.slice(start)}`
    : `${told.slice(0, start)}|${told.slice(start, end)}|${told.slice(end)}`
}
