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

    @Test("within 24 pixels of an edge the pointer pins, a pixel further the panel floats")
    func zone() throws {
        let hints = try begin(.move("date"), floating(), at: Point(x: 500, y: 300))
        #expect(hints.bounds == Rectangle(x: 420, y: 150, width: 646, height: 874))
        let dropped = Rectangle(x: 640, y: 300, width: 400, height: 400)
        func end(_ x: Double, _ y: Double, alt: Bool = false) -> PanelCommand? {
            hints.command(for: DragEnd(frame: dropped, pointer: Point(x: x, y: y), suppressPin: alt))
        }
        #expect(end(1042, 210) == .pin("date", .right, index: 0))
        #expect(end(1041, 210) == .float("date", frame: dropped))
        #expect(end(1042, 900) == .pin("date", .right, index: 1))
        #expect(end(700, 1000) == .pin("date", .bottom, index: 0))
        #expect(end(700, 999) == .float("date", frame: dropped))
        #expect(end(1042, 210, alt: true) == .float("date", frame: dropped))
        let over = Rectangle(x: 1000, y: 300, width: 300, height: 300)
        #expect(
            hints.command(for: DragEnd(frame: over, pointer: Point(x: 800, y: 310), suppressPin: true))
                == .float("date", frame: over, overSides: true))
    }

    @Test("the pointer decides and not the panel's edges; without a pointer the edges do")
    func pointerDecides() throws {
        let hints = try begin(.move("date"), floating(), at: Point(x: 500, y: 310))
        // A tall panel that was moved by 54 px has its lower edge at the bottom.
        let low = Rectangle(x: 500, y: 354, width: 400, height: 670)
        #expect(
            hints.command(for: DragEnd(frame: low, pointer: Point(x: 500, y: 364))) == .float("date", frame: low))
        #expect(hints.command(for: DragEnd(frame: low)) == .pin("date", .bottom, index: 0))
        let near = Rectangle(x: hints.bounds.maxX - 400 - 24, y: 300, width: 400, height: 400)
        let far = Rectangle(x: near.x - 1, y: 300, width: 400, height: 400)
        #expect(hints.command(for: DragEnd(frame: near)) == .pin("date", .right, index: 0))
        #expect(hints.command(for: DragEnd(frame: far)) == .float("date", frame: far))
    }

    @Test("what is dragged along an edge is not pinned there, unless it is pushed against it")
    func alongEdge() throws {
        let start = Arrangement.standard(of: .composer)
        let hints = try begin(.move("date"), start, at: Point(x: 1200, y: 12))
        let dropped = Rectangle(x: 500, y: 150, width: 400, height: 400)
        func end(_ hints: DragHints, _ x: Double, _ y: Double) -> PanelCommand? {
            hints.command(for: DragEnd(frame: dropped, pointer: Point(x: x, y: y)))
        }
        // Over the Title, which is pinned at the top.
        #expect(end(hints, 700, 100) == .float("date", frame: dropped))
        // Back among the panels from which it came, and to its own place.
        #expect(end(hints, 1100, 900) == .pin("date", .right, index: 1))
        #expect(hints.home == .right && hints.bounds.maxX == 1066)
        #expect(end(hints, 970, 60) == .pin("date", .right, index: 0))
        #expect(end(hints, 960, 60) == .float("date", frame: dropped))
        let open = try start.applying(.close("title"), in: wide, of: .composer).arrangement
        let again = try begin(.move("date"), open, at: Point(x: 1200, y: 12))
        #expect(end(again, 700, 14) == .float("date", frame: dropped))
        #expect(end(again, 700, 6) == .pin("date", .top, index: 0))
        #expect(end(again, 700, -20) == .pin("date", .top, index: 0))
    }

    @Test("over a side that does not take it a panel floats, and the reason is said")
    func fullSide() throws {
        let hints = try begin(.move("date"), .standard(of: .composer), at: Point(x: 1200, y: 12))
        let dropped = Rectangle(x: 420, y: 300, width: 400, height: 400)
        func said(_ x: Double, _ y: Double, alt: Bool = false) -> String? {
            let end = DragEnd(frame: dropped, pointer: Point(x: x, y: y), suppressPin: alt)
            #expect(hints.command(for: end) == .float("date", frame: dropped))
            return hints.refusal(for: end)
        }
        #expect(said(200, 500) == "The left side is full: it takes one panel.")
        #expect(said(430, 500) == "The left side is full: it takes one panel.")
        #expect(said(460, 500) == nil)
        #expect(said(200, 500, alt: true) == nil)
        let right = DragEnd(frame: dropped, pointer: Point(x: 1100, y: 900))
        #expect(hints.refusal(for: right) == nil)
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
        let edge = hints.command(for: DragEnd(frame: dropped, pointer: Point(x: hints.bounds.maxX - 3, y: 900)))
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
        #expect(end(400, 200) == nil)
        #expect(end(10, 200) == .pin("tags", .left, index: 0))
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
