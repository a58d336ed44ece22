import Panels
import Posts
import SQL
import StoreSupport
import Testing

@testable import PostStore

@Suite("How a window looks at its arrangement")
struct ViewTests {
    @Test("a view belongs to one window: it is kept, has no undo, and other windows are not notified")
    func own() async throws {
        // given
        let desk = try await StoreFixture()
        let (one, other) = (try await desk.window(), try await desk.window())
        // when
        let done = try await desk.perform(.view(.maximise("preview")), in: one)
        // then
        #expect(done.announcement == "Preview fills the window." && done.panel == "preview")
        #expect(try await desk.view(one).view.maximised == "preview")
        #expect(try await desk.view(other).view == .plain)
        #expect(try await desk.view(one).canUndo == false)
        #expect(try await desk.view(one).revision == done.view.revision)
        #expect(try await desk.arrangementEvents().isEmpty)
    }

    @Test("who arranges the window sees it, and what is refused leaves it as it was")
    func arranging() async throws {
        let desk = try await StoreFixture()
        let window = try await desk.window()
        try await desk.perform(.view(.zen), in: window)
        await #expect(throws: StoreError.self) { try await desk.arrange(.open("date"), in: window) }
        #expect(try await desk.view(window).view.isZen)
        let done = try await desk.arrange(.open("queue"), in: window)
        #expect(done.view.view == .plain)
        #expect(try await desk.view(window).view == .plain)
    }

    @Test("a view changed from elsewhere notifies the window's page and no other")
    func elsewhere() async throws {
        let desk = try await StoreFixture()
        let window = try await desk.window()
        _ = try await desk.store.perform(
            .view(.zen), at: .window(window), of: desk.user, StoreFixture.catalogue)
        let subjects = try await desk.store.read { try $0.texts("SELECT subject FROM event") }
        #expect(subjects == [window.text])
    }

    @Test("what a window says of its screen is kept with its size")
    func screen() async throws {
        let desk = try await StoreFixture()
        let window = try await desk.window()
        let screen = Screen(scale: 1.5, direction: .rightToLeft, keyboard: Rectangle(x: 0, y: 600, width: 9, height: 9))
        _ = try await desk.store.resizeWindow(
            window, of: desk.user, to: StoreFixture.wide, insets: .zero, screen: screen, StoreFixture.catalogue)
        #expect(try await desk.view(window).container.screen == screen)
    }

    @Test("the desk is no window: it has no look of its own")
    func deskItself() async throws {
        let desk = try await StoreFixture()
        await #expect(throws: StoreError.self) { try await desk.perform(.view(.zen)) }
    }
}
