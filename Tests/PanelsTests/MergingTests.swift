import Testing

@testable import Panels

@Suite("Merging arrangements")
struct MergingTests {
    @Test("two histories from one arrangement merge into a whole one, and a change on one side only wins")
    func seeded() {
        for seed in 0..<UInt64(1500) {
            var dice = Dice(seed: seed)
            let base = DocumentTests.book(after: 10, &dice).present
            let mine = changed(base, &dice)
            let theirs = changed(base, &dice)
            let isPlain =
                base.merging(mine, base: base).arrangement == mine
                && theirs.merging(base, base: base).arrangement == theirs
            #expect(isPlain, "seed \(seed)")
            let (merged, conflicts) = theirs.merging(mine, base: base)
            for sizeClass in SizeClass.allCases {
                #expect(Invariants.violation(of: merged[sizeClass], .titled) == nil, "seed \(seed)")
                for panel in PanelCatalogue.titled.panels.map(\.id) where !conflicts.contains(panel) {
                    let (before, one) = (base[sizeClass].record(of: panel), mine[sizeClass].record(of: panel))
                    let (other, found) = (theirs[sizeClass].record(of: panel), merged[sizeClass].record(of: panel))
                    let isRight = found == (one == before ? other : one)
                    #expect(isRight, "seed \(seed), \(panel)")
                }
            }
        }
    }

    @Test("a neighbour that appears or disappears is not a change of a panel")
    func neighbours() throws {
        let base = Arrangement.titled
        let mine = try base.after(.pin("queue", .right, index: 0))
        let theirs = try base.after(.close("date"))
        let (merged, conflicts) = theirs.merging(mine, base: base)
        #expect(conflicts.isEmpty)
        #expect(merged.wide.sides.right.slots.map(\.panel) == ["queue", "tags"])
    }

    @Test("a panel that both moved has the later place, and is named")
    func conflict() throws {
        let base = Arrangement.titled
        let mine = try base.after(.pin("date", .top))
        let theirs = try base.after(.close("date"))
        let (merged, conflicts) = theirs.merging(mine, base: base)
        #expect(conflicts == ["date"] && merged.wide.place(of: "date") == .pinned(.top))
    }

    @Test(
        "a panel that both moved to the same place is no conflict",
        arguments: [
            PanelCommand.float("date"), .pin("date", .top), .close("date"), .collapse("date"),
            .stack("date", with: "tags"),
        ])
    func same(command: PanelCommand) throws {
        let base = Arrangement.titled
        let (mine, theirs) = (try base.after(command, .thickness(.left, 333)), try base.after(command))
        let (merged, conflicts) = theirs.merging(mine, base: base)
        #expect(conflicts.isEmpty && merged == mine)
    }

    private func changed(_ arrangement: Arrangement, _ dice: inout Dice) -> Arrangement {
        var arrangement = arrangement
        let steps = Step.sequence(4, &dice, .titled)
        for step in steps {
            guard case .arrange(let command) = step.command else { continue }
            let change = try? arrangement.applying(command, in: step.container, of: .titled)
            arrangement = change?.arrangement ?? arrangement
        }
        return arrangement
    }
}
