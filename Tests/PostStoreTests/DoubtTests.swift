import Posts
import StoreSupport
import Testing

@testable import PostStore

/// An answer was lost, and then the post is unpublished or deleted. The creation must not wait for what is gone with it,
/// because the deletion waits for the creation.
@Suite("A lost answer, and then the post is taken back")
struct DoubtTests {
    private static let classes: [IdempotencyClass] = [.deterministic, .windowed(.hours(1)), .natural, .searchable]

    private func known(_ idempotency: IdempotencyClass) throws -> [TargetName: DeliveryRules] {
        [
            try target("blog"): DeliveryRules(idempotency: .deterministic, late: .post),
            try target("sky"): DeliveryRules(idempotency: idempotency, late: .post),
        ]
    }

    private func deletion() throws -> FrozenDelivery {
        FrozenDelivery(
            target: try target("sky"), kind: .delete, key: "deletion", dueAt: noon, payload: Array("deletion".utf8))
    }

    /// A post that its blog has, and whose answer from “sky”, which waited for the blog's address, was lost.
    private func doubted(_ desk: StoreFixture, _ idempotency: IdempotencyClass) async throws -> Delivery {
        let id = try await desk.post().post.id
        _ = try await desk.store.publish(
            id, ifRevision: nil, date: nil, deliveries: [try frozen("blog"), try frozen("sky", parent: "blog")])
        for outcome in [Outcome.accepted(RemotePost(id: "1", url: "https://blog/1")), .unknown("No answer.")] {
            let claimed = try #require(try await claim(desk, idempotency).first)
            let attempt = try #require(
                try await desk.store.arm(
                    claimed.delivery.id, edition: claimed.delivery.edition, request: [7], idempotency: idempotency))
            let rules = try #require(try known(idempotency)[claimed.delivery.target])
            _ = try await desk.store.finish(claimed.delivery.id, attempt: attempt.number, outcome, rules: rules)
        }
        let delivery = try #require(try await desk.store.deliveries(of: id).first { $0.target.text == "sky" })
        #expect(delivery.state.word == .uncertain)
        return delivery
    }

    private func claim(_ desk: StoreFixture, _ idempotency: IdempotencyClass) async throws -> [ClaimedDelivery] {
        try await desk.store.claimDue(now: desk.clock.now, rules: try known(idempotency))
    }

    private func unpublish(_ desk: StoreFixture, _ post: PostID) async throws {
        _ = try await desk.store.unpublish(post, deletions: [try deletion()], converging: [try target("blog")])
    }

    @Test("what is found is deleted, although the blog's page is gone", arguments: classes)
    func found(idempotency: IdempotencyClass) async throws {
        let desk = try await StoreFixture()
        let delivery = try await doubted(desk, idempotency)
        try await unpublish(desk, delivery.postID)
        desk.clock.advance(.minutes(1))
        let claimed = try await claim(desk, idempotency)
        #expect(claimed.map(\.task) == [.lookUp] && claimed.map(\.lastRequest) == [[7]])
        let rules = try #require(try known(idempotency)[delivery.target])
        _ = try await desk.store.lookedUp(delivery.id, .found(RemotePost(id: "17")), rules: rules)
        let deletion = try #require(try await claim(desk, idempotency).first)
        #expect(deletion.delivery.kind == .delete && deletion.parentRecord?.id == "17")
        let attempt = try #require(
            try await desk.store.arm(
                deletion.delivery.id, edition: deletion.delivery.edition, request: [], idempotency: .deterministic))
        _ = try await desk.store.finish(
            deletion.delivery.id, attempt: attempt.number, .accepted(RemotePost()), rules: rules)
        let end = try await desk.store.delivery(delivery.id).delivery
        #expect(end.takenBackAt != nil && end.history.attempts == 1)
        #expect(try await desk.store.deliveries(.open).items.isEmpty)
    }

    @Test("what is certainly absent is never sent, and nothing waits for it", arguments: classes)
    func absent(idempotency: IdempotencyClass) async throws {
        let desk = try await StoreFixture()
        let delivery = try await doubted(desk, idempotency)
        try await unpublish(desk, delivery.postID)
        let rules = try #require(try known(idempotency)[delivery.target])
        for _ in 1...2 {
            desk.clock.advance(.minutes(6))
            #expect(try await claim(desk, idempotency).map(\.task) == [.lookUp])
            _ = try await desk.store.lookedUp(delivery.id, .absent, rules: rules)
        }
        #expect(try await claim(desk, idempotency).isEmpty)
        #expect(try await desk.store.deliveries(.open).items.isEmpty)
        let end = try await desk.store.delivery(delivery.id).delivery
        #expect(end.state.word == .cancelled && end.history.attempts == 1)
    }

    @Test("a repetition that is being prepared when the post is unpublished is not armed")
    func prepared() async throws {
        let desk = try await StoreFixture()
        let delivery = try await doubted(desk, .deterministic)
        desk.clock.advance(.minutes(1))
        #expect(try await claim(desk, .deterministic).map(\.task) == [.prepare])
        try await unpublish(desk, delivery.postID)
        #expect(
            try await desk.store.arm(delivery.id, edition: delivery.edition, request: [7], idempotency: .deterministic)
                == nil)
        #expect(try await claim(desk, .deterministic).map(\.task) == [.lookUp])
    }

    @Test("a post that is published again in time is sent again as before")
    func publishedAgain() async throws {
        let desk = try await StoreFixture()
        let delivery = try await doubted(desk, .deterministic)
        try await unpublish(desk, delivery.postID)
        _ = try await desk.store.publish(delivery.postID, ifRevision: nil, date: nil, deliveries: [])
        desk.clock.advance(.minutes(1))
        let claimed = try await claim(desk, .deterministic)
        #expect(claimed.map(\.task) == [.prepare] && claimed.map(\.lastRequest) == [[7]])
    }

    @Test("what did not arrive before its post was deleted is restored with the post, but not if it was unpublished")
    func undeleted() async throws {
        for isUnpublished in [false, true] {
            let desk = try await StoreFixture()
            let delivery = try await doubted(desk, .searchable)
            if isUnpublished { try await unpublish(desk, delivery.postID) }
            _ = try await desk.store.delete(delivery.postID)
            for _ in 1...2 {
                desk.clock.advance(.minutes(6))
                _ = try await claim(desk, .searchable)
                _ = try await desk.store.lookedUp(
                    delivery.id, .absent, rules: DeliveryRules(idempotency: .searchable, late: .post))
            }
            let cancelled = try await desk.store.basis(named: delivery.postID.text).cancelled.map(\.delivery.id)
            #expect(cancelled == (isUnpublished ? [] : [delivery.id]))
        }
    }
}
