/// How Galley handles failures of a target's deliveries. One per target, from the configuration.
package struct DeliveryRules: Hashable, Sendable {
    /// The class of new posts.
    package var idempotency: IdempotencyClass
    /// The class of edits. Reading the copy settles most of them (D); sending the edit again settles none.
    package var changes: IdempotencyClass
    /// The class of deletions. Most name what they delete, so the same request sent again converges.
    package var deletions: IdempotencyClass
    package var retry: RetryPolicy
    package var late: LatePolicy
    /// How long a server may still work on a request that Galley gave up on. A delivery counts as absent only after two
    /// look-ups at least this far apart did not find it.
    package var settle: Span
    /// Whether the target is a site: a folder that Galley makes again from its store at any time, so that nothing of it is
    /// lost with a store, and which shows no post that was unpublished meanwhile.
    package var isPage = false
    /// Whether the post of the delivery is published. What may have arrived of a post that is not is never sent again:
    /// Galley looks for it, so that its deletion can follow.
    package var isWanted = true

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

/// When to retry a delivery that certainly did not arrive: 30 s · 2ⁿ, at most an hour, with full jitter (Marc Brooker,
/// “Exponential Backoff And Jitter”, 2015), until a day has passed.
package struct RetryPolicy: Hashable, Sendable {
    package static let cap = Span.hours(1)
    private static let base = Span.seconds(30)
    /// Counted from the first attempt, without the waits that the target asked for. After it, Galley gives up a
    /// delivery that certainly did not arrive, and leaves one in doubt to its author.
    package var deadline: Span
    /// How often a target may ask Galley to wait; about eight days, because the waits grow.
    package static let busyMax = 200
    /// How often Galley looks and sends again after others wrote there in between, before it asks the author.
    package static let overtakenMax = 5

    package init(deadline: Span = .hours(24)) { self.deadline = deadline }

    /// The minimum wait after a target asked Galley to wait. It grows, in case the target answers “in a second”
    /// forever.
    package func patience(afterTry tries: Int) -> Span {
        doubled(.seconds(1), tries)
    }

    /// How long Galley waits after attempt number `tries` before it checks the settings again.
    package func look(afterTry tries: Int) -> Span { doubled(Self.base, tries) }

    /// The wait after failure number `tries`, counted from 1. It is always the same for the same delivery, so that a
    /// preview can show it and a test can expect it.
    package func delay(afterTry tries: Int, of delivery: DeliveryID) -> Span {
        let bound = doubled(Self.base, tries)
        let least: Int64 = 1_000_000
        guard bound.microseconds > least else { return bound }
        let seed = UInt64(bitPattern: delivery.number) &* 0x2545_F491_4F6C_DD1D &+ UInt64(max(tries, 1))
        let share = scattered(seed) % UInt64(bound.microseconds - least + 1)
        return Span(microseconds: least + Int64(share))
    }

    private func doubled(_ first: Span, _ tries: Int) -> Span {
        min(Self.cap, first * (Int64(1) << Int64(min(max(tries, 1) - 1, 32))))
    }
}

/// SplitMix64's finaliser (Steele, Lea and Flood, 2014): similar seeds give unrelated results.
private func scattered(_ seed: UInt64) -> UInt64 {
    var bits = seed &+ 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
}

/// What happens to a delivery whose time passed while Galley was not running.
package enum LatePolicy: Hashable, Sendable {
    /// Send it anyway.
    case post
    /// Send it unless it is later than this; otherwise ask the author.
    case ask(after: Span)
    /// Send it unless it is later than this; otherwise mark it as missed.
    case skip(after: Span)

    /// The delay that still counts as on time: a slightly late wake-up is not an outage.
    package static let tolerance = Span.minutes(2)
    /// After an outage, deliveries to one target leave at least this far apart, so that they do not arrive in a burst.
    package static let spacing = Span.seconds(60)
}
