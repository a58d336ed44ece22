import { coalesced } from "../../model/coalesced.js"
import { daemonNow } from "../../model/daemon-clock.js"
import { isVain } from "../../model/deliveries.js"
import { isDatedAs } from "../../model/fields.js"
import { asIfUTC, clockIn, dayAhead, dayOf, format, moment, timeOf, twoDigits, wallClock } from "../../model/language.js"
import { changes } from "../../model/page.js"
import {
  announce, button, keysAlong, ListeningElement, make, say, sayOrHide, select, setAttributes,
} from "../markup.js"

const monthName = format({ month: "long", timeZone: "UTC" })
const months = Array.from({ length: 12 }, (_, month) => monthName(Date.UTC(2026, month, 1)))
/** With the weekday, which others see above the column. */
const dayName = format({ dateStyle: "full", timeZone: "UTC" })
const weekdayName = format({ weekday: "narrow", timeZone: "UTC" })
const usualTime = "09:00"
const typingMilliseconds = 1000
const promisedMilliseconds = 3000

/**
 * `<date-panel>`: the post's date, and with it the time when Galley sends the post: one line, which unfolds into fields
 * and a calendar. The writer enters a wall-clock time; the daemon, which knows the time zones, answers with the
 * instant, or reports that the time does not exist. Property `name`, with which the ids of its fields begin.
 */
