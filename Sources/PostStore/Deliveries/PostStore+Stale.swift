package import Posts
import SQL

/// Deliveries whose payloads are older than their posts. Blocked ones and those in doubt wait until something lets them go
/// on: they do not take a new text before (`Delivery.takesNewText`).
extension PostStore {
    private static func stale(at targets: ArgumentList) -> String {
        // No number is equal to a text, which a damaged row may have.
        """
        FROM delivery INDEXED BY deliveryStale
        WHERE staleAt IS NOT NULL AND staleAt = CAST(staleAt AS BIGINT) AND NOT isOver AND kind = 'create'
          AND state IN ('scheduled', 'due', 'preparing', 'retrying') AND NOT isInDoubt AND NOT hasLeft AND part = 1
          AND target IN (\(targets.marks))
        """
    }

    /// The posts with stale deliveries that were left alone since `quietSince`, or that are due by `soon`.
    /// - Returns: at most 100, each once.
    package func stalePosts(
        at targets: [TargetName], quietSince: Instant, dueBy soon: Instant
    ) async throws(StoreError) -> [PostID] {
        let targets = ArgumentList(targets.map(\.text))
        let sql = "SELECT DISTINCT postId \(PostStore.stale(at: targets)) AND (staleAt <= ? OR wakeAt <= ?) LIMIT 100"
        let arguments = targets.arguments + [quietSince.microseconds, soon.microseconds]
        return try await read { db in
            try db.readable(sql, arguments, noting: nil) { try $0.columns(of: "delivery")["postId"] }
        }
    }

    /// When `stalePosts` has the next one; nil if no delivery is stale.
    /// - Parameters:
    ///   - quiet: how long a post is left alone before its deliveries are frozen.
    ///   - lead: how long before its time a delivery is frozen at the latest.
    package func nextStale(
        at targets: [TargetName], quiet: Span, lead: Span
    ) async throws(StoreError) -> Instant? {
        let targets = ArgumentList(targets.map(\.text))
        let sql = """
            SELECT min(staleAt) AS staleAt, min(\(DeliveryRow.readableWake)) AS wakeAt \(PostStore.stale(at: targets))
            """
        return try await read { db in
            try db.first(sql, targets.arguments) { row -> Instant? in
                let delivery = row.columns(of: "delivery")
                guard let staleAt: Instant = try delivery["staleAt"] else { return nil }
                guard let wakeAt: Instant = try delivery["wakeAt"] else { return staleAt + quiet }
                return min(staleAt + quiet, wakeAt - lead)
            } ?? nil
        }
    }
}
