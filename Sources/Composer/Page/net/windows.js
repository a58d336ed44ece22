/** The routes of this browser window's panels, and the id under which the daemon knows it. */
import { request } from "./api.js"

const storageKey = "galley-window"
/** A page that is loaded again may be quicker than the browser in letting go of its former self's lock. */
const reloadPatienceMilliseconds = 1000

const at = (id, rest = "") => `/v1/windows/${encodeURIComponent(id)}${rest}`
const ask = async (method, path, body, revision) => (await request(method, path, { body, revision })).body

/** Each answers what the contract of `/v1/windows` says, or throws a `Problem`. */
export const windowRoutes = {
  register: size => ask("POST", "/v1/windows", { label: browserName(), ...size }),
  read: id => ask("GET", at(id)),
  resize: (id, size) => ask("PUT", at(id), size),
  /** @param {number} [revision] the only one on which the command is meant */
  command: (id, command, revision) => ask("POST", at(id, "/commands"), command, revision),
  /** As it would be in another size; nothing is kept of it. */
  simulate: (id, { width, height }) => ask("GET", at(id, `/simulation?width=${width}&height=${height}`)),
  /** Where what is taken hold of can be let go of; nothing is kept of it. */
  hints: (id, drag) => ask("PUT", at(id, "/drag"), drag),
}

/** Arrangements as documents, for files. A name that is taken is refused. */
export const arrangementFiles = {
  read: name => ask("GET", `/v1/arrangements/${encodeURIComponent(name)}`),
  write: async (name, document) =>
    (await request("PUT", `/v1/arrangements/${encodeURIComponent(name)}`, { body: document, isNew: true })).body,
}

/**
 * Keeps the window's id over a reload. A tab that is duplicated copies the storage too: the lock tells the twin, who
 * then registers as a window of its own. Without locks (plain HTTP from elsewhere) only a reload keeps the id.
 */
export const windowIdentity = {
  /** @returns {Promise<string|null>} the id that this page had and may go on with */
  async recall() {
    const id = sessionStorage.getItem(storageKey)
    if (!id) return null
    const isReload = performance.getEntriesByType("navigation")[0]?.type === "reload"
    if (!navigator.locks) return isReload ? id : null
    return await hold(id, isReload) ? id : null
  },
  /** @param {string} id that the daemon gave */
  async keep(id) {
    sessionStorage.setItem(storageKey, id)
    if (navigator.locks) await hold(id, false)
  },
}

const held = new Set()

/** Holds the id's lock for as long as this page lives; false when another page has it. */
function hold(id, isPatient) {
  if (held.has(id)) return true
  const options = isPatient ? { signal: AbortSignal.timeout(reloadPatienceMilliseconds) } : { ifAvailable: true }
  return new Promise(resolve => {
    navigator.locks.request(`galley-window:${id}`, options, lock => {
      resolve(lock !== null)
      if (!lock) return undefined
      held.add(id)
      return new Promise(() => {})
    }).catch(() => resolve(false))
  })
}

/** How a person tells this window from others in a list. */
function browserName() {
  const brands = navigator.userAgentData?.brands?.map(brand => brand.brand) ?? []
  const known = ["Microsoft Edge", "Google Chrome", "Opera", "Chromium"].find(name => brands.includes(name))
  if (known) return known
  return ["Firefox", "Safari"].find(name => navigator.userAgent.includes(name)) ?? "Browser"
}
