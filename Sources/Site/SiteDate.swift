package import Posts

/// A date by the author's clock: whole seconds and the offset from UTC, written as in RFC 3339.
///
/// Addresses contain its year, month and day and must not change when the author moves, so the offset is kept.
package struct SiteDate: Hashable, Sendable {
    /// Such as `2026-12-01T09:00:00+01:00`.
    package let text: String
    package let instant: Instant
    let date: CivilDate

    /// - Parameter offset: local time minus UTC, cut to whole minutes and limited to 23 h 59 min. A local time outside the
    ///   years 1 to 9999 becomes the first or last of those years.
    package init(_ instant: Instant, offset: Span) {
        let offset = Span.minutes(min(max(offset.seconds / 60, -1439), 1439))
        let wall = WallClock(asIfUTC: Instant(seconds: (instant + offset).seconds))
        date = wall.date
        self.instant = Instant(seconds: (wall.asIfUTC - offset).seconds)
        let text = RFC3339.text(self.instant, offset: offset)
        self.text = offset == .zero ? text.dropLast("+00:00".count) + "Z" : text
    }

    /// - Parameter text: an RFC 3339 date and time with offset. Fractions of seconds are dropped.
    package init(_ text: String) throws(WallClockError) {
        let (instant, offset) = try RFC3339.parsed(text)
        self.init(instant, offset: offset)
    }

    /// Such as `2026-12-01`.
    var dayText: String { String(text.prefix(10)) }
    /// Such as `1 December 2026`.
    var englishText: String { "\(date.day) \(date.monthName) \(date.year)" }
    /// Such as `1 Dec`.
    var shortEnglishText: String { "\(date.day) \(date.monthName.prefix(3))" }
}

extension SiteDate: Codable {
    package init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(String.self))
    }
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}
