import Panels
import Posts
import SQL
import StoreSupport
import Testing

@testable import PostStore

@Suite("Windows are kept for their user")
struct WindowTests {
    @Test("another user's window is not there: not to look at, to arrange, to resize or to remove")
    func foreign() async throws {
        let desk = try await StoreFixture()
        let window = try await desk.window()
        let bo = try await desk.other()
        let (store, catalogue) = (desk.store, StoreFixture.catalogue)
        let missing = StoreError.noSuchWindow(window.text)
        await #expect(throws: missing) { try await store.view(at: .window(window), of: bo, catalogue) }
        await #expect(throws: missing) {
            try await store.perform(.book(.arrange(.close("tags"))), at: .window(window), of: bo, catalogue)
        }
        await #expect(throws: missing) { try await store.perform(.detach, at: .window(window), of: bo, catalogue) }
        await #expect(throws: missing) {
            try await store.resizeWindow(window, of: bo, to: StoreFixture.wide, insets: .zero, catalogue)
        }
        await #expect(throws: missing) { try await store.removeWindow(window, of: bo) }
        #expect(try await store.windows(of: bo, catalogue).isEmpty)
        #expect(try await desk.arrangementEvents().isEmpty)
    }

    @Test(
        "what is no window's id is none",
        arguments: ["", "w-", "desk", "w-7k2m9qv4x1a", "w-7k2m9qv4x1aü", "W-7k2m9qv4x1ab"])
    func badID(text: String) { #expect(WindowID(text) == nil) }

    @Test("the class follows the width down at once, and up only well beyond the border")
    func sizeClass() async throws {
        let desk = try await StoreFixture()
        let window = try await desk.window(Size(width: 1024, height: 768))
        for (width, expected) in [(1023.0, SizeClass.medium), (1030, .medium), (1040, .wide), (639, .compact)] {
            let view = try await desk.store.resizeWindow(
                window, of: desk.user, to: Size(width: width, height: 768), insets: Insets(top: 40),
                StoreFixture.catalogue)
            #expect(view.container.sizeClass == expected, "\(width)")
            #expect(view.container.insets.top == 40)
        }
        #expect(try await desk.arrangementEvents().isEmpty)
        #expect(try await desk.view(window).canUndo == false)
    }

    @Test("a window unused for 30 days is forgotten with its own arrangement; opening it keeps it")
    func forgotten() async throws {
        let desk = try await StoreFixture()
        let (kept, lost) = (try await desk.window(), try await desk.window())
        try await desk.perform(.detach, in: lost)
        desk.clock.advance(.days(29))
        _ = try await desk.view(kept)
        desk.clock.advance(.days(2))
        try await desk.store.tidy()
        await #expect(throws: StoreError.noSuchWindow(lost.text)) { try await desk.view(lost) }
        #expect(try await desk.store.windows(of: desk.user, StoreFixture.catalogue).map(\.reference) == [.window(kept)])
        #expect(try await desk.store.read { try $0.integer("SELECT count(*) FROM arrangement") } == 1)
    }

    @Test("the desk is seen as large as the window seen last, and as a usual screen without any")
    func deskSize() async throws {
        let desk = try await StoreFixture()
        #expect(try await desk.view().container.size == Size(width: 1366, height: 1024))
        let narrow = try await desk.window(Size(width: 390, height: 844))
        desk.clock.advance(.minutes(5))
        let broad = try await desk.window(Size(width: 1920, height: 1080))
        #expect(try await desk.view().container.size.width == 1920)
        desk.clock.advance(.minutes(5))
        _ = try await desk.view(narrow)
        #expect(try await desk.view().container.sizeClass == .compact)
        try await desk.store.removeWindow(narrow, of: desk.user)
        #expect(try await desk.view().container.size.width == 1920)
        try await desk.store.removeWindow(broad, of: desk.user)
    }

    @Test("looking is not writing: a minute's looks cost one write at most")
    func looking() async throws {
        let desk = try await StoreFixture()
        let window = try await desk.window()
        desk.clock.advance(.seconds(59))
        #expect(try await desk.view(window).seenAt == noon)
        desk.clock.advance(.seconds(2))
        #expect(try await desk.view(window).seenAt == noon + .seconds(61))
    }

    @Test("a user's windows are limited: the one unused for longest goes")
    func tooMany() async throws {
        let desk = try await StoreFixture()
        let first = try await desk.window()
        for _ in 0..<WriteTransaction.windowsMax { _ = try await desk.window() }
        #expect(
            try await desk.store.windows(of: desk.user, StoreFixture.catalogue).count == WriteTransaction.windowsMax)
        await #expect(throws: StoreError.noSuchWindow(first.text)) { try await desk.view(first) }
    }

    @Test("a store of the first schema gets windows and arrangements, and keeps what it has")
    func migration() async throws {
        let folder = try TemporaryStore()
        let old = try SQLiteDatabase(folder.path)
        try Schema.migrate(old, upTo: 1)
        try old.write { db in
            try db.script(
                """
                INSERT INTO user (name, createdAt) VALUES ('ana', 1);
                INSERT INTO event (at, kind, subject) VALUES (1, 'post-created', '7k2m9qv4x1ab');
                """)
        }
        old.close()
        let store = try StoreFixture.open(folder.path, "boot 2", TestClock())
        defer { store.close() }
        let user = try await store.firstUser(named: "bo")
        #expect(user.name == "ana")
        guard case .rows(let events) = try await store.events(after: 0) else { return #expect(Bool(false)) }
        #expect(events.map(\.subject) == ["7k2m9qv4x1ab"] && events.map(\.arrangement) == [nil])
        let view = try await store.view(at: .desk, of: user.id, StoreFixture.catalogue)
        #expect(view.revision == Revision(1) && view.names == ["desk"])
    }
}
