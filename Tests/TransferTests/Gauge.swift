import Synchronization

/// Counts how many are inside at the same time.
final class Gauge: Sendable {
    private let counts = Mutex((now: 0, highest: 0))

    func enter() {
        counts.withLock { counts in
            counts.now += 1
            counts.highest = max(counts.highest, counts.now)
        }
    }
    func leave() { counts.withLock { $0.now -= 1 } }
    var highest: Int { counts.withLock { $0.highest } }
}
