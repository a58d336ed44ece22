/// Instants as RFC 3339 writes them, the form in which times cross between programs.
package enum RFC3339 {
    /// `2026-12-01T09:00:00+00:00`; microseconds only when they are not zero.
    ///
    /// - Parameter offset: time east of UTC. RFC 3339 has whole minutes only: of the local mean times of old the
    ///   nearest minute is taken for the offset and for the clock, so that the text still names the instant exactly.
    package static func text(_ instant: Instant, offset: Span = .zero) -> String {
        let limit = 23 * 60 + 59
        let rounded = Int(offset.microseconds.saturatingAdded(30_000_000).flooredDivision(by: 60_000_000))
        let minutes = min(max(rounded, -limit), limit)
        let wall = WallClock(asIfUTC: instant + .minutes(Int64(minutes)))
        let time = "\(wall.time.hour.padded(to: 2)):\(wall.time.minute.padded(to: 2))\(wall.time.secondsText)"
        let sign = minutes < 0 ? "-" : "+"
        let zone = "\(sign)\((abs(minutes) / 60).padded(to: 2)):\((abs(minutes) % 60).padded(to: 2))"
        return "\(wall.date.text)T\(time)\(zone)"
    }

    /// Reads strictly what RFC 3339 section 5.6 allows: `T` and `Z` in either case, seconds and offset required.
    /// A leap second is refused, fractions are cut off after the microsecond.
    package static func instant(_ text: String) throws(WallClockError) -> Instant {
        var scanner = TimeScanner(text)
        guard let wall = try scanner.wallClock(strict: true), let offset = scanner.offset(strict: true), scanner.isAtEnd
        else { throw .unreadable(text.shortened) }
        return wall.asIfUTC - .seconds(Int64(offset))
    }
}
