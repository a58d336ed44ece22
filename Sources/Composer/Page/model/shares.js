/**
 * What another app or a web page shares with Galley: a new draft of its text and address, and pictures. The browser does
 * not say where a share comes from, so its user is asked before anything is made of it.
 */
import { moment } from "./language.js"
import { sizeText } from "./pictures.js"

const picturesMax = 10
export const pictureBytesMax = 20_000_000
export const charactersMax = 100_000

/**
 * The text of the new draft: the words, and a link to the address.
 * @param {{title?: string, text?: string, url?: string}} shared apps put an address into `text` as often as into `url`
 */
export function draftOfShare({ title = "", text = "", url = "" }) {
  const length = title.length + text.length + url.length
  if (length > charactersMax) return tooLong(length)
  const words = text.trim(), address = addressIn(url) ?? addressIn(words)
  const name = title.trim().replace(/\s+/g, " ")
  const isOnlyAddress = address !== null && address === addressIn(words)
  const link = address === null ? name : `[${(name || address).replace(/[\\`*_[\]<>]/g, "\\$&")}](<${address}>)`
  const body = [isOnlyAddress || words === name ? "" : words, link].filter(Boolean).join("\n\n")
  return body.length <= charactersMax ? { body, problem: null } : tooLong(body.length)
}

function tooLong(length) {
  const [count, most] = [length, charactersMax].map(number => number.toLocaleString("en"))
  return { body: "", problem: `The shared text has ${count} characters; a share may have ${most}.` }
}

const excerptMax = 200

/** Asks about a share: the beginning of what a draft of it would be, and where it comes from. */
export function shareWords(shared) {
  const { body, problem } = draftOfShare(shared)
  const letters = [...(problem ?? body).replace(/\s+/g, " ")]
  const words = letters.length > excerptMax ? `${letters.slice(0, excerptMax).join("")}…` : letters.join("")
  const { length } = shared.files, files = length === 1 ? "one file" : `${length} files`
  const what = [words && (problem ? words : `“${words}”`), length > 0 && files].filter(Boolean).join(" and ")
  return `An app or a web page shared this with Galley; its source is unknown: ${what || "nothing"}`
    + `${problem ? "" : "."} Make a draft of it only if you have shared it.`
}

/** Names a thing without an owner and without its content. @param {number} keptAt 0 if it is not known */
export function unownedWords({ kind, keptAt }, now) {
  const when = keptAt ? `, ${moment(keptAt, now)}` : ""
  const what = kind === "share" ? "something that was shared with Galley" : "a picture that was shared with Galley"
  return `This browser keeps ${what} and names no user${when}. Look at it only if it is yours.`
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
