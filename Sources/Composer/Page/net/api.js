/** Requests to the daemon. */

/**
 * Whose page this is: the user who was signed in when the daemon gave it. It stays so, whoever signs in meanwhile: what is
 * kept in the browser is kept for this user, and what is asked is asked for this user only.
 */
export const pageUser = globalThis.document?.querySelector("meta[name=galley-user]")?.content ?? ""

/** The only place from which the page asks the daemon. */

const patienceMilliseconds = 20_000
/** So long it is waited for a word about why an answer did not come. */
const whyMilliseconds = 3000
/** What the daemon takes of a body; a longer one it refuses by closing the connection, which says less. */
const bytesMax = 4_500_000

/** An answer that says no, or none at all; `message` is one or two plain sentences for the writer. */
export class Problem extends Error {
  /**
   * @param {object} body RFC 9457, as the daemon has it
   * @param {number} status 0 when there was no answer
   */
  constructor(body, status) {
    super(wordsOf(body, status))
    this.name = "Problem"
    this.detail = this.message
    /** What is wrong, without what to do about it. */
    this.title = body.title ?? this.message
    /** Who is signed in, when it is not the page's user. */
    this.user = body.user ?? null
    this.status = status
    this.type = body.type ?? "about:blank"
    this.field = body.field ?? null
    /** The revision that the thing has now, when ours was older. */
    this.revision = body.revision ?? null
    /** A command that would be taken instead of the one refused. */
    this.alternative = body.alternative ?? null
  }

  /** No answer of the daemon's came: what was asked may have happened, or not. A proxy may have spoken in its place. */
  get isAway() { return this.status === 0 || isProxys(this.status, this.type) }
  get isStale() { return this.status === 412 }
  get isSignedOut() { return this.status === 401 }
  get isOtherUser() { return this.type === "urn:galley:problem:other-user" }
  /** Whether it is no fault of what was asked, which may be done as soon as this is over. */
  get isObstacle() { return this.isAway || this.isSignedOut || this.isOtherUser }

  /** Why it was not done, as a value. @returns {{kind: string, words: string, user: string|null}} */
  get reason() {
    const kind = this.isAway ? "away" : this.isSignedOut ? "signed-out" : this.isOtherUser ? "other-user" : "refused"
    return { kind, words: this.message, user: this.user }
  }
}

const isProxys = (status, type = "") => [502, 503, 504].includes(status) && !type.startsWith("urn:galley:")

/** Each place that shows these words may add what it knows; what they say holds everywhere. */
function wordsOf(body, status) {
  if (isProxys(status, body.type)) return `The daemon is away: its proxy answered ${status}.`
  // The daemon speaks to programs, too, and of tokens.
  if (status === 401) return "You are signed out. Run “galley open” for a new link."
  return body.detail ?? body.title ?? `The daemon answered ${status}.`
}

/**
 * Asks once; nothing is asked again by itself.
 * @param {string} method
 * @param {string} path with its query, such as `/v1/posts?limit=20`
 * @param {object} [options]
 * @param {object|string} [options.body] an object goes as JSON, a text as Markdown
 * @param {number} [options.revision] what was read: `If-Match`
 * @param {boolean} [options.isNew] only when there is none yet: `If-None-Match: *`
 * @param {string} [options.key] `Idempotency-Key`
 * @param {AbortSignal} [options.signal]
 * @param {boolean} [options.keepalive] goes on when the page goes; at most 64 KB
 * @param {string} [options.user] for whom; when another user is signed in, the daemon refuses
 * @returns {Promise<{status: number, body: any, etag: string|null}>}
 * @throws {Problem}
 */
