/// Instants in the format of RFC 3339, which programs use to exchange times.
package enum RFC3339 {
    /// `2026-12-01T09:00:00+00:00`; microseconds only if they are not zero.
    ///
    /// - Parameter offset: time east of UTC. RFC 3339 has whole minutes only. Historical local mean times are rounded
    ///   to the nearest minute, both offset and clock, so that the text still names the exact instant.
    package static func text(_ instant: Instant, offset: Span = .zero) -> String {
        let limit = 23 * 60 + 59
        let rounded = Int(offset.microseconds.saturatingAdded(30_000_000).flooredDivision(by: 60_000_000))
        let minutes = min(max(rounded, -limit), limit)
        let wall = WallClock(asIfUTC: instant + .minutes(Int64(minutes)))
        // Built from bytes: a list has a time in each row, and string concatenation took most of a row's time.
        var text: [UInt8] = []
        text.reserveCapacity(32)
        text.append(wall.date.year, digits: 4)
        text.append(wall.date.month, digits: 2, after: "-")
        text.append(wall.date.day, digits: 2, after: "-")
        text.append(wall.time.hour, digits: 2, after: "T")
        text.append(wall.time.minute, digits: 2, after: ":")
        text.append(wall.time.second, digits: 2, after: ":")
        if wall.time.microsecond != 0 { text.append(wall.time.microsecond, digits: 6, after: ".") }
        text.append(abs(minutes) / 60, digits: 2, after: minutes < 0 ? "-" : "+")
        text.append(abs(minutes) % 60, digits: 2, after: ":")
        return String(decoding: text, as: UTF8.self)
    }

    /// In UTC, to the second and without punctuation, for names of files: `20311201T030000Z`.
    package static func name(_ instant: Instant) -> String {
        text(instant).prefix { $0 != "." && $0 != "+" }.filter { $0 != "-" && $0 != ":" } + "Z"
    }

    /// Parses strictly by RFC 3339, section 5.6: `T` and `Z` in either case; seconds and offset are required. A leap
    /// second is an error; fractions are truncated to microseconds.
    package static func instant(_ text: String) throws(WallClockError) -> Instant { try parsed(text).instant }

    /// - Returns: the instant, and its time east of UTC.
    package static func parsed(_ text: String) throws(WallClockError) -> (instant: Instant, offset: Span) {
        var scanner = TimeScanner(text)
        guard let wall = try scanner.wallClock(strict: true), let offset = scanner.offset(strict: true), scanner.isAtEnd
        else { throw .unreadable(text.shortened) }
        let span = Span.seconds(Int64(offset))
        return (wall.asIfUTC - span, span)
    }
}

extension [UInt8] {
    /// - Parameter number: not negative, with at most `digits` digits; padded with zeros.
    fileprivate mutating func append(_ number: Int, digits: Int, after sign: Unicode.Scalar? = nil) {
        if let sign { append(UInt8(ascii: sign)) }
        let start = count
        append(contentsOf: repeatElement(UInt8(ascii: "0"), count: digits))
        var rest = number
        for place in indices[start...].reversed() {
            self[place] += UInt8(rest % 10)
            rest /= 10
        }
    }
}
