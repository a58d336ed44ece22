import Testing

@testable import Panels

/// Right to left: the same arrangement, mirrored.
@Suite("Right to left")
struct MirrorTests {
    static let size = Size(width: 1366, height: 1024)
    let catalogue = PanelCatalogue.titled
    let left = Container(size: MirrorTests.size)
    let right = Container(size: MirrorTests.size, screen: Screen(direction: .rightToLeft))

    func frame(_ panel: PanelID, _ arrangement: Arrangement, _ container: Container) throws -> Rectangle {
        let shown = frames(of: arrangement, in: container, catalogue: catalogue)
        return try #require(shown[panel]?.frame)
    }

    @Test("after any commands every panel is mirrored, and mirroring twice restores it")
    func mirrored() throws {
        var dice = Dice(seed: 4)
        var arrangement = Arrangement.standard(of: catalogue)
        let panels = catalogue.panels.map(\.id)
        for number in 0..<400 {
            guard case .arrange(let command) = dice.command(on: panels) else { continue }
            let container = number.isMultiple(of: 2) ? left : right
            arrangement =
                (try? arrangement.applying(command, in: container, of: catalogue).arrangement) ?? arrangement
            #expect(arrangement[.wide].mirrored.mirrored == arrangement[.wide])
            let one = frames(of: arrangement, in: left, catalogue: catalogue)
            let other = frames(of: arrangement, in: right, catalogue: catalogue)
            for (panel, seen) in zip(one.panels, other.panels) {
                guard let frame = panel.frame, let mirrored = seen.frame else {
                    #expect(panel.frame == seen.frame && panel.place == seen.place)
                    continue
                }
                #expect(abs(Self.size.width - frame.maxX - mirrored.x) < 1e-6 && mirrored.y == frame.y)
                #expect(abs(mirrored.width - frame.width) < 1e-6 && mirrored.height == frame.height)
            }
            #expect(abs(Self.size.width - one.body.maxX - other.body.x) < 1e-6)
        }
    }

    @Test("of two sheets the front one keeps the other's title visible at either end")
    func sheets() throws {
        for edge in [Side.left, .right] {
            let start = try Arrangement.standard(of: catalogue)
                .after(.sheet("title", .top), .sheet("date", edge), in: left, of: catalogue)
            let one = frames(of: start, in: left, catalogue: catalogue).panels
            let other = frames(of: start, in: right, catalogue: catalogue).panels
            #expect(one.map(\.place) == other.map(\.place))
        }
    }

    @Test("a panel pinned right is announced and shown right, and a row begins at the right")
    func sides() throws {
        let standard = Arrangement.standard(of: catalogue)
        #expect(try frame("preview", standard, right).maxX == 1366)
        // The left takes one panel here and the right three; in the other direction it is reversed.
        let pinned = try standard.applying(.pin("queue", .left), in: right, of: catalogue)
        #expect(pinned.announcement == "Queue pinned left, third of three.")
        #expect(throws: Refusal.self) { try standard.applying(.pin("queue", .right), in: right, of: catalogue) }
        let row = try standard.applying(.pin("tags", .top), in: right, of: catalogue).arrangement
        #expect(try frame("tags", row, right).x > frame("title", row, right).x)
        #expect(try frame("tags", row, left).x < frame("title", row, left).x)
    }

    @Test("a panel closed in a row returns to its place, in either direction")
    func home() throws {
        var arrangement = Arrangement.standard(of: catalogue)
        for command in [PanelCommand.pin("tags", .top), .close("title"), .open("title")] {
            arrangement = try arrangement.applying(command, in: right, of: catalogue).arrangement
        }
        #expect(try frame("title", arrangement, right).x < frame("tags", arrangement, right).x)
    }

    @Test("the ring of panels follows the reading direction")
    func ring() throws {
        let standard = Arrangement.standard(of: catalogue)
        let first = try standard.applying(.nextPanel(after: nil), in: right, of: catalogue)
        #expect(first.panel == "preview")
    }

    @Test("resetting in the mirror gives the same default as elsewhere")
    func reset() throws {
        let standard = Arrangement.standard(of: catalogue)
        for scope in [ResetScope.all, .sizeClass] {
            let changed = try standard.applying(.pin("date", .top), in: right, of: catalogue).arrangement
            #expect(try changed.applying(.reset(scope), in: right, of: catalogue).arrangement == standard)
        }
        let closed = try standard.applying(.close("title"), in: right, of: catalogue).arrangement
        let back = try closed.applying(.reset(.panel("title")), in: right, of: catalogue).arrangement
        #expect(try frame("title", back, right) == frame("title", standard, right))
    }
}
