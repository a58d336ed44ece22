/**
 * Keeps a text field and a field of the draft in step. What the writer types goes to the desk; what comes from
 * elsewhere goes into the field without losing the caret.
 * @param {HTMLInputElement|HTMLTextAreaElement} input
 * @param {{desk: Desk, read: (fields: Fields) => string, write: (text: string) => object, signal: AbortSignal}} ends
 */
export function bind(input, { desk, read, write, signal }) {
  const show = () => {
    const text = read(desk.fields)
    if (input.value === text) return
    const { selectionStart, selectionEnd } = input
    input.value = text
    if (document.activeElement === input && input.setSelectionRange) input.setSelectionRange(selectionStart,
      selectionEnd)
    input.dispatchEvent(new Event("shown"))
  }
  input.addEventListener("input", () => desk.change(write(input.value)), { signal })
  desk.addEventListener("fields", event => { if (event.detail.by !== "writer") show() }, { signal })
  show()
}
