extension When {
    /// A date as blog generators and feeds write it.
    ///
    /// | written | by |
    /// |---|---|
    /// | all that `When` reads, except times relative to now | Hugo, Jekyll, Zola |
    /// | `2020/05/01 10:11:12 +0200` | Jekyll |
    /// | `2020-05-01 10:11:12 -0800 PST` | Hugo |
    /// | `May 1, 2020`, `1 May 2020 10:11 am`, `Fri May  1 10:11:12 UTC 2020` | Hugo, Jekyll |
    /// | `20200501`, `20200501101112` | Jekyll |
    /// | `1588327872`, `1588327872000`: seconds or milliseconds since 1970 | Hugo |
    /// | `Fri, 01 May 2020 10:11:12 GMT`, `Friday, 01-May-20 10:11:12 UTC` (RFC 822, 850) | feeds |
    /// | `Fri May 01 2020 10:11:12 GMT+0200 (Central European Summer Time)` | JavaScript |
    ///
    /// Hugo reads eight digits as seconds, too, which would be a day of 1970 or 1973. As a date of these centuries they are
    /// that date.
    /// - Throws: the error of the first form, since it is the one to write.
    package init(ofBlog text: String) throws(WhenError) {
        if let when = When(digits: text) {
            self = when
        } else if let when = When.named(text) {
            self = when
        } else {
            self = try When(When.plain(text))
        }
    }

    /// A date without separators, or a count since 1970.
    fileprivate init?(digits text: String) {
        guard text.utf8.count <= 16, text.utf8.allSatisfy(\.isDigit), let number = Int64(text)
        else {
            return nil
        }
        switch text.utf8.count {
        case 8, 14:
            let digits = Array(text.utf8).map { Int($0) - 0x30 }
            let parts = stride(from: 0, to: digits.count, by: 2).map { (at: Int) -> Int in
                digits[at] * 10 + digits[at + 1]
            }
            let time =
                text.utf8.count == 14 ? try? ClockTime(hour: parts[4], minute: parts[5], second: parts[6]) : .midnight
            let date = try? CivilDate(year: parts[0] * 100 + parts[1], month: parts[2], day: parts[3])
            guard let date, let time, (1900..<2200).contains(date.year) else { return nil }
            self = .wall(WallClock(date, time), zone: nil)
        case 9, 10: self = .instant(Instant(seconds: number))
        case 12, 13: self = .instant(Instant(microseconds: number * 1000))
        default: return nil
        }
    }

    /// With hyphens in the date, and without the name of a zone behind its offset.
    fileprivate static func plain(_ text: String) -> String {
        let date = /^([0-9]{4})\/([0-9]{1,2})\/([0-9]{1,2})/
        let zone = /([0-9] ?(?:[+-][0-9]{2}:?[0-9]{2}|Z)) ?[A-Z]{1,5}$/
        // Nikola's `10:20:00 UTC+01:00`.
        let universal = /([0-9]) ?UTC([+-][0-9])/
        return text.replacing(date) { "\($0.1)-\($0.2)-\($0.3)" }.replacing(zone) { String($0.1) }
            .replacing(universal) { "\($0.1)\($0.2)" }
    }

    /// Also the beginnings of longer names.
    private static let months = CivilDate.monthNames.map { $0.prefix(3).lowercased() }

    /// A date with the name of a month, whose parts may stand in any order. A number of four digits is the year; of two
    /// shorter ones the first is the day.
    fileprivate static func named(_ text: String) -> When? {
        guard text.utf8.count <= 100 else { return nil }
        var (year, month, day): (Int?, Int?, Int?) = (nil, nil, nil)
        var (time, offset, half, isUniversal): (ClockTime?, ZoneName?, Substring?, Bool) = (nil, nil, nil, false)
        let words = text.lowercased().replacing(/([0-9])-([a-z]+)-([0-9])/) { "\($0.1) \($0.2) \($0.3)" }
            .replacing(/\(.*\)$|gmt(?=[+-])/, with: " ")
        for part in words.split(whereSeparator: { " ,.\t".contains($0) }) {
            if month == nil, let found = When.months.firstIndex(where: part.hasPrefix) {
                month = found + 1
            } else if time == nil, part.contains(":"), let clock = When.clock(part) {
                time = clock
            } else if time != nil, ["gmt", "ut", "utc", "z"].contains(part) {
                isUniversal = true
            } else if time != nil, let found = When.offset(part) {
                offset = found
            } else if let match = part.wholeMatch(of: /([0-9]{1,2}|[0-9]{4})(?:st|nd|rd|th)?/),
                let number = Int(match.1)
            {
                if day == nil, match.1.count < 4 {
                    day = number
                } else if year == nil {
                    year = number
                } else {
                    return nil
                }
            } else if part == "am" || part == "pm" {
                half = part
            } else if !["mon", "tue", "wed", "thu", "fri", "sat", "sun"].contains(where: part.hasPrefix) {
                return nil
            }
        }
        guard let year, let month, let day, let clock = When.time(time ?? .midnight, half) else { return nil }
        let full = year >= 100 ? year : year < 70 ? 2000 + year : 1900 + year
        guard let date = try? CivilDate(year: full, month: month, day: day) else { return nil }
        let wall = WallClock(date, clock)
        return isUniversal ? .instant(wall.asIfUTC) : .wall(wall, zone: offset)
    }

    private static func clock(_ text: Substring) -> ClockTime? {
        var scanner = TimeScanner(String(text))
        guard let clock = try? scanner.clockTime(), scanner.isAtEnd else { return nil }
        return clock
    }

    private static func time(_ time: ClockTime, _ half: Substring?) -> ClockTime? {
        guard let half else { return time }
        let hour = time.hour % 12 + (half == "pm" ? 12 : 0)
        return try? ClockTime(hour: hour, minute: time.minute, second: time.second, microsecond: time.microsecond)
    }

    /// Of the names of zones only those of RFC 822 have an agreed offset.
    private static func offset(_ zone: Substring) -> ZoneName? {
        let hours = ["est": -5, "edt": -4, "cst": -6, "cdt": -5, "mst": -7, "mdt": -6, "pst": -8, "pdt": -7]
        if let hours = hours[String(zone)] { return ZoneName(minutesEast: hours * 60) }
        guard zone.first == "+" || zone.first == "-" else { return nil }
        var scanner = TimeScanner(String(zone))
        return scanner.offset().flatMap { scanner.isAtEnd ? ZoneName(minutesEast: $0 / 60) : nil }
    }
}

extension WallClock {
    /// The date and time that a blog's date states, whatever its offset; nil for a count since 1970, which states none.
    package init?(writtenIn text: String) {
        if let digits = When(digits: text) {
            guard case .wall(let wall, _) = digits else { return nil }
            self = wall
        } else if let named = When.named(text) {
            switch named {
            case .wall(let wall, _): self = wall
            // By the clocks of UTC.
            case .instant(let instant): self.init(asIfUTC: instant)
            case .fromNow, .clock: return nil
            }
        } else {
            var scanner = TimeScanner(When.plain(text))
            guard let wall = try? scanner.wallClock() else { return nil }
            self = wall
        }
    }
}
