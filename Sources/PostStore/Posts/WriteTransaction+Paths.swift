import Posts
import SQL

/// The own path of a post, and its former ones. A path belongs to one post: its page is there, or redirects from there.
extension WriteTransaction {
    /// Paths are unique among all users, because sites show all posts; but the error names the post only to its owner.
    /// - Throws: `pathTaken` when another post has the path or had it.
    func checkFree(_ path: String?, for post: Int64?, of owner: UserID) throws {
        guard let path, let holder = try db.holder(ofPath: path), holder.number != post else { return }
        throw StoreError.pathTaken(path, by: holder.owner == owner ? holder.id : nil)
    }

    /// The path for an imported post. It takes a former path of another post, since a page matters more than a redirect,
    /// and leaves one at which another post has its page.
    func importedPath(_ path: String?, notes: inout [String]) throws -> String? {
        guard let path, let holder = try db.holder(ofPath: path) else { return path }
        guard holder.isFormer else {
            notes.append("The path “\(path)” belongs to another post. This one is where the site's pattern puts it.")
            return nil
        }
        try db.tell("DELETE FROM formerPath WHERE text = ?", [path])
        try announce(.postChanged, holder.id.text)
        notes.append("“\(path)” redirected to another post. This one is there now.")
        return path
    }

    /// - Parameter old: redirects to the post from now on; nil when it had none, or when no reader can know it.
    func movePath(from old: String?, to new: String?, of post: Int64) throws {
        if let new { try db.tell("DELETE FROM formerPath WHERE text = ? AND post = ?", [new, post]) }
        guard let old, old != new else { return }
        try db.tell(
            "INSERT INTO formerPath (text, post, retiredAt) VALUES (?, ?, ?) ON CONFLICT (text) DO NOTHING",
            [old, post, now.microseconds])
    }

    /// Adds former paths to the post, as far as no other post has them.
    /// - Parameter isImplied: whether the file of the post does not name them.
    /// - Returns: sentences about the others.
    func addFormerPaths(_ paths: [PostPath], to id: PostID, isImplied: Bool = false) throws -> [String] {
        let number = try db.postRow(id).number
        var notes: [String] = []
        for path in paths {
            let holder = try db.holder(ofPath: path.text)
            if holder == nil {
                try db.tell(
                    "INSERT INTO formerPath (text, post, retiredAt, isImplied) VALUES (?, ?, ?, ?)",
                    [path.text, number, now.microseconds, isImplied])
            } else if holder?.number != number {
                notes.append("The old address “\(path)” leads to another post and stays there.")
            }
        }
        return notes
    }
}

extension Database {
    /// The post whose page is at `path`, or whose page was there.
    func holder(ofPath path: String) throws -> (number: Int64, id: PostID, owner: UserID, isFormer: Bool)? {
        let sql = """
            SELECT number, id, owner, path FROM post WHERE path = ?1
            UNION ALL SELECT number, id, owner, NULL FROM post WHERE number = (SELECT post FROM formerPath WHERE text = ?1)
            """
        return try first(sql, [path]) { row in
            let post = row.columns(of: "post")
            let own: String? = try post["path"]
            return (try post["number"], try post["id"], try post["owner"], own == nil)
        }
    }

    /// Former paths that the file of an imported post does not name.
    func impliedPaths(_ number: Int64) throws -> Set<PostPath> {
        let sql = "SELECT text FROM formerPath WHERE post = ? AND isImplied"
        return Set(try all(sql, [number]) { try $0.columns(of: "formerPath")["text"] as PostPath })
    }

    /// Newest first.
    func formerPaths(_ number: Int64) throws -> [PostPath] {
        let sql = "SELECT text FROM formerPath WHERE post = ? ORDER BY retiredAt DESC, text"
        return try all(sql, [number]) { try $0.columns(of: "formerPath")["text"] }
    }
}
