import GRDB
package import Posts

/// Deliveries whose payloads are older than their posts. Blocked ones and those in doubt wait until something lets them go
/// on: they do not take a new text before (`Delivery.takesNewText`).
extension PostStore {
    private static let stale = """
        FROM delivery INDEXED BY deliveryStale
        WHERE staleAt IS NOT NULL AND typeof(staleAt) = 'integer' AND NOT isOver AND kind = 'create'
          AND state IN ('scheduled', 'due', 'preparing', 'retrying') AND NOT isInDoubt AND NOT hasLeft AND part = 1
          AND target IN (SELECT value FROM json_each(?))
        """

    /// The posts with stale deliveries that were left alone since `quietSince`, or that are due by `soon`.
    /// - Returns: at most 100, each once.
    package func stalePosts(
        at targets: [TargetName], quietSince: Instant, dueBy soon: Instant
    ) async throws(StoreError) -> [PostID] {
        let sql = "SELECT DISTINCT postId \(PostStore.stale) AND (staleAt <= ? OR wakeAt <= ?) LIMIT 100"
        let bounds: StatementArguments = [targets.json, quietSince.microseconds, soon.microseconds]
        return try await read { db in
            try db.readable(sql, bounds, noting: nil) { try $0.columns(of: "delivery")["postId"] }
        }
    }

    /// When `stalePosts` has the next one; nil if no delivery is stale.
    /// - Parameters:
    ///   - quiet: how long a post is left alone before its deliveries are frozen.
    ///   - lead: how long before its time a delivery is frozen at the latest.
    package func nextStale(
        at targets: [TargetName], quiet: Span, lead: Span
    ) async throws(StoreError) -> Instant? {
        let sql = """
            SELECT min(min(staleAt + ?2, coalesce(wakeAt - ?3, staleAt + ?2))) AS staleAt
            \(PostStore.stale.replacing("?", with: "?1"))
            """
        let bounds: StatementArguments = [targets.json, quiet.microseconds, lead.microseconds]
        return try await read { db in
            try db.first(sql, bounds) { try $0.columns(of: "delivery")["staleAt"] as Instant? } ?? nil
        }
    }
}

extension [TargetName] {
    /// As an argument for `json_each`; names contain no quotes.
    var json: String { "[\(map { "\"\($0)\"" }.joined(separator: ","))]" }
}
