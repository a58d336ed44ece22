import Posts

/// How long an address has to wait that keeps showing what opens nothing.
///
/// Nobody guesses 258 random bits; it is the disk and the log that are spared. The same wrong thing shown again is no
/// further guess: a program that was left with a revoked token harms nobody else at its address.
struct SignInBackoff: Hashable, Sendable {
    private var failures = 0
    /// Hashes of what was shown last.
    private var shown: [[UInt8]] = []
    private(set) var latestAt: Instant
    private var waitsUntil: Instant

    /// So many mistakes are anybody's.
    static let failuresFree = 10
    static let waitMax = Span.minutes(1)
    /// After so long without another it is forgotten.
    static let kept = Span.minutes(15)
    private static let shownMax = 16

    init(now: Instant) { (latestAt, waitsUntil) = (now, now) }

    /// Also when the clock was set back since: nobody shall wait until tomorrow for a minute that was meant.
    func isOver(at now: Instant) -> Bool {
        now - latestAt >= SignInBackoff.kept || latestAt - now > SignInBackoff.waitMax
    }

    /// Something opened nothing.
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

    /// How long to wait before showing something new; nil when at once.
    func wait(toShow hash: [UInt8], at now: Instant) -> Span? {
        guard waitsUntil > now, !isOver(at: now), !shown.contains(hash) else { return nil }
        return waitsUntil - now
    }
}
