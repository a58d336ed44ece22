import JSONTree
import Testing

@testable import Panels

/// A window's temporary views of its arrangement: one panel fills it, all panels are spread out, all are hidden.
@Suite("Views of a window")
struct ViewTests {
    let catalogue = PanelCatalogue.titled
    let standard = Arrangement.titled

    func look(_ command: ViewCommand, _ view: ViewState = .plain) throws(Refusal) -> ViewChange {
        try view.applying(command, to: standard, in: .wide, of: catalogue)
    }

    func shown(_ view: ViewState) -> Frames {
        frames(of: standard, in: .wide, catalogue: catalogue, view: view)
    }

    @Test("a panel fills the room and is restored, and nothing else moves")
    func maximise() throws {
        // when
        let there = try look(.maximise("preview"))
        let back = try look(.maximise("preview"), there.view)
        // then
        #expect(there.announcement == "Preview fills the window." && there.panel == "preview")
        let frames = shown(there.view)
        let front = try #require(frames["preview"])
        #expect(front.frame == Container.wide.room && front.resize.isEmpty)
        #expect(frames.panels.allSatisfy { $0.id == "preview" || ($0.z ?? 0) < (front.z ?? 0) })
        #expect(frames.body == shown(.plain).body && frames.separators.isEmpty)
        #expect(back.view == .plain && back.announcement == "Preview is where it was.")
        #expect(shown(back.view) == shown(.plain))
        #expect(try look(.maximise(nil), there.view).view == .plain)
    }

    @Test("only a visible panel can fill the window, and the refusal says how to show it")
    func refusedMaximise() throws {
        #expect(throws: Refusal("Queue is not open.", instead: .open("queue"))) { try look(.maximise("queue")) }
        #expect(throws: Refusal("No panel fills the window.")) { try look(.maximise(nil)) }
        #expect(throws: Refusal.self) { try look(.maximise("nobody")) }
    }

    @Test("all panels leave by the nearer edge, the text has the room, and all come back")
    func zen() throws {
        // when
        let away = try look(.zen)
        let back = try look(.zen, away.view)
        // then
        let frames = shown(away.view)
        #expect(frames.body == Container.wide.room && frames.separators.isEmpty)
        for (before, after) in zip(shown(.plain).panels, frames.panels) {
            guard let was = before.frame, let now = after.frame else {
                #expect(before == after)
                continue
            }
            #expect(now.size == was.size && now.y == was.y)
            #expect(was.center.x < 683 ? now.maxX < 0 : now.x > 1366)
        }
        #expect(back.view == .plain && shown(back.view) == shown(.plain))
    }

    @Test("arranging ends a view, unless the command only raises its panel or saves a copy")
    func after() throws {
        var view = ViewState()
        (view.maximised, view.isZen, view.isExposed) = ("date", true, true)
        #expect(view.after(.arrange(.open("queue")), of: standard, in: .wide) == .plain)
        #expect(view.after(.undo, of: standard, in: .wide) == .plain)
        #expect(view.after(.saveAs("writing"), of: standard, in: .wide) == view)
        #expect(view.after(.arrange(.raise("date")), of: standard, in: .wide) == view)
        #expect(view.after(.arrange(.raise("tags")), of: standard, in: .wide).maximised == nil)
    }

    @Test("a view is read field by field, and unknown fields are preserved")
    func document() {
        let document = JSON.object([
            "maximised": .number(3), "isZen": .bool(true), "isExposed": .text("no"), "curtain": .list([.null]),
        ])
        let view = ViewState(salvaging: document)
        #expect(view.maximised == nil && view.isZen && !view.isExposed)
        #expect(view.document == .object(["isZen": .bool(true), "curtain": .list([.null])]))
        #expect(ViewState(salvaging: view.document) == view)
        #expect(ViewState(salvaging: .null) == .plain)
    }

    @Test("a screen is read field by field, and impossible values are ignored")
    func screen() {
        let said = Screen(
            scale: 2, direction: .rightToLeft, keyboard: Rectangle(x: 0, y: 500, width: 1024, height: 268),
            safeArea: Insets(top: 44))
        #expect(Screen(salvaging: said.document) == said)
        #expect(Screen(salvaging: .object(["scale": .text("2"), "direction": .number(1)])) == .plain)
        #expect(Screen(scale: .nan, keyboard: Rectangle(x: 0, y: 0, width: -1, height: 4)) == .plain)
        #expect(Screen.plain.document == .object([:]))
    }

    @Test("view commands are read like all other commands")
    func words() throws {
        for command in [ViewCommand.maximise("date"), .maximise(nil), .expose(nil), .expose("tags"), .zen] {
            #expect(try ArrangementCommand(ArrangementCommand.view(command).document) == .view(command))
        }
        #expect(throws: CommandError.self) {
            try ArrangementCommand(.object(["command": .text("maximise"), "panel": .number(1)]))
        }
    }

    @Test("a stack that fills the window keeps filling it when another of its tabs comes to the front")
    func tabsOfWhatFills() throws {
        // given
        let stack = try standard.applying(.stack("tags", with: "date"), in: .wide, of: catalogue).arrangement
        let view = try ViewState.plain.applying(.maximise("tags"), to: stack, in: .wide, of: catalogue).view
        // when, then
        for tab in [PanelID("date"), "tags"] {
            #expect(view.after(.arrange(.raise(tab)), of: stack, in: .wide) == view)
        }
        #expect(view.after(.arrange(.raise("preview")), of: stack, in: .wide) == .plain)
    }
}

