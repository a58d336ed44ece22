import Posts
import StoreSupport
import Testing

@testable import PostStore

@Suite("The event log tells what happened")
struct EventTests {
    @Test("a change and its event are one: a refused change leaves none")
    func together() async throws {
        let desk = try await StoreFixture()
        let id = try await desk.post().post.id
        _ = try? await desk.store.replace(id, with: Draft(), ifRevision: Revision(9))
        _ = try await desk.store.replace(id, with: Draft(body: "x"), ifRevision: Revision(1))
        guard case .rows(let events) = try await desk.store.events(after: 0) else { return #expect(Bool(false)) }
        #expect(events.map(\.kind) == [.postCreated, .postChanged])
        #expect(events.allSatisfy { $0.subject == id.text && $0.at == noon })
        #expect(events.map(\.id) == [1, 2])
    }

    @Test("a window that is too far behind has to reload everything, and ids are never used again")
    func reset() async throws {
        let desk = try await StoreFixture()
        for _ in 0..<3 { _ = try await desk.post() }
        desk.clock.advance(.days(5))
        for _ in 0..<3 { _ = try await desk.post() }
        desk.clock.advance(.days(3))
        try await desk.store.tidy()
        #expect(try await desk.store.events(after: 2) == .reset(newest: 6, oldest: 4))
        #expect(try await desk.store.events(after: 0) == .reset(newest: 6, oldest: 4))
        guard case .rows(let events) = try await desk.store.events(after: 3) else { return #expect(Bool(false)) }
        #expect(events.map(\.id) == [4, 5, 6])
        desk.clock.advance(.days(30))
        try await desk.store.tidy()
        #expect(try await desk.store.events(after: 6) == .rows([]))
        _ = try await desk.post()
        #expect(try await desk.store.newestEventID() == 7)
        #expect(try await desk.store.events(after: 8) == .reset(newest: 7, oldest: 6))
        #expect(try await desk.store.events(after: -1) == .reset(newest: 7, oldest: 6))
    }

    @Test("a new store has no events")
    func empty() async throws {
        let desk = try await StoreFixture()
        #expect(try await desk.store.newestEventID() == 0)
        #expect(try await desk.store.events(after: 0) == .rows([]))
        #expect(try await desk.store.lastChange() == nil)
    }

    @Test("the last change is the newest event's, also after the clock was set back")
    func lastChange() async throws {
        let desk = try await StoreFixture()
        _ = try await desk.post()
        #expect(try await desk.store.lastChange() == noon)
        desk.clock.advance(.days(-1))
        _ = try await desk.post()
        #expect(try await desk.store.lastChange() == noon - .days(1))
    }

    @Test("events come in pages")
    func pages() async throws {
        let desk = try await StoreFixture()
        for _ in 0..<5 { _ = try await desk.post() }
        guard case .rows(let events) = try await desk.store.events(after: 1, limit: 2) else {
            return #expect(Bool(false))
        }
        #expect(events.map(\.id) == [2, 3])
    }
}
