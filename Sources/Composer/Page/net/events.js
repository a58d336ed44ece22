/**
 * The daemon's event stream. All windows of one user in this browser share one stream, because a browser opens only six
 * connections to a server. A message is `{kind: "event", name, data, id}`, or `{kind: "line", isOpen, reason}` when the
 * stream opened or closed; `reason` says why it is closed, as a `Problem`.
 */
import { pageUser, whyCut } from "./api.js"

/** The name ends with the user, so that the browser keeps the workers of two users apart. */
export const workerName = "galley-events "
const streamPath = "/v1/events"
const workerPath = new URL("./events-worker.js", import.meta.url)

/**
 * @param {(message: object) => void} handler called with each message, first with the state of the line
 * @returns {() => void} unsubscribes
 */
export function subscribe(handler) {
  handlers.add(handler)
  if (handlers.size === 1) end = "SharedWorker" in globalThis ? share(pass) : listen(pass)
  else if (line) queueMicrotask(() => handler(line))
  return () => {
    handlers.delete(handler)
    if (handlers.size > 0) return
    line = null
    end()
  }
}

/** One line for the whole page. */
const handlers = new Set()
let line = null
let end

function pass(message) {
  if (message.kind === "line") line = message
  for (const handler of handlers) handler(message)
}

function share(handler) {
  let port, alone
  const open = () => {
    try {
      port = new SharedWorker(workerPath, { type: "module", name: workerName + pageUser }).port
    } catch {
      // A browser that keeps nothing may refuse it. Then this page has a stream of its own.
      alone = listen(handler)
      return
    }
    port.onmessage = event => handler(event.data)
    port.start()
  }
  const close = () => {
    port?.postMessage("bye")
    port?.close()
    port = undefined
    alone?.()
    alone = undefined
  }
  // A port does not report that its page is gone; a page kept for “back” connects again.
  const onHide = () => close()
  const onShow = event => { if (event.persisted && !port && !alone) open() }
  addEventListener("pagehide", onHide)
  addEventListener("pageshow", onShow)
  open()
  return () => {
    removeEventListener("pagehide", onHide)
    removeEventListener("pageshow", onShow)
    close()
  }
}

function listen(handler) {
  const stream = new EventLine(handler, pageUser)
  stream.open()
  return () => stream.close()
}

/** One `EventSource` that reconnects, even after an answer that ends it for good. */
export class EventLine {
  /** `LogEvent.Kind`, and `reset`. */
  static names = [
    "post-created", "post-changed", "post-scheduled", "post-unpublished", "post-deleted", "post-undeleted",
    "delivery-changed", "target-changed", "check-wanted", "rehearsal-arrived", "media-changed",
    "arrangement-changed", "preferences-changed", "store-restored", "notification-changed", "reset",
  ]
  #handler
  #source
  #timer
  #last
  #user
  /** How often it has ended since it was last open. */
  #ends = 0
  /** Whether the stream is open, and why not; null until it has opened or failed to. */
  state = null

  constructor(handler, user) {
    this.#handler = handler
    this.#user = user
  }

  open() {
    const query = new URLSearchParams({ ...this.#user && { user: this.#user },
      ...this.#last !== undefined && { after: this.#last } })
    this.#source = new EventSource(`${streamPath}?${query}`)
    this.#source.onopen = () => this.#opened()
    this.#source.onerror = () => this.#ended(this.#source)
    for (const name of EventLine.names) this.#source.addEventListener(name, event => this.#pass(name, event))
  }

  close() {
    clearTimeout(this.#timer)
    this.#source?.close()
    this.#source = undefined
    this.state = null
  }

  #opened() {
    const isLate = this.#ends > 0 && this.#last === undefined
    this.#ends = 0
    this.#report(true, null)
    // Without the id of the last event the daemon cannot know what this page has missed.
    if (isLate) this.#handler({ kind: "event", name: "reset", data: {}, id: 0 })
  }

  /** An `EventSource` does not say why it ended. An interrupted stream reconnects without being reported. */
  async #ended(source) {
    // The browser reconnects by itself, but not after a refusal (signed out, or a proxy's page).
    if (source.readyState === EventSource.CLOSED) this.#timer = setTimeout(() => this.open(), 3000)
    const isFirst = this.#ends++ === 0
    const reason = await whyCut(this.#user)
    if (this.#ends === 0 || this.#source === undefined) return
    if (reason) this.#report(false, reason)
    else if (!isFirst) this.#report(false, { kind: "cut", words: "Changes made elsewhere do not arrive here now.", user: null })
  }

  #report(isOpen, reason) {
    this.state = { kind: "line", isOpen, reason }
    this.#handler(this.state)
  }

  #pass(name, event) {
    if (event.lastEventId) this.#last = event.lastEventId
    let data = {}
    try { data = JSON.parse(event.data) } catch { /* An event without data says enough by its name. */ }
    this.#handler({ kind: "event", name, data, id: Number(event.lastEventId) || 0 })
  }
}
