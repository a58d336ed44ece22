package import Posts
import SQL

/// The events since a window last read them.
package enum EventPage: Hashable, Sendable {
    /// Oldest first; as many as were asked for means there may be more.
    case rows([LogEvent])
    /// Some events are no longer stored: reload everything, then continue after `newest`. To read all stored events,
    /// continue after the one before `oldest`.
    case reset(newest: Int64, oldest: Int64)
}

extension PostStore {
    /// - Parameters:
    ///   - id: the last event that was seen; 0 for none.
    ///   - reader: the user whose events about panels, preferences and pictures are included; nil for none.
    ///   - scope: the users whose events about posts and deliveries are included.
    package func events(
        after id: Int64, for reader: UserID? = nil, within scope: AccessScope = .everyone, limit: Int = 200
    ) async throws(StoreError) -> EventPage {
        let rows = room(limit).rows
        return try await read { db in
            let places = try db.eventPlaces()
            guard places.contains(id) else {
                return .reset(newest: places.upperBound, oldest: places.lowerBound + 1)
            }
            let sql = """
                SELECT id, at, kind, subject, revision, origin, announcement FROM event
                WHERE id > ?1 AND (owner IS NULL OR owner = ?2
                  OR (?3 IS NULL AND kind NOT IN ('arrangement-changed', 'preferences-changed', 'media-changed')))
                ORDER BY id LIMIT ?4
                """
            let arguments: [any SQLArgument] = [id, reader?.number, scope.owner, rows]
            return .rows(try db.all(sql, arguments, LogEvent.init(row:)))
        }
    }

    /// 0 when there is none.
    package func newestEventID() async throws(StoreError) -> Int64 {
        try await read { try $0.newestEvent() }
    }

    /// When the store was last changed; nil if it never was.
    package func lastChange() async throws(StoreError) -> Instant? {
        try await read { try $0.lastChange() }
    }

    /// Deletes the events before `instant` except the newest one, from which the next takes its id. Those that a clock
    /// wrote while it was ahead hold up no others.
    package func forgetEvents(before instant: Instant) async throws(StoreError) {
        let sql = """
            DELETE FROM event WHERE id < coalesce(
              (SELECT id FROM event WHERE at BETWEEN ? AND ? ORDER BY id LIMIT 1), (SELECT max(id) FROM event))
            """
        let present = now()
        try await commit { try $0.db.run(sql, [instant.microseconds, present.microseconds]) }
    }
}

extension Database {
    /// When the store was last changed; nil if it never was.
    func lastChange() throws -> Instant? {
        try value("at", of: "event", "SELECT at FROM event ORDER BY id DESC LIMIT 1")
    }

    /// 0 when there is none.
    func newestEvent() throws -> Int64 { try integer("SELECT max(id) FROM event") ?? 0 }

    /// The ids after which every event is still stored: from the one before the oldest to the newest.
    func eventPlaces() throws -> ClosedRange<Int64> {
        try (integer("SELECT min(id) FROM event") ?? 1) - 1...newestEvent()
    }
}

extension LogEvent {
    fileprivate init(row: any Row) throws {
        let event = row.columns(of: "event")
        let change = try (event["announcement"] as String?).map { announcement in
            ArrangementChange(
                revision: try event["revision"], origin: try event["origin"], announcement: announcement)
        }
        self.init(
            id: try event["id"], at: try event["at"], kind: try event["kind"], subject: try event["subject"],
            arrangement: change)
    }
}
