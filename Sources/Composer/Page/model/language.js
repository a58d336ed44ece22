/** The browser's reading direction and its formats for times. */

/** The key of the user's choice in the browser's storage. */
export const directionKey = "galley-direction"
/** The same as on the pages that the daemon makes. */
export const rightToLeft = new Set(["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "ps", "sd", "syr", "ug",
  "ur", "yi"])

/** Whether a language, such as `ar-EG`, is written from right to left. */
const isRightToLeft = language => rightToLeft.has(String(language).toLowerCase().split("-")[0])

/**
 * The browser's reading direction: the user's choice, else that of its language.
 * @param {string|null} chosen what the storage has
 * @param {string} language of the browser
 */
export function readingDirection(chosen, language) {
  if (chosen === "ltr" || chosen === "rtl") return chosen
  return isRightToLeft(language) ? "rtl" : "ltr"
}

const written = `ar bg bn ca cs da de el en en-GB en-US eo es et eu fa fi fr ga gl he hi hr hu id is it ja ko lt lv
  nb nl nn pl pt pt-BR ro ru sk sl sr sv ta th tr uk ur vi zh-Hans zh-Hant`.split(/\s+/)

/** Languages to choose from, by name. */
export function languageNames() {
  const names = new Intl.DisplayNames(undefined, { type: "language", languageDisplay: "standard" })
  return written.map(tag => [tag, names.of(tag)]).sort(([, one], [, other]) => one.localeCompare(other))
}

// MARK: Times, in the browser's time zone and language

const second = 1000
const minute = 60 * second
const hour = 60 * minute
export const day = 24 * hour

/**
 * A format in the user's own language, with their clock of 12 or 24 hours. A browser takes milliseconds to create one:
 * each is created once, when it is first needed.
 */
export function format(options) {
  let made
  return milliseconds => (made ??= new Intl.DateTimeFormat(undefined, options)).format(milliseconds)
}

export const clock = format({ hour: "2-digit", minute: "2-digit" })
const nearDay = format({ weekday: "short", day: "numeric", month: "short" })
const shortDay = format({ day: "numeric", month: "short" })
const farDay = format({ day: "numeric", month: "short", year: "numeric" })
/** `1 December 2026`, in the browser's language. */
export const dayWords = format({ day: "numeric", month: "long", year: "numeric" })
const fullDay = format({ weekday: "long", day: "numeric", month: "long", year: "numeric", timeZone: "UTC" })
export const briefDay = format({ day: "numeric", month: "short", year: "numeric", timeZone: "UTC" })
const wallTime = format({ hour: "2-digit", minute: "2-digit", timeZone: "UTC" })

export const numbered = number => number.toLocaleString()
/** `1 post`, `2 posts`. */
export const counted = (count, thing, shown = count) => `${shown} ${thing}${count === 1 ? "" : "s"}`
/** A sentence as it continues another one. */
export const lowered = words => words[0].toLowerCase() + words.slice(1)
export const twoDigits = number => String(number).padStart(2, "0")

/** The parts of a date by the browser's clock and calendar: `2026-12-01`, `09:00`. */
export const dayOf = date => `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`
export const timeOf = date => `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`
/** The day that is so many days after another. @param {string} from `2026-12-01` */
export const dayAhead = (days, from) =>
  new Date(asIfUTC(`${from}T00:00`) + days * day).toISOString().slice(0, 10)

/** An approximate duration: `30 s`, `5 min`, `2 h`, `3 days`. */
export function span(milliseconds) {
  if (milliseconds < 90 * second) return `${Math.max(0, Math.round(milliseconds / second))} s`
  if (milliseconds < 90 * minute) return `${Math.round(milliseconds / minute)} min`
  if (milliseconds < 36 * hour) return `${Math.round(milliseconds / hour)} h`
  return `${Math.round(milliseconds / day)} days`
}

