import FoundationEssentials
package import Posts
import SQL

/// A public post although its file calls it private: an earlier version of Galley did not know the words that do so.
package struct ExposedPost: Hashable, Sendable {
    package let id: PostID
    package let slug: Slug
    package let title: String?
    /// Of its file, below the folder that was imported.
    package let path: String
    /// Everything before the text of the file.
    package let head: String
}

/// Whether the visibility of an imported post is what its author wants.
enum OriginPrivacy: String, CaseIterable {
    /// No version that knows all words of privacy has judged it.
    case unread
    /// The post is public although its file calls it private.
    case exposed
    /// An import unpublished the post for that.
    case recalled
    /// An import or the author has decided.
    case settled
}

/// Posts that imports of earlier versions published.
extension PostStore {
    /// How many sources are read at once.
    package static let sourcesRead = 500

    /// Reads sources whose privacy no version has judged yet, at most `sourcesRead` of them, and keeps the judgement.
    ///
    /// Only a public post can be exposed. One that was published later than its file was imported, its author published
    /// here.
    /// - Parameter isPrivate: whether a Markdown file with this head, at this path, calls its post private.
    /// - Returns: how many were read; 0 when none is left.
    package func settlePrivacy(
        _ isPrivate: @escaping @Sendable (_ head: String, _ path: String) -> Bool
    ) async throws(StoreError) -> Int {
        let sources = try await read { try $0.unreadSources(PostStore.sourcesRead) }
        guard !sources.isEmpty else { return 0 }
        let judged = sources.map { source in
            (source, source.head.map { isPrivate($0, source.path) } ?? false)
        }
        try await commit { transaction in
            for (source, isExposed) in judged { try transaction.judge(source, isExposed: isExposed) }
        }
        return sources.count
    }

    /// The exposed posts, in the order of their creation.
    package func exposedPosts(within scope: AccessScope = .everyone) async throws(StoreError) -> [ExposedPost] {
        try await read { db in
            let sql = """
                SELECT post.id, slug.text AS slug, post.title, origin.path, origin.kept
                FROM origin INDEXED BY originToSettle JOIN post ON post.number = origin.post
                  JOIN slug ON slug.post = post.number AND slug.retiredAt IS NULL
                WHERE origin.privacy <> 'settled' AND origin.privacy = 'exposed' AND post.publication = 'wanted'
                  AND post.deletedAt IS NULL AND (?1 IS NULL OR post.owner = ?1)
                  AND origin.source = (SELECT min(source) FROM origin AS exposed
                    WHERE exposed.post = origin.post AND exposed.privacy = 'exposed')
                ORDER BY origin.post
                """
            return try db.all(sql, [scope.owner]) { row in
                let (post, origin) = (row.columns(of: "post"), row.columns(of: "origin"))
                let kept: [UInt8]? = try origin["kept"]
                return ExposedPost(
                    id: try post["id"], slug: try row.columns(of: "slug")["text", as: "slug"], title: try post["title"],
                    path: try origin["path"], head: String(decoding: kept ?? [], as: UTF8.self))
            }
        }
    }
}

/// A source that no version has judged yet.
private struct UnreadSource: Sendable {
    let source: String
    let post: Int64
    let path: String
    /// nil if the post cannot be exposed.
    let head: String?
}

extension Database {
    fileprivate func unreadSources(_ limit: Int) throws -> [UnreadSource] {
        let sql = """
            SELECT origin.source, origin.post, origin.path,
              CASE WHEN origin.format = 'markdown' AND post.publication = 'wanted' AND post.publishedAt <= origin.takenAt
                THEN origin.kept END AS kept
            FROM origin INDEXED BY originToSettle JOIN post ON post.number = origin.post
            WHERE origin.privacy <> 'settled' AND origin.privacy = 'unread' LIMIT ?
            """
        return try all(sql, [limit]) { row in
            let origin = row.columns(of: "origin")
            let kept: [UInt8]? = try origin["kept"]
            return UnreadSource(
                source: try origin["source"], post: try origin["post"], path: try origin["path"],
                head: kept.map { String(decoding: $0, as: UTF8.self) })
        }
    }
}

extension WriteTransaction {
    /// Unless an import or the author has settled it meanwhile.
    fileprivate func judge(_ source: UnreadSource, isExposed: Bool) throws {
        let sql = "UPDATE origin SET privacy = ? WHERE source = ? AND post = ? AND privacy = 'unread'"
        let privacy = isExposed ? OriginPrivacy.exposed : .settled
        try db.tell(sql, [privacy.rawValue, source.source, source.post])
    }

    /// Takes note that the author, or an import, has decided who sees the post, whatever its file says.
    func settlePrivacy(of post: Int64) throws {
        try db.tell("UPDATE origin SET privacy = 'settled' WHERE post = ? AND privacy <> 'settled'", [post])
    }

    /// Unpublishes a post because its file calls it private. Unlike a post that its author unpublished, it becomes public
    /// again by an import to which the file calls it public.
    func recall(_ id: PostID, _ deletions: [FrozenDelivery], in context: ChangeContext) throws {
        try withdraw(id, deletions, in: context)
        try db.tell("UPDATE origin SET privacy = 'recalled' WHERE post = ?", [try db.postRow(id).number])
    }

    /// Whether an import took back the post of this source, and its author has decided nothing since.
    func isRecalled(_ source: String, _ post: Int64) throws -> Bool {
        try db.has("SELECT 1 FROM origin WHERE source = ? AND post = ? AND privacy = 'recalled'", [source, post])
    }
}
