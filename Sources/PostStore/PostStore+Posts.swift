import GRDB
package import Posts

/// Making, reading and saving posts.
extension PostStore {
    /// Keeps a new post as its revision 1.
    ///
    /// - Parameter idempotencyKey: with a key that this owner used before, nothing is made and the post of then comes
    ///   back.
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

    /// The post that `name` means: an id, a slug, a former slug, or the beginning of one id (3 characters or more).
    /// Deleted ones are found as well.
    /// - Throws: `noSuchPost`, `ambiguous`.
    package func post(named name: String, within scope: AccessScope = .everyone) async throws(StoreError) -> StoredPost
    {
        try await read { try $0.foundPost(name, within: scope) }
    }

    package func post(_ id: PostID) async throws(StoreError) -> StoredPost {
        try await read { try $0.storedPost(id) }
    }

    /// Saves `draft` as the next revision, and puts newly frozen payloads in the place of those that wait.
    ///
    /// A draft that is the same byte for byte makes no revision.
    /// - Parameters:
    ///   - user: whose sitting it belongs to; without one the owner's.
    ///   - ifRevision: the revision that the caller read. Without one it saves over whatever is there.
    ///   - refrozen: see `WriteTransaction.keep(_:for:converging:)`.
    ///   - converging: targets at which a repetition replaces what is there, such as a site.
    /// - Throws: `stale`, `slugTaken`, `deleted`, `unstorable`, `noSuchPost`.
    package func replace(
        _ id: PostID, with draft: Draft, by user: UserID? = nil, ifRevision: Revision?,
        refrozen: [FrozenDelivery] = [], converging: Set<TargetName> = []
    ) async throws(StoreError) -> StoredPost {
        let prepared = try PreparedDraft(draft)
        let hand = PostHand(user: user, converging: converging)
        return try await commit { transaction in
            try transaction.db.postRow(id).check(ifRevision)
            try transaction.replace(id, with: prepared, refrozen, by: hand)
            return try transaction.db.storedPost(id)
        }
    }

    /// Marks a post as deleted and cancels what of it has not left; `deletions` take away what has. `undelete` takes the mark back; `tidy` forgets its
    /// words after 30 days.
    package func delete(
        _ id: PostID, by user: UserID? = nil, ifRevision: Revision? = nil, deletions: [FrozenDelivery] = []
    ) async throws(StoreError) -> StoredPost {
        try await commit { transaction in
            let row = try transaction.db.postRow(id)
            if let ifRevision, row.revision != ifRevision { throw StoreError.stale(current: row.revision) }
            try transaction.delete(id, deletions, by: PostHand(user: user))
            return try transaction.db.storedPost(id)
        }
    }

    /// Takes back a deletion. What was cancelled stays cancelled; deletions that have not left are.
    package func undelete(_ id: PostID, by user: UserID? = nil) async throws(StoreError) -> StoredPost {
        try await commit { transaction in
            try transaction.undelete(id, [], by: PostHand(user: user))
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
    /// What the author wrote, whole.
    var everyByte: [UInt8] {
        get throws(StoreError) {
            do {
                // The slug is in the fields only when it was chosen; else any one will do.
                let fields = try PostFields(self, slug: slug ?? Slug(checking: "none")).json
                return Array((fields + "\0" + body).utf8)
            } catch {
                throw StoreError(error)
            }
        }
    }
}
