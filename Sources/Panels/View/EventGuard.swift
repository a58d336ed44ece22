/// A window's reaction to an event about its arrangement.
package enum EventGuard: Hashable, Sendable {
    /// The event echoes its own change or is older than its revision.
    case ignore
    case apply
    /// The window missed an event in between.
    case fetchWhole

    /// Compares revisions, not values: a repeated value may be a new wish (FloatingPanel issues 680 and 681).
    package static func of(revision: Int, origin: String?, seen: Int, window: String) -> EventGuard {
        guard revision > seen, origin != window else { return .ignore }
        // Not `revision - seen`, which could overflow.
        return seen == revision - 1 ? .apply : .fetchWhole
    }
}
