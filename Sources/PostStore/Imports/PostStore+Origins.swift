import FoundationEssentials
import GRDB
package import Posts

/// Importing and exporting posts.
extension PostStore {
    /// Those of the sources that `owner` imported before.
    package func origins(_ sources: [String], of owner: UserID) async throws(StoreError) -> [String: KnownOrigin] {
        try await read { db in
            var known: [String: KnownOrigin] = [:]
            for source in sources { known[source] = try db.knownOrigin(source, of: owner) }
            return known
        }
    }

    /// Creates posts from arrivals, in one transaction and in their order.
    package func takeIn(_ arrivals: [Arrival], owner: UserID) async throws(StoreError) -> [Arrived] {
        for arrival in arrivals { try arrival.draft.checkStorable() }
        let bits = arrivals.map { _ in UInt64.random(in: .min ... .max) }
        return try await commit { transaction in
            try zip(arrivals, bits).map { try transaction.takeIn($0, bits: $1, owner: owner) }
        }
    }

    /// Which of these slugs are, or were, the slug of a post.
    package func isTaken(_ slugs: [Slug]) async throws(StoreError) -> Set<Slug> {
        try await read { db in
            Set(try slugs.filter { try db.has("SELECT 1 FROM slug WHERE text = ?", [$0.text]) })
        }
    }

    /// Which of these paths are, or were, the path of a post other than `id`.
    package func isTaken(_ paths: [PostPath], exceptBy id: PostID? = nil) async throws(StoreError) -> Set<PostPath> {
        try await read { db in
            Set(try paths.filter { path in try db.holder(ofPath: path.text).map { $0.id != id } ?? false })
        }
    }

    /// All posts of `owner` that are not deleted, in the order of their creation, each with its latest source.
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
            let read = { (row: Row) throws -> ExportedPost in
                let post = row.columns(of: "post")
                let (id, number): (PostID, Int64) = (try post["id"], try post["number"])
                return ExportedPost(
                    stored: try db.storedPost(id), origin: try db.newestOrigin(of: number), number: number)
            }
            return try db.page(sql, [owner.number, after], room, weighing: \.weight, read) {
                Cursor($0.number, 0, list: list)
            }
        }
    }
}

/// A post with its source.
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
            SELECT origin.fingerprint, post.id, origin.draftDigest, origin.isSettled, post.forgottenAt
            FROM origin JOIN post ON post.number = origin.post
            WHERE origin.source = ? AND post.owner = ? ORDER BY post.number DESC LIMIT 1
            """
        return try first(sql, [source, owner.number]) { row in
            let (origin, post) = (row.columns(of: "origin"), row.columns(of: "post"))
            let (id, forgottenAt): (PostID, Instant?) = (try post["id"], try post["forgottenAt"])
            let draftDigest: Data = try origin["draftDigest"]
            let stored = forgottenAt == nil ? try storedPost(id) : nil
            return KnownOrigin(
                fingerprint: try origin["fingerprint"], post: id, stored: stored,
                isEdited: try stored.map { try $0.post.draft.digest != draftDigest } ?? false,
                isSettled: try origin["isSettled"])
        }
    }

    fileprivate func newestOrigin(of post: Int64) throws -> Origin? {
        let sql = """
            SELECT source, format, fingerprint, path, kept, pictures FROM origin WHERE post = ?
            ORDER BY takenAt DESC, source LIMIT 1
            """
        return try first(sql, [post]) { row in
            let origin = row.columns(of: "origin")
            return Origin(
                source: try origin["source"], format: try origin["format"], fingerprint: try origin["fingerprint"],
                path: try origin["path"],
                kept: try (origin["kept"] as Data?).map { String(decoding: $0, as: UTF8.self) },
                pictures: (try origin["pictures"] as StoredJSON<[Origin.Picture]>).value)
        }
    }
}
