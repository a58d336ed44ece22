import PostStore
import Posts
import Targets

extension PostService {
    /// Restores a deleted post and the deliveries that its deletion cancelled.
    /// - Returns: the post, with notes on what was restored and what was not.
    func undelete(
        _ name: String, ifRevision: Revision?, by caller: Caller
    ) async throws -> (StoredPost, notes: [String]) {
        // No slot is looked for; the restored deliveries have their times.
        let slotted = Dictionary(uniqueKeysWithValues: slotted.map { ($0, [PlannedTime]()) })
        let settled = try await settle(name, by: caller, slots: slotted) { basis -> PostDecision<[String]> in
            try caller.demandRight(toChange: basis.post)
            try check(basis.post, ifRevision)
            guard basis.post.deletedAt != nil else { return PostDecision(.nothing, value: []) }
            let (frozen, notes) = restored(basis)
            return PostDecision(.undelete, frozen: frozen, value: notes)
        }
        return (settled.post.stored, settled.value)
    }

    private func restored(_ basis: PostBasis) -> (frozen: [FrozenDelivery], notes: [String]) {
        let post = basis.post.undeleted
        let known = basis.cancelled.filter { target($0.delivery.target) != nil }
        var notes = basis.cancelled.compactMap { cancelled -> String? in
            let name = cancelled.delivery.target
            return target(name) == nil ? "“\(name)” is no longer a target, so nothing goes there." : nil
        }
        // A thread in the middle keeps its place: its author lets it go on, or takes back what is there.
        let creations = known.filter { $0.delivery.kind == .create && !$0.delivery.hasBegun }
        let edits = known.filter { $0.delivery.kind == .edit && isThere($0.delivery.target, basis) }
        let frozen = restored(creations, of: post, basis) + restored(edits, of: post, basis)
        notes += plans(frozen, now: now()) + notesOnSharedSlots(frozen, basis)
        notes += basis.deliveries.compactMap { loss($0, basis) }
        notes += known.map(\.delivery).filter(\.hasBegun).map { thread in
            "“\(thread.target)” has \(thread.partsDone) of \(thread.parts) parts. "
                + "The others follow with galley queue retry \(thread.id.number)."
        }
        return (frozen, notes)
    }

    /// Creations keep their due times, unless the undo window ends later; if one has passed, the target's policy for late
    /// posts applies. Edits are due after the undo window.
    private func restored(_ cancelled: [CancelledDelivery], of post: Post, _ basis: PostBasis) -> [FrozenDelivery] {
        let names = cancelled.filter { $0.delivery.kind == .create }.map(\.delivery.target)
        var plan = PublicationPlan(service: self, basis, as: post, names: names)
        return cancelled.compactMap { cancelled -> FrozenDelivery? in
            let old = cancelled.delivery
            guard let target = target(old.target) else { return nil }
            let isHeld = old.kind == .create && isHeldAsLate(old.dueAt, parent: old.parent, of: target)
            let dueAt = isHeld ? old.dueAt : max(old.kind == .create ? old.dueAt : now(), now() + settings.undoWindow)
            do {
                let copy = try plan.copy(for: target, as: old.kind)
                // A parent that has arrived stays, because the delay is counted from then.
                let parent = copy.parent ?? old.parent.flatMap { isThere($0, basis) ? $0 : nil }
                return FrozenDelivery(
                    target: target.name, kind: old.kind, key: copy.key, dueAt: dueAt,
                    parent: parent, delay: old.delay, payload: copy.frozen.payload, parts: copy.frozen.parts,
                    problem: cancelled.problem)
            } catch {
                return FrozenDelivery(
                    target: target.name, kind: old.kind, key: basis.key(for: old.kind, at: target.name),
                    dueAt: dueAt, parent: old.parent, delay: old.delay, payload: nil, problem: "\(error)")
            }
        }
    }

    /// Whether the target's policy for late posts holds a post back.
    private func isHeldAsLate(_ dueAt: Instant, parent: TargetName?, of target: Target) -> Bool {
        guard parent == nil else { return false }
        return switch target.latePolicy {
        case .ask(let limit), .skip(let limit): now() - dueAt > max(limit, LatePolicy.tolerance)
        case .post: false
        }
    }

    private func isThere(_ name: TargetName, _ basis: PostBasis) -> Bool {
        guard !isBeingDeleted(at: name, basis) else { return false }
        return basis.deliveries.contains { $0.target == name && ($0.arrival != nil || $0.mayHaveArrived) }
    }

    private func isBeingDeleted(at name: TargetName, _ basis: PostBasis) -> Bool {
        basis.changes.contains { $0.target == name && $0.kind == .delete && $0.isTooLateToStop }
    }
}

// MARK: - Notes

extension PostService {
    private func plans(_ frozen: [FrozenDelivery], now: Instant) -> [String] {
        let onTime = frozen.filter { $0.problem == nil && $0.dueAt > now }
        var notes: [String] = []
        if !onTime.isEmpty {
            notes.append("It goes out as it was planned: " + onTime.map { plan($0) }.joined(separator: ", ") + ".")
        }
        for one in frozen where one.dueAt <= now && one.problem == nil {
            notes.append(
                "“\(one.target)” was to get it at \(times.words(one.dueAt)), while it was deleted. "
                    + lateWords(one))
        }
        for one in frozen {
            guard let problem = one.problem else { continue }
            notes.append("“\(one.target)” waits for you as before: \(problem)")
        }
        return notes
    }

    private func plan(_ one: FrozenDelivery) -> String {
        one.kind == .edit ? "the edit to “\(one.target)”" : "to “\(one.target)” at \(times.words(one.dueAt))"
    }

    private func lateWords(_ one: FrozenDelivery) -> String {
        guard let target = target(one.target), isHeldAsLate(one.dueAt, parent: one.parent, of: target) else {
            return "It leaves now."
        }
        return switch target.latePolicy {
        case .skip(let limit):
            "This target skips what is over \(limit.roughly) late. Publish the post there to send it all the same."
        case .ask, .post: "It waits in the queue for your answer whether to send it so late."
        }
    }

    /// What the deletion removed at a target and Galley cannot restore; nil for nothing.
    private func loss(_ delivery: Delivery, _ basis: PostBasis) -> String? {
        let name = delivery.target
        let post = basis.post
        guard post.publication == .wanted, let deletedAt = post.deletedAt else { return nil }
        if isBeingDeleted(at: name, basis) {
            return "“\(name)” is deleting its copy at this moment, and that cannot be stopped. "
                + "Publish the post there again afterwards: galley publish \(post.slug) --to \(name)."
        }
        guard let takenBackAt = delivery.takenBackAt, takenBackAt >= deletedAt else { return nil }
        return "“\(name)” has deleted its copy. To send the post there again: galley publish \(post.slug) --to \(name)."
    }
}

extension Post {
    fileprivate var undeleted: Post {
        var copy = self
        copy.deletedAt = nil
        return copy
    }
}
