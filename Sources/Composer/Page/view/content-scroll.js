import { projection } from "../model/sheet-motion.js"

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

  get top() { return this.#all[0].scrollTop }
  set top(top) { this.#all[0].scrollTop = top }

  /** Whether nothing can scroll along with a finger that moves down (positive) or up. */
  isAtEnd(pull) {
    return this.#all.every(({ scrollTop, scrollHeight, clientHeight }) =>
      pull > 0 ? scrollTop <= 0 : scrollTop >= scrollHeight - clientHeight - 1)
  }

  /** Slows down from `velocity` (px/s), unless a press stops it. */
  coast(velocity, rate) {
    const from = this.top, way = projection(velocity, rate), began = performance.now()
    let isStopped = false
    addEventListener("pointerdown", () => { isStopped = true }, { capture: true, once: true })
    const step = now => {
      const gone = way * (1 - rate ** (now - began))
      if (isStopped || Math.abs(way - gone) < 1) return
      this.top = from + gone
      requestAnimationFrame(step)
    }
    step(began)
  }
}
