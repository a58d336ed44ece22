import Posts
import Testing

@testable import PostStore

@Suite("Users, tokens, targets and the inbox")
struct DeskTests {
    @Test("the first user is made once")
    func firstUser() async throws {
        let desk = try await StoreFixture()
        let again = try await desk.store.firstUser(named: "somebody else")
        #expect(again.id == desk.user && again.name == "ana")
        await #expect(throws: StoreError.noSuchUser("7")) { try await desk.store.user(UserID(7)) }
    }

    @Test("a token is found by its hash until it is revoked, and remembers when it was used")
    func tokens() async throws {
        let desk = try await StoreFixture()
        let hash = [UInt8](repeating: 7, count: 32)
        _ = try await desk.store.addToken(named: "phone", for: desk.user, hash: hash)
        await #expect(throws: StoreError.nameTaken("phone")) {
            try await desk.store.addToken(named: "phone", for: desk.user, hash: [UInt8](repeating: 8, count: 32))
        }
        #expect(try await desk.store.token(hash: hash)?.user == desk.user)
        #expect(try await desk.store.tokens().map(\.lastUsedAt) == [noon])
        desk.clock.advance(.minutes(59))
        _ = try await desk.store.token(hash: hash)
        #expect(try await desk.store.tokens().map(\.lastUsedAt) == [noon])
        #expect(try await desk.store.token(hash: [1]) == nil)
        try await desk.store.revokeToken(named: "phone", of: desk.user)
        #expect(try await desk.store.token(hash: hash) == nil)
        await #expect(throws: StoreError.noSuchToken("phone")) {
            try await desk.store.revokeToken(named: "phone", of: desk.user)
        }
    }

    @Test("a check is wanted until it is answered, and can be wanted again")
    func checks() async throws {
        let desk = try await StoreFixture()
        let blog = try target("blog")
        #expect(try await desk.store.check(of: blog) == nil)
        try await desk.store.wantCheck(of: blog)
        let first = try await desk.store.wantedChecks()
        #expect(first.map(\.target) == [blog])
        desk.clock.advance(.seconds(1))
        // A request that came while the check ran is not answered by it.
        try await desk.store.wantCheck(of: blog)
        try await desk.store.answerCheck(of: blog, wantedAt: try #require(first.first).wantedAt, [0])
        let second = try await desk.store.wantedChecks()
        #expect(second.map(\.target) == [blog])
        desk.clock.advance(.seconds(1))
        try await desk.store.answerCheck(of: blog, wantedAt: try #require(second.first).wantedAt, [1])
        #expect(try await desk.store.wantedChecks().isEmpty)
        #expect(try await desk.store.check(of: blog)?.report == [1])
        desk.clock.advance(.seconds(1))
        try await desk.store.wantCheck(of: blog)
        #expect(try await desk.store.wantedChecks().map(\.target) == [blog])
    }

    @Test("a check that was answered by a clock that was ahead is wanted again when that is right")
    func checksByWrongClock() async throws {
        let desk = try await StoreFixture()
        let blog = try target("blog")
        desk.clock.advance(.days(365))
        try await desk.store.wantCheck(of: blog)
        let ahead = try #require(try await desk.store.wantedChecks().first)
        try await desk.store.answerCheck(of: blog, wantedAt: ahead.wantedAt, [0])
        desk.clock.advance(.days(-365))
        try await desk.store.wantCheck(of: blog)
        let wanted = try #require(try await desk.store.wantedChecks().first)
        #expect(wanted.wantedAt == noon)
        try await desk.store.answerCheck(of: blog, wantedAt: wanted.wantedAt, [1])
        #expect(try await desk.store.wantedChecks().isEmpty)
        let check = try #require(try await desk.store.check(of: blog))
        #expect(check.answeredAt == noon && check.report == [1])
    }

    @Test("the latest facts of a target are kept")
    func facts() async throws {
        let desk = try await StoreFixture()
        let blog = try target("blog")
        #expect(try await desk.store.facts(of: blog) == nil)
        for byte in [1, 2] as [UInt8] { try await desk.store.setFacts(of: blog, [byte]) }
        #expect(try await desk.store.facts(of: blog)?.bytes == [2])
    }

    @Test("the inbox keeps what arrives, and a repeated key once")
    func arrivals() async throws {
        let desk = try await StoreFixture()
        func arrival(_ key: String?) -> RehearsalArrival {
            RehearsalArrival(
                at: noon, target: "hook", key: key, method: "POST", path: "/x", headers: [["A", "b\0"]], body: [0, 1],
                note: nil)
        }
        let first = try await desk.store.addArrival(arrival("k"))
        let second = try await desk.store.addArrival(arrival("k"))
        #expect(!first.isRepetition && second.isRepetition && first.arrival == second.arrival)
        #expect(first.arrival.body == [0, 1])
        for _ in 0..<2 { #expect(try await desk.store.addArrival(arrival(nil)).isRepetition == false) }
        let page = try await desk.store.arrivals(limit: 2)
        #expect(page.items.map(\.id) == [3, 2])
        #expect(try await desk.store.arrivals(after: page.next, limit: 2).items.map(\.id) == [1])
    }
}