/// How the screen affects the frames: its pixels, its keyboard.
@Suite("Screens")
struct ScreenTests {
    let catalogue = PanelCatalogue.titled
    let standard = Arrangement.titled

    func shown(_ size: Size, _ screen: Screen, _ arrangement: Arrangement? = nil) -> Frames {
        frames(of: arrangement ?? standard, in: Container(size: size, screen: screen), catalogue: catalogue)
    }

    @Test("every edge lies on a device pixel, and adjacent edges stay adjacent", arguments: [1, 1.25, 1.5, 2, 3])
    func pixels(scale: Double) throws {
        let size = Size(width: 1367, height: 1021)
        let frames = shown(size, Screen(scale: scale))
        let tiles = [frames.body] + frames.panels.compactMap(\.frame)
        for edge in tiles.flatMap({ [$0.x, $0.y, $0.maxX, $0.maxY] }) {
            #expect(abs((edge * scale).rounded() - edge * scale) < 1e-6)
        }
        let area = tiles.reduce(0) { $0 + $1.width * $1.height }
        let room = PixelGrid(scale: scale).rounded(size.width) * PixelGrid(scale: scale).rounded(size.height)
        #expect(abs(area - room) < 1e-3)
    }

    @Test("the text ends where the keyboard begins, Tags moves above it, and Preview stays")
    func keyboard() throws {
        let size = Size(width: 1366, height: 1024)
        let keyboard = Rectangle(x: 0, y: 620, width: 1366, height: 404)
        let (before, after) = (shown(size, .plain), shown(size, Screen(keyboard: keyboard)))
        func frame(_ panel: PanelID, _ frames: Frames) throws -> Rectangle {
            try #require(frames[panel]?.frame)
        }
        #expect(after.body.maxY == 620 && after.body.y == before.body.y)
        #expect(try frame("tags", after).maxY == 620)
        #expect(try frame("preview", after) == frame("preview", before))
        #expect(shown(size, .plain) == before)
    }

    @Test("nothing in a compact window is beneath the keyboard")
    func compactKeyboard() throws {
        let size = Size(width: 390, height: 844)
        let container = Container(size: size)
        let open = try standard.applying(.open("tags"), in: container, of: catalogue).arrangement
        let screen = Screen(keyboard: Rectangle(x: 0, y: 508, width: 390, height: 336))
        let frames = shown(size, screen, open)
        let tags = try #require(frames["tags"]?.frame)
        #expect(tags.maxY == 508 && frames.body.height >= 200)
    }

    @Test("spread out, every panel is inside the window, overlaps none, and keeps its proportions")
    func exposure() throws {
        let container = Container(size: Size(width: 1366, height: 1024))
        var arrangement = standard
        for panel: PanelID in ["queue", "posts", "targets"] {
            arrangement = try arrangement.applying(.float(panel), in: container, of: catalogue).arrangement
        }
        var view = ViewState()
        view.isExposed = true
        let frames = frames(of: arrangement, in: container, catalogue: catalogue, view: view)
        let seen = frames.panels.compactMap { panel in panel.exposed.map { (panel, $0) } }
        #expect(seen.count == 7)
        for (index, (panel, place)) in seen.enumerated() {
            #expect(container.room.contains(place))
            let frame = try #require(panel.frame)
            #expect(abs(place.width / frame.width - place.height / frame.height) < 1e-9)
            for (_, other) in seen[(index + 1)...] {
                #expect(
                    place.maxX <= other.x || other.maxX <= place.x || place.maxY <= other.y || other.maxY <= place.y)
            }
        }
    }

    @Test("exposé is a map: what does not overlap stays where it is, with space around it")
    func map() {
        let room = Rectangle(x: 0, y: 0, width: 1366, height: 1024)
        let pinned = [
            Rectangle(x: 0, y: 0, width: 420, height: 1024), Rectangle(x: 966, y: 0, width: 400, height: 100),
            Rectangle(x: 966, y: 100, width: 400, height: 924),
        ]
        let exposure = Exposure(of: pinned, width: 1366, body: room)
        for (there, seen) in zip(pinned, exposure.visible) {
            #expect(abs(there.center.x - seen.center.x) < 44 && abs(there.center.y - seen.center.y) < 44)
            #expect(room.contains(seen) && seen.width < there.width)
        }
        #expect(exposure.visible[2].y - exposure.visible[1].maxY >= 10)
    }

    @Test("if some overlap, all stand in rows: higher ones in upper rows, from left to right as they stand")
    func rows() {
        let room = Rectangle(x: 0, y: 0, width: 1000, height: 800)
        let right = Rectangle(x: 300, y: 20, width: 400, height: 300)
        let left = Rectangle(x: 0, y: 0, width: 400, height: 300)
        let low = Rectangle(x: 0, y: 250, width: 860, height: 300)
        let seen = Exposure(of: [low, right, left], width: 1000, body: room).visible
        #expect(seen[2].maxX < seen[1].x && seen[1].y == seen[2].y && seen[0].y > seen[1].maxY)
    }

    @Test("exposé spreads a hundred panels in rows, quickly")
    func manyExposed() {
        let frames = (0..<100).map { Rectangle(x: Double($0), y: 0, width: 300, height: Double(100 + $0)) }
        let exposure = Exposure(of: frames, width: 1366, body: Rectangle(x: 0, y: 0, width: 1366, height: 1024))
        #expect(exposure.visible.count == 100 && exposure.scale > 0.1)
    }
}
