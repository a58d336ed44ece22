import Posts
import SQL
import StoreSupport
import TestSupport
import Testing

@testable import PostStore

@Suite("What a site reads again")
struct SiteNewsTests {
    @Test(
        "after any changes of posts and deliveries, the news lead from one reading to what a reading of all posts finds",
        arguments: 1...8 as ClosedRange<UInt64>)
    func converges(seed: UInt64) async throws {
        let round = try await NewsRound(seed: seed)
        for step in 1...12 {
            try await round.change()
            let read = try await round.readAgain()
            #expect(read <= round.posts.count)
            #expect(try await round.differences() == [], "seed \(seed), step \(step)")
        }
    }

    @Test("as many posts are read again as have changed, however many there are")
    func readsWhatChanged() async throws {
        let round = try await NewsRound(seed: 1)
        for _ in 0..<40 { try await round.add() }
        try await round.deliverAll()
        _ = try await round.readAgain()
        #expect(try await round.readAgain() == 0)
        try await round.edit(round.posts[3])
        #expect(try await round.readAgain() == 1)
    }

    @Test("a log that no longer goes back to the last reading, or names very many posts, makes it read all")
    func readsAll() async throws {
        let round = try await NewsRound(seed: 2)
        for _ in 0..<3 { try await round.add() }
        try await round.deliverAll()
        #expect(try await round.store.siteNews(of: round.site, after: nil).posts == nil)
        #expect(try await round.store.siteNews(of: round.site, after: 1_000_000).posts == nil)
        for _ in 0...SiteNews.postsMax { _ = try await round.desk.post() }
        let news = try await round.store.siteNews(of: round.site, after: 1)
        #expect(news.posts == nil && news.entries.count == 3)
    }
}

/// Posts that change at a site and elsewhere, and what is known of them.
private final class NewsRound {
    let desk: StoreFixture
    var store: PostStore { desk.store }
    let site, sky: TargetName
    private(set) var posts: [PostID] = []
    private var chance: SeededNumbers
    private var number = 0
    private var event: Int64?
    private var rows: [PostID: SiteEntryRow] = [:]
    private var additions: [PostID: SiteAdditions] = [:]

    init(seed: UInt64) async throws {
        desk = try await StoreFixture()
        (site, sky) = (try target("site"), try target("sky"))
        chance = SeededNumbers(seed: seed)
    }

    func add() async throws {
        number += 1
        let id = try await desk.post("Post \(number)").post.id
        posts.append(id)
        try await publish(id)
    }

    private func publish(_ id: PostID) async throws {
        number += 1
        let names = chance.below(3) == 0 ? ["site"] : ["site", "fedi", "sky"]
        let deliveries = try names.map { try frozen($0, payload: "\(number)") }
        _ = try await store.publish(id, ifRevision: nil, date: nil, deliveries: deliveries, converging: [site])
    }

    func edit(_ id: PostID) async throws {
        number += 1
        var draft = try await store.post(id).post.draft
        draft.slug = try Slug(checking: "slug-\(number)")
        if chance.below(2) == 0 { draft.path = "/own/\(number)/" }
        _ = try await store.replace(id, with: draft, ifRevision: nil)
    }

    /// One to three changes.
    func change() async throws {
        for _ in 0...chance.below(3) {
            guard !posts.isEmpty else { return try await add() }
            let id = posts[chance.below(posts.count)]
            let post = try await store.post(id).post
            switch chance.below(8) {
            case 0, 1: try await add()
            case 2 where post.deletedAt == nil: try await edit(id)
            case 3 where post.deletedAt == nil: try await publish(id)
            case 4 where post.publication == .wanted && post.deletedAt == nil:
                _ = try await store.unpublish(id, converging: [site])
            case 5 where post.deletedAt == nil: _ = try await store.delete(id)
            case 6 where post.deletedAt != nil: _ = try await store.undelete(id)
            default: try await deliverAll()
            }
        }
        desk.clock.advance(.seconds(1))
    }

    /// Some are accepted, others refused or left armed.
    func deliverAll() async throws {
        let known = try Dictionary(uniqueKeysWithValues: ["site", "fedi", "sky"].map { (try target($0), rules) })
        for one in try await store.claimDue(now: desk.clock.now, rules: known) where one.task == .prepare {
            let id = one.delivery.id
            let attempt = try await store.arm(
                id, edition: one.delivery.edition, request: [], idempotency: .deterministic)
            let fate = chance.below(8)
            guard let attempt, fate > 0 else { continue }
            let record = RemotePost(id: "\(id.number)", url: "https://\(one.delivery.target)/\(id.number)")
            _ = try await store.finish(
                id, attempt: attempt.number, fate == 1 ? .refused("No.") : .accepted(record), rules: rules,
                isPage: one.delivery.target == site)
        }
    }

    /// - Returns: how many posts were read.
    func readAgain() async throws -> Int {
        let news = try await store.siteNews(of: site, articles: sky, after: event)
        event = news.event
        for post in news.posts ?? Set(rows.keys).union(additions.keys) { (rows[post], additions[post]) = (nil, nil) }
        for row in news.entries { rows[row.postID] = row }
        additions.merge(news.additions) { $1 }
        return news.posts?.count ?? 0
    }

    /// The posts of which something else is known than a reading of all finds.
    func differences() async throws -> [PostID] {
        let entries = try await store.siteEntries(of: site)
        let all = try await store.siteAdditions(of: site, articles: sky)
        #expect(rows.values.sorted { $0.number < $1.number } == entries)
        return posts.filter { additions[$0] != all[$0] }
    }
}
