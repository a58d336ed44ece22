/** Keys in menus and titles, on devices that may have a keyboard. */
import { keyText } from "../model/commands.js"
import { isMac } from "./markup.js"

/**
 * No browser reports a keyboard. One for a tablet mostly brings a trackpad, a fine pointer beside the screen, which
 * remains the main one: so all pointers are asked. The pen of a phone is a fine pointer, too, and comes alone.
 */
const fingers = matchMedia("(any-pointer: coarse) and (not (any-pointer: fine)), (pointer: coarse) and (width < 640px)")

export const hasKeys = () => !fingers.matches

/** Keys in words; "" without a keyboard. @param {string} [keys] as commands have them */
export const keysInWords = keys => keys && hasKeys() ? keyText(keys, isMac) : ""

/** The title of a button, with its keys. */
export const withKeys = (title, keys) => keysInWords(keys) ? `${title} (${keysInWords(keys)})` : title
