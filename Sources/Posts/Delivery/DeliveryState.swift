/// The state of one delivery. The schema checks the words; only `Delivery.after` changes the state.
package enum DeliveryState: Hashable, Sendable {
    /// Waits for its scheduled time.
    case scheduled
    /// Its time has come; it may be sent at the given instant.
    case due(at: Instant)
    /// The preparation runs: limits, terms, tokens. Readers see nothing of it, and it can be repeated.
    case preparing(boot: BootID)
    /// The attempt is on disk, and the first byte may have been sent.
    case armed(boot: BootID)
    /// It certainly did not arrive; Galley will retry.
    case retrying(at: Instant, reason: String)
    /// A cause outside Galley must change first.
    case blocked(Block, reason: String)
    /// It may have arrived. With `settleAt`, Galley will look it up; without, only the author can decide.
    case uncertain(since: Instant, settleAt: Instant?, reason: String)
    /// Galley is looking it up.
    case reconciling(since: Instant, boot: BootID, reason: String)
    case delivered(at: Instant, RemotePost)
    case failed(at: Instant, reason: String)
    /// Its time passed during an outage, and the target's policy forbids late sends.
    case missed(at: Instant, reason: String)
    case cancelled(at: Instant, reason: String)
    /// A newer generation of the payload replaced it before it was sent.
    case superseded(at: Instant)

    package enum Block: String, Hashable, Sendable, CaseIterable {
        case auth, parent, paused, late, target, content
    }

    /// The state without its values: the word in SQL, JSON and the queue.
    package enum Word: String, Hashable, Sendable, CaseIterable {
        case scheduled, due, preparing, armed, retrying, blocked, uncertain, reconciling
        case delivered, failed, missed, cancelled, superseded

        /// Whether its state changes only if the author acts.
        package var isFinal: Bool {
            switch self {
            case .delivered, .failed, .missed, .cancelled, .superseded: true
            case .scheduled, .due, .preparing, .armed, .retrying, .blocked, .uncertain, .reconciling: false
            }
        }
    }

    package var word: Word {
        switch self {
        case .scheduled: .scheduled
        case .due: .due
        case .preparing: .preparing
        case .armed: .armed
        case .retrying: .retrying
        case .blocked: .blocked
        case .uncertain: .uncertain
        case .reconciling: .reconciling
        case .delivered: .delivered
        case .failed: .failed
        case .missed: .missed
        case .cancelled: .cancelled
        case .superseded: .superseded
        }
    }

    /// When it ended; nil if it has not.
    package var endedAt: Instant? {
        switch self {
        case .delivered(let at, _), .failed(let at, _), .missed(let at, _), .cancelled(let at, _), .superseded(let at):
            at
        case .scheduled, .due, .preparing, .armed, .retrying, .blocked, .uncertain, .reconciling: nil
        }
    }

    /// See `Word.isFinal`.
    package var isFinal: Bool { word.isFinal }
}
