import PostStore
import Posts
import Testing
import Wire

@testable import Server

// Does what the courier would do, without sending anything.

extension House {
    static let rules = DeliveryRules(idempotency: .searchable, late: .post)

    /// Takes the post's delivery at `target` through an attempt that ends with `outcome`, whatever its time.
    func deliver(_ post: String, at target: String, _ outcome: Outcome) async throws {
        let id = try #require(PostID(post))
        try await server.freezeStale(id)
        let delivery = try #require(try await store.deliveries(of: id).first { $0.target.text == target })
        // The next part of a thread is due a little later.
        let at = if case .due(let at) = delivery.state { at } else { delivery.dueAt }
        clock.advance(by: max(at - clock.now, .zero))
        var rules: [TargetName: DeliveryRules] = [:]
        for delivery in try await store.deliveries(of: id) { rules[delivery.target] = House.rules }
        // Scheduled to due, due to preparing; a delivery with a parent waits.
        for _ in 0..<2 { _ = try await store.claimDue(now: clock.now, rules: rules, limit: 100) }
        let ready = try await store.deliveries(of: id).first { $0.id == delivery.id }?.state
        let attempt = try #require(
            try await store.arm(
                delivery.id, edition: delivery.edition, request: Array("{}".utf8), idempotency: .searchable),
            "It is not ready: \(String(describing: ready))")
        _ = try await store.finish(delivery.id, attempt: attempt.number, outcome, rules: House.rules)
    }

    func deliveries(_ post: String) async throws -> [DeliveryBody] {
        try await web.send("GET", "/v1/posts/\(post)/deliveries").json(PageBody<DeliveryBody>.self).items
    }
}
