/**
 * What a writer does not need at the start is loaded when it is first needed, with the style sheet that belongs to it;
 * and all of it when the page has come to rest, for it shall be there when the daemon is away.
 */

const parts = []
const sheets = new Map()

/**
 * @param {() => Promise<object>} load imports a module
 * @param {...string} styles names in `styles`, without `.css`
 * @returns {(() => Promise<object>) & {module: object|null}} gets the module, once it is there with its style; what could
 *   not be had is asked for again the next time. `module` is null until then.
 */
export function onDemand(load, ...styles) {
  let coming
  const part = () => coming ??= Promise.all([load(), ...styles.map(dressed)]).then(([module]) => part.module = module)
    .catch(error => {
      coming = undefined
      throw error
    })
  part.module = null
  parts.push(part)
  return part
}

/** Said when a part cannot be had. */
export const missingWords = "This part of the page did not arrive. Try it again when the daemon answers, or load the page again."

/** Adds a style sheet to the page, once. */
function dressed(name) {
  if (!sheets.has(name)) sheets.set(name, new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement("link"), { rel: "stylesheet", onload: resolve })
    link.onerror = () => {
      sheets.delete(name)
      link.remove()
      reject(new Error(`The style sheet ${name} is not there.`))
    }
    link.href = new URL(`../styles/${name}.css`, import.meta.url)
    document.head.append(link)
  }))
  return sheets.get(name)
}

/** Loads all that was not needed yet, one after the other while nothing else is to be done, and what that needs in turn. */
export async function standBy() {
  performance.mark("stand-by-began")
  for (const part of parts) {
    await new Promise(rest => globalThis.requestIdleCallback ? requestIdleCallback(rest, { timeout: 200 }) : setTimeout(rest))
    await part().catch(() => {})
  }
  performance.mark("stand-by-done")
}
