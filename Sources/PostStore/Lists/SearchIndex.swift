import Posts
import SQL

/// The index is updated by searches and by `tidy`, not with every save: indexing 20 KB costs many times as much as saving
/// them, and of the hundred saves of a sitting only the last one is searched for.
///
/// What was added of a post is read again from the revision in `post.indexedRevision` when it is removed.
extension PostStore {
    /// Updates the index, in small commits, so that writers need not wait for it. When the task is cancelled, the rest
    /// is left for the next call.
    /// - Parameter limit: bytes of text after which it stops; each post counts as a thousand more.
    func catchUpIndex(limit: Int = .max) async throws(StoreError) {
        var done = 0
        while done < limit, !Task.isCancelled, try await read({ try $0.hasStaleIndex() }) {
            let bytes = try await commitLeavingOut { try $0.indexStale() }
            // Only damaged posts are left.
            guard bytes > 0 else { return }
            done += bytes
        }
    }
}

extension Database {
    /// Whether the index lacks the present text of a post.
    func hasStaleIndex() throws -> Bool { try has("SELECT 1 FROM post WHERE isIndexStale LIMIT 1") }
}

extension WriteTransaction {
    /// Bytes of text per commit: about 20 ms of work, for which an author may have to wait.
    private static let indexedAtOnce = 64 * 1024

    /// - Returns: how many bytes of text it took.
    func indexStale() throws -> Int {
        let sql = "SELECT \(PostRow.columns) FROM post WHERE isIndexStale"
        var bytes = 0
        for row in try db.workable(sql, limit: 20, leavingOut: spoiled, PostRow.init)
        where bytes < WriteTransaction.indexedAtOnce {
            bytes += try spoiled.working(on: row.spoiledName) {
                try unindex(row)
                let size = row.isDeleted ? 0 : try index(row)
                try db.tell("UPDATE post SET isIndexStale = FALSE WHERE number = ?", [row.number])
                return 1000 + size
            }
        }
        return bytes
    }

    /// Removes a post from the index.
    func unindex(_ row: PostRow) throws {
        let sql = "SELECT docId, indexedRevision FROM post WHERE number = ? AND docId IS NOT NULL"
        let entry = try db.first(sql, [row.number]) { row in
            let post = row.columns(of: "post")
            return (docId: try post["docId"] as Int64, revision: try post["indexedRevision"] as Revision)
        }
        guard let entry else { return }
        try db.words.remove(entry.docId, WordTexts(try db.draft(of: row, at: entry.revision)))
        try db.tell("UPDATE post SET docId = NULL, indexedRevision = NULL WHERE number = ?", [row.number])
    }

    /// - Returns: the size of its text in bytes.
    private func index(_ row: PostRow) throws -> Int {
        let docId = try freeDocId(row)
        let draft = row.draft(body: try db.bodyText(row.number))
        try db.words.add(docId, WordTexts(draft))
        try db.tell(
            "UPDATE post SET docId = ?, indexedRevision = revision WHERE number = ?", [docId, row.number])
        return draft.body.utf8.count
    }

    /// The second of the post's date, followed by digits of the post's number. If that id is taken: the one after the
    /// greatest of that second or, if the second is full, of two seconds, four, eight and so on. So it takes few
    /// queries, however many posts share a second.
    private func freeDocId(_ row: PostRow) throws -> Int64 {
        let start = Instant(microseconds: row.sortAt).seconds * WriteTransaction.docIdsInSecond
        let wanted = start + row.number % WriteTransaction.docIdsInSecond
        guard try db.has("SELECT 1 FROM post WHERE docId = ?", [wanted]) else { return wanted }
        let sql = "SELECT docId FROM post WHERE docId >= ? AND docId < ? ORDER BY docId DESC LIMIT 1"
        var seconds: Int64 = 1
        while true {
            let end = start + seconds * WriteTransaction.docIdsInSecond
            let greatest: Int64 = try db.value("docId", of: "post", sql, [start, end]) ?? start
            if greatest + 1 < end { return greatest + 1 }
            seconds *= 2
        }
    }

    private static let docIdsInSecond: Int64 = 4096
}
