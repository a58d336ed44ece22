/// A line of the event log: what changed, for the windows and the courier. Written in the transaction of the change.
package struct LogEvent: Hashable, Sendable {
    /// Only grows; a window resumes after the last one it saw.
    package let id: Int64
    package let at: Instant
    package let kind: Kind
    /// A post's or delivery's id, or a target's name.
    package let subject: String

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
    }

    package init(id: Int64, at: Instant, kind: Kind, subject: String) {
        self.id = id
        self.at = at
        self.kind = kind
        self.subject = subject
    }
}
