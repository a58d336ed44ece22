package import Posts

/// Whose posts and deliveries a caller finds. What lies beyond is not there for them.
package enum AccessScope: Hashable, Sendable {
    case everyone
    case user(UserID)

    /// As a condition of SQL has it: NULL where it does not matter.
    var owner: Int64? {
        switch self {
        case .everyone: nil
        case .user(let user): user.number
        }
    }

    /// For lists.
    package var user: UserID? { if case .user(let user) = self { user } else { nil } }
}
