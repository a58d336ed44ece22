import Posts
import SQL

/// The parts of threads that are at their targets.
extension Database {
    /// The parts of one thread that are there, by their numbers.
    func arrivedParts(of thread: DeliveryID) throws -> [Int: RemotePost] {
        let sql = "SELECT part, recordId, recordUrl FROM arrival WHERE delivery = ? AND takenBackAt IS NULL"
        let parts = try all(sql, [thread.number]) { row -> (Int, RemotePost) in
            let arrival = row.columns(of: "arrival")
            return (
                try arrival["part", in: 1...],
                RemotePost(id: try arrival["recordId"] as String, url: try arrival["recordUrl"])
            )
        }
        return Dictionary(uniqueKeysWithValues: parts)
    }

    /// How many parts of a post's thread are at `target`. Earlier versions left the parts of a thread that was gone unmarked.
    func countOfParts(of post: PostID, at target: TargetName) throws -> Int {
        let sql = """
            SELECT count(*) FROM arrival JOIN delivery ON delivery.id = arrival.delivery
            WHERE postId = ? AND target = ? AND arrival.takenBackAt IS NULL AND delivery.takenBackAt IS NULL
            """
        return try count(sql, [post.text, target.text])
    }

    /// The part that the next part of a thread answers to; nil for a first part.
    func arrivedPart(before delivery: Delivery) throws -> RemotePost? {
        guard delivery.kind == .create, delivery.part > 1 else { return nil }
        return try arrivedParts(of: delivery.id)[delivery.part - 1]
    }
}

extension WriteTransaction {
    /// Records that parts of a thread are no longer at its target. A deletion removes the others.
    func markPartsGone(_ parts: Set<Int>, of post: PostID, at target: TargetName) throws {
        let sql = """
            UPDATE arrival SET takenBackAt = ?1 WHERE takenBackAt IS NULL AND part = ?4 AND delivery IN
              (SELECT id FROM delivery WHERE postId = ?2 AND target = ?3 AND kind = 'create' AND \(DeliveryRow.isThere))
            """
        for part in parts.sorted() { try db.tell(sql, [now.microseconds, post.text, target.text, part]) }
    }

    /// Records that a part arrived, or that a deletion removed the last one that was left.
    func recordPart(_ part: Int, of delivery: Delivery, _ record: RemotePost) throws {
        switch delivery.kind {
        case .create:
            let sql = "INSERT INTO arrival (delivery, part, at, recordId, recordUrl) VALUES (?, ?, ?, ?, ?)"
            try db.tell(sql, [delivery.id.number, part, now.microseconds, record.id ?? "", record.url])
        case .edit: break
        case .delete:
            let sql = """
                UPDATE arrival SET takenBackAt = ?1 WHERE takenBackAt IS NULL AND (delivery, part) = (
                  SELECT arrival.delivery, arrival.part FROM arrival JOIN delivery AS thread ON thread.id = arrival.delivery
                  WHERE postId = ?2 AND target = ?3 AND arrival.takenBackAt IS NULL
                  ORDER BY arrival.delivery DESC, arrival.part DESC LIMIT 1)
                """
            try db.tell(sql, [now.microseconds, delivery.postID.text, delivery.target.text])
        }
    }
}
