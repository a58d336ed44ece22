/** Sets parts of the browser's `navigator`, which not every Node has. */
export function installNavigator(parts) {
  Object.defineProperty(globalThis, "navigator", { configurable: true, writable: true, value: parts })
}

/** As much of the browser's caches as the page and its service worker use. */
export function installCaches() {
  const all = new Map()
  const pathOf = asked => new URL(asked.url ?? asked, "http://desk").pathname
  const cacheOf = entries => ({
    async keys() { return [...entries.keys()].map(path => ({ url: `http://desk${path}` })) },
    async match(asked) { return entries.get(pathOf(asked))?.clone() },
    async put(asked, answer) { entries.set(pathOf(asked), answer) },
    async delete(asked) { return entries.delete(pathOf(asked)) },
  })
  const open = name => {
    if (!all.has(name)) all.set(name, new Map())
    return cacheOf(all.get(name))
  }
  globalThis.caches = {
    async open(name) { return open(name) },
    async keys() { return [...all.keys()] },
    async match(asked, { cacheName }) { return all.has(cacheName) ? open(cacheName).match(asked) : undefined },
    async delete(name) { return all.delete(name) },
  }
  return all
}
