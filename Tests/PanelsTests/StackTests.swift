import JSONTree
import Testing

@testable import Panels

/// Panels behind others as tabs.
@Suite("Stacks")
struct StackTests {
    private let start = Arrangement.titled

    private func shown(_ arrangement: Arrangement, in container: Container = .wide) -> [PanelID: PanelFrame] {
        let panels = frames(of: arrangement, in: container, catalogue: .titled).panels
        return Dictionary(panels.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    @Test("a stacked panel gives up its place, and both share one frame")
    func stacks() throws {
        // given, when
        let change = try start.applying(.stack("tags", with: "date"), in: .wide, of: .titled)
        let shown = shown(change.arrangement)
        // then
        #expect(change.announcement == "Tags is a tab of Date, second of two.")
        #expect(shown["date"]?.stack == ShownStack(panels: ["date", "tags"], selected: "tags"))
        #expect(shown["tags"]?.stack == shown["date"]?.stack)
        #expect(shown["tags"]?.place == .stacked && shown["tags"]?.frame == nil && shown["tags"]?.isWanted == true)
        #expect(shown["date"]?.frame == Rectangle(x: 966, y: 0, width: 400, height: 1024))
    }

    @Test("a command on the leader applies to the stack, and a command on another tab takes it out")
    func leads() throws {
        let stack = try start.after(.stack("tags", with: "date"))
        let left = try stack.applying(.pin("date", .bottom), in: .wide, of: .titled)
        #expect(left.announcement == "The stack of Date pinned at the bottom.")
        #expect(shown(left.arrangement)["tags"]?.side == .bottom)
        let apart = try stack.after(.pin("tags", .bottom))
        #expect(shown(apart)["tags"]?.stack == nil && shown(apart)["tags"]?.side == .bottom)
        #expect(shown(apart)["date"]?.side == .right)
    }

    @Test("a closed leader leaves its place to the next tab, and comes back as its tab")
    func handsOver() throws {
        let closed = try start.after(.stack("tags", with: "date"), .close("date"))
        let next = shown(closed)["tags"]
        #expect(next?.place == .pinned && next?.side == .right && next?.stack == nil)
        let back = try closed.after(.open("date"))
        #expect(shown(back)["date"]?.stack == ShownStack(panels: ["tags", "date"], selected: "date"))
    }

    @Test("a stack goes into Meta as one, and opening any tab restores all of it, with that tab in front")
    func intoMeta() throws {
        let away = try start.after(.stack("tags", with: "date"), .collapse("date"))
        #expect(shown(away)["date"]?.place == .meta && shown(away)["tags"]?.isWanted == false)
        let back = try away.after(.open("tags"))
        #expect(shown(back)["date"]?.frame == Rectangle(x: 966, y: 0, width: 400, height: 1024))
        #expect(shown(back)["date"]?.stack?.selected == "tags")
        let first = try back.applying(.raise("date"), in: .wide, of: .titled)
        #expect(
            first.announcement == "Date is in front." && shown(first.arrangement)["tags"]?.stack?.selected == "date")
    }

    @Test("Meta cannot be stacked in itself, and a hidden panel accepts no tab")
    func refusals() throws {
        let stack = try start.after(.open("meta"), .stack("meta", with: "date"))
        #expect(stack.refusal(of: .collapse("date"))?.alternative == .arrange(.unstack("meta")))
        #expect(start.refusal(of: .stack("date", with: "queue"))?.alternative == .arrange(.open("queue")))
        #expect(start.refusal(of: .stack("date", with: "date"))?.reason == "Date cannot be a tab of itself.")
        #expect(start.refusal(of: .unstack("date"))?.reason == "Date is in no stack.")
        #expect(stack.refusal(of: .stack("date", with: "meta"))?.reason == "Date and Meta are in one stack already.")
    }

    @Test("a stack prefers the size that all of its tabs need, as long as they are in it")
    func needs() throws {
        let wide = try start.after(.stack("preview", with: "tags"), .close("date"))
        #expect(shown(wide)["tags"]?.frame?.width == 420)
        let apart = try wide.after(.unstack("preview"))
        #expect(shown(apart)["tags"]?.frame?.width == 300 && shown(apart)["preview"]?.place == .floating)
    }

    @Test(
        "panels without room on their side become tabs of the last one, and stand alone again where there is room")
    func sharesLength() throws {
        let three = try start.after(.pin("queue", .right))
        let low = Container(size: Size(width: 1366, height: 239))
        #expect(shown(three, in: low)["tags"]?.stack?.panels == ["tags", "queue"])
        #expect(
            shown(three, in: low)["queue"]?.reason == "The right side has no room for it alone, so it is a tab there.")
        #expect(shown(three)["queue"]?.place == .pinned)
        let front = try three.after(.raise("queue"), in: low)
        #expect(shown(front, in: low)["tags"]?.stack?.selected == "queue")
        #expect(shown(front)["tags"]?.stack == nil)
    }