class DatePanelElement extends ListeningElement {
  name = "date"
  #year = make("input", { class: "field", type: "number", min: 1970, max: 2999, inputMode: "numeric" })
  #month = select(months.map((name, index) => [index + 1, name]))
  #day = make("input", { class: "field", type: "number", min: 1, max: 31, inputMode: "numeric" })
  #time = make("input", { class: "field", type: "time" })
  #zone = make("input", { class: "field", spellcheck: false, autocomplete: "off" })
  #calendar = make("div", { class: "calendar", role: "group", "aria-label": "Days" })
  #words = make("summary", { class: "date-words" })
  #fold = make("details", { class: "date-fold" }, this.#words)
  #note = make("p", { class: "note", role: "status" })
  #clear = button("No date", () => {
    if (this.model.fields.date) this.#set("", "")
  })
  #slot = button("", () => {
    if (Date.parse(this.#free.instant) < daemonNow()) return this.#offer()
    this.#set(this.#free.local, this.#free.zone)
  }, { hidden: true })
  /** The date of the next free slot, which the button shows. */
  #free = null
  #offer = coalesced(() => this.#offerSlot(), 200)
  #isTyping = false

  constructor() {
    super()
    for (const input of [this.#year, this.#month, this.#day, this.#time, this.#zone]) {
      input.addEventListener("input", () => this.#typed())
      input.addEventListener("blur", () => this.#settled())
      input.addEventListener("keydown", event => { if (event.key === "Enter") this.#settled() })
    }
    // A stepped number or a chosen month is final at once; a time changes with every digit typed.
    for (const input of [this.#year, this.#month, this.#day]) input.addEventListener("change", () => this.#settled())
    this.#calendar.addEventListener("click", event => this.#choseDay(event.target.closest("button")))
    this.#calendar.addEventListener("keydown", event => this.#pressed(event))
  }

  listen() { this.#show() }

  update({ post, fields, received, save, targets, deliveries, leaving }) {
    if (leaving) this.#settled()
    if (post) {
      this.#isTyping = false
      this.notLater()
    }
    if (post || received || save || changes(fields, "date", "zone")) this.#show()
    if (targets || deliveries) this.#offer()
  }

  /** Shows the fields, and puts the focus into them. */
  unfold() {
    this.#fold.open = true
    this.#day.focus()
  }

  build() {
    const cell = (title, input, name) => {
      input.id = `${this.name}-${name}`
      return make("div", { class: `date-cell is-${name}` }, make("label", { for: input.id }, title), input)
    }
    // About four hundred zones, loaded only for a writer who looks for a zone other than their own.
    const zones = make("datalist", { id: `${this.name}-zones` })
    setAttributes(this.#zone, { list: zones.id })
    this.#zone.addEventListener("focus", () =>
      zones.append(...Intl.supportedValuesOf("timeZone").map(value => make("option", { value }))), { once: true })
    const soon = (title, days) => button(title, () => this.#setSoon(days))
    // A panel that the writer opens has its fields open; one that stands there from the beginning takes one line. In the
    // document it is in a line that the writer opens.
    const layer = this.closest("panel-layer")
    this.#fold.open = !layer || !this.arranging || layer.matches(".is-drawn") || this.arranging.window?.class === "compact"
    this.#fold.append(
      make("div", { class: "date-fields" },
        cell("Year", this.#year, "year"), cell("Month", this.#month, "month"), cell("Day", this.#day, "day"),
        cell("Time", this.#time, "time"), cell("Zone", this.#zone, "zone")),
      zones, this.#calendar,
      make("div", { class: "date-soon" }, soon("Today", 0), soon("Tomorrow", 1), soon("Monday", "monday"), this.#clear,
        this.#slot))
    this.#fold.addEventListener("toggle", this.#offer)
    this.append(this.#fold, this.#note)
  }

  // MARK: Input

  get #zoneOrOwn() {
    return this.model.fields.zone || this.model.facts.zone || Intl.DateTimeFormat().resolvedOptions().timeZone
  }

  /** A half-typed date is not sent: it waits until typing ends, and longer if it would move a scheduled post. */
  #typed() {
    this.#isTyping = true
    this.model.touch()
    const isPromised = this.model.post?.state === "scheduled"
    this.later(isPromised ? promisedMilliseconds : typingMilliseconds, () => this.#settled())
  }

  #settled() {
    this.notLater()
    if (!this.#isTyping) return
    const year = Number(this.#year.value) || this.#thisMonth.year
    const day = Number(this.#day.value)
    const isDate = year >= 1000 && year <= 9999 && day >= 1 && day <= 31
    // Without a day there is no date yet, but the calendar can show that month.
    if (!isDate) return this.#showCalendar(year, Number(this.#month.value), 0)
    const time = this.#time.value.slice(0, 5) || usualTime
    this.#set(`${year}-${twoDigits(this.#month.value)}-${twoDigits(day)}T${time}`, this.#zone.value.trim())
    return this.#show()
  }

  #set(date, zone) {
    this.#isTyping = false
    this.notLater()
    this.model.change({ date, zone: date ? zone || this.#zoneOrOwn : "" })
  }

  /** The time of day of the post's date; nine in the morning without one. */
  get #ownTime() { return this.model.fields.date.split("T")[1]?.slice(0, 5) ?? usualTime }

  /** Now, by the clock of the date's zone. */
  get #now() { return clockIn(this.#zoneOrOwn, daemonNow()) }
  get #thisMonth() {
    const [year, month] = this.#now.split("-").map(Number)
    return { year, month }
  }

  /** Adds calendar days to today's date in the date's zone, and keeps the time. */
  #setSoon(days) {
    const [today, now] = this.#now.split("T")
    const ahead = days === "monday" ? (8 - new Date(asIfUTC(this.#now)).getUTCDay()) % 7 || 7 : days
    let time = this.#ownTime
    const hour = Number(now.slice(0, 2)) + 1
    if (days === 0 && time <= now) time = hour < 24 ? `${twoDigits(hour)}:00` : "23:59"
    this.#set(`${dayAhead(ahead, today)}T${time}`, this.#zoneOrOwn)
  }

  /**
   * Offers the next free slot of the chosen targets, which only the daemon knows. A new date moves everything that is
   * scheduled by the same span, so only a target that gets the post at its date gets it at the slot.
   */
  async #offerSlot() {
    const { model } = this, date = Date.parse(model.post?.date?.instant)
    const names = model.slotted(model.chosen).filter(name => model.deliveries.every(one => one.target !== name
      || isVain(one) || (one.state === "scheduled" && Date.parse(one.dueAt) === date)))
    const isAsked = this.#fold.open && names.length
    this.#free = isAsked ? (await model.requests.nextSlot(names).catch(() => null))?.date : null
    this.#showSlot()
  }

  #showSlot() {
    const { local, zone } = this.#free ?? {}
    const isHere = zone === this.#zoneOrOwn
    sayOrHide(this.#slot, local ? `Next free slot: ${wallClock(local)}${isHere ? "" : `, ${zone}`}` : "")
  }

  // MARK: Display

  #show() {
    const { fields, post } = this.model
    const { date } = fields
    const [day = "", time = ""] = date.split("T")
    const [year = "", month = "", dayOfMonth = ""] = day.split("-")
    if (!this.#isTyping) {
      this.#year.value = year
      this.#month.value = Number(month) || this.#thisMonth.month
      this.#day.value = dayOfMonth ? Number(dayOfMonth) : ""
      this.#time.value = time.slice(0, 5)
      this.#zone.value = date ? fields.zone : this.#zoneOrOwn
    }
    setAttributes(this.#year, { placeholder: this.#thisMonth.year })
    // Not `disabled`: a keyboard user who presses it would lose the focus.
    setAttributes(this.#clear, { "aria-disabled": !date })
    this.#showWords(date, fields.zone, post, this.model.draft.phase)
    this.#showSlot()
    if (this.#isTyping) return
    const { year: thisYear, month: thisMonth } = this.#thisMonth
    this.#showCalendar(Number(year) || thisYear, Number(month) || thisMonth, Number(dayOfMonth))
  }

  #showWords(date, zone, post, phase) {
    const isKnown = phase === "saved" && isDatedAs(post, date, zone)
    const words = !date ? "No date · sends when you publish"
      : `${wallClock(date)}${isKnown ? this.#elsewhere(post.date) : ""}`
    if (this.#words.textContent && this.#words.textContent !== words && this.contains(document.activeElement)) {
      announce(this, words)
    }
    say(this.#words, words)
    const refusal = this.model.refusalOf("date")
    if (refusal) say(this.#note, refusal)
    else if (isKnown || !date) say(this.#note, date ? post.date.note ?? "" : "")
  }

  /** The same instant by the browser's clock, if that differs. */
  #elsewhere({ local, instant }) {
    const here = new Date(instant)
    const isSame = `${dayOf(here)}T${timeOf(here)}` === local.slice(0, 16)
    return isSame ? "" : ` (${moment(here.getTime(), daemonNow())} where you are)`
  }

  // MARK: Calendar

  #showCalendar(year, month, chosen) {
    const state = `${year}-${month}-${chosen}`
    if (this.#calendar.dataset.shown === state) return
    const hadFocus = this.#calendar.contains(document.activeElement)
    this.#calendar.dataset.shown = state
    const first = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7
    const count = new Date(Date.UTC(year, month, 0)).getUTCDate()
    const today = this.#now.slice(0, 10)
    const days = Array.from({ length: count }, (_, index) => {
      const day = index + 1
      return make("button", {
        type: "button", class: "calendar-day", "data-day": day, tabIndex: day === (chosen || 1) ? 0 : -1,
        "aria-pressed": day === chosen, "aria-label": dayName(Date.UTC(year, month - 1, day)),
        "aria-current": today === `${year}-${twoDigits(month)}-${twoDigits(day)}` ? "date" : null,
      }, day)
    })
    if (days.length) days[0].style.gridColumnStart = first + 1
    this.#calendar.replaceChildren(...weekdays(), ...days)
    if (hadFocus) this.#calendar.querySelector("[tabindex='0']")?.focus()
  }

  #choseDay(cell) {
    if (!cell) return
    const [year, month] = this.#calendar.dataset.shown.split("-").map(Number)
    this.#set(`${year}-${twoDigits(month)}-${twoDigits(cell.dataset.day)}T${this.#ownTime}`, this.#zoneOrOwn)
  }

  #pressed(event) {
    const [back, on] = keysAlong(this)
    const step = { [back]: -1, [on]: 1, ArrowUp: -7, ArrowDown: 7 }[event.key]
    const cell = event.target.closest("[data-day]")
    if (!step || !cell) return
    event.preventDefault()
    const next = this.#calendar.querySelector(`[data-day="${Number(cell.dataset.day) + step}"]`)
    if (!next) return
    cell.tabIndex = -1
    next.tabIndex = 0
    next.focus()
  }
}

/** From Monday on, such as 5 January 2026. */
const weekdays = () => Array.from({ length: 7 }, (_, day) =>
  make("span", { class: "calendar-weekday", "aria-hidden": "true" }, weekdayName(Date.UTC(2026, 0, 5 + day))))

customElements.define("date-panel", DatePanelElement)
