/// One thing that a caller may do. Each word stands for itself alone: who may write may not read by that.
package enum Scope: String, Hashable, Sendable, CaseIterable {
    /// Seeing posts, deliveries, targets, panels and events.
    case read
    /// Changing drafts, windows and panels.
    case write
    /// Changing what leaves the machine, or shall leave it.
    case publish
    /// Users, everybody's tokens and sessions; and with it, every user's posts.
    case admin
}

extension Set<Scope> {
    /// What an author needs.
    package static let author: Set<Scope> = [.read, .write, .publish]
    package static let all = Set(Scope.allCases)

    /// In their own order.
    package var words: [String] { Scope.allCases.filter(contains).map(\.rawValue) }
}
