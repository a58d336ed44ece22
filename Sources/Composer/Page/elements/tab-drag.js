import { tabPlace, tabShift, tabShifts } from "../model/tab-order.js"

/** A tab that is dragged along its stack's bar: it goes with the pointer, and the others make room. */
export class TabDrag {
  #bar
  #tabs
  #held
  #spans
  #isFromRight
  #place

  /**
   * @param {PanelTabsElement} bar
   * @param {string} panel whose tab it is
   * @param {number} origin what is subtracted from the screen's coordinates, for those that the drag is told in
   */
  constructor(bar, panel, origin) {
    this.#bar = bar
    this.#tabs = [...bar.children]
    this.#held = this.#tabs.findIndex(tab => tab.dataset.panel === panel)
    this.#isFromRight = bar.matches(":dir(rtl)")
    this.#spans = this.#tabs.map(tab => {
      const { left, right } = tab.getBoundingClientRect()
      return { start: left - origin, end: right - origin }
    })
    this.#place = this.#held
  }

  /** Where it stood. */
  get held() { return this.#held }

  /** The place that it has with the pointer here. */
  placeAt(pointer, places) {
    return this.#held < places ? tabPlace(this.#spans, this.#held, pointer.x, places, this.#isFromRight) : this.#held
  }

  /** Draws it: `way` px from where it was taken hold of. */
  draw(way, pointer, places) {
    if (this.#held >= places) return
    this.#bar.classList.add("is-ordering")
    const held = this.#tabs[this.#held]
    held.classList.add("is-held")
    held.style.transform = `translateX(${tabShift(this.#spans, this.#held, way, places)}px)`
    const place = this.placeAt(pointer, places)
    if (place === this.#place) return
    this.#place = place
    const shifts = tabShifts(this.#spans, this.#held, place, this.#isFromRight)
    this.#tabs.forEach((tab, index) => {
      if (index !== this.#held) tab.style.transform = shifts[index] ? `translateX(${shifts[index]}px)` : ""
    })
  }

  /** All tabs are where they stand. */
  clear() {
    this.#bar.classList.remove("is-ordering")
    this.#place = this.#held
    for (const tab of this.#tabs) {
      tab.classList.remove("is-held")
      tab.style.transform = ""
    }
  }
}
