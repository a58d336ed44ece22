package import Posts

/// A date by the author's clock: whole seconds and the offset from UTC, written as in RFC 3339.
///
/// Addresses contain its year, month and day and must not change when the author moves, so the offset is kept.
package struct SiteDate: Hashable, Sendable {
    /// Such as `2026-12-01T09:00:00+01:00`.
    package let text: String
    package let instant: Instant
    package let year: Int, month: Int, day: Int

    /// - Parameter offsetSeconds: local time minus UTC, cut to whole minutes and limited to 23 h 59 min.
    package init(_ instant: Instant, offsetSeconds: Int) {
        let offset = min(max(offsetSeconds / 60, -1439), 1439)
        let range = Self.firstSecond...Self.lastSecond
        let utc = min(max(instant.seconds, range.lowerBound), range.upperBound)
        let local = min(max(utc + Int64(offset) * 60, range.lowerBound), range.upperBound)
        self.instant = Instant(seconds: utc)
        (year, month, day) = Self.civil(day: local.flooredDivision(by: 86_400))
        let second = Int(local - local.flooredDivision(by: 86_400) * 86_400)
        let date = "\(year.padded(to: 4))-\(month.padded(to: 2))-\(day.padded(to: 2))"
        let time = "\((second / 3600).padded(to: 2)):\((second / 60 % 60).padded(to: 2)):\((second % 60).padded(to: 2))"
        let zone = "\(offset < 0 ? "-" : "+")\((abs(offset) / 60).padded(to: 2)):\((abs(offset) % 60).padded(to: 2))"
        text = offset == 0 ? "\(date)T\(time)Z" : "\(date)T\(time)\(zone)"
    }

    /// - Parameter text: an RFC 3339 date and time with offset. Fractions of seconds are dropped.
    package init(_ text: String) throws(SiteDateError) {
        guard let (local, offset) = Self.read(Array(text.utf8)) else { throw SiteDateError(text: text) }
        self.init(Instant(seconds: local - Int64(offset)), offsetSeconds: offset)
    }

    /// Such as `2026-12-01`.
    var dayText: String { String(text.prefix(10)) }
    /// Such as `1 December 2026`.
    var englishText: String { "\(day) \(Self.monthNames[(month - 1) % 12]) \(year)" }
    /// Such as `1 Dec`.
    var shortEnglishText: String { "\(day) \(Self.monthNames[(month - 1) % 12].prefix(3))" }
    /// The same instant in UTC.
    var utc: SiteDate { SiteDate(instant, offsetSeconds: 0) }

    private static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
}

package struct SiteDateError: Error, Equatable, CustomStringConvertible {
    let text: String
    package var description: String {
        "“\(text)” is not a date with time and offset. Write it as in 2026-12-01T09:00:00+01:00."
    }
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

extension SiteDate {
    /// 0001-01-01 and 9999-12-31, the limits of RFC 3339.
    private static let firstSecond: Int64 = -62_135_596_800, lastSecond: Int64 = 253_402_300_799

    /// Year, month and day of a number of days since 1970-01-01 (Howard Hinnant, *chrono-compatible date algorithms*).
    private static func civil(day: Int64) -> (Int, Int, Int) {
        let shifted = day + 719_468
        let era = shifted.flooredDivision(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let date = Int(dayOfYear - (153 * month + 2) / 5 + 1)
        let civilMonth = Int(month < 10 ? month + 3 : month - 9)
        return (Int(yearOfEra + era * 400) + (civilMonth <= 2 ? 1 : 0), civilMonth, date)
    }

    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
        let shifted = Int64(month <= 2 ? year - 1 : year)
        let era = shifted.flooredDivision(by: 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = Int64((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1)
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Seconds since 1970 on the local clock, and the offset; nil for anything but an RFC 3339 date-time.
    private static func read(_ bytes: [UInt8]) -> (local: Int64, offset: Int)? {
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count else { return nil }
            let digits = bytes[range]
            guard digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
            return digits.reduce(0) { $0 * 10 + Int($1) - 48 }
        }
        func has(_ characters: String, at index: Int) -> Bool {
            index < bytes.count && characters.utf8.contains(bytes[index])
        }
        guard let year = number(0..<4), has("-", at: 4), let month = number(5..<7), has("-", at: 7),
            let day = number(8..<10), has("Tt ", at: 10), let hour = number(11..<13), has(":", at: 13),
            let minute = number(14..<16), has(":", at: 16), let second = number(17..<19),
            year >= 1, (1...12).contains(month), day >= 1, hour < 24, minute < 60, second <= 60
        else { return nil }
        let dayCount = days(year, month, day)
        guard civil(day: dayCount) == (year, month, day) else { return nil }
        var end = 19
        if has(".", at: end) {
            let fraction = bytes[20...].prefix { (48...57).contains($0) }
            guard !fraction.isEmpty else { return nil }
            end = fraction.endIndex
        }
        let local = dayCount * 86_400 + Int64(hour * 3600 + minute * 60 + min(second, 59))
        if has("Zz", at: end), bytes.count == end + 1 { return (local, 0) }
        guard has("+-", at: end), bytes.count == end + 6, let hours = number(end + 1..<end + 3), hours < 24,
            has(":", at: end + 3), let minutes = number(end + 4..<end + 6), minutes < 60
        else { return nil }
        return (local, (hours * 3600 + minutes * 60) * (has("-", at: end) ? -1 : 1))
    }
}
