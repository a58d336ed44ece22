import GRDB
package import Posts

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
        let bits = UInt64.random(in: .min ... .max)
        let key = try idempotencyKey.map { key throws(StoreError) in
            RequestKey(key, by: owner, for: try draft.everyByte)
        }
        return try await commit { transaction in
            try transaction.once(key, .post) {
                try transaction.db.storedPost($0.value())
            } make: {
                let id = PostID(bits: bits)
                return (try transaction.create(prepared, id: id, owner: owner), id.text)
            }.thing
        }
    }

    /// The post with this id, slug, former slug, or beginning of one id (3 characters or more). Deleted ones are found, too.
    /// - Throws: `noSuchPost`, `ambiguous`.
    package func post(named name: String, within scope: AccessScope = .everyone) async throws(StoreError) -> StoredPost
    {
        try await read { try $0.foundPost(name, within: scope) }
    }

    package func post(_ id: PostID) async throws(StoreError) -> StoredPost {
        try await read { try $0.storedPost(id) }
    }

    /// Saves `draft` as the next revision, and replaces the payloads of waiting deliveries.
    ///
    /// A draft that is equal byte for byte makes no revision.
    /// - Parameters:
    ///   - user: the user to whose sitting it belongs; nil for the owner.
    ///   - ifRevision: the revision that the caller read; nil saves over any.
    ///   - refrozen: see `WriteTransaction.keep(_:for:converging:)`.
    ///   - converging: targets at which a repetition replaces the copy, such as a site.
    /// - Throws: `stale`, `slugTaken`, `deleted`, `unstorable`, `noSuchPost`.
    package func replace(
        _ id: PostID, with draft: Draft, by user: UserID? = nil, ifRevision: Revision?,
        refrozen: [FrozenDelivery] = [], converging: Set<TargetName> = []
    ) async throws(StoreError) -> StoredPost {
        let prepared = try PreparedDraft(draft)
        let context = ChangeContext(user: user, converging: converging)
        return try await commit { transaction in
            try transaction.db.postRow(id).check(ifRevision)
            try transaction.replace(id, with: prepared, refrozen, in: context)
            return try transaction.db.storedPost(id)
        }
    }

    /// Marks a post as deleted and cancels its deliveries that have not left; `deletions` remove the copies. `undelete`
    /// restores the post; `tidy` erases its text after 30 days.
    package func delete(
        _ id: PostID, by user: UserID? = nil, ifRevision: Revision? = nil, deletions: [FrozenDelivery] = []
    ) async throws(StoreError) -> StoredPost {
        try await commit { transaction in
            let row = try transaction.db.postRow(id)
            if let ifRevision, row.revision != ifRevision { throw StoreError.stale(current: row.revision) }
            try transaction.delete(id, deletions, in: ChangeContext(user: user))
            return try transaction.db.storedPost(id)
        }
    }

    /// Restores a deleted post. Its cancelled deliveries stay cancelled; deletions of copies that have not left are
    /// cancelled.
    package func undelete(_ id: PostID, by user: UserID? = nil) async throws(StoreError) -> StoredPost {
        try await commit { transaction in
            try transaction.undelete(id, [], in: ChangeContext(user: user))
            return try transaction.db.storedPost(id)
        }
    }
}

extension PostRow {
    /// - Throws: `deleted`, `stale`.
    func check(_ expected: Revision?) throws {
        guard !isDeleted else { throw StoreError.deleted(id) }
        if let expected, revision != expected { throw StoreError.stale(current: revision) }
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
