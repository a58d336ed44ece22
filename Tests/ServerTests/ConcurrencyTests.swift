import Foundation
import PostStore
import Posts
import StoreSupport
import Targets
import Testing
import Wire

@testable import Server

// Several people and the courier work on one post concurrently. The state that a decision read must be the state that
// the write checks.

// Serialized, because it would take the processors away from tests that wait for an answer.
@Suite("Under concurrency, the newest words leave", .serialized)
struct ConcurrencyTests {
    @Test(
        "whatever others do between reading and writing, no old words leave and none are missing",
        arguments: 0..<5 as Range<UInt64>)
    func interleavings(part: UInt64) async throws {
        try await ConcurrentRound.open { round in
            for seed in part * 100..<part * 100 + 100 {
                // Every hundredth has the length at which two requests really overlap.
                try await round.play(seed: seed, length: seed % 100 == 0 ? 100_000 : 200)
            }
            #expect(await round.armed > 50)
            #expect(await round.decidedInside > 5)
        }
    }

    @Test("requests that really run concurrently end the same way", arguments: [20_000, 100_000])
    func atOnce(length: Int) async throws {
        try await ConcurrentRound.open { round in
            for _ in 0..<3 { try await round.race(length: length) }
        }
    }

    @Test("a caller who sent a revision gets an error if it is stale; one who sent none gets the newest")
    func revisions() async throws {
        try await ConcurrentRound.open { round in
            let post = try await round.newPost(length: 10)
            let saving = round.service { try await round.quiet.save(post, "Newer words") }
            await #expect(throws: StoreError.stale(current: Revision(2))) {
                _ = try await saving.publish(
                    post.text, PublicationBody(to: ["press"]), ifRevision: Revision(1), by: round.author)
            }
            let published = try await saving.publish(
                post.text, PublicationBody(to: ["press"]), ifRevision: nil, by: round.author)
            #expect(published.post.body == "Newer words")
            let delivery = try #require(try await round.store.deliveries(of: post).first)
            let payload = try await round.store.payload(of: delivery.id)
            #expect(String(decoding: payload, as: UTF8.self).contains("Newer words"))
        }
    }
}

extension PostService {
    fileprivate func save(_ post: PostID, _ body: String) async throws {
        let draft = Draft(title: "Title", body: body, date: try await store.post(post).post.draft.date)
        _ = try await replace(
            post.text, with: draft, ifRevision: nil,
            by: Server.Caller(user: UserID(1), scopes: Set(Scope.allCases)))
    }
}
