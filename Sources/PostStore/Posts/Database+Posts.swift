import Posts
import SQL

private let isReached = "(?2 IS NULL OR post.owner = ?2)"
private let keptPost = "SELECT number FROM post WHERE id = ?1 AND forgottenAt IS NULL AND \(isReached)"

/// Reading posts, inside a transaction.
extension Database {
    func postRow(_ id: PostID) throws -> PostRow {
        let sql = "SELECT \(PostRow.columns) FROM post WHERE id = ? AND forgottenAt IS NULL"
        guard let row = try first(sql, [id.text], PostRow.init) else { throw StoreError.noSuchPost(id.text) }
        return row
    }

    func storedPost(_ id: PostID) throws -> StoredPost {
        let row = try postRow(id)
        return row.stored(
            row.draft(body: try bodyText(row.number)), formerSlugs: try formerSlugs(row.number),
            formerPaths: try formerPaths(row.number))
    }

    func bodyBytes(_ number: Int64) throws -> [UInt8] {
        let sql = "SELECT bytes FROM postBody WHERE post = ?"
        guard let bytes: [UInt8] = try value("bytes", of: "postBody", sql, [number]) else {
            throw StoreError.damaged("A post has lost its text.")
        }
        return bytes
    }

    func bodyText(_ number: Int64) throws -> String { String(decoding: try bodyBytes(number), as: UTF8.self) }

    /// Newest first.
    func formerSlugs(_ number: Int64) throws -> [Slug] {
        let sql = "SELECT text FROM slug WHERE post = ? AND retiredAt IS NOT NULL ORDER BY retiredAt DESC, text"
        return try all(sql, [number]) { try $0.columns(of: "slug")["text"] }
    }

    /// The post with this id, slug, former slug or beginning of an id, tried in this order.
    func foundPost(_ name: String, within scope: AccessScope) throws -> StoredPost {
        if let id = PostID(name.lowercased()), try has(keptPost, [id.text, scope.owner]) {
            return try storedPost(id)
        }
        if let slug = Slug(kept: name.composed), let id = try slugOwner(slug, within: scope) {
            return try storedPost(id)
        }
        return try storedPost(try idBeginning(name, within: scope))
    }

    /// The post that has the slug, or had it.
    private func slugOwner(_ slug: Slug, within scope: AccessScope) throws -> PostID? {
        let sql = """
            SELECT post.id FROM slug JOIN post ON post.number = slug.post
            WHERE slug.text = ?1 AND \(isReached)
            """
        return try value("id", of: "post", sql, [slug.text, scope.owner])
    }

    private func idBeginning(_ name: String, within scope: AccessScope) throws -> PostID {
        let start = name.lowercased()
        guard start.count >= 3, PostID.isStart(start) else { throw StoreError.noSuchPost(name) }
        // “{” is the character after “z”: the range holds exactly the ids with this beginning.
        let sql = """
            SELECT id FROM post WHERE id >= ?1 AND id < ?3 AND forgottenAt IS NULL AND \(isReached)
            ORDER BY id LIMIT 4
            """
        let ids: [PostID] = try all(sql, [start, scope.owner, start + "{"]) { try $0.columns(of: "post")["id"] }
        guard let id = ids.first else { throw StoreError.noSuchPost(name) }
        guard ids.count == 1 else { throw StoreError.ambiguous(name, ids) }
        return id
    }
}
