import GRDB
import Posts

/// The parts of threads that are at their targets.
extension Database {
    /// The parts of one thread that are there, the first one first.
    /// - Parameter only: the number of the only part to return; nil for all.
    func arrivedParts(of thread: DeliveryID, only: Int? = nil) throws -> [RemotePost] {
        let sql = """
            SELECT recordId, recordUrl FROM arrival
            WHERE delivery = ?1 AND takenBackAt IS NULL AND (?2 IS NULL OR part = ?2) ORDER BY part
            """
        return try all(sql, [thread.number, only]) { row in
            let arrival = row.columns(of: "arrival")
            return RemotePost(id: try arrival["recordId"] as String, url: try arrival["recordUrl"])
        }
    }

    /// How many parts of a post's thread are at `target`.
    func countOfParts(of post: PostID, at target: TargetName) throws -> Int {
        let sql = """
            SELECT count(*) FROM arrival JOIN delivery ON delivery.id = arrival.delivery
            WHERE postId = ? AND target = ? AND arrival.takenBackAt IS NULL
            """
        return try count(sql, [post.text, target.text])
    }

    /// The part that the next part of a thread answers to; nil for a first part.
    func arrivedPart(before delivery: Delivery) throws -> RemotePost? {
        guard delivery.kind == .create, delivery.part > 1 else { return nil }
        return try arrivedParts(of: delivery.id, only: delivery.part - 1).first
    }
}

extension WriteTransaction {
    /// Records that a part arrived, or that a deletion removed the last one that was left.
    func recordPart(_ part: Int, of delivery: Delivery, _ record: RemotePost) throws {
        switch delivery.kind {
        case .create:
            let sql = "INSERT INTO arrival (delivery, part, at, recordId, recordUrl) VALUES (?, ?, ?, ?, ?)"
            try db.run(sql, [delivery.id.number, part, now.microseconds, record.id ?? "", record.url])
        case .edit: break
        case .delete:
            let sql = """
                UPDATE arrival SET takenBackAt = ?1 WHERE takenBackAt IS NULL AND (delivery, part) = (
                  SELECT arrival.delivery, arrival.part FROM arrival JOIN delivery AS thread ON thread.id = arrival.delivery
                  WHERE postId = ?2 AND target = ?3 AND arrival.takenBackAt IS NULL
                  ORDER BY arrival.delivery DESC, arrival.part DESC LIMIT 1)
                """
            try db.run(sql, [now.microseconds, delivery.postID.text, delivery.target.text])
        }
    }
}
