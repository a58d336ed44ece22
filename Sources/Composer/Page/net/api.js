/** Requests to the daemon: the only part of the page that sends any. */
import { bounds } from "../model/bounds.js"
import { daemonClock } from "../model/daemon-clock.js"

/**
 * The page's user: the one who was signed in when the daemon delivered it. It never changes, even if another user signs
 * in: the page stores drafts for this user, and sends requests for this user only.
 */
export const pageUser = globalThis.document?.querySelector("meta[name=galley-user]")?.content ?? ""

const patienceMilliseconds = 20_000
/** How long the page waits to find out why an answer did not come. */
const whyMilliseconds = 3000

/** A refusal, or no answer at all; `message` is one or two plain sentences for the writer. */
export class Problem extends Error {
  /**
   * @param {object} body RFC 9457, from the daemon
   * @param {number} status 0 without an answer
   */
  constructor(body, status) {
    super(wordsOf(body, status))
    this.name = "Problem"
    /** The problem, without advice. */
    this.title = body.title ?? this.message
    /** The signed-in user, if that is not the page's user. */
    this.user = body.user ?? null
    this.status = status
    this.type = body.type ?? "about:blank"
    this.field = body.field ?? null
    /** A command that the daemon would accept instead. */
    this.alternative = body.alternative ?? null
  }

  /**
   * The daemon did not answer: it may or may not have carried out the request. A proxy may have answered in its place.
   */
  get isAway() { return this.status === 0 || isProxys(this.status, this.type) }
  get isStale() { return this.status === 412 }
  get isSignedOut() { return this.status === 401 }
  get isOtherUser() { return this.type === "urn:galley:problem:other-user" }
  /** Whether the obstacle is unrelated to the request, which can be repeated once it is gone. */
  get isObstacle() { return this.isAway || this.isSignedOut || this.isOtherUser }

  /** The reason for the failure, as a value. */
  get reason() {
    const kind = this.isAway ? "away" : this.isSignedOut ? "signed-out" : this.isOtherUser ? "other-user" : "refused"
    return { kind, words: this.message, user: this.user }
  }
}

const isProxys = (status, type = "") => [502, 503, 504].includes(status) && !type.startsWith("urn:galley:")

/** Every place that shows this text may add what it knows, so the text must be true everywhere. */
function wordsOf(body, status) {
  if (isProxys(status, body.type)) return `The daemon is away: its proxy answered ${status}.`
  // The daemon also addresses programs, and mentions tokens.
  if (status === 401) return "You are signed out. Run “galley open” for a new link."
  return body.detail ?? body.title ?? `The daemon answered ${status}.`
}

/**
 * Sends one request; never repeats it.
 * @param {string} path with its query
 * @param {object|string} [options.body] an object is sent as JSON, a text as Markdown
 * @param {number} [options.revision] the revision that was read: `If-Match`
 * @param {boolean} [options.isNew] only if there is none yet: `If-None-Match: *`
 * @param {string} [options.key] `Idempotency-Key`
 * @param {boolean} [options.keepalive] continues after the page closes; at most 64 KB
 * @param {string} [options.user] the requesting user; if another user is signed in, the daemon refuses
 * @throws {Problem}
 */
export async function request(method, path, { body, revision, isNew, key, keepalive = false, user = pageUser } = {}) {
  const headers = { Accept: "application/json" }
  if (user) headers["Galley-User"] = encodeURIComponent(user)
  if (isNew) headers["If-None-Match"] = "*"
  if (typeof body === "string") headers["Content-Type"] = "text/markdown"
  else if (body !== undefined) headers["Content-Type"] = "application/json"
  if (revision !== undefined && revision !== null) headers["If-Match"] = `"${revision}"`
  if (key) headers["Idempotency-Key"] = key
  const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body)
  if (text?.length > bounds.request / 4) demandLength(text)
  const signal = AbortSignal.timeout(patienceMilliseconds)
  const heard = daemonClock.ask()
  let answer
  let content
  try {
    answer = await fetch(path, { method, headers, body: text, keepalive, signal, cache: "no-store" })
    content = answer.status === 204 ? null : await read(answer)
  } catch {
    throw signal.aborted ? silent : await whyUnanswered()
  }
  // Another clock's time is in a proxy's answer.
  if (answer.ok && content !== undefined) heard(answer.headers.get("Date"))
  if (!answer.ok || content === undefined) throw refusal(content, answer.status)
  return { status: answer.status, body: content }
}

const silent = new Problem({ type: "urn:galley:problem:silent",
  detail: `The daemon did not answer within ${patienceMilliseconds / 1000} s.` }, 0)

/**
 * While the daemon is away some proxies answer 404, and others ask for a sign-in with a page of their own.
 * @param {object|null} [body] what the daemon sends with each refusal
 */
function refusal(body, status) {
  if (body || (status >= 300 && status !== 404)) return new Problem(body ?? {}, status)
  const detail = status === 404 ? "The daemon is away: its proxy answered 404."
    : "A proxy answered in the daemon's place. Reload the page to see why."
  return new Problem({ type: "urn:galley:problem:foreign", detail }, 0)
}

/** Called when no answer came. Reports the daemon as away only if it does not answer the simplest request either. */
async function whyUnanswered() {
  try {
    await fetch(import.meta.url, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(whyMilliseconds) })
    return new Problem({ type: "urn:galley:problem:cut",
      detail: "The connection broke off before the daemon had answered." }, 0)
  } catch {
    return new Problem({ type: "urn:galley:problem:away", detail: "The daemon is away." }, 0)
  }
}

/** The daemon refuses a larger body by closing the connection, which gives no reason. */
function demandLength(text) {
  const { size } = new Blob([text])
  if (size <= bounds.request) return
  const megabytes = bytes => (bytes / 1_000_000).toFixed(1)
  throw new Problem({ type: "urn:galley:problem:too-large",
    title: `The text is too long: as it is sent it has ${megabytes(size)} MB, and the daemon takes ${megabytes(bounds.request)} MB.` }, 413)
}

/** Why the event stream ended; null if the daemon answers other requests. */
export async function whyCut(user) {
  try {
    await request("GET", "/v1/sessions", { user })
    return null
  } catch (problem) {
    return problem.reason
  }
}

/** @returns {Promise<any>} null for an empty answer; undefined for one that is not the daemon's, which sends JSON */
async function read(answer) {
  const text = await answer.text()
  if (!text) return null
  try { return JSON.parse(text) } catch { return undefined }
}

/** Whether the daemon now serves another version of the page, so that this one's files are gone. */
export async function isReplaced() {
  try {
    return (await fetch(import.meta.url, { method: "HEAD", cache: "no-store" })).status === 404
  } catch {
    return false
  }
}

const stallMilliseconds = 60_000

/**
 * Uploads one picture and reports progress, which `fetch` cannot.
 * @param {string} [options.name] of the file
 * @returns {Promise<object>} the picture, as in `/v1/media/{id}`
 * @throws {Problem}
 */
export function upload(file, { name = "", progress = () => {}, signal } = {}) {
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
    request.upload.addEventListener("progress", event => { wait(); progress(event.loaded, event.total) })
    request.addEventListener("loadend", () => clearTimeout(timer))
    request.addEventListener("error", away)
    request.addEventListener("abort", away)
    request.addEventListener("load", () => {
      if (request.status >= 200 && request.status < 300 && request.response) resolve(request.response)
      else reject(refusal(request.response, request.status))
    })
    signal?.addEventListener("abort", () => request.abort())
    wait()
    request.send(file)
  })
}
