import Panels
import Posts
import StoreSupport
import Testing

@testable import PostStore

@Suite("What a window has chosen among the posts")
struct ChoiceTests {
    @Test("a deleted post leaves the window, which gets its title, and returns when it is undeleted")
    func deleted() async throws {
        // given
        let desk = try await StoreFixture()
        let window = try await desk.window()
        let (cod, bass) = (try await desk.post("Cod"), try await desk.post("Bass"))
        try await desk.perform(.view(.show("posts", cod.post.id.text)), in: window)
        try await desk.perform(.view(.push("posts", bass.post.id.text)), in: window)
        // when
        _ = try await desk.store.delete(bass.post.id)
        // then
        let view = try await desk.view(window)
        #expect(view.view.inside("posts").items == [cod.post.id.text])
        #expect(view.diagnostics == ["“Bass” is gone: it was deleted."])
        _ = try await desk.store.undelete(bass.post.id)
        #expect(try await desk.view(window).view.inside("posts").items.count == 2)
        #expect(try await desk.view(window).diagnostics.isEmpty)
    }

    @Test("a post that never existed counts as gone")
    func unknown() async throws {
        let desk = try await StoreFixture()
        let window = try await desk.window()
        try await desk.perform(.view(.show("posts", "p9")), in: window)
        let view = try await desk.view(window)
        #expect(view.view.inside("posts").items.isEmpty && view.diagnostics == ["The post p9 is gone."])
    }

    @Test("heights that a window measures count for what is arranged in it, and for no other window")
    func natural() async throws {
        let desk = try await StoreFixture()
        let (one, other) = (try await desk.window(), try await desk.window())
        try await desk.arrange(.pin("title", .top), in: one)
        try await desk.perform(.view(.naturalSize("title", Size(width: 546, height: 81))), in: one)
        func height(_ window: WindowID) async throws -> Double? {
            let view = try await desk.view(window)
            let shown = frames(
                of: view.arrangement, in: view.container, catalogue: StoreFixture.catalogue, view: view.view)
            return shown.panels.first { $0.id == "title" }?.frame?.height
        }
        #expect(try await height(one) == 113)
        #expect(try await height(other) == 150)
    }
}
