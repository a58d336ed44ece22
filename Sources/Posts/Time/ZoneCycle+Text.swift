extension ZoneCycle {
    /// Parses a POSIX `TZ` string from the end of a TZif file, such as `WET0WEST,M3.5.0/1,M10.5.0`.
    ///
    /// RFC 9636, section 3.3.1, allows hours from −167 to 167 in version 3 and later; this parser allows them in all.
    /// - Returns: nil if `text` is not such a string, or has daylight saving time without its rule.
    init?(posix text: String) {
        var scanner = TimeScanner(text)
        guard scanner.takeAbbreviation(), let west = scanner.posixTime(hoursMax: 24) else { return nil }
        standardOffset = -west
        guard !scanner.isAtEnd else {
            daylight = nil
            return
        }
        guard scanner.takeAbbreviation() else { return nil }
        var daylightOffset = 3600 - west
        if scanner.next != .comma {
            guard let west = scanner.posixTime(hoursMax: 24) else { return nil }
            daylightOffset = -west
        }
        guard let begin = scanner.yearlyMoment(), let end = scanner.yearlyMoment(), scanner.isAtEnd else { return nil }
        daylight = Daylight(offset: daylightOffset, begin: begin, end: end)
    }
}

extension TimeScanner {
    /// Three letters or more, or `<+0330>`.
    fileprivate mutating func takeAbbreviation() -> Bool {
        let isQuoted = take(.less) != nil
        let start = position
        while let next, next.isASCIILetter || (isQuoted && (next.isDigit || next == .plus || next == .hyphen)) {
            _ = take(next)
        }
        return (3...30).contains(position - start) && (!isQuoted || take(.greater) != nil)
    }

    /// `[+-]hh[:mm[:ss]]` in seconds.
    fileprivate mutating func posixTime(hoursMax: Int) -> Int? {
        let sign = take(.plus, .hyphen) == .hyphen ? -1 : 1
        guard let hours = number(digits: 1...3), hours <= hoursMax else { return nil }
        var sum = hours * 3600
        for unit in [60, 1] where take(.colon) != nil {
            guard let count = number(digits: 1...2), count < 60 else { return nil }
            sum += count * unit
        }
        return sign * sum
    }

    /// `,M3.5.0/1`, `,J60`, `,59/-2:30`.
    fileprivate mutating func yearlyMoment() -> YearlyMoment? {
        guard take(.comma) != nil, let day = yearlyDay() else { return nil }
        guard take(.slash) != nil else { return YearlyMoment(day: day, secondOfDay: 7200) }
        return posixTime(hoursMax: 167).map { YearlyMoment(day: day, secondOfDay: $0) }
    }

    private mutating func yearlyDay() -> YearlyMoment.Day? {
        if take(UInt8(ascii: "J")) != nil {
            return number(digits: 1...3).flatMap { (1...365).contains($0) ? .julian($0) : nil }
        }
        guard take(UInt8(ascii: "M")) != nil else {
            return number(digits: 1...3).flatMap { $0 <= 365 ? .zeroBased($0) : nil }
        }
        guard let month = number(digits: 1...2), (1...12).contains(month), take(.period) != nil,
            let week = number(digits: 1...1), (1...5).contains(week), take(.period) != nil,
            let weekday = number(digits: 1...1), weekday <= 6
        else { return nil }
        return .weekday(weekday, week: week, month: month)
    }
}
