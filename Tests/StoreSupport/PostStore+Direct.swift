package import Posts

@testable package import PostStore

/// Single changes of a post without a `PostDecision`, for tests. The daemon changes posts through `PostStore.settle`.
extension PostStore {
    package func post(_ id: PostID) async throws(StoreError) -> StoredPost {
        try await read { try $0.storedPost(id) }
    }

    /// Saves `draft` as the next revision, and replaces the payloads of waiting deliveries.
    ///
    /// A draft that is equal byte for byte makes no revision.
    /// - Parameters:
    ///   - user: the user to whose sitting it belongs; nil for the owner.
    ///   - ifRevision: the revision that the caller read; nil saves over any.
    ///   - refrozen: see `WriteTransaction.enqueue(_:of:converging:)`.
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

    /// Publishes a post at `date`, and adds the frozen deliveries to the queue.
    ///
    /// - Parameters:
    ///   - ifRevision: the revision that was frozen.
    ///   - date: the new date of the post; nil keeps the old one.
    ///   - converging: see `replace`. At all other targets where the post has arrived, or may have, nothing is added.
    /// - Returns: the post, and the newest generation of all its deliveries.
    /// - Throws: `stale`, `deleted`, `noSuchPost`
    package func publish(
        _ id: PostID, by user: UserID? = nil, ifRevision: Revision?, date: PlannedTime?, deliveries: [FrozenDelivery],
        converging: Set<TargetName> = []
    ) async throws(StoreError) -> PublishedPost {
        let context = ChangeContext(user: user, converging: converging)
        return try await commit { transaction in
            try transaction.db.postRow(id).check(ifRevision)
            try transaction.publish(id, date: date, deliveries, in: context)
            return try transaction.published(id)
        }
    }

    /// Unpublishes a post and cancels its deliveries that have not left. Sites, which are built from `siteEntries`, lose it;
    /// `deletions` remove the other copies.
    package func unpublish(
        _ id: PostID, by user: UserID? = nil, ifRevision: Revision? = nil, deletions: [FrozenDelivery] = [],
        converging: Set<TargetName> = []
    ) async throws(StoreError) -> PublishedPost {
        let context = ChangeContext(user: user, converging: converging)
        return try await commit { transaction in
            try transaction.db.postRow(id).check(ifRevision)
            try transaction.withdraw(id, deletions, in: context)
            return try transaction.published(id)
        }
    }

    /// All attempts, the first one first.
    package func attempts(of id: DeliveryID) async throws(StoreError) -> [Attempt] {
        try await attempts(of: id, limit: 500).items
    }
}

extension QueueFilter {
    package static let open = QueueFilter(.open)
    package static let all = QueueFilter(.all)
    package static func state(_ state: DeliveryState.Word) -> QueueFilter { QueueFilter(.one(state)) }
}

extension PostRow {
    /// - Throws: `deleted`, `stale`.
    fileprivate func check(_ expected: Revision?) throws {
        try checkNotDeleted()
        if let expected, revision != expected { throw StoreError.stale(current: revision) }
    }
}

extension PostStore {
    /// Makes all deliveries as an earlier version left them, which did not store the revisions of payloads.
    package func forgetRevisions() async throws(StoreError) {
        try await commit { try $0.db.run("UPDATE delivery SET revision = NULL") }
    }

    /// Makes all revisions but the newest unreadable, as a damaged disk would.
    package func spoilRevisions() async throws(StoreError) {
        try await commit { transaction in
            try transaction.db.run("UPDATE revision SET head = 999999, tail = 999999 WHERE head IS NOT NULL")
        }
    }

    /// Makes the sources of all imports as an earlier version left them, which did not judge their privacy.
    package func forgetPrivacy() async throws(StoreError) {
        try await commit { transaction in
            try transaction.db.run(
                "UPDATE origin SET privacy = 'unread', fingerprint = replace(fingerprint, '+public', '')")
        }
    }
}
