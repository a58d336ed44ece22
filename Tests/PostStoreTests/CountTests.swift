import Posts
import SQL
import StoreSupport
import TestSupport
import Testing

@testable import PostStore

@Suite("The kept counts")
struct CountTests {
    @Test(
        "after any changes of the posts of two users they are what counting finds",
        arguments: 1...4 as ClosedRange<UInt64>)
    func kept(seed: UInt64) async throws {
        let desk = try await StoreFixture()
        var chance = SeededNumbers(seed: seed)
        let other = try await desk.store.addUser(named: "bo").id
        var posts: [PostID] = []
        for step in 1...40 {
            if chance.below(3) == 0 || posts.isEmpty {
                let owner = chance.below(3) == 0 ? other : desk.user
                posts.append(try await desk.store.create(Draft(title: "\(step)"), owner: owner).post.id)
            }
            let id = posts[chance.below(posts.count)]
            try await change(desk, id, chance.below(6))
            try await check(desk.store, "seed \(seed), step \(step)")
        }
        desk.clock.advance(.days(40))
        try await desk.store.tidy()
        try await check(desk.store, "forgotten posts")
    }

    private func change(_ desk: StoreFixture, _ id: PostID, _ kind: Int) async throws {
        let store = desk.store
        let post = try await store.post(id).post
        switch kind {
        case 0 where post.deletedAt == nil:
            let deliveries = [try frozen("one"), try frozen("two", at: noon + .days(90))]
            _ = try await store.publish(id, ifRevision: nil, date: nil, deliveries: deliveries)
        case 1 where post.deletedAt == nil && post.publication == .wanted: _ = try await store.unpublish(id)
        case 2 where post.deletedAt == nil: _ = try await store.delete(id)
        case 3 where post.deletedAt != nil: _ = try await store.undelete(id)
        default:
            let known = [try target("one"): rules, try target("two"): rules]
            for one in try await store.claimDue(now: desk.clock.now, rules: known) {
                let attempt = try await store.arm(
                    one.delivery.id, edition: one.delivery.edition, request: [], idempotency: .searchable)
                guard let attempt, kind == 4 else { continue }
                _ = try await store.finish(
                    one.delivery.id, attempt: attempt.number, .accepted(RemotePost(id: "1")), rules: rules)
            }
        }
    }

    private func check(_ store: PostStore, _ words: Comment) async throws {
        let counted = """
            SELECT owner || ' ' || state || ' ' || count(*) FROM post WHERE forgottenAt IS NULL GROUP BY owner, state
            UNION ALL SELECT owner || ' ' || target || ' ' || delivery.state || ' ' || count(*)
            FROM delivery JOIN post ON post.id = delivery.postId GROUP BY owner, target, delivery.state
            """
        let kept = """
            SELECT owner || ' ' || state || ' ' || count FROM postCount WHERE count <> 0
            UNION ALL SELECT owner || ' ' || target || ' ' || state || ' ' || count FROM deliveryCount WHERE count <> 0
            """
        let (found, wanted) = try await store.read { db in
            (try db.texts(kept), try db.texts(counted))
        }
        #expect(found.sorted() == wanted.sorted(), words)
    }
}
