import JSONTree
import Panels
import Posts
import Testing

@testable import PostStore

@Suite("An arrangement is kept with its history")
struct ArrangementTests {
    @Test("a refused command leaves no trace")
    func refused() async throws {
        let desk = try await StoreFixture()
        let window = try await desk.window()
        let before = try await desk.view(window)
        await #expect(throws: StoreError.self) { try await desk.arrange(.open("no such panel"), in: window) }
        await #expect(throws: StoreError.self) { try await desk.perform(.book(.undo), in: window) }
        await #expect(throws: StoreError.self) { try await desk.perform(.book(.redo), in: window) }
        await #expect(throws: StoreError.self) { try await desk.perform(.book(.load("nowhere")), in: window) }
        #expect(try await desk.view(window) == before)
        #expect(try await desk.arrangementEvents().isEmpty)
    }

    @Test(
        "a document that is no document is shown as defaults, said so, and mended by the next change",
        arguments: ["", "{", "null", "[1,2]", #"{"version":"x"}"#, String(repeating: "[", count: 5000)])
    func unreadable(document: String) async throws {
        let desk = try await StoreFixture()
        try await desk.plant(document)
        let view = try await desk.view()
        #expect(view.arrangement == .standard(of: StoreFixture.catalogue) && !view.diagnostics.isEmpty)
        let done = try await desk.arrange(.close("tags"))
        #expect(done.view.diagnostics.isEmpty)
        #expect(try await desk.view().diagnostics.isEmpty)
        #expect(try await desk.place(of: "tags") == .closed)
    }

    @Test("what a newer Galley saved is shown as far as possible and never written over")
    func newer() async throws {
        let desk = try await StoreFixture()
        let window = try await desk.window()
        let document = #"{"version":999,"classes":{"wide":{"hologram":true}}}"#
        try await desk.plant(document)
        let newer = StoreError.newerArrangement("desk")
        #expect(try await desk.view(window).diagnostics.isEmpty == false)
        for command in [BookCommand.arrange(.close("tags")), .arrange(.reset(.all)), .undo, .saveAs("copy")] {
            await #expect(throws: newer) { try await desk.perform(.book(command), in: window) }
        }
        await #expect(throws: newer) {
            try await desk.store.write(
                .object([:]), to: .desk, of: desk.user, base: Revision(1), StoreFixture.catalogue)
        }
        #expect(try await desk.document() == document)
        try await desk.perform(.detach, in: window)
        try await desk.arrange(.close("tags"), in: window)
        await #expect(throws: newer) { try await desk.perform(.useEverywhere, in: window) }
        #expect(try await desk.document() == document)
    }

    @Test("a change, its history and its event are there after the power has failed")
    func durable() async throws {
        let desk = try await StoreFixture()
        let window = try await desk.window()
        try await desk.arrange(.close("tags"), in: window)
        desk.store.close()
        let store = try desk.reopened()
        defer { store.close() }
        let view = try await store.view(at: .window(window), of: desk.user, StoreFixture.catalogue)
        #expect(view.revision == Revision(2) && view.canUndo && !view.canRedo)
        let undone = try await store.perform(.book(.undo), at: .window(window), of: desk.user, StoreFixture.catalogue)
        #expect(undone.view.arrangement == .standard(of: StoreFixture.catalogue) && undone.view.canRedo)
    }

    @Test("every command can be taken back and done again, up to 25 of them, and each is a new revision")
    func undo() async throws {
        let desk = try await StoreFixture()
        let window = try await desk.window()
        var seen = [try await desk.view(window).arrangement]
        for step in 0..<30 {
            desk.clock.advance(.seconds(1))
            let command: PanelCommand = step.isMultiple(of: 2) ? .close("tags") : .open("tags")
            seen.append(try await desk.arrange(command, in: window).view.arrangement)
        }
        for step in 1...25 {
            let view = try await desk.perform(.book(.undo), in: window).view
            #expect(view.arrangement == seen[30 - step] && view.canRedo && view.revision.number == Int64(31 + step))
        }
        #expect(try await desk.view(window).canUndo == false)
        await #expect(throws: StoreError.self) { try await desk.perform(.book(.undo), in: window) }
        for step in 1...25 {
            #expect(try await desk.perform(.book(.redo), in: window).view.arrangement == seen[5 + step])
        }
        await #expect(throws: StoreError.self) { try await desk.perform(.book(.redo), in: window) }
        try await desk.perform(.book(.undo), in: window)
        try await desk.arrange(.close("date"), in: window)
        #expect(try await desk.view(window).canRedo == false)
    }

    @Test("what follows at once and is alike is one step; what comes later or from elsewhere is not")
    func coalesced() async throws {
        let desk = try await StoreFixture()
        let (one, two) = (try await desk.window(), try await desk.window())
        try await desk.arrange(.float("date"), in: one)
        let before = try await desk.view(one).arrangement
        desk.clock.advance(.seconds(1))
        for _ in 0..<3 {
            desk.clock.advance(.milliseconds(300))
            try await desk.arrange(.move("date", dx: 10, dy: 10), in: one)
        }
        #expect(try await desk.perform(.book(.undo), in: one).view.arrangement == before)
        try await desk.perform(.book(.redo), in: one)
        desk.clock.advance(.milliseconds(100))
        let middle = try await desk.view(one).arrangement
        try await desk.arrange(.move("date", dx: 10, dy: 10), in: two)
        desk.clock.advance(.milliseconds(500))
        try await desk.arrange(.move("date", dx: 10, dy: 10), in: two)
        try await desk.perform(.book(.undo), in: two)
        #expect(try await desk.perform(.book(.undo), in: two).view.arrangement == middle)
    }

    @Test("two windows that saw the same change different panels, and both changes stay")
    func merged() async throws {
        let desk = try await StoreFixture()
        let (one, two) = (try await desk.window(), try await desk.window())
        let seen = try await desk.view(one).revision
        try await desk.arrange(.close("tags"), in: one, seen: seen)
        let done = try await desk.arrange(.open("queue"), in: two, seen: seen)
        #expect(done.conflict == nil)
        #expect(try await desk.place(of: "tags", in: one) == .closed)
        #expect(try await desk.place(of: "queue", in: one) != .closed)
    }

    @Test(
        "two windows that change the same panel: the later change stays, its window is told, and undo brings the other")
    func conflict() async throws {
        let desk = try await StoreFixture()
        let (one, two) = (try await desk.window(), try await desk.window())
        let seen = try await desk.view(one).revision
        try await desk.arrange(.close("tags"), in: one, seen: seen)
        desk.clock.advance(.seconds(1))
        let done = try await desk.arrange(.float("tags"), in: two, seen: seen)
        #expect(done.conflict != nil)
        #expect(try await desk.place(of: "tags", in: one) == .floating)
        try await desk.perform(.book(.undo), in: two)
        #expect(try await desk.place(of: "tags", in: one) == .closed)
    }

    @Test("many windows at once: no change is lost, and revisions count all of them")
    func crowd() async throws {
        let desk = try await StoreFixture()
        var windows: [WindowID] = []
        for _ in 0..<8 { windows.append(try await desk.window()) }
        let all = windows
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, window) in all.enumerated() {
                group.addTask {
                    for step in 0..<10 {
                        try await desk.arrange(.thickness(.right, Double(420 + number * 10 + step)), in: window)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await desk.view().revision == Revision(81))
        #expect(try await desk.arrangementEvents().count == 80)
    }
}
