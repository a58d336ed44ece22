package import Posts
import SQL

/// Notifications of the operator, stored so that each is sent once.
extension PostStore {
    static let notificationsKept = Span.days(90)
    /// Older causes are not reported to an operator who turns notifications on.
    static let notificationsReach = Span.days(7)
    private static let notificationBatch = 500
    /// Longer than the wait between any two attempts.
    private static let notificationWaitMax = Span.days(1)

    /// Starts at the end of the log on first use, and ends notifications that were under way when the last run ended:
    /// they may have been sent. Call it once, before sending anything.
    package func recoverNotifications() async throws(StoreError) {
        try await commit { transaction in
            try transaction.db.tell(
                "INSERT INTO tellingPlace (one, event) VALUES (1, ?) ON CONFLICT (one) DO NOTHING",
                [transaction.db.newestEvent()])
            let sql = """
                UPDATE telling SET endedAt = ?, outcome = 'unknown', reason = 'Galley stopped while it was sending this.'
                WHERE nextAt IS NULL AND endedAt IS NULL
                """
            try transaction.db.tell(sql, [transaction.now.microseconds])
        }
    }

    /// Reads further in the log and adds notifications for each of `means`. Writes nothing when there is no cause.
    /// - Parameter event: the last event that was read; nil for the stored one.
    /// - Returns: the last event read now.
    package func noteNotifications(_ means: [NotificationMeans], after event: Int64?) async throws(StoreError) -> Int64
    {
        var (last, isWhole) = (event, false)
        while !isWhole {
            let news = try await read { [last] in
                try NotificationCauses(after: last, in: $0, limit: PostStore.notificationBatch)
            }
            isWhole = news.isWhole
            if !news.deliveries.isEmpty || !news.isNear {
                try await commit { try $0.note(news, means) }
            }
            last = news.last
        }
        return last ?? 0
    }

    /// Claims the notifications that are due, oldest first: each is under way until `endNotification`. Those whose
    /// cause is over end without being sent.
    package func beginNotification(_ means: NotificationMeans) async throws(StoreError) -> [NotificationEntry] {
        let now = now()
        let isDue = try await read { db in
            let sql = "SELECT 1 FROM telling WHERE nextAt <= ? AND means = ? LIMIT 1"
            return try db.has(sql, [now.microseconds, means.rawValue])
        }
        guard isDue else { return [] }
        return try await commit { try $0.beginNotification(means) }
    }

    package func endNotification(_ numbers: [Int64], _ result: NotificationResult) async throws(StoreError) {
        try await commit { transaction in
            for number in numbers { try transaction.endNotification(number, result) }
        }
    }

    /// When the next notification is due that is not due yet.
    package func nextNotification() async throws(StoreError) -> Instant? {
        let now = now()
        return try await read { db in
            let sql = "SELECT nextAt FROM telling WHERE nextAt > ? ORDER BY nextAt LIMIT 1"
            return try db.value("nextAt", of: "telling", sql, [now.microseconds])
        }
    }

    /// Adds trial notifications.
    /// - Returns: one number for each of `means`; the same numbers for a repeated request.
    package func wantTrial(
        _ means: [NotificationMeans], once key: RequestKey? = nil
    ) async throws(StoreError) -> [Int64] {
        try await commit { transaction in
            try transaction.once(key, .trial) { subject in
                try subject.numbers()
            } make: {
                let numbers = try transaction.noteTrial(means)
                return (numbers, numbers.map(String.init).joined(separator: " "))
            }
        }
    }

    package func notification(_ number: Int64) async throws(StoreError) -> OperatorNotification? {
        try await read { db in
            let sql = "SELECT \(OperatorNotification.columns) FROM telling WHERE number = ?"
            return try db.first(sql, [number], OperatorNotification.init)
        }
    }

