import PostStore
import Posts
import Targets
import Testing
import Wire

@testable import Server

@Suite("A waiting post is frozen once it is left alone")
struct FreezingTests {
    private static let names = ["blog", "fediverse", "press"]

    private func open(_ visit: @escaping @Sendable (House, PostBody) async throws -> Void) async throws {
        let folder = try House.newFolder()
        let targets = [try House.site(folder), try House.mastodon(), try House.wordpress()]
        try await House.open(targets: targets, folder: folder) { house in
            let post = try await house.write("Title", "no-1-end")
            let answer = try await house.web.json(
                "PUT", "/v1/posts/\(post.id)/publication", #"{"at":"2026-12-01 09:00"}"#)
            #expect(answer.status == 200, "\(answer.text)")
            try await visit(house, post)
        }
    }

    private func deliveries(_ house: House, _ post: PostBody) async throws -> [Delivery] {
        try await house.store.deliveries(of: try #require(PostID(post.id)))
    }

    private func stale(_ house: House) async throws -> [PostID] {
        let now = house.clock.now
        return try await house.store.stalePosts(
            at: house.server.targetNames, quietSince: now - Freezer.quiet, dueBy: now + Freezer.lead)
    }

    @Test("saves in quick succession leave the payload alone, until half a minute of quiet")
    func quiet() async throws {
        try await open { house, post in
            let before = try await deliveries(house, post)
            for number in 2...5 {
                house.clock.advance(by: .seconds(20))
                try await house.save(post) { $0.body = "no-\(number)-end" }
                #expect(try await stale(house).isEmpty)
            }
            let waiting = try await deliveries(house, post)
            #expect(waiting.map(\.id) == before.map(\.id) && waiting.map(\.key) == before.map(\.key))
            #expect(waiting.allSatisfy { $0.staleAt == house.clock.now && $0.state == .scheduled })
            let next = try await house.store.nextStale(
                at: house.server.targetNames, quiet: Freezer.quiet, lead: Freezer.lead)
            #expect(next == house.clock.now + Freezer.quiet)
            house.clock.advance(by: Freezer.quiet)
            #expect(try await stale(house).map(\.text) == [post.id])
            try await house.server.freezeStale(try #require(PostID(post.id)))
            #expect(try await deliveries(house, post).allSatisfy { $0.staleAt == nil && $0.generation == 1 })
            #expect(try await stale(house).isEmpty)
        }
    }

    @Test("a title that changes only its Unicode form reaches the payloads that wait")
    func unicodeForms() async throws {
        try await open { house, post in
            let id = try #require(PostID(post.id))
            func payloads() async throws -> [[UInt8]] {
                try await house.server.freezeStale(id)
                var payloads: [[UInt8]] = []
                for delivery in try await deliveries(house, post) {
                    payloads.append(try await house.store.payload(of: delivery.id))
                }
                return payloads
            }
            try await house.save(post) { $0.title = "Caf\u{E9}" }
            let composed = try await payloads()
            try await house.save(post) { $0.title = "Cafe\u{301}" }
            let decomposed = try await payloads()
            #expect(zip(composed, decomposed).allSatisfy { $0 != $1 } && composed.count == 3)
        }
    }

    @Test("what is frozen later is what the preview showed, byte for byte")
    func preview() async throws {
        try await open { house, post in
            try await house.save(post) { $0.body = "Newest words: “no-2-end”." }
            func bodies() async throws -> [String] {
                var bodies: [String] = []
                for name in FreezingTests.names {
                    let preview = try await house.web.send("GET", "/v1/posts/\(post.id)/preview?target=\(name)")
                    bodies.append(try preview.json(TargetPreviewBody.self).body)
                }
                return bodies
            }
            let shown = try await bodies()
            #expect(shown.allSatisfy { $0.contains("Newest words") || $0.contains("Title") })
            try await house.server.freezeStale(try #require(PostID(post.id)))
            #expect(try await bodies() == shown)
        }
    }

    @Test("a text that is due before it was frozen is not sent as it was, and leaves a second later")
    func due() async throws {
        try await open { house, post in
            try await house.save(post) { $0.body = "no-2-end" }
            let dueAt = try #require(try await deliveries(house, post).first).dueAt
            house.clock.advance(by: dueAt - house.clock.now)
            let rules = Dictionary(uniqueKeysWithValues: house.server.targetNames.map { ($0, House.rules) })
            #expect(try await house.store.claimDue(now: house.clock.now, rules: rules).isEmpty)
            #expect(try await stale(house).map(\.text) == [post.id])
            try await house.server.freezeStale(try #require(PostID(post.id)))
            house.clock.advance(by: .seconds(1))
            let claimed = try await house.store.claimDue(now: house.clock.now, rules: rules)
            #expect(claimed.contains { $0.delivery.target.text == "blog" })
            for one in claimed {
                let text = String(decoding: one.payload, as: UTF8.self)
                #expect(!text.contains("no-1-end"), "\(one.delivery.target)")
            }
        }
    }

    @Test("whether it fits is said at the save, and what does not fit is never frozen unasked")
    func fits() async throws {
        try await open { house, post in
            try await house.save(post) {
                $0.overrides = [TargetName(kept: "fediverse"): TargetOverride(text: String(repeating: "b", count: 501))]
            }
            let toot = try #require(try await deliveries(house, post).first { $0.target.text == "fediverse" })
            #expect(toot.state.word == .blocked && toot.staleAt != nil)
            house.clock.advance(by: .minutes(1))
            #expect(try await !stale(house).contains { _ in toot.state.word != .blocked })
            try await house.save(post) { $0.overrides = [:] }
            let fitting = try #require(try await deliveries(house, post).first { $0.target.text == "fediverse" })
            #expect(fitting.id == toot.id && fitting.state == .scheduled && fitting.staleAt == nil)
        }
    }

    @Test("a new title is frozen at once, because it may not fit")
    func title() async throws {
        try await open { house, post in
            try await house.save(post) { $0.title = "Another title" }
            #expect(try await deliveries(house, post).allSatisfy { $0.staleAt == nil })
        }
    }
}
