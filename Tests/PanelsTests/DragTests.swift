import Testing

@testable import Panels

@Suite("Drags")
struct DragTests {
    @Test("a missing panel cannot be dragged, nor an edge that cannot move")
    func refused() {
        let start = Arrangement.titled
        for subject in [
            DragSubject.move("queue"), .move("nobody"), .tab("date"), .resize("date", .left),
        ] {
            #expect(throws: Refusal.self) { try start.beginning(subject, at: .zero, in: .wide, of: .titled) }
        }
        #expect(throws: Refusal.self) {
            try start.beginning(.move("date"), at: Point(x: .nan, y: 0), in: .wide, of: .titled)
        }
    }

    @Test("a closed panel shown at a button is dragged from there, and Meta does not accept it")
    func guest() throws {
        // given
        let desk = try floating().after(.float("meta", frame: Rectangle(x: 440, y: 640, width: 320, height: 300)))
        #expect(throws: Refusal("Queue is not open.", instead: .open("queue"))) {
            try begin(.move("queue"), desk, at: Point(x: 1200, y: 20))
        }
        // when
        let hints = try desk.beginning(
            .move("queue"), at: Point(x: 1200, y: 20), in: .wide, of: .titled, guest: "queue")
        // then
        #expect(hints.freed?.contains(Point(x: 1200, y: 20)) == true)
        #expect(hints.targets.allSatisfy { $0.room == nil })
    }

    @Test("a panel dropped without a pointer is pinned by its edges, where its middle is, or floats")
    func dropped() throws {
        // given
        let start = try floating()
        func drop(_ frame: Rectangle) throws -> PanelFrame? {
            let next = try start.after(.drop("date", at: frame))
            return next.panel("date")
        }
        let body = Rectangle(x: 420, y: 150, width: 646, height: 874)
        // then
        let near = Rectangle(x: body.maxX - 400 - 24, y: 300, width: 400, height: 400)
        let pinned = try drop(near)
        #expect(pinned?.side == .right && pinned?.index == 0)
        #expect(try drop(Rectangle(x: near.x, y: 600, width: 400, height: 400))?.index == 1)
        #expect(try drop(Rectangle(x: 500, y: 354, width: 400, height: 670))?.side == .bottom)
        let far = Rectangle(x: near.x - 1, y: 300, width: 400, height: 400)
        #expect(try drop(far)?.frame == far)
        // With the full width it is near both edges, and the left side is full.
        let wholeWidth = Rectangle(x: body.x, y: 300, width: body.width, height: 400)
        #expect(try drop(wholeWidth)?.place == .floating)
        #expect(try drop(Rectangle(x: body.x, y: 300, width: 400, height: 400))?.place == .floating)
        #expect(throws: Refusal.self) { try drop(Rectangle(x: .nan, y: 0, width: 10, height: 10)) }
    }

    @Test("the slots of a row have the row's future height, even for the panel that opened it")
    func slotsOfRow() throws {
        // given
        let row = try Arrangement.titled.after(.pin("preview", .bottom), .pin("queue", .bottom))
        let high = row.panel("queue")?.frame?.height
        // when
        let hints = try begin(.move("preview"), row, at: Point(x: 100, y: 730))
        let slots = try #require(hints.slots.first { $0.side == .bottom }).frames
        // then
        #expect(high == 300 && slots.allSatisfy { $0.height == 300 })
        let done = try row.after(.pin("preview", .bottom, index: 1))
        let stands = done.panel("preview")?.frame
        #expect(stands == slots[1])
    }

    @Test("a panel as large as its room is still offered sides, titles and Meta")
    func tooLarge() throws {
        // given
        let low = Container(size: Size(width: 1100, height: 360))
        let room = Rectangle(x: 0, y: 0, width: 600, height: 360)
        let meta = Rectangle(x: 780, y: 0, width: 300, height: 360)
        let desk = try Arrangement.titled.after(
            .closeAllPinned, .float("meta", frame: meta, overSides: true), .float("tags", frame: room), in: low)
        // when
        let hints = try desk.beginning(.move("tags"), at: Point(x: 100, y: 10), in: low, of: .titled)
        let target = try #require(hints.targets.first { $0.panel == "meta" })
        // then
        #expect(hints.frame.height == low.size.height && hints.panel == "tags" && !hints.isUnstacking)
        #expect(hints.slots.map(\.side).contains(.left))
        #expect(target.title?.contains(Point(x: 930, y: 10)) == true)
        #expect(target.room?.contains(Point(x: 930, y: 200)) == true)
    }

    @Test("a moved panel stays in the room that its own side leaves, and an edge has its limits")
    func limits() throws {
        let hints = try begin(.move("date"), floating(), at: Point(x: 500, y: 300))
        #expect(hints.bounds == Rectangle(x: 420, y: 150, width: 646, height: 874))
        #expect(hints.room == Rectangle(x: 0, y: 0, width: 1366, height: 1024) && hints.freed == nil)
        let edge = try begin(.resize("date", .left), floating(), at: .zero)
        #expect(edge.panel == "date" && edge.minimum.width <= 400 && edge.maximum.width >= 400)
        #expect(edge.slots.isEmpty && !edge.snaps.isEmpty)
    }

    @Test("a panel smaller than its side comes off at the side's inner edge, a larger one at the outer edge")
    func unpinSizes() throws {
        for (width, x) in [(300.0, 966.0), (400, 966), (500, 866)] {
            let frame = Rectangle(x: 500, y: 300, width: width, height: 400)
            let desk = try Arrangement.titled.after(.float("date", frame: frame), .pin("date", .right, index: 0))
            let freed = try begin(.move("date"), desk, at: Point(x: 1000, y: 10)).freed
            #expect(freed == Rectangle(x: x, y: 150, width: width, height: 400))
        }
        for (height, y) in [(200.0, 724.0), (400, 624)] {
            let frame = Rectangle(x: 500, y: 300, width: 400, height: height)
            let desk = try Arrangement.titled.after(.float("date", frame: frame), .pin("date", .bottom))
            let freed = try begin(.move("date"), desk, at: Point(x: 500, y: 1000)).freed
            #expect(freed?.y == y && freed?.height == height)
        }
    }

    @Test("a freed panel covers only panels that stay on its own side", arguments: Side.allCases)
    func freedBesideOthers(_ side: Side) throws {
        // given
        let desk = try Arrangement.titled.after(.pin("queue", .bottom))
        let pinned = frames(of: desk, in: .wide, catalogue: .titled).panels.filter { $0.place == .pinned }
        let panel = try #require(pinned.first { $0.side == side })
        let grip = try #require(panel.frame).center
        // when
        let freed = try begin(.move(panel.id), desk, at: grip).freed
        let floating = try desk.after(.float(panel.id))
        // then
        let rest = frames(of: floating, in: .wide, catalogue: .titled).panels
        let others = rest.filter { $0.place == .pinned && $0.side != side }.compactMap(\.frame)
        for frame in [try #require(freed), try #require(floating.panel(panel.id)?.frame)] {
            #expect(others.count >= 3 && others.allSatisfy { !$0.overlaps(frame) })
        }
    }

    @Test("a pinned panel comes off where it stood, beneath the row above, and full sides say so")
    func unpin() throws {
        let hints = try begin(.move("date"), .standard(of: .titled), at: Point(x: 1000, y: 10))
        #expect(hints.freed == Rectangle(x: 966, y: 150, width: 400, height: 400))
        #expect(hints.slots.map(\.side) == [.right, .top, .bottom])
        #expect(hints.reasons == [.left: "The left side is full: it takes one panel."])
        #expect(hints.home == .right && hints.bounds.maxX == 1066 && DragHints.unpin == 16)
    }

    private func floating() throws -> Arrangement {
        let frame = Rectangle(x: 500, y: 300, width: 400, height: 400)
        return try Arrangement.titled.after(.float("date", frame: frame))
    }

    private func begin(_ subject: DragSubject, _ arrangement: Arrangement, at pointer: Point) throws -> DragHints {
        try arrangement.beginning(subject, at: pointer, in: .wide, of: .titled)
    }
}
