/// A date and time of day, to the microsecond, in the years 1 to 9999. The zone decides which instant it is
/// (`ZoneRules.resolve`).
package struct WallClock: Hashable, Comparable, Sendable {
    package let date: CivilDate
    package let time: ClockTime

    package init(_ date: CivilDate, _ time: ClockTime) {
        self.date = date
        self.time = time
    }

    package init(
        year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, microsecond: Int = 0
    ) throws(WallClockError) {
        date = try CivilDate(year: year, month: month, day: day)
        time = try ClockTime(hour: hour, minute: minute, second: second, microsecond: microsecond)
    }

    /// The time of a UTC clock at `instant`. Instants outside the years 1 to 9999 become the first or last moment of
    /// those years.
    package init(asIfUTC instant: Instant) {
        let dayNumber = instant.microseconds.flooredDivision(by: ClockTime.microsecondsPerDay)
        if let date = CivilDate(dayNumber: Int(dayNumber)) {
            self.date = date
            time = ClockTime(unchecked: instant.microseconds - dayNumber * ClockTime.microsecondsPerDay)
        } else {
            date = dayNumber < 0 ? .earliest : .latest
            time = dayNumber < 0 ? .midnight : .lastOfDay
        }
    }

    /// The instant at which a UTC clock shows this time.
    package var asIfUTC: Instant {
        Instant(microseconds: Int64(date.dayNumber) * ClockTime.microsecondsPerDay + time.microsecondOfDay)
    }

    package var weekday: Weekday { date.weekday }

    package static func < (one: WallClock, other: WallClock) -> Bool {
        (one.date, one.time) < (other.date, other.time)
    }
}

/// Why a text or numbers are not a date and time.
package enum WallClockError: Error, Equatable, Sendable, CustomStringConvertible {
    case noSuchYear(Int)
    case noSuchMonth(Int)
    case noSuchDay(year: Int, month: Int, day: Int)
    case noSuchTime(hour: Int, minute: Int, second: Int)
    case noSuchHalf(hour: Int, half: String)
    case unreadable(String)

    package var description: String {
        switch self {
        case .noSuchYear(let year): "The year \(year) is out of range. Use 1 to 9999."
        case .noSuchMonth(let month): "There is no month \(month). Use 01 to 12."
        case .noSuchDay(let year, let month, let day):
            "\(year.padded(to: 4))-\(month.padded(to: 2)) has no day \(day). "
                + "It has \(CivilDate.days(inMonth: month, of: year)) days."
        case .noSuchTime(let hour, let minute, let second):
            "No clock shows \(hour.padded(to: 2)):\(minute.padded(to: 2)):\(second.padded(to: 2)). "
                + "Use 00:00:00 to 23:59:59."
        case .noSuchHalf(let hour, let half):
            "“\(hour) \(half)” is not a time. Write \(hour % 12) \(half), or \(hour):00 without “\(half)”."
        case .unreadable(let found): "“\(found)” is not a date and time. Write it as 2026-12-01T09:00."
        }
    }
}

extension WallClock {
    /// Parses `2026-12-01T09:00`, `2026-12-01 9:00:30.25` or `2026-12-01`.
    ///
    /// A date alone means 00:00, as in Hugo and Jekyll, so that a file's date and its address agree. Fractions of a
    /// second are truncated to microseconds.
    package init(_ text: String) throws(WallClockError) {
        var scanner = TimeScanner(text)
        scanner.skipSpaces()
        guard let found = try scanner.wallClock() else { throw .unreadable(text.shortened) }
        scanner.skipSpaces()
        guard scanner.isAtEnd else { throw .unreadable(text.shortened) }
        self = found
    }

    /// `2026-12-01T09:00`, with seconds and microseconds only if they are not zero. Sorts like the wall clocks.
    package var text: String { "\(date.text)T\(time.text)" }
}

extension CivilDate {
    /// `2026-12-01`.
    package var text: String { "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))" }
}

extension String {
    /// At most 60 characters on one line, for quoting foreign text in error messages.
    var shortened: String {
        let line = prefix(60).map { $0.isNewline ? " " : $0 }
        return count > 60 ? String(line) + "…" : String(line)
    }
}
