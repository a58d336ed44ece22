/** The lifting of a pointer that moved something is no press on what is under it. */
export function swallowClick() {
  const stop = event => {
    event.preventDefault()
    event.stopPropagation()
  }
  addEventListener("click", stop, { capture: true, once: true })
  setTimeout(() => removeEventListener("click", stop, { capture: true }), 50)
}
