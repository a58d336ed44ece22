/// What a window does with the news that an arrangement has changed.
package enum EventGuard: Hashable, Sendable {
    /// An echo of its own change, or older than what it shows.
    case ignore
    case apply
    /// Something in between was missed.
    case fetchWhole

    /// Compares revisions, not values: a value that comes again may be a new wish (FloatingPanel issues 680 and 681).
    package static func of(revision: Int, origin: String?, seen: Int, window: String) -> EventGuard {
        guard revision > seen, origin != window else { return .ignore }
        // Not `revision - seen`, which could overflow.
        return seen == revision - 1 ? .apply : .fetchWhole
    }
}
