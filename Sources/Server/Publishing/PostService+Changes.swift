import PostStore
import Posts
import Targets
import Wire

// Changes to copies that have arrived, or may have arrived, when their post changes.

extension PostService {
    /// The edits to send after a post was edited, by each target's policy. A copy whose payload stays the same gets
    /// none.
    /// - Parameters:
    ///   - edited: the post after the change.
    ///   - old: the post as its copies were sent; nil when unknown.
    ///   - dueAt: nil for the end of the undo window. With a time, the author has asked for the edits, so none waits for a
    ///     decision.
    ///   - names: the targets to which the post is published now. A blog among them gives it an address.
    func edits(
        of edited: Post, since old: Post?, _ basis: PostBasis, dueAt: Instant? = nil, alongside names: [TargetName] = []
    ) -> [FrozenDelivery] {
        guard edited.deletedAt == nil else { return [] }
        return copies(basis.deliveries) { $0.editPolicy != .ignore }.compactMap { target in
            let key = basis.key(for: .edit, at: target.name)
            let before = old.map { frozenEdit(of: $0, for: target, key, basis) }
            switch (frozenEdit(of: edited, for: target, key, basis, alongside: names), before) {
            case (.success(let after), .success(let before)?) where after.frozen.payload == before.frozen.payload:
                return nil
            case (.success(let edit), _):
                let problem = edit.misfit ?? (dueAt == nil ? target.editPolicy.question : nil)
                return change(.edit, of: target, key, edit.frozen, dueAt: dueAt, problem: problem)
            // The new text does not fit this target. The post keeps it, and the copy stays as it is.
            case (.failure(let error), .success(let before)?):
                return change(.edit, of: target, key, before.frozen, problem: error.description)
            case (.failure, _): return nil
            }
        }
    }

    /// The deletions to send when a post is unpublished or deleted, by each target's policy, besides those that wait
    /// already. A copy may have stayed until now: its deletion was cancelled or has failed, or the configuration lacked
    /// the target.
    func deletions(_ basis: PostBasis) throws(FreezeError) -> [FrozenDelivery] {
        var plan = PublicationPlan(service: self, basis, names: [])
        var deletions: [FrozenDelivery] = []
        let waiting = Set(basis.changes.filter { $0.kind == .delete && !$0.state.isFinal }.map(\.target))
        for target in copies(basis.deliveries, where: { $0.deletePolicy == .delete && !waiting.contains($0.name) }) {
            let copy = try plan.copy(for: target, as: .delete)
            deletions.append(change(.delete, of: target, copy.key, copy.frozen))
        }
        return deletions
    }

    /// The HTTP targets that have the post or may have it. A site needs no edit, because a new
    /// generation replaces its copy.
    private func copies(_ deliveries: [Delivery], where isWanted: (Target) -> Bool) -> [Target] {
        targets.filter { target in
            guard case .http = target.kind, isWanted(target) else { return false }
            return deliveries.contains {
                $0.target == target.name && ($0.arrival != nil || $0.mayHaveArrived)
            }
        }
    }

    struct FrozenEdit {
        let frozen: Frozen
        /// Why it is not sent in this form; nil if it can be.
        let misfit: String?
    }

    func frozenEdit(
        of post: Post, for target: Target, _ key: String, _ basis: PostBasis, alongside names: [TargetName] = []
    ) -> Result<FrozenEdit, FreezeError> {
        var plan = PublicationPlan(service: self, basis, as: post, names: movedAlong(with: target) + names)
        do {
            let edit = try plan.copy(for: target, as: .edit, key: key).frozen
            let there = basis.deliveries.first { $0.target == target.name }?.parts ?? 1
            let misfit = edit.parts == there ? nil : ThreadEdit.misfit(there: there, wanted: edit.parts)
            return .success(FrozenEdit(frozen: edit, misfit: misfit))
        } catch {
            return .failure(error)
        }
    }

