/** The only place from which the page asks the daemon. */

const patienceMilliseconds = 20_000

/** An answer that says no, or none at all; `message` is one or two plain sentences for the writer. */
export class Problem extends Error {
  /**
   * @param {object} body RFC 9457, as the daemon has it
   * @param {number} status 0 when there was no answer
   */
  constructor(body, status) {
    super(body.detail ?? body.title ?? `The daemon answered ${status}.`)
    this.name = "Problem"
    this.detail = this.message
    /** What is wrong, without what to do about it. */
    this.title = body.title ?? this.message
    this.status = status
    this.type = body.type ?? "about:blank"
    this.field = body.field ?? null
    /** The revision that the thing has now, when ours was older. */
    this.revision = body.revision ?? null
    /** A command that would be taken instead of the one refused. */
    this.alternative = body.alternative ?? null
  }

  /** No answer of the daemon's came: what was asked may have happened, or not. A proxy may have spoken in its place. */
  get isAway() { return this.status === 0 || [502, 503, 504].includes(this.status) && !this.type.startsWith("urn:galley:") }
  get isStale() { return this.status === 412 }
  get isSignedOut() { return this.status === 401 }
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
 * @returns {Promise<{status: number, body: any, etag: string|null}>}
 * @throws {Problem}
 */
export async function request(method, path, { body, revision, isNew, key, signal, keepalive = false } = {}) {
  const headers = { Accept: "application/json" }
  if (isNew) headers["If-None-Match"] = "*"
  if (typeof body === "string") headers["Content-Type"] = "text/markdown"
  else if (body !== undefined) headers["Content-Type"] = "application/json"
  if (revision !== undefined && revision !== null) headers["If-Match"] = `"${revision}"`
  if (key) headers["Idempotency-Key"] = key
  const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body)
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
    throw new Problem({ type: "urn:galley:problem:away", detail: "The daemon is away." }, 0)
  }
  if (!answer.ok) throw new Problem(content ?? {}, answer.status)
  return { status: answer.status, body: content, etag: answer.headers.get("ETag") }
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
