const storageKey = "galley-direction"
const rightToLeft = new Set(["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "ps", "sd", "ug", "ur", "yi"])

/** Whether a language, such as `ar-EG`, is read from the right. */
export const isRightToLeft = language => rightToLeft.has(String(language).toLowerCase().split("-")[0])

/**
 * In which direction this browser reads: as its user has said, else as its language does.
 * @param {{getItem: (key: string) => string|null}} storage
 * @param {string} language of the browser
 * @returns {"ltr"|"rtl"}
 */
export function readingDirection(storage, language) {
  const said = storage.getItem(storageKey)
  if (said === "ltr" || said === "rtl") return said
  return isRightToLeft(language) ? "rtl" : "ltr"
}

/**
 * The keys that lead back and on along a row of things, which begins where one begins to read.
 * @param {boolean} isMirrored whether that is at the right
 * @returns {[back: string, on: string]}
 */
export const keysAlong = isMirrored => isMirrored ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"]

/** Keeps what the user says. */
export const keepDirection = (storage, direction) => storage.setItem(storageKey, direction)
