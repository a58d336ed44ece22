/** Dropped and pasted files: which go into the text, and what works for the others. */
import { counted } from "./language.js"

const isPicture = ({ type }) => type.startsWith("image/")
/** Those that claim to be pictures; the daemon checks their content. */
export const picturesAmong = files => [...files].filter(isPicture)

/** @param {string[]} folders names @returns {string} empty if all are pictures */
export function leftOutWords(files, folders = []) {
  const [first, ...more] = [...files].filter(file => !isPicture(file))
  if (!first) return ""
  const only = "Only pictures (JPEG, PNG, GIF, WebP, SVG) go into the text"
  if (more.length) return `${only}: ${counted(more.length + 1, "file")} are left out.`
  const { name, type } = first
  if (folders.includes(name)) return `“${name}” is a folder. Drop the pictures that are in it.`
  return type.startsWith("text/") || /\.(?:md|txt|rtf|html?|docx?|odt|pages)$/i.test(name)
    ? `${only}. Open “${name}”, copy its words and paste them here.`
    : `${only}. Put “${name}” online, and paste its address here.`
}
