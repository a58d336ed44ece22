/**
 * Something that the user can do on the page, from the toolbar, a menu or a key. All commands are in one list.
 * @typedef {object} Command
 * @property {string} id `post.new`, `panel.pin`
 * @property {string} title the text in menus
 * @property {string[]} [keys] such as `Mod+Shift+P`; `Mod` is ⌘ on a Mac, Ctrl elsewhere
 * @property {(detail?: any) => void} run
 * @property {string} [words] more by which it is found
 * @property {() => boolean} [isOn] whether what it chooses is chosen
 * @property {() => boolean} [isEnabled] absent: always enabled
 * @property {string} [scope] `text`: its keys work only in the text
 */
import { Notifier } from "./notifier.js"

/** The user's word for a command that has no key. */
export const noKey = "none"

export class CommandList extends Notifier {
  #commands = new Map()
  /** The keys that commands were registered with, by their ids. */
  #usual = new Map()
  /** The user's own, by the ids of commands. @type {Map<string, string>} */
  #own = new Map()

  /** @returns {() => void} unregisters them */
  register(...commands) {
    for (const command of commands) {
      this.#commands.set(command.id, command)
      this.#usual.set(command.id, command.keys ?? [])
    }
    this.#applyKeys()
    return () => {
      for (const command of commands) {
        if (this.#commands.get(command.id) === command) this.#commands.delete(command.id)
      }
      this.notify()
    }
  }

  get(id) { return this.#commands.get(id) }

  /** @returns {Command[]} in the order of registration */
  get all() { return [...this.#commands.values()] }

  isEnabled(id) {
    const command = this.#commands.get(id)
    return command !== undefined && (command.isEnabled?.() ?? true)
  }

  /** @returns {boolean} whether the command ran */
  run(id, detail) {
    if (!this.isEnabled(id)) return false
    this.#commands.get(id).run(detail)
    return true
  }

  /**
   * The command for a key press.
   * @param {{key: string, code?: string, ctrlKey: boolean, metaKey: boolean, altKey: boolean, shiftKey: boolean}} press
   */
  match(press, isMac = false) {
    // AltGr types “@” and “€” on many keyboards, and is reported as Ctrl with Alt.
    if (press.getModifierState?.("AltGraph")) return
    const found = chord(press, isMac)
    return this.all.find(command => command.keys?.includes(found))
  }

  /**
   * Gives commands the user's keys. A key that the user has given to a command is not any other's.
   * @param {Map<string, string>} own by the ids of commands; `noKey` for none
   */
  bind(own) {
    this.#own = own
    this.#applyKeys()
  }

  /** Whether the command has a key that is not its usual one. */
  isBound(id) { return this.#own.has(id) }

  #applyKeys() {
    const taken = new Set(this.#own.values())
    for (const command of this.all) {
      const own = this.#own.get(command.id)
      if (own === undefined) command.keys = this.#usual.get(command.id).filter(keys => !taken.has(keys))
      else command.keys = own === noKey ? [] : [own]
    }
    this.notify()
  }
}

/** What browsers do not let a page have. */
const browsersOwn = /^Mod\+(Shift\+)?[NTWQ]$/
/** Copying, pasting, undoing and selecting all, which a writer's hands rely on. */
const editing = /^Mod\+([ACVXYZ]|Shift\+[VZ])$/

/** Why a key combination cannot be a command's key; null if it can. @param {string} keys */
export function keyProblem(keys) {
  if (browsersOwn.test(keys)) return "The browser keeps this key for itself."
  if (editing.test(keys)) return "This key edits the text, and stays as it is."
  const isTyped = !/^(Mod|Ctrl|Alt)\+|^(Shift\+)?F\d+$/.test(keys)
  return isTyped ? "This key has a meaning in the text. Hold Ctrl, Alt or ⌘ with it." : null
}

/** Whether a press is of a modifier alone, before its key comes. */
export const isModifier = ({ key }) => ["Control", "Shift", "Alt", "Meta", "AltGraph", "CapsLock", "Dead"].includes(key)

/** A key press in the notation of `keys`; modifiers always in the order Mod, Ctrl, Alt, Shift. */
export function chord(press, isMac = false) {
  const parts = []
  if (isMac ? press.metaKey : press.ctrlKey) parts.push("Mod")
  if (isMac && press.ctrlKey) parts.push("Ctrl")
  if (press.altKey) parts.push("Alt")
  if (press.shiftKey) parts.push("Shift")
  return [...parts, keyName(press)].join("+")
}

/**
 * With Alt, a layout may produce “π” for P, and with Shift “&” for 7 and “>” for the full stop: in that case the
 * physical key counts.
 */
function keyName({ key, code = "", altKey, shiftKey, ctrlKey, metaKey }) {
  const isShifted = shiftKey && (ctrlKey || metaKey)
  if (altKey && /^Key[A-Z]$/.test(code)) return code.slice(-1)
  if ((altKey || isShifted) && /^Digit[0-9]$/.test(code)) return code.slice(-1)
  if (isShifted && code === "Period") return "."
  if (key === " ") return "Space"
  return key.length === 1 ? key.toUpperCase() : key
}

/** A key combination as menus show it: `⌘⇧P`, `Ctrl+Shift+P`. */
export function keyText(keys, isMac = false) {
  const parts = keys.split("+").map(part => (isMac ? macNames[part] : otherNames[part]) ?? part)
  return parts.join(isMac ? "" : "+")
}

const arrows = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" }
const macNames = { Mod: "⌘", Ctrl: "⌃", Alt: "⌥", Shift: "⇧", ...arrows, Enter: "↩", Escape: "⎋" }
const otherNames = { Mod: "Ctrl", ...arrows, Escape: "Esc" }
