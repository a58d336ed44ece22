/**
 * The page's service worker: opens the page while the daemon is away, and takes what other apps share. The daemon puts
 * a line before this file, `const page = { edition, files }`, so that each edition of the page is another worker.
 *
 * A cache holds exactly one edition. Files are looked up by the edition in their address, so no page gets files of
 * another one. Requests of the API are never answered here.
 */
const prefix = "galley-page-"
const cacheName = prefix + page.edition
/** The page takes what is shared from here: `net/share-store.js`. */
const sharesName = "galley-shares"
/** What waits there may not grow without end. */
const sharesMax = 50
const shareBytesMax = 210_000_000
/** How long the daemon may take to answer before the kept page opens. */
const patienceMilliseconds = 3000
/** Names the edition of an answer. */
const editionHeader = "Galley-Edition"

self.addEventListener("install", event => {
  // A browser that knows routes does not wake the worker for requests that it never answers.
  event.addRoutes?.({ condition: { urlPattern: { pathname: "/v1/*" } }, source: "network" })?.catch(() => {})
  event.waitUntil(install())
})

self.addEventListener("activate", event => event.waitUntil(tidy()))

self.addEventListener("fetch", event => {
  const { request } = event, { origin, pathname } = new URL(request.url)
  if (origin !== location.origin) return
  if (request.method === "POST" && pathname === "/share") event.respondWith(keepShare(request))
  else if (request.method !== "GET") return
  else if (pathname === "/" && request.mode === "navigate") event.respondWith(index(event))
  else if (pathname.startsWith("/composer/~")) event.respondWith(file(request, pathname))
})

/** Caches the whole edition, or fails; the browser then stays with the worker that it has. */
async function install() {
  const cache = await caches.open(cacheName)
  try {
    const path = `/composer/~${page.edition}/`
    await Promise.all(page.files.map(name => add(cache, path + name)))
    // The daemon reads its folder for each index. So if the edition is the same after all files, they belong together.
    await add(cache, "/", { cache: "no-store" }, answer => answer.headers.get(editionHeader) === page.edition)
    await self.skipWaiting()
  } catch (error) {
    await caches.delete(cacheName)
    throw error
  }
}

async function add(cache, path, options, isRight = () => true) {
  const answer = await fetch(path, options)
  if (answer.status !== 200 || answer.redirected || !isRight(answer)) throw new Error(`${path} is not of this edition.`)
  await cache.put(path, answer)
}

/** Removes the caches of editions that no window uses: each window holds a lock with the name of its cache. */
async function tidy() {
  for (const name of await caches.keys()) {
    if (!name.startsWith(prefix) || name === cacheName) continue
    await navigator.locks.request(name, { ifAvailable: true }, lock => lock && caches.delete(name))
  }
}

/** The daemon's page; without an answer in time, the kept one. */
async function index(event) {
  const kept = () => caches.match("/", { cacheName })
  const late = new Promise(resolve => setTimeout(resolve, patienceMilliseconds)).then(kept)
  const asked = fetch(event.request)
  event.waitUntil(asked.then(learn, () => {}))
  try {
    // A page that is not kept is worth a longer wait.
    const answer = await Promise.race([asked, late]) ?? await asked
    return isProxys(answer) ? await kept() ?? answer : answer
  } catch (error) {
    return await kept() ?? Promise.reject(error)
  }
}

/** A proxy answers while the daemon is away. */
const isProxys = ({ status }) => [404, 502, 503, 504].includes(status)

/** The newest index has the user's choices. After a sign-out nothing of the user opens here. */
async function learn(answer) {
  if (answer.status === 200 && answer.headers.get(editionHeader) === page.edition) {
    const copy = answer.clone()
    await (await caches.open(cacheName)).put("/", copy)
  } else if (answer.status === 401) {
    await (await caches.open(cacheName)).delete("/")
    indexedDB.deleteDatabase("galley-posts")
  }
  await tidy()
}

/** A file from the cache of the edition in its address; without that cache, the daemon's. */
async function file(request, pathname) {
  const edition = pathname.split("/")[2].slice(1)
  return await caches.match(request, { cacheName: prefix + edition }) ?? fetch(request)
}

/** Keeps what was shared as it came, and opens the page, which reads it. */
async function keepShare(request) {
  const key = crypto.randomUUID()
  try {
    const headers = { "Content-Type": request.headers.get("Content-Type") ?? "" }
    const cache = await caches.open(sharesName), body = await request.blob()
    if (body.size > shareBytesMax || (await cache.keys()).length >= sharesMax) throw new Error("There is no room.")
    await cache.put(`/shares/${key}`, new Response(body, { headers }))
    return Response.redirect(`/?share=${key}`, 303)
  } catch {
    return Response.redirect("/?share=lost", 303)
  }
}