    @Test("a tab that is dragged out leaves alone, to a frame, to a side or onto another title")
    func dragged() throws {
        let stack = try start.after(.stack("tags", with: "date"))
        let hints = try stack.beginning(.tab("date"), at: Point(x: 1000, y: 16), in: .wide, of: .titled)
        #expect(hints.panel == "date" && hints.isUnstacking)
        #expect(hints.origin?.contains(Point(x: 1100, y: 20)) == true && hints.origin?.height == Frames.titleBar)
        #expect(hints.targets.contains { $0.panel == "preview" && $0.title?.contains(Point(x: 200, y: 10)) == true })
        let slots = try #require(hints.slots.first { $0.side == .bottom }).frames
        let apart = try stack.after(.unstack("date", to: .pinned(.bottom, index: 0)))
        #expect(shown(apart)["date"]?.frame == slots[0])
        #expect(shown(apart)["date"]?.side == .bottom && shown(apart)["tags"]?.side == .right)
    }

    @Test("a title bar dropped on another title joins its stack, with all of its tabs")
    func dropped() throws {
        let floating = try start.after(.stack("tags", with: "date"), .float("date", frame: nil))
        let frame = try #require(shown(floating)["date"]?.frame)
        let hints = try floating.beginning(
            .move("tags"), at: Point(x: frame.x + 60, y: frame.y + 10), in: .wide, of: .titled)
        #expect(hints.panel == "date" && !hints.isUnstacking)
        #expect(hints.targets.contains { $0.panel == "title" && $0.title != nil })
        let joined = try floating.after(.stack("date", with: "title"))
        #expect(shown(joined)["title"]?.stack == ShownStack(panels: ["title", "date", "tags"], selected: "tags"))
    }

    @Test("two windows that stack at once keep both, and a dissolved stack keeps its place for the tab")
    func merges() throws {
        let mine = try start.after(.stack("tags", with: "date"))
        let theirs = try start.after(.stack("title", with: "date"))
        let both = theirs.merging(mine, base: start).arrangement
        #expect(shown(both)["date"]?.stack?.panels == ["date", "title", "tags"])
        let closed = try start.after(.close("date"))
        let kept = closed.merging(mine, base: start).arrangement
        #expect(shown(kept)["tags"]?.side == .right && shown(kept)["date"]?.place == .closed)
    }

    @Test("a document whose stacks refer to nothing, to themselves or in a circle costs those panels only their places")
    func salvages() {
        func entry(_ leader: String) -> JSON { .object(["place": .text("stacked"), "stack": .text(leader)]) }
        let document = JSON.object([
            "version": .number(2),
            "classes": .object([
                "wide": .object([
                    "panels": .object([
                        "date": entry("date"), "tags": entry("queue"), "queue": entry("tags"), "title": entry("none"),
                        "preview": .object(["place": .text("pinned"), "side": .text("left")]),
                        "posts": entry("preview"),
                    ])
                ])
            ]),
        ])
        let salvage = Arrangement.salvaging(document, of: .titled)
        #expect(salvage.diagnostics.count == 4)
        #expect(shown(salvage.arrangement)["preview"]?.stack?.panels == ["preview", "posts"])
        #expect(shown(salvage.arrangement)["date"]?.place == .pinned)
    }

    @Test("a stack is drawn with the names of its tabs")
    func drawn() throws {
        let stack = try start.after(.stack("tags", with: "date"), .close("preview"))
        let text = drawing(
            of: frames(of: stack, in: .wide, catalogue: .titled), in: .wide, columns: 56, rows: 8)
        #expect(
            text == """
                ┌──────────────────────────────────────┐┌──────────────┐
                └─Title────────────────────────────────┘│ Date [Tags]  │
                │ Text                                 ││              │
                │                                      ││              │
                │                                      ││              │
                │                                      ││              │
                │                                      ││              │
                └──────────────────────────────────────┘└──────────────┘

                """)
    }
}
