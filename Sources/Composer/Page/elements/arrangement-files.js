import { make } from "./markup.js"

/** Hands a document to the browser to be saved as a file. */
export function save(document, name) {
  const address = URL.createObjectURL(new Blob([`${JSON.stringify(document, null, 2)}\n`], { type: "application/json" }))
  make("a", { href: address, download: `${name}.json` }).click()
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

/** @returns {Promise<File|null>} what the user chooses, or null */
export function chooseFile() {
  const field = make("input", { type: "file", accept: ".json,application/json" })
  return new Promise(resolve => {
    field.addEventListener("change", () => resolve(field.files[0] ?? null))
    field.addEventListener("cancel", () => resolve(null))
    field.click()
  })
}

/** @returns {Promise<object|null>} what is in the file; null when it is no arrangement */
export async function readArrangement(file) {
  try {
    const found = JSON.parse(await file.text())
    return found !== null && typeof found === "object" && !Array.isArray(found) ? found : null
  } catch { return null }
}
