import Testing

@testable import Panels

/// The order of the tabs in a stack.
@Suite("Order of tabs")
struct TabOrderTests {
    private let window = Container(size: Size(width: 1366, height: 1024))

    /// Date leads Tags and Queue on the right, Queue in front.
    private func stack() throws -> Arrangement {
        try done(.stack("tags", with: "date"), .stack("queue", with: "date"))
    }

    private func done(_ commands: PanelCommand..., to start: Arrangement? = nil) throws -> Arrangement {
        try commands.reduce(start ?? .standard(of: .titled)) {
            try $0.applying($1, in: window, of: .titled).arrangement
        }
    }

    private func tabs(_ arrangement: Arrangement) -> ShownStack? {
        frames(of: arrangement, in: window, catalogue: .titled).panels.first { $0.id == "tags" }?.stack
    }

    private func refusal(_ command: PanelCommand, _ arrangement: Arrangement, in container: Container? = nil)
        -> Refusal?
    {
        do throws(Refusal) {
            _ = try arrangement.applying(command, in: container ?? window, of: .titled)
            return nil
        } catch { return error }
    }

    @Test("a tab moves to another place of its stack, and the front one stays in front")
    func ordered() throws {
        // given
        let stack = try stack()
        // when
        let change = try stack.applying(.tab("queue", at: 1), in: window, of: .titled)
        // then
        #expect(change.announcement == "Queue is a tab, second of three.")
        #expect(tabs(change.arrangement) == ShownStack(panels: ["date", "queue", "tags"], selected: "queue"))
        let last = try done(.tab("queue"), to: change.arrangement)
        #expect(tabs(last) == tabs(stack))
    }

    @Test("the tab that becomes the first leads the stack in its place, and the former leader is a tab")
    func leads() throws {
        // given
        let floating = try done(.float("date", frame: Rectangle(x: 500, y: 300, width: 420, height: 400)), to: stack())
        for start in [try stack(), floating, try done(.collapse("date"), to: stack())] {
            let before = frames(of: start, in: window, catalogue: .titled).panels
            // when
            let after = frames(of: try done(.tab("tags", at: 0), to: start), in: window, catalogue: .titled).panels
            // then
            let (was, now) = (before.first { $0.id == "date" }, after.first { $0.id == "tags" })
            #expect(now?.place == was?.place && now?.side == was?.side && now?.frame?.origin == was?.frame?.origin)
            #expect(now?.stack?.panels == was?.stack.map { _ in ["tags", "date", "queue"] })
        }
    }

    @Test("a panel that is alone, there already, or locked cannot be reordered")
    func refusals() throws {
        let stack = try stack()
        #expect(refusal(.tab("preview", at: 0), stack)?.reason == "Preview is in no stack.")
        #expect(refusal(.tab("date", at: -7), stack)?.reason == "The tab Date is there already.")
        for scope in [LockScope.panel("date"), .side(.right), .all] {
            let locked = try done(.lock(scope), to: stack)
            #expect(refusal(.tab("queue", at: 1), locked)?.alternative == .arrange(.unlock(scope)))
        }
    }

    @Test("a grabbed tab gets the number of possible places in its bar as a hint")
    func dragged() throws {
        let hints = try stack().beginning(.tab("tags"), at: Point(x: 1100, y: 16), in: window, of: .titled)
        #expect(hints.tabPlaces == 3 && hints.origin?.contains(Point(x: 1180, y: 20)) == true)
    }

    @Test("a panel that is a tab only for lack of room cannot be reordered")
    func sharing() throws {
        let three = try done(.pin("queue", .right))
        let low = Container(size: Size(width: 1366, height: 239))
        let hints = try three.beginning(.tab("queue"), at: Point(x: 1200, y: 130), in: low, of: .titled)
        #expect(hints.tabPlaces == 0)
        #expect(refusal(.tab("queue", at: 0), three, in: low)?.alternative == .arrange(.float("queue")))
    }
}
