/// A frozen delivery that a publication, an edit or an unpublication adds to the queue, before it is stored.
package struct FrozenDelivery: Hashable, Sendable {
    package let target: TargetName
    package let kind: DeliveryKind
    package let key: String
    package let dueAt: Instant
    package let parent: TargetName?
    package let delay: Span
    /// The encoded payload with open holes; nil if it is frozen later.
    package let payload: [UInt8]?
    /// How many parts the payload has.
    package let parts: Int
    /// Why the text no longer fits after an edit. The delivery is stored, but blocked until the author shortens the
    /// text.
    package let problem: String?

    package init(
        target: TargetName, kind: DeliveryKind = .create, key: String, dueAt: Instant, parent: TargetName? = nil,
        delay: Span = .zero, payload: [UInt8]?, parts: Int = 1, problem: String? = nil
    ) {
        self.target = target
        self.kind = kind
        self.key = key
        self.dueAt = dueAt
        self.parent = kind == .create ? parent : target
        self.delay = delay
        self.payload = payload
        self.parts = parts
        self.problem = problem
    }
}

// A waiting delivery changes in place: it keeps its key, so that a store that was restored from an older backup sends the
// same key, and finds what was sent under it.
extension Delivery {
    /// Whether a change of its post changes this delivery rather than adding a newer one: it waits, and no request of it
    /// can have left.
    package var takesNewText: Bool { canBeStopped && isUnknownThere }

    /// Whether its key may be used for another payload: the target never saw it.
    package var isUnknownThere: Bool {
        switch state {
        case .scheduled, .due, .preparing, .retrying, .blocked, .failed, .missed, .cancelled, .superseded:
            !history.isInDoubt && !history.hasLeft && part == 1
        case .armed, .uncertain, .reconciling, .delivered: false
        }
    }

    /// Returns this stale delivery with the payload of its post, or blocked if that does not fit.
    func frozen(as frozen: FrozenDelivery) -> Delivery {
        var next = self
        next.edition += 1
        if let problem = frozen.problem { next.state = .blocked(.content, reason: problem) }
        guard frozen.payload != nil else { return next }
        (next.staleAt, next.parts) = (nil, frozen.parts)
        return next
    }

    /// Returns this waiting delivery with another payload. A preparation that runs goes on, and is outdated when it ends.
    func changed(as frozen: FrozenDelivery, now: Instant) -> Delivery {
        var next = self
        next.edition += 1
        next.staleAt = frozen.payload == nil ? now : nil
        next.key = frozen.key
        (next.dueAt, next.parent, next.delay) = (frozen.dueAt, frozen.parent, frozen.delay)
        if frozen.payload != nil { next.parts = frozen.parts }
        next.history = History()
        next.history.attempts = history.attempts
        (next.history.restoredFrom, next.history.firstSentAt) = (history.restoredFrom, history.firstSentAt)
        if let problem = frozen.problem {
            next.state = .blocked(.content, reason: problem)
        } else if state.word != .preparing {
            next.state = .scheduled
        }
        return next
    }
}
