import Posts

/// How long an address must wait after failed sign-ins.
///
/// Guessing 258 random bits is impossible, so the wait only protects the disk and the log. Showing the same wrong
/// secret again does not count as a further guess: a program with a revoked token does not block others at its address.
struct SignInBackoff: Hashable, Sendable {
    private var failures = 0
    /// Hashes of the latest wrong secrets.
    private var shown: [[UInt8]] = []
    private(set) var latestAt: Instant
    private var waitsUntil: Instant

    /// Failures without a wait; honest mistakes stay below this number.
    static let failuresFree = 10
    static let waitMax = Span.minutes(1)
    /// After this time without a failure the record expires.
    static let kept = Span.minutes(15)
    private static let shownMax = 16

    init(now: Instant) { (latestAt, waitsUntil) = (now, now) }

    /// Also true when the clock was set back, so that a wait of a minute does not last until tomorrow.
    func isOver(at now: Instant) -> Bool {
        now - latestAt >= SignInBackoff.kept || latestAt - now > SignInBackoff.waitMax
    }

    /// Records a failed sign-in.
    mutating func note(_ hash: [UInt8], at now: Instant) {
        if isOver(at: now) { self = SignInBackoff(now: now) }
        guard !shown.contains(hash) else { return }
        shown = shown.suffix(SignInBackoff.shownMax - 1) + [hash]
        latestAt = now
        failures += 1
        let doublings = min(failures - SignInBackoff.failuresFree - 1, 6)
        guard doublings >= 0 else { return }
        waitsUntil = now + min(.seconds(Int64(1) << doublings), SignInBackoff.waitMax)
    }

    /// How long to wait before trying this secret; nil when no wait applies.
    func wait(toShow hash: [UInt8], at now: Instant) -> Span? {
        guard waitsUntil > now, !isOver(at: now), !shown.contains(hash) else { return nil }
        return waitsUntil - now
    }
}
