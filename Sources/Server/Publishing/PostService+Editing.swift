import Pictures
import PostStore
import Posts
import Targets

extension Caller {
    /// Requires the scope for publishing if the post is published or scheduled, because an edit or deletion then
    /// changes what Galley sends.
    func demandRight(toChange post: Post) throws {
        if post.publication == .wanted { try demand(.publish) }
    }
}

extension PostService {
    /// Saves a draft and freezes its unsent deliveries again, so that Galley sends the edited text.
    /// - Parameters:
    ///   - isSlugDerived: whether the slug goes on following the title, unless it is another one than the post has.
    ///   - ifRevision: the revision that the caller read; nil to save over the newest.
    /// - Returns: the post, with notes on what was moved off its slot.
    func replace(
        _ name: String, with draft: Draft, isSlugDerived: Bool = false, ifRevision: Revision?, by caller: Caller
    ) async throws -> (StoredPost, notes: [String]) {
        let pictures = MediaID.all(in: draft.body.utf8.span)
        let settled = try await settle(name, by: caller, pictures: pictures) { basis in
            try caller.demandRight(toChange: basis.post)
            try check(basis.post, ifRevision)
            var draft = draft
            if isSlugDerived, draft.slug == basis.post.slug { draft.slug = nil }
            try draft.checkBounds(since: basis.post.draft, targets: names)
            try checkDate(of: draft, basis)
            let (edited, frozen) = edition(of: basis, as: draft)
            return PostDecision(
                .replace(try PreparedDraft(edited)), frozen: frozen,
                value: notesOnLeftSlots(frozen, basis, edited.date))
        }
        return (settled.post.stored, settled.value)
    }

    /// A date that has passed would send a scheduled post at once, and its author asked for no such thing.
    private func checkDate(of draft: Draft, _ basis: PostBasis) throws {
        let now = now()
        guard let old = basis.post.draft.date, old.instant > now, let new = draft.date,
            now - new.instant > LatePolicy.tolerance,
            basis.deliveries.contains(where: { isRefrozen($0, basis) && !$0.state.isFinal && $0.dueAt > now })
        else { return }
        throw Problem.badField(
            "date",
            "The post is scheduled, and \(times.words(new.instant)) has passed. Unpublish the post to date it back, or publish "
                + "it now.")
    }

    /// The draft to save, and the deliveries that result from saving it.
    func edition(of basis: PostBasis, as wanted: Draft) -> (Draft, [FrozenDelivery]) {
        let post = basis.post
        let open = basis.deliveries.filter { isRefrozen($0, basis) }
        var draft = wanted
        // A scheduled post cannot lose its date. Unpublishing it is a separate request.
        if !open.isEmpty, draft.date == nil { draft.date = post.draft.date }
        guard draft.forReaders != post.draft.forReaders else {
            return (draft, [])
        }
        let edited = post.with(draft, changedAt: now())
        let isOut = post.publication == .wanted
        return (draft, refreeze(open, of: basis, as: edited) + (isOut ? edits(of: edited, since: post, basis) : []))
    }

    /// Whether a save replaces the payload of this delivery.
    func isRefrozen(_ delivery: Delivery, _ basis: PostBasis) -> Bool {
        let (post, name) = (basis.post, delivery.target)
        guard post.deletedAt == nil, post.publication == .wanted, target(name) != nil else { return false }
        // A site always shows the newest generation, so the state of earlier ones does not matter.
        if converging.contains(name) { return basis.holding.contains(name) || !delivery.state.isFinal }
        return delivery.canBeStopped && !delivery.hasBegun
    }

    /// - Parameters:
    ///   - edited: the post after the change.
    ///   - movesTimes: whether deliveries that wait for the post's date follow a new one.
    func refreeze(
        _ open: [Delivery], of basis: PostBasis, as edited: Post, movesTimes: Bool = true
    ) -> [FrozenDelivery] {
        let at = now()
        var plan = PublicationPlan(
            service: self, basis, as: edited,
            names: targets.map(\.name).filter { name in open.contains { $0.target == name } })
        var frozen: [FrozenDelivery] = []
        for delivery in open {
            guard let target = target(delivery.target) else { continue }
            let date = movesTimes ? edited.draft.date : basis.post.draft.date
            let dueAt = dueAt(of: delivery, from: basis.post.draft.date, to: date, now: at)
            if staysFitting(delivery, at: target, from: basis.post.draft, to: edited.draft) {
                frozen.append(
                    FrozenDelivery(
                        target: target.name, key: delivery.key, dueAt: dueAt,
                        parent: plan.parent(of: target) ?? delivery.parent, delay: delivery.delay, payload: nil))
                continue
            }
            do {
                let copy = try plan.copy(for: target)
                frozen.append(
                    FrozenDelivery(
                        target: target.name, key: copy.key, dueAt: dueAt, parent: copy.parent ?? delivery.parent,
                        delay: delivery.delay, payload: copy.frozen.payload, parts: copy.frozen.parts))
            } catch {
                // The new text does not fit this target. The post keeps it, and this delivery is blocked.
                frozen.append(
                    FrozenDelivery(
                        target: target.name, key: basis.key(for: .create, at: target.name), dueAt: dueAt,
                        parent: delivery.parent,
                        delay: delivery.delay, payload: nil, problem: error.description))
            }
        }
        return frozen
    }

    /// A new date moves deliveries that wait for the old one. For finished deliveries, the edit is due after the undo
    /// window, so that saves in quick succession become one edit.
    private func dueAt(of delivery: Delivery, from old: PlannedTime?, to new: PlannedTime?, now: Instant) -> Instant {
        if delivery.state.isFinal { return now + settings.undoWindow }
        guard let old, let new, old.instant != new.instant, delivery.dueAt > now else { return delivery.dueAt }
        return max(delivery.dueAt + (new.instant - old.instant), now + settings.undoWindow)
    }
}
