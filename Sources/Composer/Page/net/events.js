/**
 * The daemon's event stream. All windows of one user in this browser share one stream, because a browser opens only six
 * connections to a server. A message is `{kind: "event", name, data, id}`, or `{kind: "line", isOpen, reason}` when the
 * stream opened or closed; `reason` says why it is closed, as a `Problem`.
 */
import { browserClocks } from "../model/daemon-clock.js"
import { pageUser, whyCut } from "./api.js"

/** The name ends with the user, so that the browser keeps the workers of two users apart. */
export const workerName = "galley-events "
const streamPath = "/v1/events"
const workerPath = new URL("./events-worker.js", import.meta.url)
const tickMilliseconds = 5000
/** All windows of a browser ask for a new stream at once. */
const renewalMilliseconds = 1000
const cut = { kind: "cut", words: "Changes made elsewhere may be missing here.", user: null }

/** Methods of `EventLine` that a page calls when its browser loses the network, has it again, or wakes up. */
export const lineWishes = ["lost", "renew", "check"]

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
  const ends = new AbortController()
  followBrowser(wish => port?.postMessage(wish), ends.signal)
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
    ends.abort()
    removeEventListener("pagehide", onHide)
    removeEventListener("pageshow", onShow)
    close()
  }
}

function listen(handler) {
  const stream = new EventLine(handler, pageUser), ends = new AbortController()
  followBrowser(wish => stream[wish](), ends.signal)
  stream.open()
  return () => {
    ends.abort()
    stream.close()
  }
}

/** Workers hear of none of this in every browser. @param {(wish: "lost"|"renew"|"check") => void} act */
function followBrowser(act, signal) {
  const on = (target, name, wish) => target.addEventListener(name, () => act(wish), { signal })
  on(globalThis, "offline", "lost")
  on(globalThis, "online", "renew")
  for (const [target, name] of [[globalThis, "pageshow"], [globalThis, "focus"], [document, "visibilitychange"]]) {
    on(target, name, "check")
  }
}

/**
 * One `EventSource` that reconnects, even after an answer that ends it for good, and even if no error tells that its
 * connection is gone: after a heartbeat that did not come, and after the machine slept or its clock was set.
 */
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
  #ticks
  #watch
  #last
  #user
  /** When the stream was last requested, by the steady clock. */
  #requestedAt = 0
  /** Counts the streams that were given up: what one of them still reports does not count. */
  #renewals = 0
  /** How often it has ended since it was last open. */
  #ends = 0
  /** Whether the stream is open, and why not; null until it has opened or failed to. */
  state = null

  constructor(handler, user) {
    this.#handler = handler
    this.#user = user
  }

  open() {
    const query = new URLSearchParams({ beats: "true", ...this.#user && { user: this.#user },
      ...this.#last !== undefined && { after: this.#last } })
    const source = this.#source = new EventSource(`${streamPath}?${query}`)
    source.onopen = () => this.#opened()
    source.onerror = () => this.#ended(source)
    source.addEventListener("beat", () => this.#hear())
    for (const name of EventLine.names) source.addEventListener(name, event => this.#pass(name, event))
    const now = browserClocks()
    this.#requestedAt = now.steady
    this.#watch ??= new EventWatch()
    this.#watch.hear(now)
    this.#ticks ??= setInterval(() => this.check(), tickMilliseconds)
  }

  close() {
    clearTimeout(this.#timer)
    clearInterval(this.#ticks)
    this.#ticks = this.#watch = undefined
    this.#drop()
    this.state = null
  }

  #drop() {
    clearTimeout(this.#timer)
    this.#source?.close()
    this.#source = undefined
  }

  /** Opens another stream if this one is dead. */
  check() {
    if (this.#watch?.isDead(browserClocks(), this.#source?.readyState === EventSource.OPEN)) this.#replace()
  }

  /** Opens another stream: the browser may have come to another network. */
  renew() {
    if (this.#source && browserClocks().steady - this.#requestedAt > renewalMilliseconds) this.#replace()
  }

  /** The browser has lost its network. A daemon on this machine answers all the same. */
  async lost() {
    const renewals = this.#renewals
    const reason = await whyCut(this.#user)
    if (reason && this.#source && renewals === this.#renewals) this.#report(false, reason)
  }

  #replace() {
    this.#renewals++
    this.#ends++
    if (this.state?.isOpen !== false) this.#report(false, cut)
    this.#drop()
    this.open()
  }

  /** Whatever arrives is a sign of life, and shows that a network which was lost is back. */
  #hear() {
    this.#watch?.hear(browserClocks())
    if (this.state?.isOpen === false && this.#ends === 0) this.#report(true, null)
  }

  #opened() {
    this.#watch?.hear(browserClocks())
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
    const isFirst = this.#ends++ === 0, renewals = this.#renewals
    const reason = await whyCut(this.#user)
    if (this.#ends === 0 || this.#source === undefined || renewals !== this.#renewals) return
    if (reason) this.#report(false, reason)
    else if (!isFirst) this.#report(false, cut)
  }

  #report(isOpen, reason) {
    this.state = { kind: "line", isOpen, reason }
    this.#handler(this.state)
  }

  #pass(name, event) {
    this.#hear()
    if (event.lastEventId) this.#last = event.lastEventId
    let data = {}
    try { data = JSON.parse(event.data) } catch { /* An event without data says enough by its name. */ }
    this.#handler({ kind: "event", name, data, id: Number(event.lastEventId) || 0 })
  }
}

/** The daemon's heartbeat comes every 15 s. */
export const silenceMilliseconds = 40_000
/** How long a stream may take to open. */
const openingMilliseconds = 20_000
/** If the clocks disagree by more about how long something took, the machine slept or its clock was set. */
const jumpMilliseconds = 2000

/**
 * Decides when the event stream is dead although no error says so.
 * @typedef {{wall: number, steady: number}} Clocks as from `browserClocks`
 */
export class EventWatch {
  /** When the stream was last requested or last gave a sign of life. @type {Clocks} */
  #heard
  /** @type {Clocks} */
  #last

  /** The stream is requested, has opened, or something has arrived. @param {Clocks} now */
  hear(now) {
    this.#heard = now
    this.#last ??= now
  }

  /** Whether a connection that was open may be gone. @param {Clocks} now */
  isDead(now, isOpen) {
    const { wall, steady } = since(this.#last, now)
    this.#last = now
    if (Math.abs(wall - steady) > jumpMilliseconds) return true
    const silence = since(this.#heard, now)
    return Math.max(silence.wall, silence.steady) > (isOpen ? silenceMilliseconds : openingMilliseconds)
  }
}

const since = (before, now) => ({ wall: now.wall - before.wall, steady: now.steady - before.steady })
