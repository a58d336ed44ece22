import Posts
import SQL

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
        let draft = try db.draft(of: row, at: entry.revision)
        try db.tell(
            "INSERT INTO search (search, rowid, title, body, tags) VALUES ('delete', ?, ?, ?, ?)",
            [entry.docId] + WriteTransaction.words(of: draft))
        try db.tell("UPDATE post SET docId = NULL, indexedRevision = NULL WHERE number = ?", [row.number])
    }

    /// - Returns: the size of its text in bytes.
    private func index(_ row: PostRow) throws -> Int {
        let docId = try freeDocId(row)
        let draft = row.draft(body: try db.bodyText(row.number))
        try db.tell(
            "INSERT INTO search (rowid, title, body, tags) VALUES (?, ?, ?, ?)",
            [docId] + WriteTransaction.words(of: draft))
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

    /// Always equal for equal drafts: else words would stay in the index.
    private static func words(of draft: Draft) -> [any SQLArgument] {
        let texts = [
            draft.title ?? "", draft.body.replacing("\0", with: " "), draft.tags.map(\.text).joined(separator: "\n"),
        ]
        return texts.map(SearchText.spaced)
    }
}

// MARK: - Tokens

/// Prepares text for the tokenizer of the index.
///
/// The tokenizer takes a run of letters for one word. Chinese, Japanese, Thai and some other scripts have no blanks
/// between words, so that a sentence would be one word, found only by its beginning. Therefore each of their letters is
/// a word in the index, and a search for a word is one for a phrase of letters.
enum SearchText {
    /// `text` with a blank before and after each letter of a script without blanks. Equal texts always give equal
    /// results, as the index demands.
    static func spaced(_ text: String) -> String {
        // Letters of these scripts take three bytes or more, which most texts do not contain.
        guard text.utf8.contains(where: { $0 >= 0xE0 }) else { return text }
        var spaced = String.UnicodeScalarView()
        var wantsBlank = false
        for scalar in text.unicodeScalars {
            let isAlone = hasNoBlanks(scalar)
            if isAlone || wantsBlank { spaced.append(" ") }
            spaced.append(scalar)
            wantsBlank = isAlone
        }
        return String(spaced)
    }

    /// By the blocks of Unicode 15: Thai, Lao, Myanmar, Khmer, kana and Chinese characters. Korean has blanks.
    private static func hasNoBlanks(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E01...0x0E5B, 0x0E81...0x0EDF, 0x1000...0x109F, 0x1780...0x17FF: true
        case 0x3005...0x3007, 0x3040...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9F: true
        case 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x1B000...0x1B16F, 0x20000...0x323AF: true
        default: false
        }
    }
}