    /// Newest first, each with its delivery.
    package func notifications(
        after cursor: Cursor? = nil, limit: Int = 50
    ) async throws(StoreError) -> Page<NotificationEntry> {
        let room = room(limit)
        let before = try cursor?.position(in: "tellings").0 ?? .max
        let sql = "SELECT \(OperatorNotification.columns) FROM telling WHERE number < ? ORDER BY number DESC LIMIT ?"
        return try await read { db in
            let read = { (row: any Row) throws -> NotificationEntry in
                let notification = try OperatorNotification(row: row)
                return (notification, try notification.delivery.flatMap { try db.readableEntry($0) })
            }
            let weight = { (one: NotificationEntry) in
                1000 + (one.notification.reason?.utf8.count ?? 0) + (one.entry?.weight ?? 0)
            }
            return try db.page(sql, [before], room, weighing: weight, read) {
                Cursor($0.notification.number, list: "tellings")
            }
        }
    }

    /// The last notification by each means with which the last one was not sent.
    package func notificationTroubles() async throws(StoreError) -> [OperatorNotification] {
        let sql = """
            SELECT \(OperatorNotification.columns) FROM telling WHERE number IN (
              SELECT max(number) FROM telling WHERE outcome IN ('told', 'failed', 'unknown') GROUP BY means)
            AND outcome <> 'told' ORDER BY means
            """
        return try await read { try $0.all(sql, [], OperatorNotification.init) }
    }

    /// Deletes old notifications. One that waits for longer than any wait lasts began to wait by a clock that was ahead; it
    /// is due now.
    func tidyNotifications() async throws(StoreError) {
        try await commit { transaction in
            let (db, now) = (transaction.db, transaction.now)
            let kept = now - PostStore.notificationsKept
            try db.tell("DELETE FROM telling WHERE endedAt < ?", [kept.microseconds])
            let sql = "UPDATE telling SET nextAt = ?1 WHERE nextAt > ?2 RETURNING number"
            let latest = now + PostStore.notificationWaitMax
            let waiting: [Int64] = try db.all(sql, [now.microseconds, latest.microseconds]) { row in
                try row.columns(of: "telling")["number"]
            }
            for number in waiting { try transaction.announce(.notificationChanged, "\(number)") }
        }
    }
}

/// The causes of notifications in one batch of the log.
private struct NotificationCauses: Sendable {
    /// Changed deliveries that are a cause, or have arrived, in their present state.
    let deliveries: [Delivery]
    let last: Int64
    let isWhole: Bool
    /// Whether the place need not be stored yet: a cause that is read twice is reported once.
    let isNear: Bool

    init(after event: Int64?, in db: any Database, limit: Int) throws {
        // There is none before `recoverNotifications`.
        let kept: Int64 = try db.value("event", of: "tellingPlace", "SELECT event FROM tellingPlace") ?? 0
        let start = event ?? kept
        let places = try db.eventPlaces()
        guard places.contains(start) else {
            // Events were deleted before they were read.
            deliveries = try NotificationCauses.all(in: db)
            (last, isWhole, isNear) = (places.upperBound, true, false)
            return
        }
        let sql = "SELECT id, subject FROM event WHERE id > ? AND kind = 'delivery-changed' ORDER BY id LIMIT ?"
        let rows = try db.all(sql, [start, limit]) { row -> (id: Int64, delivery: Int64) in
            let event = row.columns(of: "event")
            guard let number = Int64(try event["subject"] as String) else { throw event.bad("subject") }
            return (try event["id"], number)
        }
        let numbers = Set(rows.map(\.delivery)).sorted()
        let causes = "SELECT cause FROM telling WHERE NOT isPast AND cause >= 'auth ' AND cause < 'auth!'"
        let refused: Set<String> = Set(try db.all(causes) { try $0.columns(of: "telling")["cause"] })
        deliveries = try numbers.compactMap { number in
            try db.readable(DeliveryRow.byID, [number], noting: nil, DeliveryRow.delivery).first
        }.filter { delivery in
            if NotificationCause(of: delivery) != nil { return true }
            guard delivery.state.word == .delivered else { return false }
            return refused.contains(NotificationCause(refusedBy: delivery.target).description)
        }
        isWhole = rows.count < limit
        last = isWhole ? places.upperBound : rows.last?.id ?? places.upperBound
        isNear = last - kept < 10_000
    }

