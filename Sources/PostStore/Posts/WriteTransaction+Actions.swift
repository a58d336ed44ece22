import Posts
import SQL

/// Actions on a whole post, inside a transaction. The caller has checked their basis.
extension WriteTransaction {
    func publish(_ id: PostID, date: PlannedTime?, _ frozen: [FrozenDelivery], in context: ChangeContext) throws {
        let row = try db.postRow(id)
        try row.checkNotDeleted()
        try settlePrivacy(of: row.number)
        let old = row.draft(body: try db.bodyText(row.number))
        var draft = old
        draft.date = date ?? old.date
        if draft != old {
            try save(PreparedDraft(draft), over: old, row, by: context.user)
        } else if row.publication != .wanted {
            try addRevision(row, old: old, new: PreparedDraft(old), by: context.user)
        }
        try cancelDeletions(of: id)
        // A site that was not configured, or whose delivery was under way, when the post was unpublished must not show the
        // old text now that the post is published elsewhere.
        if row.publication == .withdrawn { try markPagesRemoved(of: id, context) }
        try schedule(row, frozen, publishedAt: now, converging: context.converging)
    }

    /// - Parameter publishedAt: of a post that was never published before.
    func schedule(
        _ row: PostRow, _ frozen: [FrozenDelivery], publishedAt: Instant, converging: Set<TargetName>
    ) throws {
        let sql = "UPDATE post SET publication = 'wanted', publishedAt = coalesce(publishedAt, ?) WHERE number = ?"
        try db.tell(sql, [publishedAt.microseconds, row.number])
        try enqueue(frozen, of: row.id, converging: converging)
        try refreshState(of: row.id)
        try announce(.postScheduled, row.id.text)
    }

    /// A draft that is equal byte for byte makes no revision.
    func replace(
        _ id: PostID, with prepared: PreparedDraft, _ frozen: [FrozenDelivery], in context: ChangeContext,
        isImported: Bool = false
    ) throws {
        let row = try db.postRow(id)
        try row.checkNotDeleted()
        let old = row.draft(body: try db.bodyText(row.number))
        if prepared.draft != old {
            try save(prepared, over: old, row, by: context.user, isImported: isImported)
        }
        try enqueue(frozen, of: id, converging: context.converging)
    }

    /// Of a post that is unpublished already, deletes the copies that are still there.
    func withdraw(_ id: PostID, _ deletions: [FrozenDelivery], in context: ChangeContext) throws {
        let row = try db.postRow(id)
        try row.checkNotDeleted()
        try settlePrivacy(of: row.number)
        if row.publication == .wanted {
            try addRevision(row, by: context.user)
            try db.tell("UPDATE post SET publication = 'withdrawn' WHERE number = ?", [row.number])
            try cancelDeliveries(of: id)
            try markPagesRemoved(of: id, context)
            try announce(.postUnpublished, id.text)
        }
        try enqueue(deletions, of: id, converging: [])
        try refreshState(of: id)
    }

    /// A site loses the page of an unpublished post without a deletion being sent there.
    private func markPagesRemoved(of id: PostID, _ context: ChangeContext) throws {
        for target in context.converging { try markCopyRemoved(of: id, at: target) }
    }

    func delete(_ id: PostID, _ deletions: [FrozenDelivery], in context: ChangeContext) throws {
        let row = try db.postRow(id)
        guard !row.isDeleted else { return }
        try addRevision(row, by: context.user)
        try db.tell(
            "UPDATE post SET deletedAt = ?1, state = 'deleted' WHERE number = ?2", [now.microseconds, row.number])
        try spreadToTags(row.number)
        try noteCancelledByDeletion(cancelDeliveries(of: id), of: row.number)
        try enqueue(deletions, of: id, converging: [])
        try announce(.postDeleted, id.text)
    }

    func undelete(_ id: PostID, _ frozen: [FrozenDelivery], in context: ChangeContext) throws {
        let row = try db.postRow(id)
        guard row.isDeleted else { return }
        try addRevision(row, by: context.user)
        try db.tell("UPDATE post SET deletedAt = NULL, state = 'draft' WHERE number = ?", [row.number])
        try spreadToTags(row.number)
        if row.publication == .wanted { try cancelDeletions(of: id) }
        try forgetCancelledByDeletion(of: row.number)
        try enqueue(frozen, of: id, converging: context.converging)
        try refreshState(of: id)
        try announce(.postUndeleted, id.text)
    }
}
