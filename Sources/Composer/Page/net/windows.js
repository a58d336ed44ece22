/** The routes for this browser window's panels, and the id by which the daemon knows the window. */
import { pageUser, request } from "./api.js"
import { keptInTab, remembered } from "./browser-store.js"
import { isReload, lock } from "./locks.js"

/** The id of this tab's window. */
const own = keptInTab("galley-window")
/** The last answer for any window of the user in this browser, as `window`. */
const lastKept = remembered("galley-last-window")
/** Answers may follow each other with each step of a drag. */
const lastMilliseconds = 1000

const at = (id, rest = "") => `/v1/windows/${encodeURIComponent(id)}${rest}`
const ask = async (method, path, body, revision) => (await request(method, path, { body, revision })).body

/** Each returns what the contract of `/v1/windows` defines, or throws a `Problem`. */
export const windowRoutes = {
  register: size => ask("POST", "/v1/windows", { label: browserName(), ...size }),
  read: id => ask("GET", at(id)),
  resize: (id, size) => ask("PUT", at(id), size),
  /** @param {number} [revision] the only revision on which to run the command */
  command: (id, command, revision) => ask("POST", at(id, "/commands"), command, revision),
  /** The window in another size; the daemon stores nothing. */
  simulate: (id, { width, height }) => ask("GET", at(id, `/simulation?width=${width}&height=${height}`)),
  /** The items of a panel's menu, with the reasons of refused ones. */
  menu: (id, panel) => ask("GET", at(id, `/panels/${encodeURIComponent(panel)}/menu`)),
  /** Where a held panel can be dropped; the daemon stores nothing. */
  hints: (id, drag) => ask("PUT", at(id, "/drag"), drag),
}

/** Arrangements as documents, for files. The daemon refuses a name that is taken. */
export const arrangementFiles = {
  read: name => ask("GET", `/v1/arrangements/${encodeURIComponent(name)}`),
  write: async (name, document) =>
    (await request("PUT", `/v1/arrangements/${encodeURIComponent(name)}`, { body: document, isNew: true })).body,
}

/**
 * Keeps the window's id across a reload. Duplicating a tab copies its storage too: the lock identifies the copy, which
 * then registers as a new window. Without locks (plain HTTP from another host) only a reload keeps the id.
 */
export const windowIdentity = {
  /** @returns {Promise<string|null>} the id that this page had and may still use */
  async recall() {
    const id = own.get()
    if (!id) return null
    if (!navigator.locks) return isReload ? id : null
    return await hold(id, isReload) ? id : null
  },
  /** @param {string} id the daemon's id for the window */
  async keep(id) {
    own.set(id)
    if (navigator.locks) await hold(id)
  },
}

let last = null

/** The panels of the user's last window in this browser, for a page that opens while the daemon is away. */
export const lastWindow = {
  recall() {
    const { user = pageUser, window = null } = lastKept.get() ?? {}
    return user === pageUser ? window : null
  },
  keep(window) {
    if (last === null) setTimeout(write, lastMilliseconds)
    last = window
  },
}

globalThis.addEventListener?.("pagehide", write)

function write() {
  if (last === null) return
  lastKept.set({ window: last })
  last = null
}

const held = new Set()

/** Holds the id's lock for the lifetime of this page; false if another page has it. */
async function hold(id, isOurs = false) {
  if (held.has(id)) return true
  const isHeld = await lock(`galley-window:${id}`, isOurs) !== null
  if (isHeld) held.add(id)
  return isHeld
}

/** A name by which a person recognises this window in a list. */
function browserName() {
  const brands = navigator.userAgentData?.brands?.map(brand => brand.brand) ?? []
  const known = ["Microsoft Edge", "Google Chrome", "Opera", "Chromium"].find(name => brands.includes(name))
  if (known) return known
  return ["Firefox", "Safari"].find(name => navigator.userAgent.includes(name)) ?? "Browser"
}
