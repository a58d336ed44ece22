import Posts
import Synchronization

/// The `Date` header of responses (RFC 9110 section 5.6.7), formatted once per second.
final class DateHeader: Sendable {
    private let now: @Sendable () -> Instant
    private let latest = Mutex<(second: Int64, text: String)>((.min, ""))

    init(now: @escaping @Sendable () -> Instant) { self.now = now }

    var text: String {
        let second = now().seconds
        return latest.withLock { latest in
            if latest.second != second { latest = (second, DateHeader.text(of: second)) }
            return latest.text
        }
    }

    /// Such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func text(of second: Int64) -> String {
        let wall = WallClock(asIfUTC: Instant(seconds: second))
        let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        // 1 January 1970 was a Thursday.
        let dayNumber = second.flooredDivision(by: 86_400)
        let day = days[Int(dayNumber - dayNumber.flooredDivision(by: 7) * 7)]
        let clock = [wall.time.hour, wall.time.minute, wall.time.second].map(two).joined(separator: ":")
        return "\(day), \(two(wall.date.day)) \(months[wall.date.month - 1]) \(wall.date.year) \(clock) GMT"
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
