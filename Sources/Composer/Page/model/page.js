/**
 * What the parts of the page share, and the way on which they learn what has changed: each has a method `update(change)`,
 * gets every change, and looks for what it shows. What happens at once is one change, however much of the page it
 * concerns: another post that opens changes its fields, its state and its deliveries. (What only one element shows, such as
 * the pictures of the library, that element follows itself.)
 *
 * @typedef {object} PageChange a property is there if it has changed. Of the open post:
 * @property {{name: string|null}} [post] another one is open; the name by which it was requested
 * @property {{names: string[]|null, by: "writer"|"daemon"|"open"}} [fields] null: all of them
 * @property {true} [received] the daemon sent it, or its settings
 * @property {true} [save] its save state
 * @property {true} [deliveries]
 * @property {{caret: number, top: number|null}} [place] the line of the caret, and the line at the top of the view
 *
 * Of what the daemon holds:
 * @property {true} [targets] also which of them are chosen
 * @property {true} [posts] the index
 * @property {true} [queue]
 * @property {{id: string}} [glance] a post at a glance
 * @property {true} [versions] of the open post
 * @property {true} [preferences]
 * @property {true} [searches] the saved ones
 * @property {true} [keys] the writer's own
 * @property {true} [presence] who else has the post open
 * @property {{name: string, data?: object}} [event] any event of the daemon
 * @property {true} [line] its connection opened or closed
 * @property {true} [offline] what the browser keeps for the time without it
 *
 * Of the page itself:
 * @property {{cause: "size"|"command"|"event"}} [panels] where they stand
 * @property {true} [panelsLine] whether the daemon arranges them
 * @property {true} [commands]
 *
 * What is wanted of one part:
 * @property {string} [typed] the text that the body is about to have, so that rendering can begin
 * @property {true} [leaving] another post is about to open, or the page to be hidden: half-typed fields go into this one now
 * @property {{start: number, end: number, isFocused?: boolean}} [reveal] a part of the text
 * @property {object} [rewrite] an edit of the text
 * @property {true} [decide] the publish dialog
 * @property {{words: string, action?: object|object[], isUrgent?: boolean, about?: string, isBrief?: boolean}} [notice]
 *   `action`: `{title, run}`, or several of them
 * @property {{text: string, alternative?: object|null, isRefusal?: boolean}} [said] about the panels
 */
export class Page {
  /** @type {PageModel} */
  model
  /** @type {CommandList} */
  commands
  /** @type {Arranging} */
  arranging
  #parts = new Set()

  /** @param {{update: (change: PageChange) => void}} part @param {AbortSignal} [signal] ends it */
  join(part, signal) {
    this.#parts.add(part)
    signal?.addEventListener("abort", () => this.#parts.delete(part))
  }

  /** Gives a change to all parts, in the order in which they joined. A part that fails keeps none of the others from it. */
  tell(change) {
    for (const part of [...this.#parts]) {
      if (!this.#parts.has(part)) continue
      try { part.update(change) } catch (error) { reportError(error) }
    }
  }

  /** Makes the events of a source changes of the page. @param {Record<string, string>} names of changes, by its events */
  follow(source, names) {
    for (const [event, name] of Object.entries(names)) {
      source.addEventListener(event, ({ detail }) => this.tell({ [name]: detail ?? true }))
    }
  }
}

/** Whether the open post's fields have changed, one of these among them. @param {PageChange["fields"]} fields */
export const changes = (fields, ...names) =>
  fields !== undefined && (!fields.names || names.some(name => fields.names.includes(name)))
