import Testing

@testable import Panels

@Suite("Locks")
struct LockTests {
    let catalogue = PanelCatalogue.titled
    let standard = Arrangement.titled

    @Test(
        "a locked panel stays unchanged, and the refusal offers to unlock it",
        arguments: [
            PanelCommand.close("date"), .float("date"), .pin("date", .left), .collapse("date"),
            .moveToward("date", .down), .share("date", 300), .thickness(.right, 300), .closeAllPinned,
        ])
    func panel(command: PanelCommand) throws {
        let locked = try standard.after(.close("preview"), .lock(.panel("date")))
        #expect(throws: Refusal("Date is locked. Unlock it first.", instead: .unlock(.panel("date")))) {
            try locked.applying(command, in: .wide, of: catalogue)
        }
    }

    @Test("a locked side accepts and releases no panel; the others do")
    func side() throws {
        let locked = try standard.after(.lock(.side(.right)))
        let refusal = Refusal("The right side is locked. Unlock it first.", instead: .unlock(.side(.right)))
        for command in [PanelCommand.close("tags"), .pin("queue", .right), .thickness(.right, 500)] {
            #expect(throws: refusal) { try locked.applying(command, in: .wide, of: catalogue) }
        }
        #expect(try locked.after(.close("preview")) != locked)
    }

    @Test("if everything is locked nothing can be arranged, but a panel may come to the front")
    func all() throws {
        let locked = try standard.after(.float("queue"), .float("posts"), .lock(.all))
        let refusal = Refusal("The panels are locked. Unlock them first.", instead: .unlock(.all))
        for command in [PanelCommand.open("targets"), .close("queue"), .reset(.all), .move("queue", dx: 20, dy: 0)] {
            #expect(throws: refusal) { try locked.applying(command, in: .wide, of: catalogue) }
        }
        #expect(try locked.after(.raise("queue")) != locked)
        let free = try locked.after(.unlock(.all))
        #expect(try free.applying(.close("queue"), in: .wide, of: catalogue).announcement == "Queue closed.")
    }

    @Test("unlocking everything keeps the locks of single panels, and a second time removes them, too")
    func unlockingAll() throws {
        let locked = try standard.after(.lock(.panel("date")), .lock(.side(.left)), .lock(.all), .unlock(.all))
        #expect(locked[.wide].lock(of: "date") == .panel("date"))
        let free = try locked.applying(.unlock(.all), in: .wide, of: catalogue)
        #expect(free.arrangement == standard && free.announcement == "Each panel and each side is unlocked.")
        #expect(throws: Refusal("The panels are not locked.")) {
            try free.arrangement.applying(.unlock(.all), in: .wide, of: catalogue)
        }
    }

    @Test("a locked panel cannot be grabbed: no drag, no edge, no splitter")
    func drags() throws {
        let locked = try standard.after(.float("queue"), .lock(.panel("queue")), .lock(.side(.right)))
        let shown = frames(of: locked, in: .wide, catalogue: catalogue)
        let queue = try #require(shown["queue"])
        #expect(queue.isLocked && queue.resize.isEmpty && shown.lockedSides == [.right] && !shown.isLocked)
        #expect(shown.separators.filter(\.isLocked).allSatisfy { $0.side == .right })
        for subject in [DragSubject.move("queue"), .resize("queue", .right), .move("tags")] {
            #expect(throws: Refusal.self) {
                try locked.beginning(subject, at: .zero, in: .wide, of: catalogue)
            }
        }
        let there = Rectangle(x: 500, y: 300, width: 300, height: 300)
        for command in [PanelCommand.thickness(.right, 300), .drop("queue", at: there)] {
            #expect(throws: Refusal.self) { try locked.applying(command, in: .wide, of: catalogue) }
        }
        let hints = try locked.beginning(.move("title"), at: .zero, in: .wide, of: catalogue)
        #expect(hints.reasons[.right] == "The right side is locked. Unlock it first.")
    }

    @Test("while everything is locked, views and menus offer to unlock it, and nothing that the lock forbids")
    func offers() throws {
        let locked = try standard.after(.lock(.all))
        let refusal = Refusal("Queue is not open.", instead: .unlock(.all))
        for command in [ViewCommand.maximise("queue"), .expose("queue")] {
            var view = ViewState.plain
            view.isExposed = true
            #expect(throws: refusal) { try view.applying(command, to: locked, in: .wide, of: catalogue) }
        }
        #expect(throws: refusal) { try locked.menu(of: "queue", in: .wide, of: catalogue) }
    }

    @Test("locks are stored in the document, and undo applies to them")
    func document() throws {
        let locked = try standard.after(.lock(.panel("date")), .lock(.side(.left)), .lock(.all))
        #expect(Arrangement.salvaging(locked.document, of: catalogue).arrangement == locked)
        let merged = standard.merging(locked, base: standard).arrangement
        #expect(merged == locked)
    }

    @Test("unlocking a panel that its side locks says so")
    func unlocking() throws {
        let locked = try standard.after(.lock(.side(.right)))
        #expect(throws: Refusal("Date itself is not locked.", instead: .unlock(.side(.right)))) {
            try locked.applying(.unlock(.panel("date")), in: .wide, of: catalogue)
        }
        #expect(throws: Refusal("Queue is not open.", instead: .open("queue"))) {
            try standard.after(.lock(.panel("queue")))
        }
    }
}
