/// A time as a person types it, independent of the current time and the known zones.
///
/// | typed | meaning |
/// |---|---|
/// | `now`, `+2h`, `+1d2h`, `in 2 hours` | from now; a day is 24 hours |
/// | `2026-12-01T09:00:00+01:00`, `2026-12-01 09:00 +01:00` | by clocks at that offset from UTC |
/// | `2026-12-01T09:00:00Z` | that instant, by the clocks of the default zone |
/// | `2026-12-01 09:00`, `2026/12/01 9:00 PM`, `2026-12-01 09:00 Europe/Lisbon` | by the clocks of the default zone or the named one |
/// | `2026-12-01` | 00:00 of that day |
/// | `today 18:30`, `tomorrow 09:00`, `09:00 tomorrow` | on the current day in the zone, or the next |
/// | `monday 09:00`, `mon 9:00`, `9:00 mon` | the next such day and time; today if it is still in the future |
/// | `09:00`, `9am` | the next time the clocks show it |
///
/// A zone or an offset may follow the last three, too. Case matters only in the zone's name.
package enum When: Hashable, Sendable {
    case fromNow(Span)
    case instant(Instant)
    case wall(WallClock, zone: ZoneName?)
    case clock(ClockTime, on: Day, zone: ZoneName?)

    package enum Day: Hashable, Sendable {
        case today, tomorrow
        case next(Weekday)
        /// The first day on which the time is still in the future.
        case any
    }

    package init(_ text: String) throws(WhenError) {
        var scanner = TimeScanner(text)
        scanner.skipSpaces()
        do {
            if scanner.take(.plus) != nil {
                self = .fromNow(try Span(scanner.rest))
            } else if let wall = try scanner.wallClock() {
                self = try When.written(wall, scanner, text)
            } else {
                self = try When.spoken(scanner, text)
            }
        } catch let error as WallClockError {
            throw .badTime(error)
        } catch let error as SpanTextError {
            throw .badSpan(error)
        } catch let error as ZoneNameError {
            throw .badZone(error)
        } catch {
            throw error as? WhenError ?? .unreadable(text.shortened)
        }
    }

    /// The zone or offset that the text names.
    package var zone: ZoneName? {
        switch self {
        case .wall(_, let zone), .clock(_, _, let zone): zone
        case .instant, .fromNow: nil
        }
    }

    /// The same time without its offset, as an instant: it is then by the clocks of the default zone.
    package var withoutOffset: When {
        guard case .wall(let wall, let name?) = self, let offset = name == .utc ? .zero : name.offset else {
            return self
        }
        return .instant(wall.asIfUTC - offset)
    }

    /// Parses the text after a date and time: `Z`, an offset, a zone or nothing.
    private static func written(_ wall: WallClock, _ scanner: TimeScanner, _ text: String) throws -> When {
        var ahead = scanner
        ahead.skipSpaces()
        let isZ = ahead.isAtZ
        if let seconds = ahead.offset() {
            ahead.skipSpaces()
            if ahead.isAtEnd {
                return isZ ? .instant(wall.asIfUTC) : .wall(wall, zone: ZoneName(minutesEast: seconds / 60))
            }
        }
        return .wall(wall, zone: try zone(scanner, text))
    }

    /// Parses `now`, or a time with or without a day before it.
    private static func spoken(_ start: TimeScanner, _ text: String) throws -> When {
        var scanner = start
        let word = scanner.letters().lowercased()
        scanner.skipSpaces()
        if word == "now", scanner.isAtEnd { return .fromNow(.zero) }
        if word == "in" { return .fromNow(try Span(spoken: scanner.rest)) }
        guard let day = Day(word: word), !(word.isEmpty && scanner.isAtEnd) else {
            throw WhenError.unreadable(text.shortened)
        }
        if scanner.isAtEnd { throw WhenError.hourMissing(text.shortened) }
        guard let time = try scanner.clockTime() else { throw WhenError.unreadable(text.shortened) }
        if word.isEmpty, let later = laterDay(&scanner) {
            return .clock(time, on: later, zone: try zone(scanner, text))
        }
        return .clock(time, on: day, zone: try zone(scanner, text))
    }

    /// Parses the day after a time. No zone has the name of a day.
    private static func laterDay(_ scanner: inout TimeScanner) -> Day? {
        var ahead = scanner
        ahead.skipSpaces()
        let word = ahead.letters().lowercased()
        let isWhole = ahead.isAtEnd || ahead.next == .space || ahead.next == .tab
        guard !word.isEmpty, isWhole, let day = Day(word: word) else { return nil }
        scanner = ahead
        return day
    }

    /// The rest must be the name of a zone, an offset or empty.
    private static func zone(_ start: TimeScanner, _ text: String) throws -> ZoneName? {
        var scanner = start
        scanner.skipSpaces()
        guard let first = scanner.next else { return nil }
        // Any other start was meant as an hour.
        guard first.isASCIILetter || first == .plus || first == .hyphen else {
            throw WhenError.unreadable(text.shortened)
        }
        do {
            return try ZoneName(scanner.rest.trimmedAtEnd)
        } catch {
            if case .badOffset = error { throw WhenError.unreadable(text.shortened) }
            throw error
        }
    }
}

extension When.Day {
    /// - Parameter word: in lower case; empty for any day.
    fileprivate init?(word: String) {
        switch word {
        case "": self = .any
        case "today": self = .today
        case "tomorrow": self = .tomorrow
        default:
            guard let weekday = Weekday(word: word) else { return nil }
            self = .next(weekday)
        }
    }
}

/// Why a typed time does not name an instant.
package enum WhenError: Error, Equatable, Sendable, CustomStringConvertible {
    case unreadable(String)
    case hourMissing(String)
    case badTime(WallClockError)
    case badSpan(SpanTextError)
    case badZone(ZoneNameError)
    case unknownZone(ZoneName)
    case outOfRange

    package var description: String {
        switch self {
        case .unreadable(let found):
            "“\(found)” is not a time. Write 2026-12-01 09:00, 2026-12-01 09:00 Europe/Lisbon, "
                + "2026-12-01T09:00:00+01:00, tomorrow 09:00, monday 9am, 09:00, +2h, in 2 hours or now."
        case .hourMissing(let found): "“\(found)” has no hour. Write it as “\(found) 09:00”."
        case .badTime(let error): error.description
        case .badSpan(let error): error.description
        case .badZone(let error): error.description
        case .unknownZone(let name): "There is no time zone “\(name)” on this machine. Use one such as Europe/Lisbon."
        case .outOfRange: "That time is not in the years 1 to 9999. Use another."
        }
    }
}
