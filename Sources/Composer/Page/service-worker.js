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
const sharePath = "/shares/"
/**
 * Any web page can send shares here. So what waits for one user may not grow without end, and leaves room for the drafts
 * of all.
 */
const sharesMax = 50
const shareBytesMax = 210_000_000
const waitingBytesMax = 2 * shareBytesMax
/** Names the user of an index, and the owner of a share: `net/owner.js`. */
const userHeader = "Galley-User"
const aboutHeaders = { keptAt: "Galley-Kept-At", bytes: "Galley-Bytes" }
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
  // Another user may sign in, and the page of the former one must not open any more.
  else if (pathname.startsWith("/sign-in/")) event.waitUntil(forgetIndex())
  else if (request.method !== "GET") return
  else if (pathname === "/" && isVisit(request)) event.respondWith(index(event))
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

/** Whether it is for a window of its own. A frame gets the daemon's answer: no page may show the desk in one. */
const isVisit = ({ mode, destination }) => mode === "navigate" && destination === "document"

/**
 * Asks the daemon for the page of a visit, as the desk's own request. Sent on as it is, the request would still name the
 * site with the link, but not that a user followed it to a window (`Sec-Fetch-Dest` is empty), and the daemon refuses
 * whatever else comes from another site.
 */
const ask = ({ url }) => fetch(url, { headers: { Accept: "text/html" }, credentials: "same-origin", redirect: "manual" })

/** The daemon's page; without an answer in time, the kept one. */
async function index(event) {
  const kept = () => caches.match("/", { cacheName }).catch(() => undefined)
  const late = new Promise(resolve => setTimeout(resolve, patienceMilliseconds)).then(kept)
  const asked = ask(event.request)
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

/** The newest index has the user's choices. After a sign-out, or for another user, nothing of the user opens here. */
async function learn(answer) {
  const edition = answer.status === 200 ? answer.headers.get(editionHeader) : null
  if (edition === page.edition) {
    const copy = answer.clone()
    await (await caches.open(cacheName)).put("/", copy)
  } else if (answer.status === 401) {
    await forgetIndex()
    indexedDB.deleteDatabase("galley-posts")
  } else if (edition !== null && answer.headers.get(userHeader) !== await keptUser()) {
    await forgetIndex()
  }
  await tidy()
}

/** Whose page opens here, as in the header of its index; null if none does. */
async function keptUser() { return (await caches.match("/", { cacheName }))?.headers.get(userHeader) ?? null }

/** Does what `Offline.forget` does. */
async function forgetIndex() {
  for (const name of await caches.keys()) {
    if (name.startsWith(prefix)) await (await caches.open(name)).delete("/")
  }
}

/** A file from the cache of the edition in its address; without that cache, the daemon's. */
async function file(request, pathname) {
  const edition = pathname.split("/")[2].slice(1)
  return await caches.match(request, { cacheName: prefix + edition }).catch(() => undefined) ?? fetch(request)
}

/**
 * Keeps what was shared as it came, for the user whose page opens here, and opens the page, which asks that user. If the
 * user is signed out, the share has no owner.
 */
async function keepShare(request) {
  const key = crypto.randomUUID()
  try {
    const user = await keptUser(), type = request.headers.get("Content-Type") ?? ""
    const cache = await caches.open(sharesName), body = await request.blob()
    await demandRoom(cache, user, body.size)
    const headers = { "Content-Type": type, ...user !== null && { [userHeader]: user },
      [aboutHeaders.keptAt]: `${Date.now()}`, [aboutHeaders.bytes]: `${body.size}` }
    await cache.put(sharePath + key, new Response(body, { headers }))
    return Response.redirect(`/?share=${key}`, 303)
  } catch {
    return Response.redirect("/?share=lost", 303)
  }
}

/** @throws if the share is too large, or if too much waits for its owner already */
async function demandRoom(cache, user, bytes) {
  let [count, waiting] = [0, bytes]
  for (const one of await cache.keys()) {
    const headers = (await cache.match(one))?.headers
    if (!headers || headers.get(userHeader) !== user) continue
    if (new URL(one.url).pathname.startsWith(sharePath)) count++
    waiting += Number(headers.get(aboutHeaders.bytes))
  }
  const { quota = Infinity, usage = 0 } = await navigator.storage?.estimate?.() ?? {}
  const isTooMuch = bytes > shareBytesMax || waiting > waitingBytesMax || count >= sharesMax
  if (isTooMuch || bytes > (quota - usage) / 2) throw new Error("There is no room.")
}
