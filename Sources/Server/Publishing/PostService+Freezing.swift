import Pictures
import PostStore
import Posts
import Targets

// Saves in quick succession change a waiting post many times. Its payloads are frozen once it is left alone, or due.

extension PostService {
    /// Whether the post fits the target of a waiting delivery as it did before an edit, so that freezing can wait.
    func staysFitting(_ delivery: Delivery, at target: Target, from old: Draft, to new: Draft) -> Bool {
        guard delivery.takesNewText, delivery.kind == .create, target.fitsAnyText else { return false }
        if case .blocked(.content, _) = delivery.state { return false }
        guard let title = new.title, !title.allSatisfy(\.isWhitespace), new.overrides[target.name] == nil,
            new.body.utf8.count <= Target.textMax, MediaID.all(in: new.body.utf8.span).isEmpty
        else { return false }
        var sameText = new.forReaders
        sameText.body = old.body
        return sameText == old.forReaders
    }

    /// Freezes the stale deliveries of a post, each as a preview of the post shows it.
    func freezeStale(_ id: PostID) async throws {
        _ = try await store.settle(
            id.text, in: ChangeContext(converging: converging), isForPublication: true
        ) { basis -> PostDecision<Void> in
            let stale = basis.deliveries.filter { $0.staleAt != nil && $0.takesNewText && target($0.target) != nil }
            guard !stale.isEmpty else { return PostDecision(.nothing, value: ()) }
            return PostDecision(.freeze, frozen: frozen(stale, of: basis), value: ())
        }
    }

    private func frozen(_ stale: [Delivery], of basis: PostBasis) -> [FrozenDelivery] {
        let names = targets.map(\.name).filter { name in
            basis.deliveries.contains { $0.target == name && isRefrozen($0, basis) }
        }
        var plan = PublicationPlan(service: self, basis, names: names)
        return stale.compactMap { delivery -> FrozenDelivery? in
            guard let target = target(delivery.target) else { return nil }
            var (payload, parts, problem): ([UInt8]?, Int, String?) = (nil, 1, nil)
            do {
                let copy = try plan.copy(for: target, key: delivery.key)
                (payload, parts) = (copy.frozen.payload, copy.frozen.parts)
            } catch {
                problem = "\(error)"
            }
            return FrozenDelivery(
                target: target.name, key: delivery.key, dueAt: delivery.dueAt, parent: delivery.parent,
                delay: delivery.delay, payload: payload, parts: parts, problem: problem)
        }
    }
}
