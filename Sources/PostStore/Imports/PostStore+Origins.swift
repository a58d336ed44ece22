import FoundationEssentials
package import Posts
import SQL

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

    /// Creates the imported posts, in one transaction and in their order.
    /// - Parameter start: where the import began, if this is not its first round.
    package func importPosts(
        _ posts: [ImportedPost], owner: UserID, since start: ImportStart? = nil
    ) async throws(StoreError) -> [ImportedPostResult] {
        for imported in posts { try imported.draft.checkStorable() }
        return try await commit { try $0.importPosts(posts, owner: owner, since: start) }
    }

    /// Where an import begins that begins now.
    package func importStart() async throws(StoreError) -> ImportStart { try await read { try $0.importStart() } }

    /// The draft with which an import updates a post.
    /// - Returns: also sentences about paths that belong to other posts.
    package func renewed(_ draft: Draft, of post: Post) async throws(StoreError) -> (draft: Draft, notes: [String]) {
        try await read { try $0.renewed(draft, of: post) }
    }

    /// All posts of `owner` that are not deleted, in the order of their creation, each with its latest source.
    package func exports(
        of owner: UserID, after cursor: Cursor? = nil, limit: Int
    ) async throws(StoreError) -> Page<ExportedPost> {
        let room = room(limit)
        let list = "exports \(owner.number)"
        let after = try cursor?.position(in: list).0 ?? 0
        let sql = """
            SELECT number, id FROM post WHERE owner = ? AND deletedAt IS NULL AND number > ? ORDER BY number LIMIT ?
            """
        return try await read { db in
            let read = { (row: any Row) throws -> ExportedPost in
                let post = row.columns(of: "post")
                let (id, number): (PostID, Int64) = (try post["id"], try post["number"])
                return ExportedPost(
                    stored: try db.storedPost(id), origin: try db.exportedOrigin(of: number),
                    impliedPaths: try db.impliedPaths(number), addresses: try db.addresses(of: id), number: number)
            }
            return try db.page(sql, [owner.number, after], room, weighing: \.weight, read) {
                Cursor($0.number, list: list)
            }
        }
    }
}

/// A post with its source.
package struct ExportedPost: Hashable, Sendable {
    package let stored: StoredPost
    package let origin: Origin?
    /// Former paths that the post's file does not name.
    package let impliedPaths: Set<PostPath>
    /// Of its copies.
    package let addresses: [TargetName: String]
    let number: Int64

    /// In bytes, roughly.
    var weight: Int {
        let draft = stored.post.draft
        return 1000 + draft.body.utf8.count + (draft.summary?.utf8.count ?? 0) + (origin?.kept?.utf8.count ?? 0)
    }
}

extension Database {
    func importStart() throws -> ImportStart {
        ImportStart(
            number: try value("number", of: "post", "SELECT number FROM post ORDER BY number DESC LIMIT 1") ?? 0)
    }

    /// A slug and a path that another post has stay with that post.
    func renewed(_ draft: Draft, of post: Post) throws -> (draft: Draft, notes: [String]) {
        var draft = draft
        if let slug = draft.slug, slug != post.slug, let holder = try holder(of: slug), holder.id != post.id {
            draft.slug = post.slug
        }
        guard let path = draft.path, path != post.draft.path, let holder = try holder(ofPath: path),
            holder.id != post.id
        else { return (draft, []) }
        draft.path = post.draft.path
        return (draft, ["The path “\(path)” belongs to another post. This one stays where it is."])
    }

    fileprivate func knownOrigin(_ source: String, of owner: UserID) throws -> KnownOrigin? {
        let sql = """
            SELECT origin.fingerprint, post.id, origin.draftDigest, origin.isSettled, post.forgottenAt,
              post.publication, origin.privacy, post.publishedAt, origin.takenAt
            FROM origin JOIN post ON post.number = origin.post
            WHERE origin.source = ? AND post.owner = ? ORDER BY post.number DESC LIMIT 1
            """
        return try first(sql, [source, owner.number]) { row in
            let (origin, post) = (row.columns(of: "origin"), row.columns(of: "post"))
            let (id, forgottenAt): (PostID, Instant?) = (try post["id"], try post["forgottenAt"])
            let draftDigest: [UInt8] = try origin["draftDigest"]
            let stored = forgottenAt == nil ? try storedPost(id) : nil
            let (privacy, takenAt): (OriginPrivacy, Instant) = (try origin["privacy"], try origin["takenAt"])
            let (publication, publishedAt): (Publication, Instant?) = (try post["publication"], try post["publishedAt"])
            // As `unreadSources` tells them apart.
            let isByImport = privacy == .exposed || (privacy == .unread && (publishedAt ?? takenAt) <= takenAt)
            return KnownOrigin(
                fingerprint: try origin["fingerprint"], post: id, stored: stored,
                isEdited: try stored.map { try $0.post.draft.digest != draftDigest } ?? false,
                isSettled: try origin["isSettled"],
                isByEarlierVersion: publication == .wanted && isByImport,
                isRecalled: publication == .withdrawn && privacy == .recalled)
        }
    }

    fileprivate func addresses(of id: PostID) throws -> [TargetName: String] {
        let sql = """
            SELECT target, recordUrl FROM delivery WHERE postId = ? AND kind = 'create' AND state = 'delivered'
              AND takenBackAt IS NULL AND recordUrl IS NOT NULL ORDER BY id
            """
        let found = try all(sql, [id.text]) { row -> (TargetName, String) in
            let delivery = row.columns(of: "delivery")
            return (try delivery["target"], try delivery["recordUrl"])
        }
        return Dictionary(found) { _, newest in newest }
    }

    /// The newest; of those with front matter, as the export writes it again.
    fileprivate func exportedOrigin(of post: Int64) throws -> Origin? {
        let sql = """
            SELECT source, format, fingerprint, path, kept, pictures FROM origin WHERE post = ?
            ORDER BY kept IS NULL, takenAt DESC, source LIMIT 1
            """
        return try first(sql, [post]) { row in
            let origin = row.columns(of: "origin")
            return Origin(
                source: try origin["source"], format: try origin["format"], fingerprint: try origin["fingerprint"],
                path: try origin["path"],
                kept: try (origin["kept"] as [UInt8]?).map { String(decoding: $0, as: UTF8.self) },
                pictures: (try origin["pictures"] as StoredJSON<[Origin.Picture]>).value)
        }
    }
}
