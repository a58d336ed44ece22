/// What can happen to a delivery.
package enum DeliveryEvent: Hashable, Sendable {
    /// The instant at which the courier wanted to look at it has passed.
    case timeCame(Circumstances)
    /// The invisible part ended badly.
    case unprepared(Outcome)
    /// The attempt is being written: the last moment before the first byte.
    case armed(boot: BootID)
    case answered(Outcome)
    /// An edit was accepted while an earlier request for the same copy is unaccounted for: that one may be carried out after
    /// it.
    case acceptedAfterDoubt(Record)
    case lookedUp(Finding)
    /// The daemon started. Whatever belongs to another boot was interrupted.
    case booted(BootID)
    /// The delivery it waits for arrived, or will not.
    case parentMoved
    /// The author lifted a pause, of this target or of all.
    case resumed
    /// A newer payload of the same post is to take its place.
    /// - Parameter overwriting: whether what arrives later replaces what is there, so that it does not matter whether
    ///   this one arrives.
    case replaced(overwriting: Bool = false)
    /// Its store was put back as it was at the time of a backup.
    case restored(from: Instant)
    case asked(DeliveryVerb)
}

/// What the store knows at the moment in which a delivery's time comes.
package struct Circumstances: Hashable, Sendable {
    package var boot: BootID
    package var isPaused: Bool
    /// Whether the configuration still knows the target.
    package var isTargetKnown: Bool
    package var parent: Parent
    /// When a late delivery of this target may leave without joining a burst.
    package var lateSlot: Instant

    /// How far the delivery is whose address this one carries.
    package enum Parent: Hashable, Sendable {
        case none
        case waiting
        case arrived(at: Instant)
        case lost(reason: String)
    }

    package init(
        boot: BootID, isPaused: Bool = false, isTargetKnown: Bool = true, parent: Parent = .none, lateSlot: Instant
    ) {
        self.boot = boot
        self.isPaused = isPaused
        self.isTargetKnown = isTargetKnown
        self.parent = parent
        self.lateSlot = lateSlot
    }
}

/// What the author can ask of a delivery.
package enum DeliveryVerb: Hashable, Sendable {
    /// Try again, or look again, now.
    case retry
    case cancel
    /// It is not there, says the author: send it once more.
    case resend
    /// It is there, says the author.
    case confirmSent(Record)
    /// Leave it as it is and stop asking.
    case abandon
}

/// What an event comes to.
package enum DeliveryStep: Hashable, Sendable {
    /// The delivery as it is from now on, and what its keeper has to do.
    case moved(Delivery, [DeliveryAction])
    /// The event says nothing to a delivery in this state.
    case unmoved
    /// The author asked for what cannot be done; the sentence says why and what can be.
    case refused(String)
}

package enum DeliveryAction: Hashable, Sendable {
    case prepare
    case send
    case lookUp
    /// The deliveries that wait for this one must look again.
    case releaseChildren
    /// The author should hear of it.
    case tell
}
