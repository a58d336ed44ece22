import { projection, rate } from "../../model/sheet-motion.js"

const scrolls = one => one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY)

/**
 * What a finger scrolls in a sheet that it moves. In a sheet at its highest place the browser scrolls, better than a
 * page can. It cannot begin in the middle of a gesture: the page scrolls for the rest of one that moved the sheet there.
 */
export class ContentScroll {
  #all = []

  /** @param {Element} room around the content; `target` is the pressed element in it */
  constructor(target, room) {
    for (let one = target; one !== room; one = one.parentElement) if (scrolls(one)) this.#all.push(one)
    this.#all.push(room)
  }

  get top() { return this.#all.reduce((sum, { scrollTop }) => sum + scrollTop, 0) }
  /** The innermost scrolls first, as in browsers. */
  set top(top) {
    let way = top - this.top
    for (const one of this.#all) {
      const before = one.scrollTop
      one.scrollTop += way
      way -= one.scrollTop - before
    }
  }

  /** Whether nothing can scroll along with a finger that moves down (positive) or up. */
  isAtEnd(pull) {
    return this.#all.every(({ scrollTop, scrollHeight, clientHeight }) =>
      pull > 0 ? scrollTop <= 0 : scrollTop >= scrollHeight - clientHeight - 1)
  }

  /** Slows down from `velocity` (px/s), unless a press, a wheel or a key stops it, or the sheet closes. */
  coast(velocity) {
    const from = this.top, way = projection(velocity, rate), began = performance.now()
    const listening = new AbortController()
    let isStopped = false
    for (const name of ["pointerdown", "wheel", "keydown"]) {
      addEventListener(name, () => { isStopped = true }, { capture: true, passive: true, signal: listening.signal })
    }
    const step = now => {
      const gone = way * (1 - rate ** (now - began))
      if (isStopped || Math.abs(way - gone) < 1 || !this.#all[0].checkVisibility()) return listening.abort()
      this.top = from + gone
      requestAnimationFrame(step)
    }
    step(began)
  }
}