    private static func all(in db: any Database) throws -> [Delivery] {
        let sql = """
            SELECT \(DeliveryRow.columns) FROM delivery
            WHERE isOver AND (state IN ('failed', 'missed') OR (state = 'delivered' AND remark IS NOT NULL))
              AND changedAt > ?1
            UNION ALL
            SELECT \(DeliveryRow.columns) FROM delivery
            WHERE NOT isOver AND state IN ('uncertain', 'blocked') AND changedAt > ?1 ORDER BY id
            """
        let now = try db.integer("SELECT max(at) FROM event") ?? 0
        return try db.readable(
            sql, [now - PostStore.notificationsReach.microseconds], noting: nil, DeliveryRow.delivery
        )
        .filter { NotificationCause(of: $0) != nil }
    }
}

extension WriteTransaction {
    fileprivate func noteTrial(_ means: [NotificationMeans]) throws -> [Int64] {
        let last = try db.integer("SELECT max(number) FROM telling") ?? 0
        let sql = """
            INSERT INTO telling (cause, means, notedAt, tries, nextAt) VALUES (?1, ?2, ?3, 0, ?3) RETURNING number
            """
        let numbers = try means.compactMap { one in
            try db.integer(sql, ["trial \(last + 1)", one.rawValue, now.microseconds])
        }
        for number in numbers { try announce(.notificationChanged, "\(number)") }
        return numbers
    }

    fileprivate func note(_ news: NotificationCauses, _ means: [NotificationMeans]) throws {
        // An arrival shows that the target accepts its token again; a later refusal is a new cause.
        for delivery in news.deliveries where delivery.state.word == .delivered {
            try db.tell(
                "UPDATE telling SET isPast = TRUE WHERE NOT isPast AND endedAt IS NOT NULL AND cause = ?",
                [NotificationCause(refusedBy: delivery.target).description])
        }
        let sql = """
            INSERT INTO telling (cause, means, delivery, notedAt, tries, nextAt) VALUES (?1, ?2, ?3, ?4, 0, ?4)
            ON CONFLICT (cause, means) WHERE NOT isPast DO NOTHING
            """
        for delivery in news.deliveries {
            guard let cause = NotificationCause(of: delivery) else { continue }
            for one in means {
                try db.tell(sql, [cause.description, one.rawValue, delivery.id.number, now.microseconds])
            }
        }
        let place = """
            INSERT INTO tellingPlace (one, event) VALUES (1, ?) ON CONFLICT (one) DO UPDATE SET event = excluded.event
            """
        try db.tell(place, [news.last])
    }

    fileprivate func beginNotification(_ means: NotificationMeans) throws -> [NotificationEntry] {
        let sql = """
            SELECT \(OperatorNotification.columns), cause FROM telling WHERE nextAt <= ? AND means = ? ORDER BY number LIMIT 20
            """
        var begun: [NotificationEntry] = []
        let due = try db.all(sql, [now.microseconds, means.rawValue]) { row -> (OperatorNotification, String) in
            (try OperatorNotification(row: row), try row.columns(of: "telling")["cause"])
        }
        for (notification, cause) in due {
            let entry = try notification.delivery.flatMap { try db.readableEntry($0) }
            let present = entry.flatMap { NotificationCause(of: $0.delivery)?.description }
            guard notification.delivery == nil || present == cause else {
                try endNotification(notification.number, .over(.settled, reason: nil))
                continue
            }
            try db.tell("UPDATE telling SET nextAt = NULL, tries = tries + 1 WHERE number = ?", [notification.number])
            begun.append((notification, entry))
        }
        return begun
    }

    fileprivate func endNotification(_ number: Int64, _ result: NotificationResult) throws {
        switch result {
        case .over(let outcome, let reason):
            try db.tell(
                "UPDATE telling SET nextAt = NULL, endedAt = ?, outcome = ?, reason = ? WHERE number = ?",
                [now.microseconds, outcome.rawValue, reason, number])
            // It was not sent, so the same cause may come again.
            if outcome == .settled { try db.tell("UPDATE telling SET isPast = TRUE WHERE number = ?", [number]) }
        case .again(let at, let reason):
            try db.tell(
                "UPDATE telling SET nextAt = ?, reason = ? WHERE number = ? AND endedAt IS NULL",
                [at.microseconds, reason, number])
        }
        try announce(.notificationChanged, "\(number)")
    }
}
