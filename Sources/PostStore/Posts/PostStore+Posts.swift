package import Posts
import SQL

/// Making, reading and saving posts.
extension PostStore {
    /// Creates a post with revision 1.
    ///
    /// - Parameter idempotencyKey: a key that this owner used before returns the post that was created then.
    /// - Throws: `slugTaken`, `keyReused`, `unstorable`.
    package func create(
        _ draft: Draft, owner: UserID, idempotencyKey: String? = nil
    ) async throws(StoreError) -> StoredPost {
        let prepared = try PreparedDraft(draft)
        let key = try idempotencyKey.map { key throws(StoreError) in
            RequestKey(key, by: owner, for: try draft.everyByte)
        }
        return try await commit { transaction in
            try transaction.once(key, .post) {
                try transaction.db.storedPost($0.value())
            } make: {
                let id = PostID.random()
                return (try transaction.create(prepared, id: id, owner: owner), id.text)
            }
        }
    }

    /// The post with this id, slug, former slug, or beginning of one id (3 characters or more). Deleted ones are found, too.
    /// - Throws: `noSuchPost`, `ambiguous`.
    package func post(named name: String, within scope: AccessScope = .everyone) async throws(StoreError) -> StoredPost
    {
        try await read { try $0.foundPost(name, within: scope) }
    }
}

extension PostID {
    static func random() -> PostID { PostID(bits: .random(in: .min ... .max)) }
}

extension PostRow {
    /// - Throws: `deleted`.
    func checkNotDeleted() throws {
        if isDeleted { throw StoreError.deleted(id) }
    }
}

extension Draft {
    /// All that the author wrote: the fields and the text.
    var everyByte: [UInt8] {
        get throws(StoreError) {
            do {
                // The slug is the author's only if it was chosen; else a constant stands for it.
                let fields = try PostFields(self, slug: slug ?? Slug(checking: "none")).json
                return Array((fields + "\0" + body).utf8)
            } catch {
                throw StoreError(error)
            }
        }
    }
}
