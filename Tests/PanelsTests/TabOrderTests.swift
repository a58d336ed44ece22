import Testing

@testable import Panels

/// The order of the tabs in a stack.
@Suite("Order of tabs")
struct TabOrderTests {
    /// Date leads Tags and Queue on the right, Queue in front.
    private func stack() throws -> Arrangement {
        try Arrangement.titled.after(.stack("tags", with: "date"), .stack("queue", with: "date"))
    }

    private func tabs(_ arrangement: Arrangement) -> ShownStack? {
        arrangement.panel("tags")?.stack
    }

    @Test("a tab moves to another place of its stack, and the front one stays in front")
    func ordered() throws {
        // given
        let stack = try stack()
        // when
        let change = try stack.applying(.tab("queue", at: 1), in: .wide, of: .titled)
        // then
        #expect(change.announcement == "Queue is a tab, second of three.")
        #expect(tabs(change.arrangement) == ShownStack(panels: ["date", "queue", "tags"], selected: "queue"))
        let last = try change.arrangement.after(.tab("queue"))
        #expect(tabs(last) == tabs(stack))
    }

    @Test("the tab that becomes the first leads the stack in its place, and the former leader is a tab")
    func leads() throws {
        // given
        let floating = try stack().after(.float("date", frame: Rectangle(x: 500, y: 300, width: 420, height: 400)))
        for start in [try stack(), floating, try stack().after(.collapse("date"))] {
            let before = frames(of: start, in: .wide, catalogue: .titled).panels
            // when
            let after = frames(of: try start.after(.tab("tags", at: 0)), in: .wide, catalogue: .titled).panels
            // then
            let (was, now) = (before.first { $0.id == "date" }, after.first { $0.id == "tags" })
            #expect(now?.place == was?.place && now?.side == was?.side && now?.frame?.origin == was?.frame?.origin)
            #expect(now?.stack?.panels == was?.stack.map { _ in ["tags", "date", "queue"] })
        }
    }

    @Test("a panel that is alone, there already, or locked cannot be reordered")
    func refusals() throws {
        let stack = try stack()
        #expect(stack.refusal(of: .tab("preview", at: 0))?.reason == "Preview is in no stack.")
        #expect(stack.refusal(of: .tab("date", at: -7))?.reason == "The tab Date is there already.")
        for scope in [LockScope.panel("date"), .side(.right), .all] {
            let locked = try stack.after(.lock(scope))
            #expect(locked.refusal(of: .tab("queue", at: 1))?.alternative == .arrange(.unlock(scope)))
        }
    }

    @Test("a grabbed tab gets the number of possible places in its bar as a hint")
    func dragged() throws {
        let hints = try stack().beginning(.tab("tags"), at: Point(x: 1100, y: 16), in: .wide, of: .titled)
        #expect(hints.tabPlaces == 3 && hints.origin?.contains(Point(x: 1180, y: 20)) == true)
    }

    @Test("a panel that is a tab only for lack of room cannot be reordered")
    func sharing() throws {
        let three = try Arrangement.titled.after(.pin("queue", .right))
        let low = Container(size: Size(width: 1366, height: 239))
        let hints = try three.beginning(.tab("queue"), at: Point(x: 1200, y: 130), in: low, of: .titled)
        #expect(hints.tabPlaces == 0)
        #expect(three.refusal(of: .tab("queue", at: 0), in: low)?.alternative == .arrange(.float("queue")))
    }
}
