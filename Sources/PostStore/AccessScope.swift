package import Posts

/// Whose posts and deliveries a caller may read. Others do not exist for that caller.
package enum AccessScope: Hashable, Sendable {
    case everyone
    case user(UserID)

    /// The argument of an SQL condition; NULL for all users.
    var owner: Int64? {
        switch self {
        case .everyone: nil
        case .user(let user): user.number
        }
    }

    package var user: UserID? { if case .user(let user) = self { user } else { nil } }
}
