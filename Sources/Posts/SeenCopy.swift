/// What was seen of a copy when a request for it was accepted, or when it was found.
package struct SeenCopy: Hashable, Sendable {
    /// Kept, so that a later change by another hand is noticed.
    package let standing: Standing?
    /// For the author: what arrived otherwise than it was sent, or could not be told.
    package let remark: String?

    package init(_ standing: Standing? = nil, remark: String? = nil) {
        self.standing = standing
        self.remark = remark
    }
}
