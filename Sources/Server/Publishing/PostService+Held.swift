import PostStore
import Posts
import Targets
import Wire

/// Compares the copy that a target has with the one that an edit would send.
extension PostService {
    /// - Returns: nil when the target has no copy of the post.
    func held(_ basis: PostBasis, at target: Target) async throws -> HeldCopyBody? {
        let post = basis.post
        guard let copy = basis.deliveries.first(where: { $0.target == target.name && $0.arrival != nil }),
            let last = try await store.lastArrival(of: post.id, at: target.name),
            case .delivered(let at, _) = last.state
        else { return nil }
        var words = target.wordsOnEdit(facts: basis.facts[target.name])
        let made = try await store.payload(of: copy.id)
        if let harm = target.harm(ofEditingCopyOf: made, facts: basis.facts[target.name]) { words = harm }
        let next: String?
        switch frozenEdit(of: post, for: target, PostService.newKey(), basis) {
        case .success(let edit):
            next = target.readersWords(in: try target.bodies(in: edit.frozen.payload))
            words = edit.misfit ?? words
        case .failure: next = nil
        }
        return HeldCopyBody(
            address: copy.arrival?.url, since: times.text(at),
            text: target.readersWords(in: try await sent(last, target)),
            next: next, words: words)
    }

    /// The exact bytes sent, part by part. For a part that the author confirmed, the bytes that Galley would have sent.
    private func sent(_ delivery: Delivery, _ target: Target) async throws -> [[UInt8]] {
        let requests = try await store.lastRequests(of: delivery)
        let frozen = try target.bodies(in: try await store.payload(of: delivery.id))
        return frozen.enumerated().map { requests[$0.offset + 1] ?? $0.element }
    }
}

extension Target {
    fileprivate func readersWords(in bodies: [[UInt8]]) -> String {
        bodies.map { readersWords(in: $0) }.joined(separator: "\n\n")
    }
}
