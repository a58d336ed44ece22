package import Posts
import SQL

/// Regular maintenance.
extension PostStore {
    static let deletedKept = Span.days(30)
    static let eventsKept = Span.days(7)

    /// Deletes what has expired, updates the search index, and shortens waits that a wrong clock made too long. Call it
    /// every few minutes; it costs next to nothing when there is nothing to do, and ends early when the task is cancelled.
    package func tidy(
        keepingDeleted: Span = deletedKept, events: Span = eventsKept
    ) async throws(StoreError) {
        try await checkRows()
        try await shortenWaits()
        try await forgetEvents(before: now() - events)
        try await forgetDeleted(before: now() - keepingDeleted)
        try await forgetSessions()
        try await tidyNotifications()
        try await forgetRequests(before: now() - RequestKey.kept)
        try await forgetWindows(notSeenSince: now() - PostStore.windowsKept)
        try await removeLeftOverPictures()
        file?.integrity.retry()
        try await catchUpIndex()
    }

    /// Erases the text of posts that were deleted before `instant`.
    ///
    /// The row stays without its text, because deliveries refer to it: records of what was sent, payloads and requests
    /// included, are never deleted. The slugs and paths become free.
    func forgetDeleted(before instant: Instant) async throws(StoreError) {
        let limit = instant.microseconds
        while !Task.isCancelled, try await commitLeavingOut({ try $0.forgetSome(before: limit) }) {}
    }

    /// Recomputes the instants of future dates after the rules of the zones have changed. Scheduled deliveries move by
    /// as much as their post.
    /// - Parameter resolve: the instant of a wall clock in a zone; nil when the zone is unknown, which changes nothing.
    /// - Returns: the posts whose date moved.
    @discardableResult
    package func recomputeDates(
        _ resolve: @escaping @Sendable (WallClock, ZoneName) -> Instant?
    ) async throws(StoreError) -> [PostID] {
        try await commit { try $0.recomputeDates(resolve) }
    }
}

extension WriteTransaction {
    /// - Returns: whether there may be more.
    fileprivate func forgetSome(before limit: Int64) throws -> Bool {
        let sql = """
            SELECT \(PostRow.columns) FROM post
            WHERE deletedAt IS NOT NULL AND deletedAt < ? AND forgottenAt IS NULL
            """
        let rows = try db.workable(sql, [limit], limit: 20, leavingOut: spoiled, PostRow.init)
        for row in rows { try spoiled.working(on: row.spoiledName) { try forget(row) } }
        return !rows.isEmpty
    }

    private func forget(_ row: PostRow) throws {
        try forgetCancelledByDeletion(of: row.number)
        try unindex(row)
        for table in ["revision", "postBody", "postTag", "slug", "formerPath", "feedId", "mediaUse"] {
            try db.tell("DELETE FROM \(table) WHERE post = ?", [row.number])
        }
        let texts = TextField.allCases.map { "\($0.rawValue) = NULL" }.joined(separator: ", ")
        let sql = """
            UPDATE post SET \(texts), excerpt = '', titleKey = '', overrides = NULL, isIndexStale = FALSE,
              forgottenAt = ? WHERE number = ?
            """
        try db.tell(sql, [now.microseconds, row.number])
        // The source stays, so that the next import does not create the post again.
        try db.tell("UPDATE origin SET path = '', kept = NULL, pictures = '[]' WHERE post = ?", [row.number])
    }

    func recomputeDates(_ resolve: (WallClock, ZoneName) -> Instant?) throws -> [PostID] {
        let sql = "SELECT number, id, wall, zone, dateAt FROM post WHERE dateAt > ? AND forgottenAt IS NULL"
        var moved: [PostID] = []
        let posts = try db.readable(sql, [now.microseconds], noting: spoiled) { row -> (Int64, PostID, PlannedTime?) in
            let post = row.columns(of: "post")
            return (try post["number"], try post["id"], try PlannedTime.date(post))
        }
        for case (let number, let id, let date?) in posts {
            guard let new = resolve(date.wall, date.zone), new != date.instant else { continue }
            try moveDate(of: number, id, from: date.instant, to: new)
            moved.append(id)
        }
        return moved
    }

    private func moveDate(of number: Int64, _ id: PostID, from old: Instant, to new: Instant) throws {
        try db.tell("UPDATE post SET dateAt = ?, isIndexStale = TRUE WHERE number = ?", [new.microseconds, number])
        try spreadToTags(number)
        try announce(.postChanged, id.text)
        let deliveries = try db.workable(
            DeliveryRow.newestOfPost(.create), [id.text], leavingOut: spoiled, DeliveryRow.delivery)
        for delivery in deliveries where delivery.state == .scheduled {
            let dueAt = delivery.dueAt + (new - old)
            try db.tell(
                "UPDATE delivery SET dueAt = ?, changedAt = ? WHERE id = ?",
                [dueAt.microseconds, now.microseconds, delivery.id.number])
            try announce(.deliveryChanged, "\(delivery.id.number)")
        }
    }
}
