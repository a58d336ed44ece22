import GRDB
import Posts

/// The index is updated by searches and by `tidy`, not with every save: indexing 20 KB costs many times as much as saving
/// them, and of the hundred saves of a sitting only the last one is searched for.
///
/// `search` stores no copy of the words. To remove a post from it, SQLite needs the words that were added; they are read
/// from the revision in `post.indexedRevision`.
extension PostStore {
    /// Updates the index, in small commits, so that writers need not wait for it. When the task is cancelled, the rest
    /// is left for the next call.
    /// - Parameter limit: bytes of text after which it stops; each post counts as a thousand more.
    func catchUpIndex(limit: Int = .max) async throws(StoreError) {
        var done = 0
        while done < limit, !Task.isCancelled, try await read(WriteTransaction.hasStale) {
            done += try await commit { try $0.indexStale() }
        }
    }
}

extension WriteTransaction {
    /// Whether the index lacks the present text of a post.
    @Sendable static func hasStale(_ db: Database) throws -> Bool {
        try db.has("SELECT 1 FROM post WHERE isIndexStale LIMIT 1")
    }

    /// Bytes of text per commit: about 20 ms of work, for which an author may have to wait.
    private static let indexedAtOnce = 64 * 1024

    /// - Returns: how many bytes of text it took.
    fileprivate func indexStale() throws -> Int {
        let sql = "SELECT \(PostRow.columns) FROM post WHERE isIndexStale LIMIT 20"
        var bytes = 0
        for row in try db.all(sql, [], PostRow.init) where bytes < WriteTransaction.indexedAtOnce {
            try unindex(row)
            bytes += row.isDeleted ? 1000 : 1000 + (try index(row))
            try db.run("UPDATE post SET isIndexStale = 0 WHERE number = ?", [row.number])
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
        let draft = try db.draft(of: row, at: entry.revision)
        try db.run(
            "INSERT INTO search (search, rowid, title, body, tags) VALUES ('delete', ?, ?, ?, ?)",
            [entry.docId] + WriteTransaction.words(of: draft))
        try db.run("UPDATE post SET docId = NULL, indexedRevision = NULL WHERE number = ?", [row.number])
    }

    /// - Returns: the size of its text in bytes.
    private func index(_ row: PostRow) throws -> Int {
        let docId = try freeDocId(row)
        let draft = row.draft(body: try db.bodyText(row.number))
        try db.run(
            "INSERT INTO search (rowid, title, body, tags) VALUES (?, ?, ?, ?)",
            [docId] + WriteTransaction.words(of: draft))
        try db.run(
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

    /// Always equal for equal drafts: else words would stay in the index.
    private static func words(of draft: Draft) -> StatementArguments {
        let texts = [
            draft.title ?? "", draft.body.replacing("\0", with: " "), draft.tags.map(\.text).joined(separator: "\n"),
        ]
        return StatementArguments(texts.map(SearchText.spaced))
    }
}
