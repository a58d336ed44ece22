package enum DeliveryEvent: Hashable, Sendable {
    /// The time for the courier's next look has passed.
    case timeCame(Circumstances)
    /// The preparation failed.
    case unprepared(Outcome)
    /// The attempt is being stored, immediately before the first byte.
    case armed(boot: BootID)
    case answered(Outcome)
    /// An edit was accepted while the outcome of an earlier request for the same copy is unknown; the server may carry
    /// that one out later.
    case acceptedAfterDoubt(RemotePost)
    case lookedUp(LookUpResult)
    /// The daemon started. Work of another boot was interrupted.
    case booted(BootID)
    /// The delivery that this one waits for was delivered or never will be.
    case parentMoved
    /// The author ended a pause of this target or of all.
    case resumed
    /// Another payload for the same copy, because the post was changed.
    case changed(FrozenDelivery)
    /// The payload of a stale delivery is as its post is now.
    case frozen(FrozenDelivery)
    /// The preparation ended, and the payload was changed meanwhile.
    case outdated
    /// A newer delivery of the same post replaces this one.
    /// - Parameter overwriting: whether the new delivery overwrites the copy, so that it does not matter whether this
    ///   one arrives.
    case replaced(overwriting: Bool = false)
    /// The clock by which its wait began was ahead by at most this, and is right again.
    case clockSetBack(by: Span)
    /// The store was restored from a backup of this time.
    case restored(from: Instant)
    /// The post was unpublished or deleted.
    case withdrawn
    case asked(DeliveryVerb)
}

/// The store's knowledge when a delivery's time comes.
package struct Circumstances: Hashable, Sendable {
    package var boot: BootID
    package var isPaused: Bool
    /// Whether the configuration still contains the target.
    package var isTargetKnown: Bool
    package var parent: Parent
    /// When the delivery whose address this one contains was to leave.
    package var parentPlannedAt: Instant?
    /// When a late delivery to this target may be sent without joining a burst.
    package var lateSlot: Instant

    /// The progress of the delivery whose address this one contains.
    package enum Parent: Hashable, Sendable {
        case none
        case waiting
        case arrived(at: Instant)
        case lost(reason: String)
        /// A change waits for what is there to become whole, or for the author.
        case obstructed(DeliveryState.Block, reason: String)
    }

    package init(
        boot: BootID, isPaused: Bool = false, isTargetKnown: Bool = true, parent: Parent = .none,
        parentPlannedAt: Instant? = nil, lateSlot: Instant
    ) {
        self.boot = boot
        self.isPaused = isPaused
        self.isTargetKnown = isTargetKnown
        self.parent = parent
        self.parentPlannedAt = parentPlannedAt
        self.lateSlot = lateSlot
    }
}

/// The author's commands for a delivery.
package enum DeliveryVerb: Hashable, Sendable {
    /// Try again, or look again, now.
    case retry
    case cancel
    /// The author says that the post is not there: send it once more.
    case resend
    /// The author says that the post is there.
    case confirmSent(RemotePost)
    /// Leave it unresolved and stop asking.
    case abandon

    /// Each once, in the order of offering them.
    package static let all: [DeliveryVerb] = [.retry, .confirmSent(RemotePost(id: "id")), .resend, .abandon, .cancel]

    /// The word on the command line and in the API.
    package var word: String {
        switch self {
        case .retry: "retry"
        case .cancel: "cancel"
        case .resend: "resend"
        case .confirmSent: "confirm-sent"
        case .abandon: "abandon"
        }
    }
}

/// The result of an event.
package enum DeliveryStep: Hashable, Sendable {
    /// The changed delivery, and the actions that the store must carry out.
    case moved(Delivery, [DeliveryAction])
    /// The event does not apply to this state.
    case unmoved
    /// The command is not possible. The sentence says why and what is possible.
    case refused(String)
}

package enum DeliveryAction: Hashable, Sendable {
    case prepare
    case lookUp
    /// The deliveries that wait for this one must look again.
    case releaseChildren
    /// Record that the present part of a thread arrived, or that a deletion removed it.
    case recordPart(RemotePost)
}
