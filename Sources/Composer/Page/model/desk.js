/**
 * What the page knows of the daemon, in one place: the open post and its draft, the targets, the queue. Elements get it as
 * their property `desk` before they are connected, listen to its events, and ask it for changes.
 *
 * Events: `post` (another post is open, or the open one has a new revision), `fields` (`detail.names`, `detail.by`: "writer",
 * "daemon"), `save` (the save state), `targets`, `queue`, `line` (the daemon came or went).
 */
export class Desk extends EventTarget {
  /** The open post as the daemon last told it; null for one that is not there yet. */
  post = null
  /** What the writer sees: the fields of the draft. */
  fields = { title: "", body: "", tags: [] }
  targets = []
  deliveries = []
  isAway = false

  /** @param {{request: Function, subscribe: Function}} net */
  constructor(net) {
    super()
    this.net = net
  }
}
