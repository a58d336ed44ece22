import Pictures
import PostStore
import Posts
import Targets

extension Caller {
    /// What is out, or shall be, follows its post: there an edit or a deletion changes what leaves.
    func demandRight(toChange post: Post) throws {
        if post.publication == .wanted { try demand(.publish) }
    }
}

extension PostService {
    /// Saves a draft, and freezes again what of the post has not left, so that the edit is what will be sent.
    /// - Parameter ifRevision: the revision that the caller read; nil to save over the newest.
    func replace(
        _ name: String, with draft: Draft, ifRevision: Revision?, by caller: Caller
    ) async throws -> StoredPost {
        let pictures = MediaID.all(in: draft.body.utf8.span)
        let settled = try await settle(name, by: caller, pictures: pictures) { basis in
            try caller.demandRight(toChange: basis.post)
            try check(basis.post, ifRevision)
            try draft.checkBounds(since: basis.post.draft)
            let (draft, frozen) = edition(of: basis, as: draft)
            return PostDecision(try .replace(with: draft), frozen: frozen, remark: ())
        }
        return settled.post.stored
    }

    /// The draft that is saved, and what its saving sends.
    func edition(of basis: PostBasis, as wanted: Draft) -> (Draft, [FrozenDelivery]) {
        let post = basis.post
        let open = basis.deliveries.filter { isRefrozen($0, basis) }
        var draft = wanted
        // What has been promised for a date cannot lose it; taking it back is another wish.
        if !open.isEmpty, draft.date == nil { draft.date = post.draft.date }
        guard draft != post.draft || !draft.body.utf8.elementsEqual(post.draft.body.utf8) else { return (draft, []) }
        let edited = post.with(draft, changedAt: now())
        let isOut = post.publication == .wanted
        return (draft, refreeze(open, of: basis, as: edited) + (isOut ? edits(of: edited, since: post, basis) : []))
    }

    /// Whether a save puts new words into the place of this delivery.
    func isRefrozen(_ delivery: Delivery, _ basis: PostBasis) -> Bool {
        let (post, name) = (basis.post, delivery.target)
        guard post.deletedAt == nil, post.publication == .wanted, target(name) != nil else { return false }
        // What a site shows is replaced whatever becomes of the generations in between.
        if converging.contains(name) { return basis.holding.contains(name) || !delivery.state.isFinal }
        return delivery.arrival == nil && delivery.state.isReplaceable && !delivery.history.isInDoubt
    }

    /// - Parameter edited: the post as it will be.
    func refreeze(_ open: [Delivery], of basis: PostBasis, as edited: Post) -> [FrozenDelivery] {
        let at = now()
        var plan = PublicationPlan(
            service: self, basis, as: edited, published: edited.draft.date?.instant ?? at,
            names: targets.map(\.name).filter { name in open.contains { $0.target == name } })
        var frozen: [FrozenDelivery] = []
        for delivery in open {
            guard let target = target(delivery.target) else { continue }
            let dueAt = dueAt(of: delivery, from: basis.post.draft.date, to: edited.draft.date, now: at)
            do {
                let copy = try plan.copy(for: target)
                frozen.append(
                    FrozenDelivery(
                        target: target.name, key: copy.key, dueAt: dueAt, parent: copy.parent ?? delivery.parent,
                        delay: delivery.delay, payload: copy.frozen.payload))
            } catch {
                // The author's words are kept all the same; they only do not leave for this target.
                frozen.append(
                    FrozenDelivery(
                        target: target.name, key: PostService.newKey(), dueAt: dueAt, parent: delivery.parent,
                        delay: delivery.delay, payload: nil, problem: error.description))
            }
        }
        return frozen
    }

    /// A new date moves what still waits for the old one. What has arrived is followed by its edit after the undo window,
    /// so that saves close to each other are one.
    private func dueAt(of delivery: Delivery, from old: PlannedTime?, to new: PlannedTime?, now: Instant) -> Instant {
        if delivery.state.isFinal { return now + settings.undoWindow }
        guard let old, let new, old.instant != new.instant, delivery.dueAt > now else { return delivery.dueAt }
        return max(delivery.dueAt + (new.instant - old.instant), now + settings.undoWindow)
    }
}
