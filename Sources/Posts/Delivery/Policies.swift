/// How a target's deliveries behave when something goes wrong. One per target, from the configuration.
package struct DeliveryRules: Hashable, Sendable {
    /// Of a server that gets a post for the first time.
    package var idempotency: IdempotencyClass
    /// Of edits there: most can be settled by reading the copy (D), none by sending the edit again.
    package var changes: IdempotencyClass
    /// Of deletions there. Most name what they take away, so that the same request sent again converges.
    package var deletions: IdempotencyClass
    package var retry: RetryPolicy
    package var late: LatePolicy
    /// How long a server may still be at work on a request we gave up on: two look-ups at least this far apart must both
    /// miss a delivery before it counts as absent.
    package var settle: Span

    package init(
        idempotency: IdempotencyClass, changes: IdempotencyClass = .searchable,
        deletions: IdempotencyClass = .deterministic, retry: RetryPolicy = RetryPolicy(), late: LatePolicy,
        settle: Span = .minutes(5)
    ) {
        self.idempotency = idempotency
        self.changes = changes
        self.deletions = deletions
        self.retry = retry
        self.late = late
        self.settle = settle
    }
}

/// When to try again what certainly did not arrive: 30 s · 2ⁿ, at most an hour, with full jitter (Marc Brooker,
/// “Exponential Backoff And Jitter”, 2015), until a day has passed.
package struct RetryPolicy: Hashable, Sendable {
    package var base: Span
    package var cap: Span
    /// Counted from the first try; waiting which the target asked for does not count. After it what certainly is not there
    /// is given up, and what is in doubt is left to its author.
    package var deadline: Span
    /// A target may ask for patience so often; about eight days, since the waits grow.
    package static let busyMax = 200

    package init(base: Span = .seconds(30), cap: Span = .hours(1), deadline: Span = .hours(24)) {
        self.base = base
        self.cap = cap
        self.deadline = deadline
    }

    /// The least wait after a target asked for patience: an answer that says “in a second” for ever is asked ever less often.
    package func patience(afterTry tries: Int) -> Span {
        min(cap, Span.seconds(1) * (Int64(1) << Int64(min(max(tries, 1) - 1, 32))))
    }

    /// How long Galley waits after the `tries`-th try before it looks again whether the settings work.
    package func look(afterTry tries: Int) -> Span { min(cap, base * (Int64(1) << Int64(min(max(tries, 1) - 1, 32)))) }

    /// The wait after the `tries`-th failure, counted from 1. The same delivery always waits the same: a preview can
    /// show it, and a test can expect it.
    package func delay(afterTry tries: Int, of delivery: DeliveryID) -> Span {
        let doublings = Int64(min(max(tries, 1) - 1, 32))
        let bound = min(cap, base * (Int64(1) << doublings))
        let least: Int64 = 1_000_000
        guard bound.microseconds > least else { return bound }
        let seed = UInt64(bitPattern: delivery.number) &* 0x2545_F491_4F6C_DD1D &+ UInt64(max(tries, 1))
        let share = scattered(seed) % UInt64(bound.microseconds - least + 1)
        return Span(microseconds: least + Int64(share))
    }
}

/// SplitMix64's finaliser (Steele, Lea and Flood, 2014): neighbours in, strangers out.
private func scattered(_ seed: UInt64) -> UInt64 {
    var bits = seed &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
}

/// What happens to a delivery whose time passed while nobody was there to send it.
package enum LatePolicy: Hashable, Sendable {
    /// Send it all the same.
    case post
    /// Send it unless it is later than this; then ask the author.
    case ask(after: Span)
    /// Send it unless it is later than this; then leave it, and say so.
    case skip(after: Span)

    /// What is on time even though the clock has moved on: a wake-up that came a little late is no outage.
    package static let tolerance = Span.minutes(2)
    /// After an outage the deliveries of one target leave this far apart, so that nothing arrives in a burst.
    package static let spacing = Span.seconds(60)
}
