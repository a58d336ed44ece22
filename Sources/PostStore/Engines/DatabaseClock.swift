import Posts
import Synchronization

/// The clock of a database, carried on by this machine's steady one.
final class DatabaseClock: Sendable {
    private struct Reading {
        let instant: Instant
        let at: ContinuousClock.Instant
    }
    /// It is set before the first turn ends, and nothing asks earlier.
    private let last = Mutex(Reading(instant: Instant(microseconds: 0), at: .now))

    var now: Instant {
        last.withLock { last in
            let (seconds, attoseconds) = last.at.duration(to: .now).components
            return last.instant + .seconds(seconds) + Span(microseconds: attoseconds / 1_000_000_000_000)
        }
    }

    func set(_ instant: Instant) { last.withLock { $0 = Reading(instant: instant, at: .now) } }
}
