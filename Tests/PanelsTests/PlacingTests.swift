import JSONTree
import Testing

@testable import Panels

/// Where panels may stand, and what the document stores about their places.
@Suite("Places of panels")
struct PlacingTests {
    private let start = Arrangement.titled

    @Test("closing all other panels leaves the panel with its tabs, and what is in Meta")
    func others() throws {
        let start = try Arrangement.titled.after(
            .float("queue"), .sheet("preview", .bottom), .collapse("title"), .stack("tags", with: "date"))
        let alone = try start.applying(.closeOthers("tags"), in: .wide, of: .titled)
        #expect(alone.announcement == "Two other panels closed.")
        let places = Dictionary(
            uniqueKeysWithValues: frames(of: alone.arrangement, in: .wide, catalogue: .titled).panels.map {
                ($0.id, $0.place)
            })
        #expect(places["date"] == .pinned && places["tags"] == .stacked && places["title"] == .meta)
        #expect(places["queue"] == .closed && places["preview"] == .closed)
        #expect(alone.arrangement.refusal(of: .closeOthers("date"))?.reason == "No other panel is open.")
        #expect(alone.arrangement.refusal(of: .closeOthers("queue"))?.alternative == .arrange(.open("queue")))
        #expect(
            try start.after(.lock(.panel("queue"))).refusal(of: .closeOthers("tags"))?.alternative
                == .arrange(.unlock(.panel("queue"))))
        #expect(try start.after(.collapse("date")).refusal(of: .closeOthers("tags"))?.reason == "Tags is not open.")
        let back = try alone.arrangement.after(.open("queue"), .open("preview"))
        #expect(back.panel("queue")?.place == .floating && back.panel("preview")?.place == .sheet)
    }

    @Test("one command closes all pinned or all floating panels; the rest stays, and each returns to its place")
    func closeAll() throws {
        // given
        let frame = Rectangle(x: 500, y: 300, width: 300, height: 300)
        let both = try start.after(.float("queue", frame: frame))
        // when
        let floating = try both.applying(.closeAllPinned, in: .wide, of: .titled)
        let pinned = try both.applying(.closeAllFloating, in: .wide, of: .titled)
        // then
        #expect(floating.announcement == "All four pinned panels closed.")
        #expect(shown(floating.arrangement).body == Container.wide.room)
        #expect(floating.arrangement.panel("queue")?.frame == frame)
        #expect(shown(pinned.arrangement) == shown(start))
        let back = try floating.arrangement.after(.open("preview"), .open("title"), .open("date"), .open("tags"))
        #expect(shown(back) == shown(both))
        #expect(try pinned.arrangement.after(.open("queue")).panel("queue")?.frame == frame)
        // Menus offer it automatically if there is something to close.
        func offers(_ arrangement: Arrangement) -> [BookCommand] {
            arrangement.offers(in: .wide, of: .titled)
        }
        #expect(offers(both) == [.arrange(.closeAllPinned), .arrange(.closeAllFloating)])
        #expect(offers(floating.arrangement) == [.arrange(.closeAllFloating)])
        #expect(offers(try both.after(.lock(.all))).isEmpty, "what is locked is not to be closed")
    }

    @Test("unplaced panels appear off the borders, each a step further, and one that comes off leaves its border")
    func margins() throws {
        let body = shown(start).body
        let two = try start.after(.float("queue"), .float("targets"))
        let first = Point(x: body.x + 24, y: body.y + 24)
        #expect(two.panel("queue")?.frame?.origin == first)
        #expect(two.panel("targets")?.frame?.origin == Point(x: first.x + 24, y: first.y + 24))
        let free = try start.after(.float("date"))
        #expect(free.panel("date")?.frame == Rectangle(x: 942, y: 174, width: 400, height: 400))
        let asked = Rectangle(x: 420, y: 150, width: 300, height: 300)
        #expect(try start.after(.float("queue", frame: asked)).panel("queue")?.frame == asked)
    }

    @Test("a frame that a command gives is taken as it is, smaller than the panel's minimum or larger than its maximum")
    func asGiven() throws {
        for size in [Size(width: 120, height: 60), Size(width: 640, height: 700)] {
            let frame = Rectangle(Point(x: 421, y: 151), size)
            let desk = try start.after(.closeAllPinned, .float("tags", frame: frame))
            #expect(desk.panel("tags")?.frame == frame)
        }
        let tiny = Rectangle(x: 1300, y: 900, width: 1, height: 1)
        let desk = try start.after(.closeAllPinned, .float("tags", frame: tiny))
        #expect(desk.panel("tags")?.frame == Rectangle(tiny.origin, .titleStrip))
    }

    @Test("resetting a panel at its default place is refused, and costs no undo step")
    func resetInPlace() throws {
        for id: PanelID in ["date", "title", "preview", "queue"] {
            #expect(throws: Refusal.self) { try start.applying(.reset(.panel(id)), in: .wide, of: .titled) }
        }
        let moved = try start.after(.pin("date", .bottom))
        #expect(shown(try moved.after(.reset(.panel("date")))) == shown(start))
    }

    @Test("a floating panel's size and distances to the nearer corner are stored, and PanelKit's fractions are read")
    func kept() throws {
        // given
        let frame = Rectangle(x: 966, y: 600, width: 300, height: 300)
        let floating = try start.after(.closeAllPinned, .float("tags", frame: frame))
        let entry = floating.document.at("classes", "wide", "panels", "tags", "float")
        // then
        #expect(entry?["size"] == .pair(300, 300) && entry?["corner"] == .text("bottom-right"))
        #expect(entry?["distance"] == .pair(100, 124) && entry?["seenIn"] == .pair(1366, 1024))
        let larger = Container(size: Size(width: 1600, height: 1200))
        #expect(floating.panel("tags", in: larger)?.frame == Rectangle(x: 1200, y: 776, width: 300, height: 300))
        #expect(floating.panel("tags")?.frame == frame, "a look at another size changes nothing")
        // A fraction refers to the container, whatever its size.
        let fraction = JSON.object([
            "place": .text("floating"), "float": .object(["fraction": .pair(0.4, 0.4), "size": .pair(320, 500)]),
        ])
        let panels = JSON.object([
            "tags": fraction, "title": .object(["place": .text("closed")]), "date": .object(["place": .text("closed")]),
            "preview": .object(["place": .text("closed")]),
        ])
        let document = JSON.object([
            "version": .number(2), "classes": .object(["wide": .object(["panels": panels])]),
        ])
        let read = Arrangement.salvaging(document, of: .titled).arrangement
        #expect(read.panel("tags", in: larger)?.frame == Rectangle(x: 640, y: 480, width: 320, height: 500))
        #expect(read.panel("tags")?.frame?.x == 546.4)
    }

    private func shown(_ arrangement: Arrangement) -> Frames {
        frames(of: arrangement, in: .wide, catalogue: .titled)
    }
}
