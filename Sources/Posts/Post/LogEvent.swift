/// One entry of the event log, for the windows and the courier. It is written in the transaction of the change.
package struct LogEvent: Hashable, Sendable {
    /// Always increases; a window resumes after the last id it received.
    package let id: Int64
    package let at: Instant
    package let kind: Kind
    /// The id of a post, delivery, window or picture, or the name of a target, an arrangement or a user.
    package let subject: String
    /// Details for a change of panels.
    package let arrangement: ArrangementChange?

    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case postCreated = "post-created"
        case postChanged = "post-changed"
        case postScheduled = "post-scheduled"
        case postUnpublished = "post-unpublished"
        case postDeleted = "post-deleted"
        case postUndeleted = "post-undeleted"
        case deliveryChanged = "delivery-changed"
        case targetChanged = "target-changed"
        case checkWanted = "check-wanted"
        case rehearsalArrived = "rehearsal-arrived"
        /// A picture was added, changed or removed; only its owner receives the event.
        case mediaChanged = "media-changed"
        case arrangementChanged = "arrangement-changed"
        /// A user chose something for the page, or changed texts that are kept by name; only this user receives the event.
        case preferencesChanged = "preferences-changed"
        /// The log restarts: the store was restored from a backup.
        case storeRestored = "store-restored"
        /// A notification of the operator was sent or scheduled.
        case notificationChanged = "notification-changed"
    }

    package init(id: Int64, at: Instant, kind: Kind, subject: String, arrangement: ArrangementChange? = nil) {
        self.id = id
        self.at = at
        self.kind = kind
        self.subject = subject
        self.arrangement = arrangement
    }
}

/// How an arrangement changed, in enough detail for a window to decide whether to reload it.
package struct ArrangementChange: Hashable, Sendable {
    /// nil if the window now shows another arrangement, or the arrangement was deleted: reload in any case.
    package let revision: Revision?
    /// The id of the window that made the change; nil for other origins, such as the command line.
    package let origin: String?
    /// The change as a sentence for the author.
    package let announcement: String

    package init(revision: Revision?, origin: String?, announcement: String) {
        self.revision = revision
        self.origin = origin
        self.announcement = announcement
    }
}
