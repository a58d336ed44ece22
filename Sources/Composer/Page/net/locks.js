/** Whether this page is a reload of its predecessor. */
export const isReload = performance.getEntriesByType("navigation")[0]?.type === "reload"
/** A page that reloads may start before the browser has released its predecessor's lock. */
const reloadPatienceMilliseconds = 1000

/**
 * Takes a lock of the browser for the lifetime of this page.
 * @param {boolean} [isOurs] whether this page's predecessor may still hold it
 * @returns {Promise<(() => void)|null>} releases it early; null if another page has it
 */
export function lock(name, isOurs = false) {
  const options = isOurs ? { signal: AbortSignal.timeout(reloadPatienceMilliseconds) } : { ifAvailable: true }
  return new Promise(resolve => {
    navigator.locks.request(name, options, lock => lock ? new Promise(release => resolve(release)) : resolve(null))
      .catch(() => resolve(null))
  })
}
