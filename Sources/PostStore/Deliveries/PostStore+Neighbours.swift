package import Posts
import SQL

/// Questions about other posts, for the warnings before a publication.
extension PostStore {
    /// Scheduled first copies of other posts at `target`, due less than `distance` from `instant`, the earliest first.
    /// - Returns: at most three.
    package func neighbours(
        of post: PostID, at target: TargetName, near instant: Instant, distance: Span, within scope: AccessScope
    ) async throws(StoreError) -> [QueueEntry] {
        let sql =
            QueueEntry.sql + """
                WHERE NOT delivery.isOver AND delivery.state = 'scheduled' AND delivery.kind = 'create'
                  AND delivery.dueAt > ?1 AND delivery.dueAt < ?2 AND delivery.target = ?3 AND delivery.postId <> ?4
                  AND (?5 IS NULL OR post.owner = ?5)
                ORDER BY delivery.dueAt, delivery.id LIMIT \(3 + PageRoom.spoiledMax)
                """
        let (from, to) = ((instant - distance).microseconds, (instant + distance).microseconds)
        return try await read { [spoiled] in
            try $0.readable(
                sql, [from, to, target.text, post.text, scope.owner], limit: 3, noting: spoiled, QueueEntry.init(row:))
        }
    }

    /// Of these instants, those within whose minute a first copy is still to be sent to the target.
    package func taken(_ wanted: [TargetName: [Instant]]) async throws(StoreError) -> [TargetName: Set<Instant>] {
        try await read { try $0.taken(wanted, except: nil) }
    }

    /// Which of these site paths lead to a post that is not deleted: to its own or a former path, or by their last name,
    /// which patterns of addresses take from the slug.
    package func leading(_ paths: Set<PostPath>) async throws(StoreError) -> Set<PostPath> {
        try await read { db in
            try paths.filter { path in
                if try db.holder(ofPath: path.text) != nil { return true }
                let sql = """
                    SELECT 1 FROM slug JOIN post ON post.number = slug.post
                    WHERE slug.text = ? AND post.deletedAt IS NULL
                    """
                return try db.has(sql, [path.slugText])
            }
        }
    }
}