/** `12:04`, `tomorrow, 12:04`, `Tue, 1 Dec, 12:04`, `1 Dec 2027, 12:04`. */
export function moment(milliseconds, now) {
  const days = Math.round((midnight(milliseconds) - midnight(now)) / day)
  if (days === 0) return clock(milliseconds)
  if (days === 1) return `tomorrow, ${clock(milliseconds)}`
  if (days === -1) return `yesterday, ${clock(milliseconds)}`
  const isNear = Math.abs(days) < 180
  return `${(isNear ? nearDay : farDay)(milliseconds)}, ${clock(milliseconds)}`
}

function midnight(milliseconds) {
  const date = new Date(milliseconds)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
}

/** When something changed, in short for lists: `12:04`, `yesterday`, `1 Dec`, `1 Dec 2025`. */
export function lately(milliseconds, now) {
  const days = Math.round((midnight(now) - midnight(milliseconds)) / day)
  if (days === 0) return clock(milliseconds)
  if (days === 1) return "yesterday"
  return (days < 180 ? shortDay : farDay)(milliseconds)
}

/**
 * A wall-clock time as if its zone were UTC.
 * @param {string} local `2026-12-01T09:00`
 * @returns {number} milliseconds; NaN if there is no such day, such as 31 February
 */
export function asIfUTC(local) {
  const at = Date.parse(local.slice(0, 16) + (local.includes("T") ? "Z" : ""))
  // Some browsers read 31 February as 3 March.
  return new Date(at).getUTCDate() === Number(local.slice(8, 10)) ? at : NaN
}

/**
 * The milliseconds that a fixed offset is east of UTC; null for the name of a zone, and NaN for what begins like an
 * offset and is none. Not every browser knows offsets, and some know more.
 * @param {string} zone `+05:30`, as the daemon writes it
 */
function fixedOffset(zone) {
  const [, sign, hours, minutes] = /^([+-])([01]\d|2[0-3]):([0-5]\d)$/.exec(zone) ?? []
  if (sign) return Number(`${sign}1`) * (hours * hour + minutes * minute)
  return /^[+-]/.test(zone) ? NaN : null
}

/**
 * The wall clock of a zone, as milliseconds as if it were UTC.
 * @param {string} zone `Europe/Lisbon` or `+05:30`; an unknown one throws
 */
export function wallClockIn(zone, at) {
  const offset = fixedOffset(zone)
  if (offset !== null) return Math.floor(at / second) * second + offset
  const parts = new Intl.DateTimeFormat("en-US", { timeZone: zone, hourCycle: "h23", year: "numeric", month: "numeric",
    day: "numeric", hour: "numeric", minute: "numeric", second: "numeric" }).formatToParts(at)
  const value = type => Number(parts.find(part => part.type === type).value)
  return Date.UTC(value("year"), value("month") - 1, value("day"), value("hour"), value("minute"), value("second"))
}

/** What the clocks of a zone show; for an unknown zone the browser's: `2026-12-01T09:00`. */
export function clockIn(zone, at) {
  try {
    return new Date(wallClockIn(zone, at)).toISOString().slice(0, 16)
  } catch {
    const date = new Date(at)
    return `${dayOf(date)}T${timeOf(date)}`
  }
}

/**
 * A wall-clock time without conversion to another zone: `Tuesday, 1 December 2026, 09:00`.
 * @param {(at: number) => string} [day] `briefDay` gives `1 Dec 2026, 09:00`
 */
export function wallClock(local, day = fullDay) {
  const at = asIfUTC(local)
  return Number.isNaN(at) ? "There is no such date" : `${day(at)}, ${wallTime(at)}`
}

/**
 * The same moment by the browser's own clock, if that shows another time than the clocks of `zone`.
 * @param {string} zone such as `Europe/Lisbon` or `+05:30`
 * @returns {string} `Tue, 1 Dec, 10:00 where you are`; empty for the same time and for an unknown zone
 */
export function hereToo(milliseconds, zone) {
  const shown = (timeZone, at) => new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric",
    month: "short", hour: "2-digit", minute: "2-digit", timeZone }).format(at)
  try {
    const here = shown(undefined, milliseconds)
    return here === shown("UTC", wallClockIn(zone, milliseconds)) ? "" : `${here} where you are`
  } catch {
    return ""
  }
}
