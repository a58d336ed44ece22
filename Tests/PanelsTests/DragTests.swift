import Testing

@testable import Panels

@Suite("Drags")
struct DragTests {
    private let wide = Container(size: Size(width: 1366, height: 1024))

    @Test("nothing is dragged that is not there, and no splitter that is not drawn")
    func refused() {
        let start = Arrangement.standard(of: .composer)
        for subject in [
            DragSubject.move("queue"), .move("nobody"), .resize("date", .left), .splitter(.border(.left, 1)),
            .splitter(.thickness(.bottom)),
        ] {
            #expect(throws: Refusal.self) { try start.beginning(subject, at: .zero, in: wide, of: .composer) }
        }
        #expect(throws: Refusal.self) {
            try start.beginning(.move("date"), at: Point(x: .nan, y: 0), in: wide, of: .composer)
        }
    }

    @Test("a closed panel that is looked at at a button is dragged from there, and goes into no Meta")
    func guest() throws {
        // given
        let desk = try floating().applying(
            .float("meta", frame: Rectangle(x: 440, y: 640, width: 320, height: 300)), in: wide, of: .composer
        ).arrangement
        #expect(throws: Refusal("Queue is not open.", instead: .open("queue"))) {
            try begin(.move("queue"), desk, at: Point(x: 1200, y: 20))
        }
        // when
        let hints = try desk.beginning(
            .move("queue"), at: Point(x: 1200, y: 20), in: wide, of: .composer, guest: "queue")
        // then
        #expect(hints.freed?.contains(Point(x: 1200, y: 20)) == true)
        #expect(hints.targets.allSatisfy { $0.room == nil })
        let frame = Rectangle(x: 500, y: 400, width: 400, height: 480)
        let command = hints.command(for: DragEnd(frame: frame, pointer: Point(x: 800, y: 416)))
        #expect(command == .float("queue", frame: frame))
    }

    @Test("a press that moves less than five pixels, or frames that are no frames, mean nothing")
    func tooShort() throws {
        let hints = try begin(.move("date"), floating(), at: Point(x: 500, y: 300))
        let frame = hints.frame
        let shifted = Rectangle(x: frame.x + 4, y: frame.y, width: frame.width, height: frame.height)
        #expect(hints.command(for: DragEnd(frame: shifted, pointer: Point(x: 504, y: 300))) == nil)
        #expect(hints.command(for: DragEnd(pointer: Point(x: 900, y: 300))) == nil)
        let broken = Rectangle(x: .nan, y: 0, width: -1, height: .infinity)
        #expect(hints.command(for: DragEnd(frame: broken, pointer: Point(x: 900, y: 300))) == nil)
    }

    @Test("within 24 pixels of an edge it is pinned, a pixel further it floats")
    func zone() throws {
        let hints = try begin(.move("date"), floating(), at: Point(x: 500, y: 300))
        #expect(hints.bounds == Rectangle(x: 420, y: 150, width: 646, height: 874))
        let near = Rectangle(x: hints.bounds.maxX - 400 - 24, y: 300, width: 400, height: 400)
        let far = Rectangle(x: near.x - 1, y: 300, width: 400, height: 400)
        let pointer = Point(x: 800, y: 310)
        #expect(hints.command(for: DragEnd(frame: near, pointer: pointer)) == .pin("date", .right, index: 0))
        #expect(hints.command(for: DragEnd(frame: far, pointer: pointer)) == .float("date", frame: far))
        #expect(
            hints.command(for: DragEnd(frame: near, pointer: pointer, suppressPin: true))
                == .float("date", frame: near))
        let over = Rectangle(x: 1000, y: 300, width: 300, height: 300)
        #expect(
            hints.command(for: DragEnd(frame: over, pointer: pointer, suppressPin: true))
                == .float("date", frame: over, overSides: true))
    }

    @Test("a panel that fills the body from edge to edge is pinned only where the pointer is")
    func filling() throws {
        let tablet = Container(size: Size(width: 820, height: 1180))
        let start = try Arrangement.standard(of: .composer).applying(.float("date"), in: tablet, of: .composer)
        let hints = try start.arrangement.beginning(.move("date"), at: Point(x: 100, y: 200), in: tablet, of: .composer)
        #expect(hints.frame.width == hints.bounds.width)
        let dropped = Rectangle(x: hints.frame.x, y: 400, width: hints.frame.width, height: hints.frame.height)
        let middle = hints.command(for: DragEnd(frame: dropped, pointer: Point(x: 200, y: 500)))
        #expect(middle == .float("date", frame: dropped))
        let edge = hints.command(for: DragEnd(frame: dropped, pointer: Point(x: hints.bounds.maxX - 3, y: 500)))
        #expect(edge == .pin("date", .right, index: 1))
    }

    @Test("the slots of a row are as high as the row will be, also for the panel that opened it")
    func slotsOfRow() throws {
        // given
        let row = try [PanelCommand.pin("preview", .bottom), .pin("queue", .bottom)].reduce(
            Arrangement.standard(of: .composer)
        ) { try $0.applying($1, in: wide, of: .composer).arrangement }
        let high = frames(of: row, in: wide, catalogue: .composer).panels.first { $0.id == "queue" }?.frame?.height
        // when
        let hints = try begin(.move("preview"), row, at: Point(x: 100, y: 730))
        let slots = try #require(hints.slots.first { $0.side == .bottom }).frames
        // then
        #expect(high == 300 && slots.allSatisfy { $0.height == 300 })
        let done = try row.applying(.pin("preview", .bottom, index: 1), in: wide, of: .composer).arrangement
        let stands = frames(of: done, in: wide, catalogue: .composer).panels.first { $0.id == "preview" }?.frame
        #expect(stands == slots[1])
    }

    @Test("a panel as large as its room does not move in it, but is pinned, stacked or put into Meta by the pointer")
    func tooLarge() throws {
        // given
        let low = Container(size: Size(width: 1100, height: 360))
        let room = Rectangle(x: 0, y: 0, width: 600, height: 360)
        let meta = Rectangle(x: 780, y: 0, width: 300, height: 360)
        let desk = try [
            PanelCommand.closeAllPinned, .float("meta", frame: meta, overSides: true), .float("tags", frame: room),
        ].reduce(Arrangement.standard(of: .composer)) { try $0.applying($1, in: low, of: .composer).arrangement }
        let start = Point(x: 100, y: 10)
        // when
        let hints = try desk.beginning(.move("tags"), at: start, in: low, of: .composer)
        func end(_ x: Double, _ y: Double) -> PanelCommand? {
            hints.command(for: DragEnd(frame: hints.frame, pointer: Point(x: x, y: y)))
        }
        // then
        #expect(hints.frame.height == low.size.height)
        #expect(end(400, 200) == .pin("tags", .left, index: 0))
        #expect(end(930, 10) == .stack("tags", with: "meta"))
        #expect(end(930, 200) == .collapse("tags"))
        #expect(
            hints.command(for: DragEnd(frame: hints.frame, pointer: Point(x: 300, y: 200), suppressPin: true)) == nil)
    }

    @Test("a pinned panel comes free after 16 pixels, and sides that are full say so")
    func unpin() throws {
        let hints = try begin(.move("date"), .standard(of: .composer), at: Point(x: 1000, y: 10))
        #expect(hints.freed == Rectangle(x: 966, y: 0, width: 400, height: 400))
        #expect(hints.slots.map(\.side) == [.right, .top, .bottom])
        #expect(hints.reasons == [.left: "The left side is full: it takes one panel."])
        let dropped = Rectangle(x: 600, y: 300, width: 400, height: 400)
        #expect(hints.command(for: DragEnd(frame: dropped, pointer: Point(x: 985, y: 10))) == nil)
        #expect(
            hints.command(for: DragEnd(frame: dropped, pointer: Point(x: 700, y: 310)))
                == .float("date", frame: dropped))
    }

    @Test("a splitter is let go within its limits")
    func splitter() throws {
        let start = Arrangement.standard(of: .composer)
        let side = try begin(.splitter(.thickness(.right)), start, at: .zero)
        #expect(side.range == 280...600 && side.value == 400)
        #expect(side.command(for: DragEnd(value: 500, pointer: .zero)) == .thickness(.right, 500))
        #expect(side.command(for: DragEnd(value: 400, pointer: .zero)) == nil)
        let border = try begin(.splitter(.border(.right, 1)), start, at: .zero)
        #expect(border.command(for: DragEnd(value: 300, pointer: .zero)) == .share("date", 300))
    }

    @Test("a floating panel is resized by the edge that is held")
    func resize() throws {
        let hints = try begin(.resize("date", .left), floating(), at: .zero)
        var frame = hints.frame
        frame.x -= 50
        frame.width += 50
        #expect(
            hints.command(for: DragEnd(frame: frame, pointer: .zero))
                == .resizeTo("date", width: frame.width, height: nil, edge: .left))
    }

    private func floating() throws -> Arrangement {
        let frame = Rectangle(x: 500, y: 300, width: 400, height: 400)
        return try Arrangement.standard(of: .composer).applying(.float("date", frame: frame), in: wide, of: .composer)
            .arrangement
    }

    private func begin(_ subject: DragSubject, _ arrangement: Arrangement, at pointer: Point) throws -> DragHints {
        try arrangement.beginning(subject, at: pointer, in: wide, of: .composer)
    }
}
