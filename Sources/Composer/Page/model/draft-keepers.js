import { isSame } from "./fields.js"
import { DraftKeeper } from "./keeper.js"

/**
 * The drafts of this page: the open one, and those that it left before the daemon had them, looked after until it has.
 *
 * Events: `leave` (another one is about to be), `turn` (another one is open), `state` (how the open one stands with the daemon), `show` (its words changed
 * from outside), `post` (the daemon told of it), `stuck` (`detail`: the keeper of one that is not open and cannot be saved
 * without its writer).
 */
export class DraftKeepers extends EventTarget {
  /** The keeper of the open draft. @type {DraftKeeper} */
  open
  #others = new Set()
  #parts
  /** How the open draft stood when it was told last. */
  #told

  /** @param {{net: {request: Function}, kept: object}} parts as `DraftKeeper` has them */
  constructor(parts) {
    super()
    this.#parts = parts
  }

  /** All of them, the open one first. */
  get all() { return [this.open, ...this.#others] }

  make(draft, post = null) { return new DraftKeeper({ draft, post, ...this.#parts }) }

  /** Of a post, or with a key, that was left here a moment ago. */
  leftOf(name) { return [...this.#others].find(({ draft }) => draft.id === name || draft.key === name) }

  /** Makes a draft the open one. The one that was is looked after until the daemon has it. */
  turnTo(keeper) {
    const last = this.open
    if (keeper === last) return
    this.dispatchEvent(new Event("leave"))
    this.#others.delete(keeper)
    keeper.reopen()
    keeper.isOffered = false
    this.open = keeper
    if (last) {
      last.push()
      this.tend(last)
    }
    if (!keeper.isListened) this.#listen(keeper)
    this.#told = undefined
    this.dispatchEvent(new Event("turn"))
  }

  tend(keeper) {
    if (!keeper.isListened) this.#listen(keeper)
    this.#others.add(keeper)
    this.#dismiss(keeper)
  }

  #listen(keeper) {
    keeper.isListened = true
    keeper.addEventListener("change", () => keeper === this.open ? this.#tellState() : this.#dismiss(keeper))
    for (const name of ["show", "post"]) {
      keeper.addEventListener(name, () => { if (keeper === this.open) this.dispatchEvent(new Event(name)) })
    }
  }

  /** Each key makes another draft; how it is saved is rarely another with it. */
  #tellState() {
    const state = JSON.stringify(standing(this.open.draft))
    if (state === this.#told) return
    this.#told = state
    this.dispatchEvent(new Event("state"))
  }

  /** Lets a draft go that the daemon has; one that needs its writer is offered. */
  #dismiss(keeper) {
    if (keeper.isSettled) {
      this.#others.delete(keeper)
      keeper.close()
    } else if (isStuck(keeper.draft) && !keeper.isOffered) {
      keeper.isOffered = true
      this.dispatchEvent(new CustomEvent("stuck", { detail: keeper }))
    }
  }
}

/** A deleted post that has no new words needs none. */
const isStuck = ({ phase, mine, base }) => phase === "conflict" || phase === "refused"
  || (phase === "deleted" && !isSame(mine, base))

/** What of a draft the save state is made of, and what else elements show of it. */
const standing = ({ key, id, revision, phase, conflicts, held, problem, isMerged, savedAt }) =>
  [key, id, revision, phase, conflicts, held, problem, isMerged, savedAt]
