/// The place of a key or value.
package struct TOMLPlace: Hashable, Sendable {
    /// Of the first character; the column from 1, in Unicode scalars.
    package let line, column: Int
    /// In bytes of UTF-8 from the start of the text.
    package let range: Range<Int>

    package init(line: Int, column: Int, range: Range<Int>) {
        (self.line, self.column, self.range) = (line, column, range)
    }
}

/// One key of a table with its value. Keys are equal if their bytes are.
package struct TOMLEntry: Hashable, Sendable {
    package let key: String
    /// The place of the key; for a table with a header, the place of the header including its brackets.
    package let place: TOMLPlace
    package let value: TOMLValue
    /// The place of the value after “=”; nil for a table from headers or dotted keys, which has no single place.
    package let valuePlace: TOMLPlace?
}

/// One value of an array.
package struct TOMLItem: Hashable, Sendable {
    package let value: TOMLValue
    /// The place of the value; for one of several `[[tables]]`, the place of its header.
    package let place: TOMLPlace
}

package indirect enum TOMLValue: Hashable, Sendable {
    case text(String)
    case whole(Int)
    case fraction(Double)
    case flag(Bool)
    case date(TOMLDate)
    case time(TOMLTime)
    /// - Parameter offset: minutes east of UTC; nil for a local time.
    case dateTime(TOMLDate, TOMLTime, offset: Int?)
    case array([TOMLItem])
    case table([TOMLEntry])

    /// A number, boolean, date or time in normal form, whatever the text's form: `0x10` is “16”, “T” separates date and
    /// time, UTC is “+00:00”. nil for other values.
    package var plain: String? {
        switch self {
        case .whole(let number): "\(number)"
        case .fraction(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .date(let date): date.description
        case .time(let time): time.description
        case .dateTime(let date, let time, offset: nil): "\(date)T\(time)"
        case .dateTime(let date, let time, offset: let minutes?):
            "\(date)T\(time)\(minutes < 0 ? "-" : "+")\(padded(abs(minutes) / 60, 2)):\(padded(abs(minutes) % 60, 2))"
        case .text, .array, .table: nil
        }
    }
}

/// A day of the Gregorian calendar, from 0000-01-01 to 9999-12-31.
package struct TOMLDate: Hashable, Sendable, CustomStringConvertible {
    package let year, month, day: Int
    package var description: String { "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))" }

    /// nil for a day that does not exist.
    init?(year: Int, month: Int, day: Int) {
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = month == 2 ? (isLeapYear ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
        guard (0...9999).contains(year), (1...12).contains(month), (1...days).contains(day) else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }
}

/// A time of day, from 00:00:00 to 23:59:59.999999999.
package struct TOMLTime: Hashable, Sendable, CustomStringConvertible {
    package let hour, minute, second, nanosecond: Int
    package var description: String {
        let fraction = nanosecond == 0 ? "" : ".\(padded(nanosecond, 9))"
        return "\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))\(fraction)"
    }

    /// nil for a time that does not exist. There are no leap seconds.
    init?(hour: Int, minute: Int, second: Int, nanosecond: Int) {
        guard (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second) else { return nil }
        (self.hour, self.minute, self.second, self.nanosecond) = (hour, minute, second, nanosecond)
    }
}

private func padded(_ number: Int, _ digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
}
