import PostStore
import Posts
import Targets

extension Caller {
    /// What is out, or shall be, follows its post: there an edit or a deletion changes what leaves.
    func demandRight(toChange post: Post) throws {
        if post.publication == .wanted { try demand(.publish) }
    }
}

extension Desk {
    /// Saves a draft, and freezes anew what of the post has not left, so that the edit is what will be sent.
    func replace(
        _ name: String, with draft: Draft, ifRevision: Revision?, by caller: Caller
    ) async throws -> StoredPost {
        let stored = try await store.post(named: name, within: caller.reach)
        let post = stored.post
        try caller.demandRight(toChange: post)
        if let ifRevision, ifRevision != post.revision { throw StoreError.stale(current: post.revision) }
        let deliveries = try await store.deliveries(of: post.id)
        let open = deliveries.filter { isRefrozen($0, post) }
        var draft = draft
        // What has been promised for a date cannot lose it; taking it back is another wish.
        if !open.isEmpty, draft.date == nil { draft.date = post.draft.date }
        let isChanged = draft != post.draft || !draft.body.utf8.elementsEqual(post.draft.body.utf8)
        let refrozen =
            isChanged ? try await refreeze(open, of: post, with: draft, among: deliveries) : []
        let edits =
            isChanged && post.publication == .wanted
            ? try await edits(of: post.with(draft, changedAt: now()), since: post, among: deliveries) : []
        return try await store.replace(
            post.id, with: draft, by: caller.user, ifRevision: ifRevision, refrozen: refrozen + edits,
            converging: converging)
    }

    /// Whether an edit of the post reaches this delivery.
    private func isRefrozen(_ delivery: Delivery, _ post: Post) -> Bool {
        guard post.deletedAt == nil, post.publication == .wanted, target(delivery.target) != nil else { return false }
        if delivery.arrival != nil { return converging.contains(delivery.target) }
        return delivery.state.isReplaceable && !delivery.history.isInDoubt
    }

    private func refreeze(
        _ open: [Delivery], of post: Post, with draft: Draft, among deliveries: [Delivery]
    ) async throws -> [FrozenDelivery] {
        let at = now()
        let edited = post.with(draft, changedAt: at)
        var imposition = Imposition(
            desk: self, post: edited, published: draft.date?.instant ?? at,
            names: targets.map(\.name).filter { name in open.contains { $0.target == name } }, deliveries: deliveries)
        var frozen: [FrozenDelivery] = []
        for delivery in open {
            guard let target = target(delivery.target) else { continue }
            let dueAt = dueAt(of: delivery, from: post.draft.date, to: draft.date, now: at)
            do {
                let copy = try await imposition.copy(for: target)
                frozen.append(
                    FrozenDelivery(
                        target: target.name, key: copy.key, dueAt: dueAt, parent: copy.parent ?? delivery.parent,
                        delay: delivery.delay, payload: copy.frozen.payload))
            } catch let error as FreezeError {
                // The author's words are kept all the same; they only do not leave for this target.
                frozen.append(
                    FrozenDelivery(
                        target: target.name, key: Desk.newKey(), dueAt: dueAt, parent: delivery.parent,
                        delay: delivery.delay, payload: try await store.payload(of: delivery.id),
                        problem: error.description))
            }
        }
        return frozen
    }

    /// A new date moves what still waits for the old one. What has arrived is followed by its edit after the undo window,
    /// so that saves close to each other are one.
    private func dueAt(of delivery: Delivery, from old: PlannedTime?, to new: PlannedTime?, now: Instant) -> Instant {
        if delivery.arrival != nil { return now + settings.undoWindow }
        guard let old, let new, old.instant != new.instant, delivery.dueAt > now else { return delivery.dueAt }
        return max(delivery.dueAt + (new.instant - old.instant), now + settings.undoWindow)
    }
}
