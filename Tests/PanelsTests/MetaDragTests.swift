import Testing

@testable import Panels

/// Dragging panels out of Meta and onto it.
@Suite("Drags of Meta")
struct MetaDragTests {
    private static let meta = Rectangle(x: 500, y: 300, width: 400, height: 400)

    /// Meta floats, Date is in it.
    private func start(_ more: PanelCommand...) throws -> Arrangement {
        let start = try Arrangement.titled.after(.float("meta", frame: Self.meta), .collapse("date"))
        return try more.reduce(start) { try $0.after($1) }
    }

    @Test("a panel in Meta is dragged out to a frame, a side or a title, with Meta as its origin")
    func out() throws {
        // given
        let start = try start()
        // when
        let hints = try start.beginning(.move("date"), at: Point(x: 600, y: 380), in: .wide, of: .titled)
        // then
        #expect(hints.origin == Self.meta && hints.freed?.contains(Point(x: 600, y: 380)) == true)
        #expect(hints.panel == "date" && !hints.isUnstacking && hints.slots.map(\.side).contains(.bottom))
        #expect(hints.targets.contains { $0.panel == "preview" && $0.title != nil })
        let frame = Rectangle(x: 460, y: 184, width: 300, height: 300)
        let out = try start.applying(.float(hints.panel, frame: frame), in: .wide, of: .titled)
        #expect(out.announcement == "Date floats.")
    }

    @Test("a panel without room can be dragged out, too")
    func withoutRoom() throws {
        // given
        let narrow = Container(size: Size(width: 1024, height: 768))
        let start = try Arrangement.titled.after(.float("meta", frame: Self.meta), in: narrow)
        let panels = frames(of: start, in: narrow, catalogue: .titled).panels
        let left = try #require(panels.first { $0.place == .meta && $0.reason != nil })
        // when
        let hints = try start.beginning(.move(left.id), at: Point(x: 600, y: 380), in: narrow, of: .titled)
        // then
        #expect(hints.origin == Self.meta)
        let frame = Rectangle(x: 200, y: 584, width: 300, height: 300)
        let out = try start.after(.float(hints.panel, frame: frame), in: narrow)
        let now = frames(of: out, in: narrow, catalogue: .titled)[left.id]
        #expect(now?.frame != nil && now?.place != .meta)
    }

    @Test("Meta's list accepts a panel, its title a tab; near its border neither does, and Meta does not accept itself")
    func into() throws {
        let start = try start()
        let hints = try start.beginning(.move("tags"), at: Point(x: 1100, y: 16), in: .wide, of: .titled)
        let target = try #require(hints.targets.first { $0.panel == "meta" })
        #expect(target.room?.contains(Point(x: 700, y: 500)) == true)
        #expect(target.room?.contains(Point(x: 505, y: 500)) == false)
        #expect(target.title?.contains(Point(x: 700, y: 310)) == true)
        let meta = try start.beginning(.move("meta"), at: Point(x: 700, y: 310), in: .wide, of: .titled)
        #expect(meta.targets.allSatisfy { $0.room == nil })
    }

    @Test(
        "only one tab goes into Meta, even the first: the next one leads in its place, and it comes back as its tab")
    func tabs() throws {
        // given
        let start = try start(.stack("tags", with: "preview"))
        // when
        let tab = try start.beginning(.tab("tags"), at: Point(x: 100, y: 16), in: .wide, of: .titled)
        let first = try start.beginning(.tab("preview"), at: Point(x: 40, y: 16), in: .wide, of: .titled)
        // then
        #expect(tab.panel == "tags" && tab.isUnstacking && first.panel == "preview" && first.isUnstacking)
        #expect(tab.targets.contains { $0.room != nil } && first.targets.contains { $0.room != nil })
        let change = try start.applying(.collapse("preview", isAlone: true), in: .wide, of: .titled)
        #expect(change.announcement == "Preview is in Meta.")
        let apart = frames(of: change.arrangement, in: .wide, catalogue: .titled).panels
        #expect(apart.first { $0.id == "preview" }?.place == .meta)
        let tags = try #require(apart.first { $0.id == "tags" })
        #expect(tags.place == .pinned && tags.side == .left && tags.stack == nil)
        let back = try change.arrangement.after(.open("preview"))
        let stack = back.panel("tags")?.stack
        #expect(stack == ShownStack(panels: ["tags", "preview"], selected: "preview"))
    }
}
