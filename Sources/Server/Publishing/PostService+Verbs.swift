import PostStore
import Posts
import Targets
import Wire

// Actions of the author on a delivery. The delivery rules decide whether an action is possible. This file ensures that
// Galley never sends text that the post no longer contains.

extension PostService {
    func ask(_ verb: DeliveryVerb, of delivery: Delivery, by caller: Caller) async throws -> Delivery {
        switch verb {
        case .cancel, .abandon, .confirmSent:
            return try await store.ask(
                verb, of: delivery.id, rules: try await rules(of: delivery.target),
                isPage: converging.contains(delivery.target))
        case .retry, .resend:
            let payload = try await store.payload(of: delivery.id)
            let settled = try await settle(delivery.postID.text, by: caller, isForPublication: true) { basis in
                try decide(verb, of: delivery, payload, basis)
            }
            guard !settled.value else { return try await store.delivery(delivery.id).delivery }
            let newest = (settled.post.deliveries + settled.post.changes).first {
                $0.target == delivery.target && $0.kind == delivery.kind
            }
            return newest ?? delivery
        }
    }

    /// The copy that the author found, with its id if the author gave it or its address contains it.
    /// - Throws: `badField` if no copy of the target can be at the address.
    func copy(_ seen: ConfirmationBody, of delivery: Delivery) async throws -> RemotePost {
        guard seen.remoteID == nil, delivery.kind == .create, let url = seen.url, let target = target(delivery.target)
        else { return RemotePost(id: seen.remoteID, url: seen.url) }
        let payload = try await store.payload(of: delivery.id)
        let facts = try await store.facts(of: target.name)?.bytes
        do {
            return RemotePost(
                id: try target.copyID(at: url, in: payload, part: delivery.part, facts: facts), url: url)
        } catch {
            throw Problem.badField("url", "\(error)")
        }
    }

    /// - Parameter asked: the delivery as the author saw it.
    /// - Returns: a decision whose value says whether that delivery is sent, rather than a newer one.
    private func decide(
        _ verb: DeliveryVerb, of asked: Delivery, _ payload: [UInt8], _ basis: PostBasis
    ) throws -> PostDecision<Bool> {
        let delivery = (basis.deliveries + basis.changes).first { $0.id == asked.id }
        if let delivery {
            if delivery.maySend(after: verb) { try refuse(delivery, of: basis.post) }
            if case .retry = verb, let again = try frozenAgain(delivery, payload, basis) {
                return PostDecision(.send, frozen: [again], value: false)
            }
        }
        let rules = target(asked.target)?.rules(facts: basis.facts[asked.target])
        return PostDecision(.ask(verb, of: asked.id, rules: rules), value: true)
    }

    /// Refuses to send a copy of an unpublished post, and to delete a copy of a published one.
    private func refuse(_ delivery: Delivery, of post: Post) throws {
        switch delivery.kind {
        case .create, .edit:
            guard !post.isWanted else { return }
            let (deed, way) = post.deletedAt == nil ? ("unpublished", "Publish it") : ("deleted", "Undelete it")
            throw Problem.refused("The post was \(deed), so nothing of it is sent. \(way) first.")
        case .delete:
            guard post.isWanted else { return }
            throw Problem.refused("The post is published again, so its copy stays. Unpublish the post first.")
        }
    }

    /// Later saves do not change a failed delivery, and a delivery that does not fit keeps its earlier text. Both are
    /// frozen again from the current post.
    /// - Returns: nil when the payload would be the same.
    private func frozenAgain(_ delivery: Delivery, _ payload: [UInt8], _ basis: PostBasis) throws -> FrozenDelivery? {
        switch delivery.state {
        case .failed, .missed, .blocked(.content, _): break
        case .scheduled, .due, .preparing, .armed, .retrying, .blocked, .uncertain, .reconciling, .delivered,
            .cancelled,
            .superseded:
            return nil
        }
        // A thread goes on with the parts that belong to those that are there.
        guard delivery.part == 1, !delivery.history.isInDoubt, delivery.kind != .delete,
            let target = target(delivery.target)
        else {
            return nil
        }
        if delivery.kind == .edit,
            case .success(let edit) = frozenEdit(of: basis.post, for: target, delivery.key, basis),
            let misfit = edit.misfit
        {
            throw Problem.doesNotFit(target.name, misfit)
        }
        // Compare under the old key, so that the key itself makes no difference.
        let same = try copy(of: delivery, for: target, key: delivery.key, basis)
        guard same.frozen.payload != payload else { return nil }
        let copy = try copy(of: delivery, for: target, key: nil, basis)
        return FrozenDelivery(
            target: target.name, kind: delivery.kind, key: copy.key, dueAt: now(), parent: copy.parent,
            payload: copy.frozen.payload, parts: copy.frozen.parts)
    }

    /// - Throws: the target's explanation if the post does not fit.
    private func copy(
        of delivery: Delivery, for target: Target, key: String?, _ basis: PostBasis
    ) throws -> PublicationPlan.Copy {
        let names = targets.map(\.name).filter { name in
            name == target.name || basis.deliveries.contains { $0.target == name && !$0.state.isFinal }
        }
        var plan = PublicationPlan(
            service: self, basis,
            names: delivery.kind == .create ? names : movedAlong(with: target))
        do {
            return try plan.copy(for: target, as: delivery.kind, key: key)
        } catch {
            throw Problem.doesNotFit(target.name, error.description)
        }
    }
}
