import FoundationEssentials
import JSONTree
package import Posts
import SQL

/// The state of copies at their targets, inside a transaction.
extension WriteTransaction {
    /// Only the state after the newest arrival is stored, of each part of a thread; earlier ones are deleted.
    func noteCopy(_ seen: SeenCopy, of delivery: Delivery) throws {
        let remark = seen.remark ?? (delivery.part > 1 ? delivery.remark : nil)
        if remark != delivery.remark {
            try db.tell("UPDATE delivery SET remark = ? WHERE id = ?", [remark, delivery.id.number])
        }
        let sql = """
            DELETE FROM standing WHERE delivery IN (SELECT id FROM delivery WHERE postId = ? AND target = ?) AND part = ?
            """
        try db.tell(sql, [delivery.postID.text, delivery.target.text, delivery.part])
        if let standing = seen.standing { try noteShown(standing, of: delivery, part: delivery.part) }
    }

    /// Stores the copy as the author sees it.
    /// - Parameter part: of a thread: the number of its part.
    func noteShown(_ standing: Standing, of delivery: Delivery, part: Int) throws {
        // Only the parts that are compared later; the words would double the size.
        let parts = standing.parts.filter { $0.key != .words }
        let named = Dictionary(uniqueKeysWithValues: parts.map { ($0.key.rawValue, $0.value) })
        let sql = """
            INSERT INTO standing (delivery, part, parts) VALUES (?, ?, ?)
            ON CONFLICT (delivery, part) DO UPDATE SET parts = excluded.parts
            """
        try db.tell(sql, [delivery.id.number, part, try JSONCoding.encode(named)])
    }

    /// Records that the copy was removed with all its parts, by a deletion or by others. The post may then be sent there
    /// again.
    func markCopyRemoved(of post: PostID, at target: TargetName) throws {
        let parts = """
            UPDATE arrival SET takenBackAt = ?1 WHERE takenBackAt IS NULL AND delivery IN
              (SELECT id FROM delivery WHERE postId = ?2 AND target = ?3 AND kind = 'create')
            """
        try db.tell(parts, [now.microseconds, post.text, target.text])
        let sql = """
            UPDATE delivery SET takenBackAt = ?1 WHERE postId = ?2 AND target = ?3 AND kind = 'create'
              AND \(DeliveryRow.isThere)
            """
        try db.tell(sql, [now.microseconds, post.text, target.text])
    }

    /// The delivery to a site, which shows no post that was unpublished meanwhile.
    func takingBackPage(_ delivery: Delivery) throws -> Delivery {
        let post = delivery.postID
        guard try db.has("SELECT 1 FROM post WHERE id = ? AND publication = 'withdrawn'", [post.text]) else {
            return delivery
        }
        try markCopyRemoved(of: post, at: delivery.target)
        return try db.delivery(delivery.id)
    }

    /// An edit that puts another post in the place of the copy gives it another id and address. Later changes apply to
    /// that one.
    func noteMove(of edit: Delivery, to record: RemotePost) throws {
        guard edit.parts == 1, let id = record.id else { return }
        let sql = """
            SELECT \(DeliveryRow.columns) FROM delivery
            WHERE postId = ? AND target = ? AND kind = 'create' AND id < ? AND state = 'delivered' AND takenBackAt IS NULL
            ORDER BY id DESC LIMIT 1
            """
        let copy: [any SQLArgument] = [edit.postID.text, edit.target.text, edit.id.number]
        guard let created = try db.first(sql, copy, DeliveryRow.delivery), let known = created.arrival, known.id != nil,
            known.id != id
        else { return }
        let update = "UPDATE delivery SET recordId = ?, recordUrl = ? WHERE id = ?"
        try db.tell(update, [id, record.url ?? known.url, created.id.number])
        try announceStep(of: created.id, created.postID)
    }

    /// Whether an earlier edit of the same copy may still be carried out: its answer was lost within the last hour, and
    /// nothing has shown that it was carried out before.
    func followsDoubt(_ edit: Delivery) throws -> Bool {
        let sql = """
            SELECT 1 FROM delivery JOIN attempt ON attempt.delivery = delivery.id
              LEFT JOIN attemptEnd ON attemptEnd.delivery = attempt.delivery AND attemptEnd.number = attempt.number
            WHERE delivery.postId = ?1 AND delivery.target = ?2 AND delivery.kind = 'edit' AND delivery.id < ?3
              AND attempt.startedAt > ?4 AND coalesce(attemptEnd.outcome, 'unknown') = 'unknown'
              AND NOT (delivery.attempts = 1 AND delivery.state = 'delivered') LIMIT 1
            """
        let start = now - WriteTransaction.requestLifeMax
        return try db.has(sql, [edit.postID.text, edit.target.text, edit.id.number, start.microseconds])
    }

    /// Whether an earlier attempt of the same edit was accepted.
    func wasAccepted(_ edit: Delivery, before attempt: Int) throws -> Bool {
        let sql = "SELECT 1 FROM attemptEnd WHERE delivery = ? AND number < ? AND outcome = 'accepted'"
        return try db.has(sql, [edit.id.number, attempt])
    }

    /// No server is known to hold a request for longer.
    private static let requestLifeMax = Span.hours(1)
}

extension Database {
    /// The stored facts about the copy that an edit is about to change.
    /// - Parameter part: of a thread: the number of its part.
    func copyNotes(of edit: Delivery, part: Int) throws -> CopyNotes {
        let sql = """
            SELECT standing.parts FROM standing JOIN delivery ON delivery.id = standing.delivery
            WHERE postId = ? AND target = ? AND standing.part = ? AND delivery.id < ? AND kind <> 'delete'
              AND (state = 'delivered' OR delivery.part > standing.part)
            ORDER BY delivery.id DESC LIMIT 1
            """
        let copy: [any SQLArgument] = [edit.postID.text, edit.target.text, part, edit.id.number]
        let baseline = try first(sql, copy, Standing.init(row:))
        let shown = try first(
            "SELECT parts FROM standing WHERE delivery = ? AND part = ?", [edit.id.number, part],
            Standing.init(row:))
        let requests = """
            SELECT request FROM attempt JOIN delivery ON delivery.id = attempt.delivery
            WHERE postId = ? AND target = ? AND attempt.part = ? AND delivery.id <= ? AND kind <> 'delete'
            ORDER BY delivery.id DESC, attempt.number DESC LIMIT 8
            """
        let sent: [[UInt8]] = try all(requests, copy) { row in
            try row.columns(of: "attempt")["request"]
        }
        return CopyNotes(baseline: baseline ?? nil, shown: shown ?? nil, requests: sent.reversed())
    }
}

/// The stored facts about a copy that is about to be changed.
package struct CopyNotes: Hashable, Sendable {
    /// Its state after Galley's last accepted write; nil for arrivals before Galley stored it.
    package let baseline: Standing?
    /// Its state as the author last saw it, after it was changed at the target.
    package let shown: Standing?
    /// The bodies of the latest requests for it, the newest last.
    package let requests: [[UInt8]]
}

extension Standing {
    /// - Returns: nil for the encoding of another version: then nothing is known.
    fileprivate init?(row: any Row) throws {
        let bytes: [UInt8] = try row.columns(of: "standing")["parts"]
        guard let named = try? JSONCoding.decode([String: String].self, from: bytes) else { return nil }
        var parts: [Part: String] = [:]
        for (name, text) in named { if let part = Part(rawValue: name) { parts[part] = text } }
        self.init(parts)
    }
}
