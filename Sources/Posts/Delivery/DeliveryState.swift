/// Where one delivery stands. The schema guards the words; `Delivery.after` alone changes them.
package enum DeliveryState: Hashable, Sendable {
    /// Waits for its time.
    case scheduled
    /// Its time has come; it may leave at the instant given.
    case due(at: Instant)
    /// The invisible part is under way: limits, terms, tokens. Repeatable.
    case preparing(boot: BootID)
    /// The attempt is on disk and the first byte may have left.
    case armed(boot: BootID)
    /// It certainly is not there, and will be tried again.
    case retrying(at: Instant, reason: String)
    /// Something outside must change first.
    case blocked(Block, reason: String)
    /// It may be there. With an instant the machine will try to find out; without one only the author can.
    case uncertain(since: Instant, settleAt: Instant?, reason: String)
    /// The machine is looking whether it is there.
    case reconciling(since: Instant, boot: BootID, reason: String)
    case delivered(at: Instant, Record)
    case failed(at: Instant, reason: String)
    /// Its time passed during an outage, and the target's policy says not to send it late.
    case missed(at: Instant, reason: String)
    case cancelled(at: Instant, reason: String)
    /// A newer generation of the payload took its place before it left.
    case superseded(at: Instant)

    package enum Block: String, Hashable, Sendable, CaseIterable {
        case auth, budget, blackout, parent, paused, late, target, content
    }

    /// The state without what it carries: the word in SQL, JSON and the queue.
    package enum Word: String, Hashable, Sendable, CaseIterable {
        case scheduled, due, preparing, armed, retrying, blocked, uncertain, reconciling
        case delivered, failed, missed, cancelled, superseded

        /// Whether nothing more will happen to it unless the author asks.
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

    /// When it came to its end; nil while it has none.
    package var endedAt: Instant? {
        switch self {
        case .delivered(let at, _), .failed(let at, _), .missed(let at, _), .cancelled(let at, _), .superseded(let at):
            at
        case .scheduled, .due, .preparing, .armed, .retrying, .blocked, .uncertain, .reconciling: nil
        }
    }

    /// See `Word.isFinal`.
    package var isFinal: Bool { word.isFinal }

    /// Whether its payload may still be replaced: no byte of it has left, and none is about to.
    package var isReplaceable: Bool {
        switch self {
        case .scheduled, .due, .preparing, .retrying, .blocked: true
        case .armed, .uncertain, .reconciling, .delivered, .failed, .missed, .cancelled, .superseded: false
        }
    }
}
