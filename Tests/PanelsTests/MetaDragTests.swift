import Testing

@testable import Panels

/// Panels are dragged out of Meta and onto it.
@Suite("Drags of Meta")
struct MetaDragTests {
    private let window = Container(size: Size(width: 1366, height: 1024))
    private static let meta = Rectangle(x: 500, y: 300, width: 400, height: 400)

    /// Meta floats, Date is in it.
    private func start(_ more: PanelCommand...) throws -> Arrangement {
        try ([.float("meta", frame: Self.meta), .collapse("date")] + more).reduce(.standard(of: .composer)) {
            try $0.applying($1, in: window, of: .composer).arrangement
        }
    }

    private func end(_ hints: DragHints, at pointer: Point, alt: Bool = false) -> PanelCommand? {
        let frame = Rectangle(x: pointer.x - 100, y: pointer.y - 16, width: 300, height: 300)
        return hints.command(for: DragEnd(frame: frame, pointer: pointer, suppressPin: alt))
    }

    @Test(
        "what is in Meta is dragged out: it floats, is pinned or stacked where it is let go of, and over Meta it stays")
    func out() throws {
        // given
        let start = try start()
        // when
        let hints = try start.beginning(.move("date"), at: Point(x: 600, y: 380), in: window, of: .composer)
        // then
        #expect(hints.origin == Self.meta && hints.freed?.contains(Point(x: 600, y: 380)) == true)
        #expect(end(hints, at: Point(x: 620, y: 500)) == nil)
        #expect(
            end(hints, at: Point(x: 560, y: 200))
                == .float("date", frame: Rectangle(x: 460, y: 184, width: 300, height: 300)))
        #expect(end(hints, at: Point(x: 620, y: 1020)) == .pin("date", .bottom, index: 0))
        #expect(end(hints, at: Point(x: 200, y: 10)) == .stack("date", with: "preview"))
        let out = try start.applying(try #require(end(hints, at: Point(x: 560, y: 200))), in: window, of: .composer)
        #expect(out.announcement == "Date floats.")
    }

    @Test("what has no room of its own is dragged out, too")
    func withoutRoom() throws {
        // given
        let narrow = Container(size: Size(width: 1024, height: 768))
        let start = try Arrangement.standard(of: .composer)
            .applying(.float("meta", frame: Self.meta), in: narrow, of: .composer).arrangement
        let panels = frames(of: start, in: narrow, catalogue: .composer).panels
        let left = try #require(panels.first { $0.place == .meta && $0.reason != nil })
        // when
        let hints = try start.beginning(.move(left.id), at: Point(x: 600, y: 380), in: narrow, of: .composer)
        // then
        #expect(hints.origin == Self.meta)
        let command = try #require(end(hints, at: Point(x: 300, y: 600)))
        let out = try start.applying(command, in: narrow, of: .composer).arrangement
        let now = frames(of: out, in: narrow, catalogue: .composer).panels.first { $0.id == left.id }
        #expect(now?.frame != nil && now?.place != .meta)
    }

    @Test("what is let go of on Meta's list goes in, with its stack; on its title it is a tab, with Alt it floats")
    func into() throws {
        let start = try start()
        let hints = try start.beginning(.move("tags"), at: Point(x: 1100, y: 16), in: window, of: .composer)
        #expect(end(hints, at: Point(x: 700, y: 500)) == .collapse("tags"))
        #expect(end(hints, at: Point(x: 700, y: 310)) == .stack("tags", with: "meta"))
        // Near its border the panel floats beside it.
        #expect(end(hints, at: Point(x: 505, y: 500)) != .collapse("tags"))
        #expect(end(hints, at: Point(x: 700, y: 500), alt: true) != .collapse("tags"))
        let meta = try start.beginning(.move("meta"), at: Point(x: 700, y: 310), in: window, of: .composer)
        #expect(end(meta, at: Point(x: 710, y: 520)) != .collapse("meta"))
    }

    @Test(
        "a tab goes into Meta alone, the first one too: the next leads in its place, and it comes back as a tab of it")
    func tabs() throws {
        // given
        let start = try start(.stack("tags", with: "preview"))
        // when
        let tab = try start.beginning(.tab("tags"), at: Point(x: 100, y: 16), in: window, of: .composer)
        let first = try start.beginning(.tab("preview"), at: Point(x: 40, y: 16), in: window, of: .composer)
        // then
        #expect(end(tab, at: Point(x: 700, y: 500)) == .collapse("tags", isAlone: true))
        #expect(end(first, at: Point(x: 700, y: 500)) == .collapse("preview", isAlone: true))
        let change = try start.applying(.collapse("preview", isAlone: true), in: window, of: .composer)
        #expect(change.announcement == "Preview is in Meta.")
        let apart = frames(of: change.arrangement, in: window, catalogue: .composer).panels
        #expect(apart.first { $0.id == "preview" }?.place == .meta)
        let tags = try #require(apart.first { $0.id == "tags" })
        #expect(tags.place == .pinned && tags.side == .left && tags.stack == nil)
        let back = try change.arrangement.applying(.open("preview"), in: window, of: .composer).arrangement
        let stack = frames(of: back, in: window, catalogue: .composer).panels.first { $0.id == "tags" }?.stack
        #expect(stack == ShownStack(panels: ["tags", "preview"], selected: "preview"))
    }
}
