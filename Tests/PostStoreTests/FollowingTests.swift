import Panels
import Posts
import Testing

@testable import PostStore

@Suite("Windows follow the desk, or have an arrangement of their own")
struct FollowingTests {
    @Test("a change in one window shows in all that follow, with its author")
    func follows() async throws {
        let desk = try await StoreFixture()
        let (one, two) = (try await desk.window(), try await desk.window())
        try await desk.arrange(.close("tags"), in: one)
        #expect(try await desk.place(of: "tags", in: two) == .closed)
        try await desk.arrange(.open("tags"))
        #expect(try await desk.place(of: "tags", in: one) == .pinned)
        #expect(try await desk.arrangementEvents() == ["desk 2 \(one)", "desk 3 -"])
    }

    @Test("a new window begins with the latest plan of its class")
    func newWindow() async throws {
        let desk = try await StoreFixture()
        try await desk.arrange(.close("tags"), in: try await desk.window())
        #expect(try await desk.place(of: "tags", in: try await desk.window()) == .closed)
    }

    @Test("each class has a plan of its own: a change in a wide window leaves narrow ones as they are")
    func classes() async throws {
        let desk = try await StoreFixture()
        let (wide, medium) = (try await desk.window(), try await desk.window(Size(width: 820, height: 1180)))
        let before = try await desk.place(of: "preview", in: medium)
        try await desk.arrange(.close("preview"), in: wide)
        #expect(try await desk.place(of: "preview", in: medium) == before)
    }

    @Test("a detached window goes its own way until it is attached again; its own arrangement is forgotten then")
    func detached() async throws {
        let desk = try await StoreFixture()
        let (one, two) = (try await desk.window(), try await desk.window())
        try await desk.arrange(.close("date"), in: two)
        let detached = try await desk.perform(.detach, in: one).view
        #expect(!detached.isFollowing && detached.revision == Revision(3) && !detached.canUndo)
        #expect(try await desk.place(of: "date", in: one) == .closed)
        try await desk.arrange(.close("tags"), in: one)
        try await desk.arrange(.open("date"), in: two)
        #expect(try await desk.place(of: "tags", in: two) == .pinned)
        #expect(try await desk.place(of: "date", in: one) == .closed)
        let attached = try await desk.perform(.attach, in: one).view
        #expect(attached.isFollowing && attached.revision == Revision(3))
        #expect(try await desk.place(of: "tags", in: one) == .pinned)
        #expect(
            try await desk.arrangementEvents() == [
                "desk 2 \(two)", "\(one) - \(one)", "\(one) 4 \(one)", "desk 3 \(two)", "\(one) - \(one)",
            ])
    }

    @Test("doing it twice changes nothing")
    func twice() async throws {
        let desk = try await StoreFixture()
        let window = try await desk.window()
        #expect(try await desk.perform(.attach, in: window).view.isFollowing)
        #expect(try await desk.perform(.useEverywhere, in: window).view.isFollowing)
        try await desk.perform(.detach, in: window)
        try await desk.arrange(.close("tags"), in: window)
        #expect(try await desk.perform(.detach, in: window).view.isFollowing == false)
        #expect(try await desk.place(of: "tags", in: window) == .closed)
        #expect(try await desk.arrangementEvents().count == 2)
    }

    @Test("a window's plan is used everywhere, other classes stay, and undo takes it back")
    func everywhere() async throws {
        let desk = try await StoreFixture()
        let (one, two) = (try await desk.window(), try await desk.window())
        let medium = try await desk.window(Size(width: 820, height: 1180))
        try await desk.arrange(.close("preview"), in: medium)
        try await desk.perform(.detach, in: one)
        try await desk.arrange(.close("tags"), in: one)
        let done = try await desk.perform(.useEverywhere, in: one)
        #expect(done.view.isFollowing && done.view.revision == Revision(3))
        #expect(try await desk.place(of: "tags", in: two) == .closed)
        #expect(try await desk.place(of: "preview", in: medium) == .closed)
        try await desk.perform(.book(.undo), in: two)
        #expect(try await desk.place(of: "tags", in: one) == .pinned)
    }

    @Test("a plan that is the desk's already leaves the desk as it is, and its future too")
    func everywhereAlready() async throws {
        let desk = try await StoreFixture()
        let (one, two) = (try await desk.window(), try await desk.window())
        try await desk.perform(.detach, in: one)
        #expect(try await desk.perform(.useEverywhere, in: one).view.revision == Revision(1))
        try await desk.arrange(.close("tags"), in: two)
        try await desk.perform(.book(.undo), in: two)
        try await desk.perform(.detach, in: one)
        let done = try await desk.perform(.useEverywhere, in: one).view
        #expect(done.isFollowing && done.canRedo && done.revision == Revision(3))
    }

    @Test("a change to a window from elsewhere notifies that window too")
    func fromElsewhere() async throws {
        let desk = try await StoreFixture()
        let window = try await desk.window()
        _ = try await desk.store.perform(
            .book(.arrange(.close("tags"))), at: .window(window), of: desk.user, StoreFixture.catalogue)
        #expect(try await desk.arrangementEvents() == ["desk 2 -"])
    }

    @Test("the desk itself cannot be detached")
    func deskStays() async throws {
        let desk = try await StoreFixture()
        for command in [ArrangementCommand.detach, .attach, .useEverywhere] {
            await #expect(throws: StoreError.self) { try await desk.perform(command) }
        }
    }

    @Test("events of arrangements reach their owner alone")
    func told() async throws {
        let desk = try await StoreFixture()
        let bo = try await desk.other()
        try await desk.arrange(.close("tags"))
        _ = try await desk.post()
        func kinds(_ reader: UserID?) async throws -> [LogEvent.Kind] {
            guard case .rows(let events) = try await desk.store.events(after: 0, for: reader) else { return [] }
            return events.map(\.kind)
        }
        #expect(try await kinds(desk.user) == [.arrangementChanged, .postCreated])
        #expect(try await kinds(bo) == [.postCreated])
        #expect(try await kinds(nil) == [.postCreated])
    }
}
