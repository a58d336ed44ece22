import Posts
import Synchronization

/// A clock that only the test advances.
final class Clock: Sendable {
    private let instant = Mutex(Clock.noon)

    /// A Sunday at noon, far from any daylight-saving change.
    static let noon = Instant(seconds: 1_793_534_400)

    var now: Instant { instant.withLock { $0 } }
    func advance(by span: Span) { instant.withLock { $0 = $0 + span } }
}
