import FoundationEssentials
import GRDB
package import Posts

/// Importing and exporting posts.
extension PostStore {
    /// What is known of these sources among the posts of `owner`.
    package func origins(_ sources: [String], of owner: UserID) async throws(StoreError) -> [String: KnownOrigin] {
        try await read { db in
            var known: [String: KnownOrigin] = [:]
            for source in sources { known[source] = try db.knownOrigin(source, of: owner) }
            return known
        }
    }

    /// Makes posts of arrivals, all of them in one transaction, in their order.
    package func takeIn(_ arrivals: [Arrival], owner: UserID) async throws(StoreError) -> [Arrived] {
        for arrival in arrivals { try arrival.draft.checkStorable() }
        let bits = arrivals.map { _ in UInt64.random(in: .min ... .max) }
        return try await commit { transaction in
            try zip(arrivals, bits).map { try transaction.takeIn($0, bits: $1, owner: owner) }
        }
    }

    /// Which of these slugs some post has, now or in its past.
    package func isTaken(_ slugs: [Slug]) async throws(StoreError) -> Set<Slug> {
        try await read { db in
            Set(try slugs.filter { try db.integer("SELECT post FROM slug WHERE text = ?", [$0.text]) != nil })
        }
    }

    /// All posts of `owner` that are not deleted, in the order in which they were made, each with the source that it was
    /// last taken from.
    package func exports(
        of owner: UserID, after cursor: Cursor? = nil, limit: Int
    ) async throws(StoreError) -> Page<ExportedPost> {
        let room = room(limit)
        let list = "exports \(owner.number)"
        let after = try cursor?.place(in: list).0 ?? 0
        let sql = """
            SELECT number, id FROM post WHERE owner = ? AND deletedAt IS NULL AND number > ? ORDER BY number LIMIT ?
            """
        return try await read { db in
            let read = { (row: Row) in
                ExportedPost(
                    stored: try db.storedPost(try PostID(kept: row[1])), origin: try db.newestOrigin(of: row[0]),
                    number: row[0])
            }
            return try db.page(sql, [owner.number, after], room, weighing: \.weight, row: read) {
                Cursor($0.number, 0, list: list)
            }
        }
    }
}

/// A post with where it came from.
package struct ExportedPost: Hashable, Sendable {
    package let stored: StoredPost
    package let origin: Origin?
    let number: Int64

    /// In bytes, roughly.
    var weight: Int {
        let draft = stored.post.draft
        return 1000 + draft.body.utf8.count + (draft.summary?.utf8.count ?? 0) + (origin?.kept?.utf8.count ?? 0)
    }
}

extension Database {
    fileprivate func knownOrigin(_ source: String, of owner: UserID) throws -> KnownOrigin? {
        let sql = """
            SELECT origin.fingerprint, post.id, origin.draftDigest, origin.isSettled, post.forgottenAt IS NOT NULL
            FROM origin JOIN post ON post.number = origin.post
            WHERE origin.source = ? AND post.owner = ? ORDER BY post.number DESC LIMIT 1
            """
        guard let row = try row(sql, [source, owner.number]) else { return nil }
        let id = try PostID(kept: row[1])
        let stored = row[4] as Bool ? nil : try storedPost(id)
        let isEdited = try stored.map { try Array($0.post.draft.digest) != row.bytes(2) } ?? false
        return KnownOrigin(fingerprint: row[0], post: id, stored: stored, isEdited: isEdited, isSettled: row[3])
    }

    fileprivate func newestOrigin(of post: Int64) throws -> Origin? {
        let sql = """
            SELECT source, format, fingerprint, path, kept, pictures FROM origin WHERE post = ?
            ORDER BY takenAt DESC, source LIMIT 1
            """
        guard let row = try row(sql, [post]) else { return nil }
        let pictures = try JSONDecoder().decode([Origin.Picture].self, from: Data((row[5] as String).utf8))
        return Origin(
            source: row[0], format: try word(row[1]), fingerprint: row[2], path: row[3],
            kept: (row[4] as Data?).map { String(decoding: $0, as: UTF8.self) }, pictures: pictures)
    }
}
