import FoundationEssentials
import GRDB
import Posts

/// Reading posts, inside a transaction.
extension Database {
    func postRow(_ id: PostID) throws -> PostRow {
        let sql = "SELECT \(PostRow.columns) FROM post WHERE id = ? AND forgottenAt IS NULL"
        guard let row = try first(sql, [id.text], PostRow.init) else { throw StoreError.noSuchPost(id.text) }
        return row
    }

    func storedPost(_ id: PostID) throws -> StoredPost {
        let row = try postRow(id)
        return try row.stored(try row.draft(body: bodyText(row.number)), formerSlugs: formerSlugs(row.number))
    }

    func bodyBytes(_ number: Int64) throws -> [UInt8] {
        guard let bytes = try first("SELECT bytes FROM postBody WHERE post = ?", [number], { $0.bytes(0) }) else {
            throw StoreError.damaged("A post has lost its text.")
        }
        return bytes
    }

    func bodyText(_ number: Int64) throws -> String { String(decoding: try bodyBytes(number), as: UTF8.self) }

    /// Newest first.
    func formerSlugs(_ number: Int64) throws -> [Slug] {
        let sql = "SELECT text FROM slug WHERE post = ? AND retiredAt IS NOT NULL ORDER BY retiredAt DESC, text"
        return try all(sql, [number]) { try Slug(checking: $0[0]) }
    }

    /// The post that `name` means: an id, a slug, a former slug, or the beginning of one id, tried in this order.
    func foundPost(_ name: String, within scope: AccessScope) throws -> StoredPost {
        if let id = PostID(name.lowercased()), try integer(Database.keptPost, [id.text, scope.owner]) != nil {
            return try storedPost(id)
        }
        if let slug = try? Slug(checking: name), let found = try row(Database.slugOwner, [slug.text, scope.owner]) {
            let stored = try storedPost(try PostID(kept: found[0]))
            return StoredPost(post: stored.post, state: stored.state, wasFoundByFormerSlug: found[1])
        }
        return try storedPost(try idBeginning(name, within: scope))
    }

    private static let isReached = "(?2 IS NULL OR post.owner = ?2)"
    private static let keptPost = "SELECT number FROM post WHERE id = ?1 AND forgottenAt IS NULL AND \(isReached)"
    private static let slugOwner = """
        SELECT post.id, slug.retiredAt IS NOT NULL FROM slug JOIN post ON post.number = slug.post
        WHERE slug.text = ?1 AND \(isReached)
        """

    private func idBeginning(_ name: String, within scope: AccessScope) throws -> PostID {
        let start = name.lowercased()
        guard start.count >= 3, PostID.isStart(start) else { throw StoreError.noSuchPost(name) }
        // “{” is the character after “z”: the range holds every id that begins so, and nothing else.
        let sql = """
            SELECT id FROM post WHERE id >= ?1 AND id < ?3 AND forgottenAt IS NULL AND \(Database.isReached)
            ORDER BY id LIMIT 4
            """
        let ids = try rows(sql, [start, scope.owner, start + "{"]).map { try PostID(kept: $0[0]) }
        guard let id = ids.first else { throw StoreError.noSuchPost(name) }
        guard ids.count == 1 else { throw StoreError.ambiguous(name, ids) }
        return id
    }
}
