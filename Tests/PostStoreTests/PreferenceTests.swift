import Posts
import Testing

@testable import PostStore

@Suite("What users have chosen for the page")
struct PreferenceTests {
    @Test("choices are kept for each user, and one changes no other")
    func keeps() async throws {
        let desk = try await StoreFixture()
        let bo = try await desk.store.addUser(named: "bo", uid: 1001)
        _ = try await desk.store.choose(["theme": "dark", "size": "large"], for: desk.user)
        let both = try await desk.store.choose(["size": "medium", "face": "mono"], for: desk.user)
        #expect(both.chosen.map(\.value) == ["mono", "dark"])
        #expect(try await desk.store.preferences(of: desk.user) == both)
        #expect(try await desk.store.preferences(of: bo.id) == Preferences())
        await #expect(throws: StoreError.self) {
            try await desk.store.choose(["theme": "light", "size": "gigantic"], for: desk.user)
        }
        #expect(try await desk.store.preferences(of: desk.user) == both)
    }

    @Test("only a change is an event, and only its user hears it; with the user they are gone")
    func tells() async throws {
        let desk = try await StoreFixture()
        let bo = try await desk.store.addUser(named: "bo", uid: 1001)
        let start = try await desk.store.newestEventID()
        for _ in 1...2 { _ = try await desk.store.choose(["focus": "sentence"], for: bo.id) }
        func kinds(for reader: UserID?) async throws -> [LogEvent.Kind] {
            guard case .rows(let rows) = try await desk.store.events(after: start, for: reader) else { return [] }
            return rows.map(\.kind)
        }
        #expect(try await kinds(for: bo.id) == [.preferencesChanged])
        #expect(try await kinds(for: desk.user) == [])
        #expect(try await kinds(for: nil) == [])
        _ = try await desk.store.removeUser(named: "bo", heir: nil)
        #expect(try await kinds(for: desk.user) == [])
        #expect(try await desk.store.preferences(of: bo.id) == Preferences())
    }
}
