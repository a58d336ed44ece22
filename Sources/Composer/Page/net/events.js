/**
 * The daemon's event stream: one for all windows of this browser, because a browser opens only six connections to one
 * place. A message is `{kind: "event", name, data, id}`, or `{kind: "line", isOpen}` when the stream came or went.
 */

const streamPath = "/v1/events"
const workerPath = new URL("./events-worker.js", import.meta.url)

/**
 * @param {(message: object) => void} handler is called with each message, the first of them says how the line is
 * @returns {() => void} ends it
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

/** One line for all of a page. */
const handlers = new Set()
let line = null
let end

function pass(message) {
  if (message.kind === "line") line = message
  for (const handler of handlers) handler(message)
}

function share(handler) {
  let port
  const open = () => {
    port = new SharedWorker(workerPath, { type: "module", name: "galley-events" }).port
    port.onmessage = event => handler(event.data)
    port.start()
  }
  const close = () => {
    port?.postMessage("bye")
    port?.close()
    port = undefined
  }
  // A port does not say when its page is gone; a page that is kept for “back” comes again.
  const onHide = () => close()
  const onShow = event => { if (event.persisted && !port) open() }
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
  const line = new EventLine(handler)
  line.open()
  return () => line.close()
}

/** One `EventSource` that comes back, also after an answer that ends it for good. */
export class EventLine {
  static names = [
    "post-created", "post-changed", "post-scheduled", "post-unpublished", "post-deleted", "post-undeleted",
    "delivery-changed", "target-changed", "check-wanted", "rehearsal-arrived", "media-changed",
    "arrangement-changed", "window-changed", "session-ended", "reset",
  ]
  #handler
  #source
  #timer
  #last
  /** Whether the stream is there; null until it came, or failed to come. */
  isOpen = null

  constructor(handler) { this.#handler = handler }

  open() {
    const after = this.#last === undefined ? "" : `?after=${encodeURIComponent(this.#last)}`
    this.#source = new EventSource(streamPath + after)
    this.#source.onopen = () => this.#tell(true)
    this.#source.onerror = () => {
      this.#tell(false)
      // The browser tries again by itself, but not after a refusal (signed out, or a proxy's page).
      if (this.#source.readyState === EventSource.CLOSED) this.#timer = setTimeout(() => this.open(), 3000)
    }
    for (const name of EventLine.names) this.#source.addEventListener(name, event => this.#pass(name, event))
  }

  close() {
    clearTimeout(this.#timer)
    this.#source?.close()
    this.#source = undefined
    this.isOpen = null
  }

  #tell(isOpen) {
    this.isOpen = isOpen
    this.#handler({ kind: "line", isOpen })
  }

  #pass(name, event) {
    if (event.lastEventId) this.#last = event.lastEventId
    let data = {}
    try { data = JSON.parse(event.data) } catch { /* An event without data says enough by its name. */ }
    this.#handler({ kind: "event", name, data, id: Number(event.lastEventId) || 0 })
  }
}
