import PostStore
import Posts
import Targets
import Wire

// What becomes of copies that have arrived, or may have, when their post changes.

extension Desk {
    /// The edits that an edit of the post means, by each target's policy. A copy that would not change gets none.
    /// - Parameter old: as the copies were sent; nil when nobody can say.
    func edits(
        of edited: Post, since old: Post?, among deliveries: [Delivery]
    ) async throws -> [FrozenDelivery] {
        let copies = copies(among: deliveries) { $0.editPolicy != .ignore }
        guard !copies.isEmpty, edited.deletedAt == nil else { return [] }
        var edits: [FrozenDelivery] = []
        for target in copies {
            let key = Desk.newKey()
            let before = try await old.asyncMap { try await frozenEdit(of: $0, for: target, key, among: deliveries) }
            switch (try await frozenEdit(of: edited, for: target, key, among: deliveries), before) {
            case (.success(let after), .success(let before)?) where after == before: continue
            case (.success(let payload), _):
                edits.append(change(.edit, of: target, key, payload, problem: target.editPolicy.question))
            // The author's words are kept all the same; they only do not reach this copy.
            case (.failure(let error), .success(let before)?):
                edits.append(change(.edit, of: target, key, before, problem: error.description))
            case (.failure, _): continue
            }
        }
        return edits
    }

    /// The deletions that taking the post back means, by each target's policy.
    func deletions(of post: Post, among deliveries: [Delivery]) async throws -> [FrozenDelivery] {
        let copies = copies(among: deliveries) { $0.deletePolicy == .delete }
        var imposition = imposition(of: post, among: deliveries)
        var deletions: [FrozenDelivery] = []
        for target in copies {
            let copy = try await imposition.copy(for: target, as: .delete)
            deletions.append(change(.delete, of: target, copy.key, copy.frozen.payload))
        }
        return deletions
    }

    /// Where the post is, or may be, and can be changed over HTTP. A site follows by itself.
    private func copies(among deliveries: [Delivery], where isWanted: (Target) -> Bool) -> [Target] {
        targets.filter { target in
            guard case .http = target.kind, isWanted(target) else { return false }
            return deliveries.contains {
                $0.target == target.name && ($0.arrival != nil || $0.mayHaveArrived)
            }
        }
    }

    func frozenEdit(
        of post: Post, for target: Target, _ key: String, among deliveries: [Delivery]
    ) async throws -> Result<[UInt8], FreezeError> {
        var imposition = imposition(of: post, among: deliveries)
        do {
            return .success(try await imposition.copy(for: target, as: .edit, key: key).frozen.payload)
        } catch let error as FreezeError {
            return .failure(error)
        }
    }

    private func imposition(of post: Post, among deliveries: [Delivery]) -> Imposition {
        Imposition(
            desk: self, post: post, published: post.draft.date?.instant ?? now(), names: [], deliveries: deliveries)
    }

    /// After the undo window, so that saves close to each other are one change.
    private func change(
        _ kind: DeliveryKind, of target: Target, _ key: String, _ payload: [UInt8], problem: String? = nil
    ) -> FrozenDelivery {
        FrozenDelivery(
            target: target.name, kind: kind, key: key, dueAt: now() + settings.undoWindow, payload: payload,
            problem: problem)
    }
}

extension EditPolicy {
    /// What an edit waits for the author's answer to; nil when it needs none.
    fileprivate var question: String? {
        guard self == .note else { return nil }
        return "The post was edited after it arrived there. The copy stays as it is until you send the edit."
    }
}

extension Optional where Wrapped: Sendable {
    fileprivate func asyncMap<Value: Sendable>(
        _ transform: (Wrapped) async throws -> Value
    ) async rethrows -> Value? {
        guard let value = self else { return nil }
        return try await transform(value)
    }
}

// MARK: - Taking back

extension Desk {
    /// Takes a post back: from where it has not arrived at once, from where it has by the target's policy.
    func unpublish(_ name: String, if condition: RevisionCondition, by caller: Caller) async throws -> PublishedBody {
        let post = try await store.post(named: name, within: caller.reach).post
        try check(post, condition)
        let notes = post.publication == .wanted ? [] : ["It was not published."]
        let deletions =
            notes.isEmpty ? try await self.deletions(of: post, among: try await store.deliveries(of: post.id)) : []
        let published = try await store.unpublish(
            post.id, by: caller.user, ifRevision: condition.revision ?? post.revision, deletions: deletions)
        return body(of: published, notes: notes + published.deliveries.compactMap(remainder))
    }

    /// Deletes a post, its copies by each target's policy. All of it can be undone, the copies' end for as long as it has not
    /// left.
    func delete(_ post: Post, ifRevision: Revision?, by user: UserID) async throws -> StoredPost {
        let deliveries = post.publication == .wanted ? try await store.deliveries(of: post.id) : []
        let deletions = try await deletions(of: post, among: deliveries)
        return try await store.delete(post.id, by: user, ifRevision: ifRevision, deletions: deletions)
    }

    func body(of published: PublishedPost, notes: [String]) -> PublishedBody {
        let title = published.post.heading
        return PublishedBody(
            post: PostBody(published.stored, times),
            deliveries: (published.deliveries + published.changes).map { DeliveryBody($0, title: title, times) },
            notes: notes)
    }

    /// What becomes of the copy that has arrived, or may have.
    private func remainder(_ delivery: Delivery) -> String? {
        let name = delivery.target
        let policy = target(name)?.deletePolicy
        if let record = delivery.arrival {
            if converging.contains(name) { return "“\(name)” shows it no more as soon as its pages are written anew." }
            let place = "“\(name)” has it\(record.url.map { " (\($0))" } ?? "")"
            return policy == .delete
                ? "\(place); it is deleted there in \(settings.undoWindow.spoken)."
                : "\(place), and it stays there. Delete it there yourself."
        }
        guard delivery.mayHaveArrived else { return nil }
        let words = "“\(name)” may have it: delivery \(delivery.id.number) is \(delivery.state.word.rawValue)."
        return words + (policy == .delete ? " It is deleted there once that is known." : " Look there.")
    }
}