    /// The sites whose pages an edit at `target` names: with the same edit a page may get another address.
    func movedAlong(with target: Target) -> [TargetName] {
        target.kindName == .articles ? [target.after].compactMap(\.self).filter(converging.contains) : []
    }

    /// A change that is due after the undo window, so that saves in quick succession become one edit.
    private func change(
        _ kind: DeliveryKind, of target: Target, _ key: String, _ frozen: Frozen, dueAt: Instant? = nil,
        problem: String? = nil
    ) -> FrozenDelivery {
        FrozenDelivery(
            target: target.name, kind: kind, key: key, dueAt: dueAt ?? now() + settings.undoWindow,
            payload: frozen.payload, parts: frozen.parts, problem: problem)
    }
}

extension EditPolicy {
    /// Why an edit waits for the author's decision; nil when it does not wait.
    fileprivate var question: String? {
        guard self == .note else { return nil }
        return "The post was edited after it arrived there. The copy keeps the old text until you send the edit."
    }
}

// MARK: - Unpublishing

extension PostService {
    /// Unpublishes a post. Deliveries that have not been sent are cancelled; sent copies follow each target's policy.
    /// - Parameter action: `withdraw`, or `recall` for an import.
    func unpublish(
        _ name: String, ifRevision: Revision?, by caller: Caller, _ action: PostAction = .withdraw
    ) async throws -> PublishedBody {
        let settled = try await settle(name, by: caller) { basis in
            try checkKept(basis.post, ifRevision)
            let deletions = try deletions(basis)
            guard basis.post.publication == .wanted || !deletions.isEmpty else {
                return PostDecision(.nothing, value: ["It was not published."])
            }
            return PostDecision(action, frozen: deletions, value: [])
        }
        let notes = settled.value + settled.post.deliveries.compactMap { remainder($0, settled.post.changes) }
        return body(of: settled.post, notes: notes)
    }

    /// Deletes a post, and its copies by each target's policy. The post can be restored at any time, and a copy until
    /// its deletion is sent.
    func delete(_ name: String, ifRevision: Revision?, by caller: Caller) async throws -> StoredPost {
        let settled = try await settle(name, by: caller) { basis in
            let post = basis.post
            try caller.demandRight(toChange: post)
            try check(post, ifRevision)
            guard post.deletedAt == nil else { return PostDecision(.nothing, value: ()) }
            return PostDecision(.delete, frozen: try deletions(basis), value: ())
        }
        return settled.post.stored
    }

    func body(of published: PublishedPost, notes: [String]) -> PublishedBody {
        PublishedBody(
            post: PostBody(published.stored, times),
            deliveries: (published.deliveries + published.changes).map { DeliveryBody($0, of: published.post, self) },
            notes: notes)
    }

    /// What happens to a copy that has arrived or may have arrived; nil when there is none.
    /// - Parameter changes: those of the post's copies that are not over.
    private func remainder(_ delivery: Delivery, _ changes: [Delivery]) -> String? {
        let name = delivery.target
        let policy = target(name)?.deletePolicy
        if converging.contains(name), delivery.takenBackAt != nil {
            return "“\(name)” drops it when it rebuilds its pages."
        }
        if let record = delivery.arrival {
            let place = "“\(name)” has it\(record.url.map { " (\($0))" } ?? "")"
            guard let deletion = changes.first(where: { $0.target == name && $0.kind == .delete }) else {
                return "\(place), and it stays there. Delete it there yourself."
            }
            guard case .scheduled = deletion.state else {
                return "\(place); delivery \(deletion.id.number) deletes it, and is \(deletion.state.word.rawValue)."
            }
            return "\(place); it is deleted there in \(settings.undoWindow.spoken)."
        }
        guard delivery.mayHaveArrived else { return nil }
        let words = "“\(name)” may have it: delivery \(delivery.id.number) is \(delivery.state.word.rawValue)."
        return words + (policy == .delete ? " It will be deleted there if it arrived." : " Look there.")
    }
}
