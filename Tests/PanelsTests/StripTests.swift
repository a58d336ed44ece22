import JSONTree
import Testing

@testable import Panels

/// Sides collapsed to a strip of names, and panels that a window temporarily shows elsewhere.
@Suite("Strips and guests")
struct StripTests {
    private let start = Arrangement.titled

    private func shown(_ arrangement: Arrangement, _ view: ViewState = .plain) -> Frames {
        frames(of: arrangement, in: .wide, catalogue: .titled, view: view)
    }

    @Test("a collapsed side is a strip of its names, and is restored exactly")
    func strip() throws {
        let before = try start.after(.thickness(.right, 450), .share("tags", 300))
        let change = try before.applying(.collapseSide(.right), in: .wide, of: .titled)
        #expect(change.announcement == "Right side collapsed to a strip.")
        #expect(
            shown(change.arrangement).strips == [
                Strip(
                    side: .right, frame: Rectangle(x: 1334, y: 0, width: 32, height: 1024), panels: ["date", "tags"])
            ])
        #expect(shown(change.arrangement).body.maxX == 1334)
        let after = try change.arrangement.after(.expandSide(.right))
        #expect(shown(after) == shown(before) && after == before)
    }

    @Test("opening or pinning a panel on a collapsed side expands it, and a refusal says what would work")
    func expands() throws {
        let strip = try start.after(.stack("tags", with: "date"), .collapseSide(.right))
        let opened = try strip.after(.open("date"))
        #expect(opened.panel("date")?.stack?.selected == "date" && shown(opened).strips.isEmpty)
        let pinned = try strip.after(.pin("queue", .right))
        #expect(shown(pinned).strips.isEmpty)
        do throws(Refusal) {
            _ = try strip.applying(.thickness(.right, 300), in: .wide, of: .titled)
            Issue.record("a strip has no thickness to set")
        } catch { #expect(error.alternative == .arrange(.expandSide(.right))) }
    }

    @Test("a name is dragged out of its strip, out of a stack too and alone; over the strip it stays")
    func drawnOut() throws {
        // given
        let strip = try start.after(.stack("tags", with: "date"), .collapseSide(.right))
        let away = Rectangle(x: 650, y: 384, width: 300, height: 300)
        // when
        let tab = try strip.beginning(.move("tags"), at: Point(x: 1350, y: 90), in: .wide, of: .titled)
        let first = try strip.beginning(.move("date"), at: Point(x: 1350, y: 20), in: .wide, of: .titled)
        // then
        #expect(tab.origin == Rectangle(x: 1334, y: 0, width: 32, height: 1024))
        #expect(tab.bounds.maxX == 1334 && tab.panel == "tags" && tab.isUnstacking && tab.home == .right)
        #expect(first.panel == "date" && first.isUnstacking && first.slots.map(\.side).contains(.bottom))
        // Dropped beside its strip it returns to its place, and the strip becomes a side again.
        let expanded = try strip.applying(
            .unstack("tags", to: .pinned(.right, index: 0)), in: .wide, of: .titled)
        #expect(expanded.arrangement.panel("tags")?.side == .right && shown(expanded.arrangement).strips.isEmpty)
        let out = try strip.after(.unstack("tags", to: .floating(away, isOverSides: false)))
        #expect(out.panel("tags")?.frame == away && shown(out).strips.map(\.panels) == [["date"]])
        let last = try out.beginning(.move("date"), at: Point(x: 1350, y: 20), in: .wide, of: .titled)
        #expect(last.panel == "date" && !last.isUnstacking && last.bounds.maxX == 1366)
        let locked = try strip.after(.lock(.side(.right)))
        #expect(throws: Refusal.self) {
            try locked.beginning(.move("tags"), at: .zero, in: .wide, of: .titled)
        }
    }

    @Test("a panel of a strip is shown beside it, and everything else stays in place")
    func peeks() throws {
        let strip = try start.after(.collapseSide(.right))
        let change = try ViewState.plain.applying(.peek("tags"), to: strip, in: .wide, of: .titled)
        let peek = strip.panel("tags", change.view)
        #expect(peek?.place == .strip && peek?.frame == Rectangle(x: 1034, y: 0, width: 300, height: 1024))
        #expect(shown(strip, change.view).body == shown(strip).body)
        let back = try change.view.applying(.peek("tags"), to: strip, in: .wide, of: .titled)
        #expect(back.view == .plain && back.announcement == "Tags is back in its strip.")
        #expect(change.view.after(.arrange(.expandSide(.right)), of: strip, in: .wide).peek == nil)
    }

    @Test("a popover stands below its button, inside the window, and floats where it stood")
    func popover() throws {
        let button = Rectangle(x: 1200, y: -36, width: 90, height: 28)
        let wish = ViewCommand.popover(Popover(panel: "queue", anchor: "panels", at: button))
        let view = try ViewState.plain.applying(wish, to: start, in: .wide, of: .titled).view
        let frame = try #require(start.panel("queue", view)?.frame)
        #expect(frame == Rectangle(x: 962, y: 4, width: 400, height: 480))
        #expect(shown(start, view).body == shown(start).body)
        let floating = try start.applying(
            .float("queue", frame: frame, overSides: true), in: .wide, of: .titled)
        #expect(floating.arrangement.panel("queue")?.frame == frame)
        #expect(view.after(.arrange(.float("queue", frame: frame)), of: start, in: .wide).popover == nil)
        #expect(throws: Refusal.self) {
            try view.applying(
                .popover(Popover(panel: "date", anchor: "", at: nil)), to: start, in: .wide, of: .titled)
        }
    }

    @Test("a panel in a separate window leaves its room to the others, and returns to the same place")
    func away() throws {
        let stack = try start.after(.stack("tags", with: "date"))
        let out = try ViewState.plain.applying(.popOut("date"), to: stack, in: .wide, of: .titled)
        #expect(out.announcement == "Date has a window of its own.")
        #expect(stack.panel("date", out.view)?.place == .away)
        #expect(stack.panel("tags", out.view)?.place == .pinned)
        #expect(throws: Refusal.self) {
            try out.view.applying(.popOut("date"), to: stack, in: .wide, of: .titled)
        }
        let back = try out.view.applying(ViewCommand(ComeBack(panel: "date")), to: stack, in: .wide, of: .titled)
        #expect(shown(stack, back.view) == shown(stack))
    }

    @Test("a panel that is not shown temporarily cannot be dismissed, and one in no window cannot return")
    func nothingToLeave() {
        for command in [
            ViewCommand.peek(nil), .popover(nil), ViewCommand(ComeBack(panel: "date")), .peek("date"),
            .popOut("nobody"),
        ] {
            #expect(throws: Refusal.self) {
                try ViewState.plain.applying(command, to: start, in: .wide, of: .titled)
            }
        }
    }

    @Test("a view with guests survives being written and read, and malformed parts of it are ignored")
    func documents() throws {
        var view = ViewState.plain
        view.peek = "date"
        view.popover = Popover(panel: "queue", anchor: "panels", at: Rectangle(x: 1, y: 2, width: 3, height: 4))
        view.away = ["tags", "title"]
        #expect(ViewState(salvaging: view.document) == view)
        let spoilt = JSON.object([
            "away": .list([.number(1), .text("tags"), .text("tags")]), "popover": .null,
        ])
        #expect(ViewState(salvaging: spoilt).away == ["tags"])
        for command in [
            ViewCommand.peek("date"), .peek(nil), .popover(view.popover), .popover(nil), .popOut("date"),
            ViewCommand(ComeBack(panel: "date")),
        ] { #expect(try ArrangementCommand(ArrangementCommand.view(command).document) == .view(command)) }
    }

    @Test("a moved panel gets the edges of the room and of floating panels beside it as hints")
    func snaps() throws {
        let two = try start.after(
            .float("date", frame: Rectangle(x: 500, y: 300, width: 300, height: 200)),
            .float("tags", frame: Rectangle(x: 900, y: 300, width: 200, height: 200)))
        let hints = try two.beginning(.move("tags"), at: Point(x: 910, y: 310), in: .wide, of: .titled)
        #expect(hints.snaps.count == 12)
        let right = SnapLine(isVertical: true, position: 800, from: 300, to: 500, isNear: true, isAligned: false)
        #expect(hints.snaps.contains(right))
    }
}
