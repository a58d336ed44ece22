/// One post on its way to one target. The row outlives its post: what was sent where is never forgotten.
package struct Delivery: Hashable, Sendable {
    package let id: DeliveryID
    package let postID: PostID
    package let target: TargetName
    package let kind: DeliveryKind
    /// Counts the frozen payloads of this delivery from 1.
    package let generation: Int
    /// Constant over all attempts: what the target recognises a repetition by. A new generation has its own, because a
    /// receiver may answer a used key with the refusal it gave to the old payload.
    package let key: String
    /// The promised time.
    package let dueAt: Instant
    /// The target whose address this delivery carries, and so must wait for. An edit and a deletion wait for what went
    /// to their own target before them.
    package let parent: TargetName?
    /// How long after the parent's arrival it leaves.
    package let delay: Span
    package var state: DeliveryState
    package var history: History
    /// When a deletion took the copy away again that this delivery had brought.
    package let takenBackAt: Instant?
    /// What there is to say of its arrival, such as that the copy says something else than was sent.
    package let remark: String?

    /// What the rules remember of the tries so far.
    package struct History: Hashable, Sendable {
        /// Attempts armed; each may have reached the target.
        package var attempts = 0
        /// Failures since the last time the author intervened, for the backoff. Waiting that the target asked for is none.
        package var tries = 0
        /// After this instant an unsent delivery is given up. Set by the first failure.
        package var deadlineAt: Instant?
        /// When the first byte may first have left: the key's window counts from here.
        package var firstSentAt: Instant?
        /// An attempt ended unknown and nothing has shown since what became of it: it may be there. While this holds, no
        /// other failure may turn the delivery into one that certainly is not there.
        package var isInDoubt = false
        /// Look-ups in a row that clearly missed it, since the last send.
        package var absences = 0
        /// When the latest of them ended.
        package var absentAt: Instant?
        /// Whether the one repetition that a clear absence permits has been spent.
        package var isResent = false
        /// The store was restored from a backup that was made then: it may have been sent since, by a store that is lost.
        /// Until it is known that it was not, it does not leave without having been judged by the rules of lateness.
        package var restoredFrom: Instant?

        /// While it is blocked: when Galley tries by itself whether what blocks it has been mended.
        package var askAt: Instant?

        package init() {}
    }

    package init(
        id: DeliveryID, postID: PostID, target: TargetName, kind: DeliveryKind = .create, generation: Int = 1,
        key: String, dueAt: Instant, parent: TargetName? = nil, delay: Span = .zero, state: DeliveryState = .scheduled,
        history: History = History(), takenBackAt: Instant? = nil, remark: String? = nil
    ) {
        self.id = id
        self.postID = postID
        self.target = target
        self.kind = kind
        self.generation = generation
        self.key = key
        self.dueAt = dueAt
        self.parent = parent
        self.delay = delay
        self.state = state
        self.history = history
        self.takenBackAt = takenBackAt
        self.remark = remark
    }

    /// When the courier should look at it next; `nil` when only an event can move it.
    package var wakeAt: Instant? {
        switch state {
        case .scheduled: dueAt
        case .due(let at), .retrying(let at, _): at
        case .uncertain(_, let settleAt, _): settleAt
        case .blocked: history.askAt
        case .preparing, .armed, .reconciling, .delivered, .failed, .missed, .cancelled, .superseded: nil
        }
    }
}

/// What a publication, an edit or a taking back adds to the queue for one target: frozen, not yet a row.
package struct FrozenDelivery: Hashable, Sendable {
    package let target: TargetName
    package let kind: DeliveryKind
    package let key: String
    package let dueAt: Instant
    package let parent: TargetName?
    package let delay: Span
    /// The encoded payload, its holes still open; nil for that of the delivery whose place it takes.
    package let payload: [UInt8]?
    /// Set when the text no longer fits after an edit: kept, and blocked until the author mends it.
    package let problem: String?

    package init(
        target: TargetName, kind: DeliveryKind = .create, key: String, dueAt: Instant, parent: TargetName? = nil,
        delay: Span = .zero, payload: [UInt8]?, problem: String? = nil
    ) {
        self.target = target
        self.kind = kind
        self.key = key
        self.dueAt = dueAt
        self.parent = kind == .create ? parent : target
        self.delay = delay
        self.payload = payload
        self.problem = problem
    }
}

/// One armed try: what left, when, and how it ended. Written before the first byte leaves.
package struct Attempt: Hashable, Sendable {
    package let number: Int
    package let startedAt: Instant
    package let boot: BootID
    package let idempotency: IdempotencyClass
    /// The exact bytes of the body, every hole filled.
    package let request: [UInt8]
    /// Lower-case hexadecimal SHA-256 of `request`.
    package let digest: String
    package let endedAt: Instant?
    /// One word of `Outcome` and the sentence that goes with it, once known.
    package let outcome: String?
    package let reason: String?

    package init(
        number: Int, startedAt: Instant, boot: BootID, idempotency: IdempotencyClass, request: [UInt8], digest: String,
        endedAt: Instant?, outcome: String?, reason: String?
    ) {
        self.number = number
        self.startedAt = startedAt
        self.boot = boot
        self.idempotency = idempotency
        self.request = request
        self.digest = digest
        self.endedAt = endedAt
        self.outcome = outcome
        self.reason = reason
    }
}

/// What a delivery says about whether its post is at its target.
extension Delivery {
    /// Whether the post is there, or may be: nothing must be sent again by itself.
    package var mayHaveArrived: Bool {
        switch state {
        case .armed, .uncertain, .reconciling: true
        case .scheduled, .preparing, .retrying, .due, .blocked: history.isInDoubt
        case .delivered, .failed, .missed, .cancelled, .superseded: false
        }
    }

    /// Whether what comes after it has to wait: it is under way, or may be.
    package var isUnsettled: Bool {
        if case .preparing = state { true } else { mayHaveArrived }
    }

    /// Under what the target keeps the post; nil before it came and after it was taken back.
    package var arrival: Record? {
        guard takenBackAt == nil, case .delivered(_, let record) = state else { return nil }
        return record
    }
}
