import HTTPValues
import Posts
import Synchronization

/// The `Date` header of responses (RFC 9110 section 5.6.7), formatted once per second: a tenth of the time of a short
/// response.
final class DateHeader: Sendable {
    private let now: @Sendable () -> Instant
    private let latest = Mutex<(second: Int64, text: String)>((.min, ""))

    init(now: @escaping @Sendable () -> Instant) { self.now = now }

    var text: String {
        let second = now().seconds
        return latest.withLock { latest in
            if latest.second != second { latest = (second, Instant(seconds: second).httpDate) }
            return latest.text
        }
    }
}
