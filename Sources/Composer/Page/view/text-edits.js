/** Changes to a text area that the browser's own undo knows. */

/** From this number of line feeds on, `insertText` takes noticeably long. */
const linesMax = 20

/**
 * Replaces a part of the text as one step of undo. A browser edits what has the focus; beneath a dialog or a sheet that
 * is inert, an area cannot have it, and the words would go into another field.
 *
 * Chromium's `insertText` takes time in proportion to the square of the number of lines: two thousand lines took 90 s,
 * and 0.8 s by `insertHTML`, which puts the same letters into a text area. Firefox does not know that for text areas.
 * @returns {boolean} whether the browser has done it
 */
export function replaceText(area, start, end, text) {
  if (document.activeElement !== area) return false
  area.setSelectionRange(start, end)
  if (!text) return start === end || document.execCommand("delete")
  if (text.split("\n", linesMax + 1).length > linesMax) {
    const before = area.value
    const wanted = before.slice(0, start) + text + before.slice(end)
    document.execCommand("insertHTML", false, htmlOf(text))
    if (area.value === wanted) return true
    if (area.value !== before) document.execCommand("undo")
    area.setSelectionRange(start, end)
  }
  return document.execCommand("insertText", false, text)
}

const focusEvents = ["focus", "focusin", "blur", "focusout", "change"]

/**
 * Runs work that takes the focus and returns it. Nothing on the page notices: a field that loses the focus would take
 * what is half typed in it.
 */
export function withFocusUnnoticed(work) {
  const stop = event => event.stopImmediatePropagation()
  for (const name of focusEvents) addEventListener(name, stop, true)
  try {
    work()
  } finally {
    for (const name of focusEvents) removeEventListener(name, stop, true)
  }
}

/** Chromium has one undo for all fields of a page, and leaves out a field whose type changes. */
export function forgetUndo(...fields) {
  for (const field of fields) {
    const { selectionStart, selectionEnd } = field
    field.type = "hidden"
    field.type = "text"
    field.setSelectionRange(selectionStart, selectionEnd)
  }
}

/** The browser drops a line feed at the end of what is inserted; a second one takes its place. */
function htmlOf(text) {
  const signs = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\n": "<br>" }
  return text.replace(/[&<>\n]/g, sign => signs[sign]) + (text.endsWith("\n") ? "<br>" : "")
}
