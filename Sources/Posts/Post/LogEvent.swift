/// A line of the event log: what changed, for the windows and the courier. Written in the transaction of the change.
package struct LogEvent: Hashable, Sendable {
    /// Only grows; a window resumes after the last one it saw.
    package let id: Int64
    package let at: Instant
    package let kind: Kind
    /// A post's, delivery's, window's or picture's id, or the name of a target or an arrangement.
    package let subject: String
    /// What else there is to know when panels were arranged.
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
        /// A picture was added, changed or removed; only its owner is told.
        case mediaChanged = "media-changed"
        case arrangementChanged = "arrangement-changed"
        /// The log begins anew: the store is as it was at the time of a backup.
        case storeRestored = "store-restored"
        /// The operator was told, or is to be.
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

/// How an arrangement changed: enough for a window to know whether it has to look.
package struct ArrangementChange: Hashable, Sendable {
    /// nil when the window shows another arrangement from now on, or the arrangement is gone: whatever was seen, look anew.
    package let revision: Revision?
    /// The id of the window in which it was done; nil when it was done elsewhere, such as on the command line.
    package let origin: String?
    /// What was done, as a sentence for the author.
    package let announcement: String

    package init(revision: Revision?, origin: String?, announcement: String) {
        self.revision = revision
        self.origin = origin
        self.announcement = announcement
    }
}
