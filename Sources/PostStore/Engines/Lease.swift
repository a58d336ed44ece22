import Synchronization

/// How long this daemon may act for the desk: so long no other one takes over.
///
/// It is measured by the steady clock, which goes on while the machine sleeps, from before the database was asked. Each
/// write transaction renews it.
final class Lease: Sendable {
    static let length = Duration.seconds(15)
    /// How old it may become without a write.
    static let rest = Duration.seconds(5)
    private let end = Mutex<ContinuousClock.Instant?>(nil)

    /// Zero or less once another daemon may have taken over.
    var left: Duration { end.withLock { $0.map { $0 - .now } ?? .zero } }

    func renew(asked start: ContinuousClock.Instant) { end.withLock { $0 = start + Lease.length } }
    func stop() { end.withLock { $0 = nil } }
}

/// Sees whether a daemon that has the turn still does anything, by this machine's own clock: after a failover the
/// server's clock may be another one.
struct HolderWatch {
    var seen: (sign: String, since: ContinuousClock.Instant)?

    /// - Parameter sign: whatever changes as long as the holder lives.
    /// - Returns: whether it has stood still for a whole lease.
    mutating func hasStoodStill(_ sign: String, at now: ContinuousClock.Instant = .now) -> Bool {
        guard let seen, seen.sign == sign else {
            seen = (sign, now)
            return false
        }
        return now - seen.since > Lease.length
    }
}
