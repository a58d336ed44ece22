/// A time of day without a date: 00:00 to 23:59:59.999999. There is no 24:00 and no leap second, because no instant
/// here counts them.
package struct ClockTime: Hashable, Comparable, Sendable {
    package let hour, minute, second, microsecond: Int

    package static let midnight = ClockTime(unchecked: 0)
    package static let lastOfDay = ClockTime(unchecked: ClockTime.microsecondsPerDay - 1)

    static let microsecondsPerDay: Int64 = 86_400_000_000

    package init(hour: Int, minute: Int, second: Int = 0, microsecond: Int = 0) throws(WallClockError) {
        let isClock = (0...23).contains(hour) && (0...59).contains(minute) && (0...59).contains(second)
        guard isClock, (0...999_999).contains(microsecond) else {
            throw .noSuchTime(hour: hour, minute: minute, second: second)
        }
        self.hour = hour
        self.minute = minute
        self.second = second
        self.microsecond = microsecond
    }

    /// - Parameter microsecondOfDay: at least 0 and less than one day.
    init(unchecked microsecondOfDay: Int64) {
        let secondOfDay = Int(microsecondOfDay / 1_000_000)
        hour = secondOfDay / 3600
        minute = secondOfDay / 60 % 60
        second = secondOfDay % 60
        microsecond = Int(microsecondOfDay % 1_000_000)
    }

    var microsecondOfDay: Int64 {
        Int64(hour * 3600 + minute * 60 + second) * 1_000_000 + Int64(microsecond)
    }

    package static func < (one: ClockTime, other: ClockTime) -> Bool {
        one.microsecondOfDay < other.microsecondOfDay
    }

    /// `09:00`, with seconds and microseconds only if they are not zero.
    package var text: String {
        let minutes = "\(hour.padded(to: 2)):\(minute.padded(to: 2))"
        return second == 0 && microsecond == 0 ? minutes : minutes + secondsText
    }

    /// `:30` or `:30.000250`.
    var secondsText: String {
        ":\(second.padded(to: 2))" + (microsecond == 0 ? "" : ".\(microsecond.padded(to: 6))")
    }
}

extension Int {
    /// The decimal digits of a non-negative number with leading zeros.
    package func padded(to digits: Int) -> String {
        let text = String(self)
        return String(repeating: "0", count: Swift.max(0, digits - text.utf8.count)) + text
    }
}
