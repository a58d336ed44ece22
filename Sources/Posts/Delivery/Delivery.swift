/// The delivery of one post to one target. The row outlives its post, so Galley never forgets what it sent.
package struct Delivery: Hashable, Sendable {
    package let id: DeliveryID
    package let postID: PostID
    package let target: TargetName
    package let kind: DeliveryKind
    /// Counted from 1. A change of the post makes a new generation only if a request of this one may have left;
    /// otherwise this delivery takes the new text (`takesNewText`).
    package let generation: Int
    /// How often the payload was frozen, which an attempt has to match: counted from 1.
    package internal(set) var edition: Int
    /// Since when the payload is older than its post, and must be frozen before it is sent; nil if it is not.
    package internal(set) var staleAt: Instant?
    /// The idempotency key, the same for all attempts and editions. A new generation gets a new key, because a receiver
    /// may answer a used key with its refusal of the old payload.
    package internal(set) var key: String
    /// The scheduled time.
    package internal(set) var dueAt: Instant
    /// The target whose address this delivery contains and therefore waits for. An edit or deletion waits for earlier
    /// deliveries to its own target.
    package internal(set) var parent: TargetName?
    /// How long it waits after the parent was delivered.
    package internal(set) var delay: Span
    package var state: DeliveryState
    package var history: History
    /// When a later deletion removed the copy that this delivery created.
    package let takenBackAt: Instant?
    /// A remark about the delivered copy, for example that it differs from the sent content.
    package let remark: String?
    /// The part of a thread that goes next or last went, counted from 1. Each part is armed, sent and settled like a
    /// delivery. A deletion of a thread has parts, too: it removes the last one first.
    package var part: Int
    /// How many parts the payload has, at most `partsMax`; 1 for a single post.
    package var parts: Int
    /// Of a thread that has begun: the copy of its first part, to which readers are led.
    package var root: RemotePost?

    package static let partsMax = 100

    /// What the rules remember about earlier attempts.
    package struct History: Hashable, Sendable {
        /// Armed attempts; each may have reached the target.
        package var attempts = 0
        /// Failures since the author last intervened, for the backoff. Waits that the target asked for do not count.
        package var tries = 0
        /// After this time Galley gives up an unsent delivery. The first failure sets it, and so does the author's “retry”.
        package var deadlineAt: Instant?
        /// When the first byte may first have been sent; the key's window starts here.
        package var firstSentAt: Instant?
        /// Whether a request of this delivery left this machine, or may have left it. The target may remember its key.
        package var hasLeft = false
        /// An attempt ended with an unknown outcome, and the post may have arrived. While this is true, no other
        /// failure may mark the delivery as certainly not sent.
        package var isInDoubt = false
        /// Consecutive look-ups since the last send that clearly did not find the post.
        package var absences = 0
        /// When the latest such look-up ended.
        package var absentAt: Instant?
        /// Whether the one repetition was used that a clear absence permits, by Galley or by the author.
        package var isResent = false
        /// The time of the backup that the store was restored from: a lost store may have sent the post since then.
        /// Until Galley knows that it did not, the delivery leaves only after the rules of lateness were applied.
        package var restoredFrom: Instant?

        /// While the delivery is blocked: when Galley checks whether the block is resolved.
        package var askAt: Instant?

        package init() {}
    }

    package init(
        id: DeliveryID, postID: PostID, target: TargetName, kind: DeliveryKind = .create, generation: Int = 1,
        edition: Int = 1, staleAt: Instant? = nil, key: String, dueAt: Instant, parent: TargetName? = nil,
        delay: Span = .zero, state: DeliveryState = .scheduled,
        history: History = History(), takenBackAt: Instant? = nil, remark: String? = nil, part: Int = 1, parts: Int = 1,
        root: RemotePost? = nil
    ) {
        self.id = id
        self.postID = postID
        self.target = target
        self.kind = kind
        self.generation = generation
        self.edition = edition
        self.staleAt = staleAt
        self.key = key
        self.dueAt = dueAt
        self.parent = parent
        self.delay = delay
        self.state = state
        self.history = history
        self.takenBackAt = takenBackAt
        self.remark = remark
        self.part = part
        self.parts = parts
        self.root = root
    }

    /// Whether more people can see the copy than its author wanted, by the service's own answer.
    package var isExposed: Bool {
        takenBackAt == nil && kind != .delete && remark?.hasPrefix(CopyMemory.exposureWords) == true
    }

    /// When the courier must look at it next; nil if only an event can change it.
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

/// Whether the post is at its target, as far as the delivery's state tells.
extension Delivery {
    /// Whether the post may be at its target, whole or in part, although it is not delivered; then Galley never sends it
    /// again automatically.
    package var mayHaveArrived: Bool { hasBegun || isTooLateToStop }

    /// Whether parts of a thread are at the target while others are not.
    package var hasBegun: Bool {
        kind == .create && part > 1 && state.word != .delivered && takenBackAt == nil
    }

    /// How many parts have ended: those of a creation are there, those of a deletion are gone.
    package var partsDone: Int { state.word == .delivered ? parts : part - 1 }

    /// Why it is too late to stop it; nil while it can be stopped, and once it has ended. Publishing, editing, unpublishing,
    /// deleting and undeleting a post ask this question, and so does “cancel”.
    var wordsOnStopping: String? {
        switch state {
        case .armed: "It is being sent right now. Check its state in a few seconds."
        case .uncertain, .reconciling: "It may have arrived. Use confirm-sent, resend or abandon."
        case .scheduled, .due, .preparing, .retrying, .blocked:
            if history.isInDoubt {
                "It may have arrived. Use confirm-sent, resend or abandon."
            } else if kind == .delete, part > 1 {
                "\(partsDone) of \(parts) parts are deleted already. Let it delete the rest."
            } else {
                nil
            }
        case .delivered, .failed, .missed, .cancelled, .superseded: nil
        }
    }

    /// Whether a request may have left, or a deletion has removed a part of a thread, and it has not ended.
    package var isTooLateToStop: Bool { wordsOnStopping != nil }

    /// Whether it has not ended and none of it has left: it may be cancelled, and another payload may take its place.
    package var canBeStopped: Bool { !state.isFinal && !isTooLateToStop }

    /// Whether later deliveries have to wait: this one is too late to stop, or about to be.
    package var isUnsettled: Bool { isTooLateToStop || state.word == .preparing }

    /// The target's record of the post; nil before it was delivered and after it was removed.
    package var arrival: RemotePost? {
        guard takenBackAt == nil, case .delivered(_, let record) = state else { return nil }
        return record
    }
}
