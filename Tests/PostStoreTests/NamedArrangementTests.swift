import JSONTree
import Panels
import Posts
import Testing

@testable import PostStore

@Suite("Arrangements are kept under names")
struct NamedArrangementTests {
    private func write(
        _ desk: StoreFixture, _ arrangement: Arrangement, to name: String, base: Int64?
    ) async throws -> WrittenArrangement {
        try await desk.store.write(
            arrangement.document, to: try ArrangementName(name), of: desk.user, base: base.map { Revision($0) },
            StoreFixture.catalogue)
    }

    @Test(
        "what is no name is refused in words",
        arguments: [
            "", " x", "x ", "a/b", "a\nb", "a\u{0}b", ".", "..", "w-7k2m9qv4x1ab", String(repeating: "x", count: 61),
        ])
    func badNames(text: String) { #expect(throws: ArrangementNameError.self) { try ArrangementName(text) } }

    @Test("the desk's name is not free, and the desk cannot be deleted")
    func reserved() async throws {
        let desk = try await StoreFixture()
        await #expect(throws: StoreError.self) { try await desk.perform(.book(.saveAs("desk"))) }
        await #expect(throws: StoreError.self) { try await desk.store.deleteArrangement(.desk, of: desk.user) }
        #expect(try await desk.view().names == ["desk"])
    }

    @Test("a copy stays as it was, comes back when it is loaded, and loading can be undone")
    func saveAndLoad() async throws {
        let desk = try await StoreFixture()
        try await desk.arrange(.close("tags"))
        try await desk.perform(.book(.saveAs("writing")))
        try await desk.arrange(.open("tags"))
        try await desk.arrange(.open("queue"))
        #expect(try await desk.perform(.book(.load("writing"))).view.names == ["desk", "writing"])
        #expect(try await desk.place(of: "tags") == .closed)
        try await desk.perform(.book(.undo))
        #expect(try await desk.place(of: "tags") == .pinned)
        try await desk.perform(.book(.saveAs("writing")))
        let listed = try await desk.store.arrangements(of: desk.user, StoreFixture.catalogue)
        #expect(listed.map(\.name) == ["desk", "writing"] && listed[1].revision == Revision(2))
    }

    @Test("the arrangement that comes with Galley is loaded by its name, unless the user has saved another under it")
    func offered() async throws {
        let (desk, name) = (try await StoreFixture(), "With panels")
        func load() async throws -> Arrangement {
            let load = ArrangementCommand.book(.load(name))
            return try await desk.store.perform(load, at: .desk, of: desk.user, .composer).view.arrangement
        }
        #expect(try await load() == Arrangement.offered(by: .composer)?.arrangement)
        _ = try await desk.store.perform(.arrange(.close("date")), at: .desk, of: desk.user, .composer)
        let own = try await desk.store.perform(.book(.saveAs(name)), at: .desk, of: desk.user, .composer).view
        _ = try await desk.store.perform(.arrange(.close("tags")), at: .desk, of: desk.user, .composer)
        #expect(try await load() == own.arrangement)
    }

    @Test("new users start with a copy of the administrator's choice, and no other desk changes")
    func newDesks() async throws {
        let desk = try await StoreFixture()
        #expect(try await desk.store.newDesk() == nil)
        let before = try await desk.store.addUser(named: "ben", uid: nil, isAdministrator: false).id
        _ = try await desk.store.view(at: .desk, of: before, StoreFixture.catalogue)
        try await desk.arrange(.close("tags"))
        try await desk.perform(.book(.saveAs("writing")))
        let kept = try await desk.store.setNewDesk(
            to: try ArrangementName("writing"), of: desk.user, StoreFixture.catalogue)
        #expect(kept.name == "writing")
        try await desk.store.deleteArrangement(try ArrangementName("writing"), of: desk.user)
        let after = try await desk.store.addUser(named: "cleo", uid: nil, isAdministrator: false).id
        func document(of user: UserID) async throws -> JSON {
            try await desk.store.arrangement(.desk, of: user, StoreFixture.catalogue).document
        }
        let chosen = try await document(of: desk.user)
        #expect(try await document(of: after) == chosen)
        #expect(try await document(of: before) != chosen)
        try await desk.store.forgetNewDesk()
        let last = try await desk.store.addUser(named: "dora", uid: nil, isAdministrator: false).id
        #expect(try await document(of: last) == document(of: before))
    }

    @Test("a deleted copy is gone, what was loaded from it stays, and another user has none of it")
    func deleted() async throws {
        let desk = try await StoreFixture()
        let bo = try await desk.other()
        try await desk.perform(.book(.saveAs("writing")))
        let name = try ArrangementName("writing")
        await #expect(throws: StoreError.noSuchArrangement("writing")) {
            try await desk.store.deleteArrangement(name, of: bo)
        }
        await #expect(throws: StoreError.noSuchArrangement("writing")) {
            try await desk.store.arrangement(name, of: bo, StoreFixture.catalogue)
        }
        try await desk.store.deleteArrangement(name, of: desk.user)
        await #expect(throws: StoreError.self) { try await desk.perform(.book(.load("writing"))) }
        #expect(try await desk.arrangementEvents().last == "writing - -")
    }

    @Test("a whole arrangement is written over the one it was made from, or merged with what came since")
    func written() async throws {
        let desk = try await StoreFixture()
        let base = try await desk.view().arrangement
        let mine = try base.applying(.open("queue"), in: Container(size: StoreFixture.wide), of: StoreFixture.catalogue)
            .arrangement
        try await desk.arrange(.close("tags"))
        let merged = try await write(desk, mine, to: "desk", base: 1)
        #expect(merged.conflicts.isEmpty && merged.revision == Revision(3))
        #expect(try await desk.place(of: "tags") == .closed)
        #expect(try await desk.place(of: "queue") != .closed)
        let again = try await write(desk, base, to: "desk", base: 3)
        #expect(again.revision == Revision(4))
        #expect(try await desk.place(of: "queue") == .closed)
    }

    @Test(
        "what was made from a revision that nobody knows any more is refused, and so is what replaces another by mistake"
    )
    func stale() async throws {
        let desk = try await StoreFixture()
        let base = try await desk.view().arrangement
        await #expect(throws: StoreError.staleArrangement(name: "desk", current: Revision(1))) {
            try await write(desk, base, to: "desk", base: 7)
        }
        await #expect(throws: StoreError.noSuchArrangement("new")) { try await write(desk, base, to: "new", base: 1) }
        #expect(try await write(desk, base, to: "new", base: nil).revision == Revision(1))
        await #expect(throws: StoreError.nameTaken("new")) { try await write(desk, base, to: "new", base: nil) }
    }

    @Test("a document with unreadable parts is written without them, and the report names them")
    func partly() async throws {
        let desk = try await StoreFixture()
        let written = try await desk.store.write(
            .object(["version": .number(2), "classes": .object(["wide": .text("?")])]), to: try ArrangementName("odd"),
            of: desk.user,
            base: nil, StoreFixture.catalogue)
        #expect(!written.diagnostics.isEmpty)
        await #expect(throws: StoreError.newerArrangement("newer")) {
            try await desk.store.write(
                .object(["version": .number(999)]), to: try ArrangementName("newer"), of: desk.user, base: nil,
                StoreFixture.catalogue)
        }
    }
}
