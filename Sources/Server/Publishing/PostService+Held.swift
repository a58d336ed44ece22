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
        let words = target.wordsOnEdit(facts: basis.facts[target.name])
        let next: String?
        switch frozenEdit(of: post, for: target, PostService.newKey(), basis) {
        case .success(let payload): next = target.readersWords(in: try target.body(of: payload))
        case .failure: next = nil
        }
        return HeldCopyBody(
            address: copy.arrival?.url, since: times.text(at),
            text: target.readersWords(in: try await sent(last, target)),
            next: next, words: words)
    }

    /// The exact bytes sent. For a delivery that the author confirmed, the bytes that Galley would have sent.
    private func sent(_ delivery: Delivery, _ target: Target) async throws -> [UInt8] {
        if let request = try await store.lastRequest(of: delivery.id) { return request }
        return try target.body(of: try await store.payload(of: delivery.id))
    }
}

extension Target {
    /// The body of a frozen payload, with predicted values in its placeholders.
    fileprivate func body(of payload: [UInt8]) throws -> [UInt8] {
        if case .site = kind { return payload }
        return Array(try Parcel(encoded: payload).predictedBody.utf8)
    }
}