export async function request(method, path, { body, revision, isNew, key, signal, keepalive = false,
  user = pageUser } = {}) {
  const headers = { Accept: "application/json" }
  if (user) headers["Galley-User"] = encodeURIComponent(user)
  if (isNew) headers["If-None-Match"] = "*"
  if (typeof body === "string") headers["Content-Type"] = "text/markdown"
  else if (body !== undefined) headers["Content-Type"] = "application/json"
  if (revision !== undefined && revision !== null) headers["If-Match"] = `"${revision}"`
  if (key) headers["Idempotency-Key"] = key
  const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body)
  if (text?.length > bytesMax / 4) demandLength(text)
  const patience = AbortSignal.timeout(patienceMilliseconds)
  let answer
  let content
  try {
    answer = await fetch(path, {
      method, headers, body: text, keepalive, credentials: "same-origin", cache: "no-store",
      signal: signal ? AbortSignal.any([signal, patience]) : patience,
    })
    content = answer.status === 204 ? null : await read(answer)
  } catch (error) {
    if (signal?.aborted) throw error
    throw patience.aborted ? silent : await whyUnanswered()
  }
  if (!answer.ok) throw new Problem(content ?? {}, answer.status)
  return { status: answer.status, body: content, etag: answer.headers.get("ETag") }
}

const silent = new Problem({ type: "urn:galley:problem:silent",
  detail: `The daemon did not answer within ${patienceMilliseconds / 1000} s.` }, 0)

/** No answer came. That the daemon is away is said only when it does not answer the simplest question either. */
export async function whyUnanswered() {
  try {
    await fetch(import.meta.url, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(whyMilliseconds) })
    return new Problem({ type: "urn:galley:problem:cut",
      detail: "The connection broke off before the daemon had answered." }, 0)
  } catch {
    return new Problem({ type: "urn:galley:problem:away", detail: "The daemon is away." }, 0)
  }
}

function demandLength(text) {
  const { size } = new Blob([text])
  if (size <= bytesMax) return
  const megabytes = bytes => (bytes / 1_000_000).toFixed(1)
  throw new Problem({ type: "urn:galley:problem:too-large",
    title: `The text is too long: as it is sent it has ${megabytes(size)} MB, and the daemon takes ${megabytes(bytesMax)} MB.` }, 413)
}

/** Why the stream of events ended; null when the daemon answers all else. */
export async function whyCut(user) {
  try {
    await request("GET", "/v1/sessions", { user })
    return null
  } catch (problem) {
    return problem.reason
  }
}

/** A proxy's own page of complaint is no JSON; its status says enough. */
async function read(answer) {
  const text = await answer.text()
  try { return JSON.parse(text) } catch { return null }
}

/** Whether the desk has another page by now than this one, of which nothing more can be had. */
export async function isReplaced() {
  try {
    return (await fetch(import.meta.url, { method: "HEAD", cache: "no-store" })).status === 404
  } catch {
    return false
  }
}

const stallMilliseconds = 60_000

/**
 * Sends one picture, and tells how far it has come: what `fetch` cannot.
 * @param {Blob} file
 * @param {object} [options]
 * @param {string} [options.name] of the file
 * @param {(loaded: number, total: number) => void} [options.tell]
 * @param {AbortSignal} [options.signal]
 * @returns {Promise<object>} the picture, as `/v1/media/{id}` has it
 * @throws {Problem}
 */
export function upload(file, { name = "", tell = () => {}, signal } = {}) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const away = async () => reject(await whyUnanswered())
    let timer
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), stallMilliseconds)
    }
    request.open("POST", `/v1/media?${new URLSearchParams({ name })}`)
    request.setRequestHeader("Accept", "application/json")
    if (pageUser) request.setRequestHeader("Galley-User", encodeURIComponent(pageUser))
    request.responseType = "json"
    request.upload.addEventListener("progress", event => { wait(); tell(event.loaded, event.total) })
    request.addEventListener("loadend", () => clearTimeout(timer))
    request.addEventListener("error", away)
    request.addEventListener("abort", away)
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300 && request.response) resolve(request.response)
      else reject(new Problem(request.response ?? {}, request.status))
    })
    signal?.addEventListener("abort", () => request.abort())
    wait()
    request.send(file)
  })
}
