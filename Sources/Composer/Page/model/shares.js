/** What another app shares with Galley: a new draft of its text and address, and pictures. */
import { sizeText } from "./pictures.js"

const picturesMax = 10
export const pictureBytesMax = 20_000_000
export const charactersMax = 100_000

/**
 * The text of the new draft: the words, and a link to the address.
 * @param {{title?: string, text?: string, url?: string}} shared apps put an address into `text` as often as into `url`
 */
export function draftOfShare({ title = "", text = "", url = "" }) {
  const words = text.trim(), address = addressIn(url) ?? addressIn(words)
  const name = title.trim().replace(/\s+/g, " ")
  const isOnlyAddress = address !== null && address === addressIn(words)
  const link = address === null ? name : `[${(name || address).replace(/[\\`*_[\]<>]/g, "\\$&")}](<${address}>)`
  const body = [isOnlyAddress || words === name ? "" : words, link].filter(Boolean).join("\n\n")
  if (body.length <= charactersMax) return { body, problem: null }
  const [count, most] = [body.length, charactersMax].map(number => number.toLocaleString("en"))
  return { body: "", problem: `The shared text has ${count} characters; a share may have ${most}.` }
}

/** The address that a text consists of; null for any other text. */
function addressIn(text) {
  const trimmed = text.trim()
  return /^https?:\/\/[^\s<>]+$/i.test(trimmed) && URL.canParse(trimmed) ? trimmed : null
}

/**
 * Which of the shared files are taken.
 * @param {{name: string, type: string, size: number}[]} files
 */
export function picturesOfShare(files) {
  const problems = [], taken = []
  for (const file of files.slice(0, picturesMax)) {
    if (!file.type.startsWith("image/")) problems.push(`“${file.name}” is no picture, so it was left out.`)
    else if (file.size > pictureBytesMax) {
      problems.push(`“${file.name}” has ${sizeText(file.size)}; a shared picture may have ${sizeText(pictureBytesMax)}.`)
    } else taken.push(file)
  }
  if (files.length > picturesMax) {
    problems.push(`Of ${files.length} shared files the first ${picturesMax} were taken. Share the others again.`)
  }
  return { taken, problems }
}
